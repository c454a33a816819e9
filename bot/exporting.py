"""``/ledger export``: the books of a server, or of one of its seasons, as files.

The staff may have all of it; a player those of a season that he is, or was, in: what a league has booked is
open to its players, and what others play elsewhere is not.
"""

import asyncio
from typing import TYPE_CHECKING, Final

import discord

from bot import league
from bot.errors import Refused
from bot.render.files import packed
from bot.render.names import escaped
from bot.staff import is_staff
from data import seasons
from data.beancount import as_beancount
from data.books import Books, books
from data.export import as_csv, as_json
from data.seasons import Season

if TYPE_CHECKING:
    from bot.client import Levee

FORMATS: Final = {"csv": as_csv, "json": as_json, "beancount": as_beancount}


async def season_of(interaction: "discord.Interaction[Levee]", name: str | None) -> Season | None:
    """Which season's books the caller gets; None: everything. Raises Refused."""
    database, guild_id = interaction.client.database, interaction.guild_id or 0
    found = await league.named(database, guild_id, name) if name is not None else None
    if await is_staff(interaction):
        return found
    if found is None:
        raise Refused("refused.export-all")
    entries = await seasons.entries(database, found.id)
    if interaction.user.id not in [entry.user_id for entry in entries]:
        raise Refused("refused.export-season", season=escaped(found.name))
    return found


async def files(
    interaction: "discord.Interaction[Levee]", season: Season | None, format: str | None
) -> dict[str, bytes]:
    """By name; of every format unless one is asked for. Raises Refused if they are too large for Discord."""
    kept = await books(interaction.client.database, interaction.guild_id or 0, season.id if season else None)
    wanted = FORMATS if format is None else {format: FORMATS[format]}
    stem = f"levee-season-{season.id}" if season else "levee"
    return await asyncio.to_thread(_written, kept, stem, tuple(wanted), interaction.filesize_limit)


def _written(kept: Books, stem: str, formats: tuple[str, ...], most: int) -> dict[str, bytes]:
    return packed({f"{stem}.{format}": FORMATS[format](kept) for format in formats}, most)
