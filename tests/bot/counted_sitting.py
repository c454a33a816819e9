"""A sitting that counts in a season, played to its end, for tests of what comes after it."""

from typing import Any

import simcord
from evening import Evening, words_of
from league_night import a_season

from bot.table import Table
from data.seasons import Season


async def a_counted_sitting(evening: Evening, season: Season | None = None) -> tuple[Season, Table]:
    """One sitting of one deal of all players; the season is a new one unless named."""
    of = season or await a_season(evening)
    first, *others = evening.players
    await first.slash(evening.channel, "table open", game="bourre", season=of.name)
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    return of, table


async def ask(evening: Evening, member: simcord.MemberActor, command: str, /, **options: Any) -> Any:
    """The answer, seen by its author alone."""
    said = (await member.slash(evening.channel, command, **options)).response
    assert said is not None
    assert said.ephemeral
    return said


async def pressed(member: simcord.MemberActor, message: Any, label: str) -> str:
    """What is said to a press: what the message becomes, and what is said beside it."""
    result = await member.click(message, label=label)
    beside = words_of(result)
    return f"{message.content}\n{beside}"


def labels(message: Any) -> list[str]:
    return [button["label"] for row in message.components for button in row["components"]]


def besides_rules(message: Any) -> list[str]:
    """The labels of all buttons but those that open clauses."""
    return [label for label in labels(message) if not label.startswith("Rule ")]
