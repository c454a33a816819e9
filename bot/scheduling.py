"""Drawing the next round for staff, and announcing it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot import league, limits
from bot.announcing import announce, locale_of
from bot.answers import Answer
from bot.errors import Refused
from bot.outage import OUTAGES
from bot.render.names import called, escaped
from bot.render.rounds import DRAWN
from bot.text import say
from bot.times import read_time, stamp, zone_named
from data import people
from data.fixtures import Fixture
from data.seasons import Season

if TYPE_CHECKING:
    from bot.client import Levee

Interaction = discord.Interaction[Any]


async def schedule(answer: Answer, season: Season, due_ms: int | None, computers: bool, force: bool) -> None:
    levee, channel_id = answer.interaction.client, answer.interaction.channel_id
    assert channel_id
    league.check_not_over(season, levee.tables.now_ms())
    waiting = await league.unplayed(levee.database, season)
    left = ", ".join(f"{each.round}/{each.number}" for each in waiting[: limits.CHOICES])
    if waiting and not force:
        raise Refused("refused.round-unplayed", tables=left, n=len(waiting))
    players = await league.scheduled(levee.database, season)
    gone = await levee.people.left_of(season.guild_id, players)
    here = [user for user in players if user not in gone]
    drawn = await league.draw(levee.database, season, here, channel_id, due_ms, computers)
    told = say(answer.locale, "season.drawn", round=drawn[0].round, n=len(drawn))
    try:
        await levee.rounds.announce(season, drawn, DRAWN)
    except OUTAGES:
        told = say(answer.locale, "season.not-announced", round=drawn[0].round)
    if gone:
        await _tell_not_drawn(levee, season, drawn[0], gone)
    await levee.reminders.plan()
    still = [say(answer.locale, "season.still-unplayed", tables=left)] if waiting else []
    await answer.say("\n".join([told, *still]))


async def _tell_not_drawn(levee: "Levee", season: Season, drawn: Fixture, gone: Sequence[int]) -> None:
    known = await people.names(levee.database, season.guild_id, gone)
    names = ", ".join(called(known, user_id) for user_id in gone)
    told = say(locale_of(levee, season.guild_id), "season.not-drawn", round=drawn.round, names=names)
    await announce(levee, season.guild_id, drawn.channel_id, told)


def due_of(interaction: Interaction, season: Season, text: str | None) -> int | None:
    """Raises Refused for what is no time, or not to come."""
    if text is None:
        return None
    due_ms = read_time(text, zone_named(season.timezone), ends=True)
    if due_ms <= interaction.client.tables.now_ms():
        raise Refused("refused.due-past", time=stamp(due_ms))
    if season.ends_at_ms is not None and due_ms > season.ends_at_ms:
        raise Refused("refused.due-late", season=escaped(season.name), time=stamp(season.ends_at_ms))
    return due_ms


def check_may_post(interaction: Interaction) -> None:
    """Raises Refused if the round could not be announced in this channel."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise Refused("refused.cannot-post")
