"""A season as staff wish it, checked and created."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.errors import Refused
from bot.render.names import LONGEST, escaped, is_blank, plain
from bot.times import read_time, stamp, zone_named
from data import seasons, settings
from data.scheme import Scheme
from data.season_errors import BadScheme, SeasonNameTaken
from data.seasons import NewSeason, Season
from engine.game import Game
from engine.options import Rules

if TYPE_CHECKING:
    from bot.client import Levee

DEFAULT_ZONE = "UTC"


@dataclass(frozen=True, slots=True)
class Wished:
    """``start``, ``end``, ``zone`` and ``points`` as they were typed; None: nothing was."""

    name: str
    game: Game
    rules: Rules
    start: str | None
    end: str | None
    zone: str | None
    points: str
    credit: str


async def found_season(interaction: "discord.Interaction[Levee]", wished: Wished) -> Season:
    """Create it. Raises Refused."""
    assert interaction.guild_id, "a guild-only command"
    if is_blank(wished.name):
        raise Refused("refused.name-empty", most=LONGEST)
    levee = interaction.client
    now_ms = levee.tables.now_ms()
    chosen = await settings.settings(levee.database, interaction.guild_id)
    zone = zone_named(wished.zone or chosen.timezone or DEFAULT_ZONE)
    starts_at_ms = now_ms if wished.start is None else read_time(wished.start, zone)
    ends_at_ms = None if wished.end is None else read_time(wished.end, zone, ends=True)
    _check_end(starts_at_ms, ends_at_ms, now_ms)
    new = NewSeason(
        interaction.guild_id,
        plain(wished.name),
        wished.game.key,
        str(wished.rules),
        starts_at_ms,
        ends_at_ms,
        zone.key,
        _points(wished.points),
        wished.credit,
        interaction.user.id,
        now_ms,
    )
    try:
        return await seasons.create(levee.database, new)
    except SeasonNameTaken as taken:
        raise Refused("refused.season-taken", season=escaped(taken.name)) from None


def _check_end(starts_at_ms: int, ends_at_ms: int | None, now_ms: int) -> None:
    if ends_at_ms is None:
        return
    if ends_at_ms <= starts_at_ms:
        raise Refused("refused.ends-first", start=stamp(starts_at_ms), end=stamp(ends_at_ms))
    if ends_at_ms <= now_ms:
        raise Refused("refused.end-past", end=stamp(ends_at_ms))


def _points(text: str) -> str:
    try:
        return str(Scheme.parse(text))
    except BadScheme:
        raise Refused("refused.bad-points", text=text.replace("`", "ˋ")) from None
