"""``/standings``: who stands where in a season, or in the server's totals of a game."""

from typing import Any

import discord
from discord import app_commands

from bot.answers import answering
from bot.commands import asked_season
from bot.commands.choosing import Choices, choices, season_names
from bot.errors import Refused
from bot.listing import Asked
from bot.listing_files import FORMATS
from bot.text import described, say
from bot.times import read_time, stamp, zone_named
from data import seasons
from data import tables as rows
from data.seasons import Season
from engine.game import Game, games
from engine.words import DEFAULT

Interaction = discord.Interaction[Any]
FILES = [app_commands.Choice(name=format.upper(), value=format) for format in FORMATS]


@app_commands.command(name="standings", description=described("standings"))
@app_commands.describe(
    season=described("option-standings-season"),
    as_of=described("option-as-of"),
    file=described("option-standings-file"),
)
@app_commands.choices(file=FILES)
@app_commands.guild_only()
async def standings(
    interaction: Interaction,
    season: app_commands.Range[str, 1, 100] | None = None,
    as_of: app_commands.Range[str, 1, 40] | None = None,
    file: str | None = None,
) -> None:
    async with answering(interaction, "standings", public=file is None) as answer:
        rankings = interaction.client.rankings
        asked = await _asked(interaction, season, as_of)
        if file is not None:
            await rankings.send_file(answer, asked, file)
            return
        await rankings.show(answer, asked)
        interaction.client.display.posting.count_message(interaction.channel_id)


@standings.autocomplete("season")
async def _seasons(interaction: Interaction, current: str) -> Choices:
    """The server's seasons, and the totals of each game."""
    typed = current.strip().casefold()
    totals = [name for name in _totals_names() if typed in name.casefold()]
    return choices([*(choice.value for choice in await season_names(interaction, current)), *totals])


def _totals_names() -> dict[str, Game]:
    """What the totals of each game are called among the names of seasons."""
    return {say(DEFAULT, "standings.totals", game=game.title): game for game in games().values()}


async def _asked(interaction: Interaction, name: str | None, as_of: str | None) -> Asked:
    """Raises Refused."""
    assert interaction.guild_id, "a guild-only command"
    found = await _season(interaction, name)
    if isinstance(found, Season):
        now_ms = interaction.client.tables.now_ms()
        as_of_ms = None if as_of is None else read_as_of(as_of, found, now_ms)
        return Asked(interaction.guild_id, games()[found.game], found, as_of_ms)
    if as_of is not None:
        raise Refused("refused.as-of-totals")
    return Asked(interaction.guild_id, found)


async def _season(interaction: Interaction, name: str | None) -> Season | Game:
    """The season asked for or nearest to hand; the game whose totals are asked for, or all there is.

    Raises Refused.
    """
    known = await seasons.of_guild(interaction.client.database, interaction.guild_id or 0)
    named = {each.name.casefold() for each in known}
    totals = {each.casefold(): game for each, game in _totals_names().items()}
    if name is not None and name.strip().casefold() in totals.keys() - named:
        return totals[name.strip().casefold()]
    if name is None and not known:
        row = await rows.latest_in_channel(interaction.client.database, interaction.channel_id or 0)
        return games()[row.game] if row else next(iter(games().values()))
    return await asked_season.shown(interaction, name)


def read_as_of(text: str, season: Season, now_ms: int) -> int:
    """The moment meant, of a date its end; today's is now. Raises Refused for what is to come."""
    zone = zone_named(season.timezone)
    first, end = read_time(text, zone), read_time(text, zone, ends=True)
    if first > now_ms:
        raise Refused("refused.as-of-future", time=stamp(first))
    return min(end if end == first else end - 1, now_ms)
