"""Drawn tables in their channel: who plays where, with a button for each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot import limits
from bot.components.fixture_button import FixtureButton
from bot.render.message import Item
from bot.render.names import escaped, is_somebody
from bot.text import say
from bot.times import stamp
from data.fixtures import Fixture
from data.seasons import Season

Sentences = tuple[str, str]
"""The keys of a sentence about a round without and with a time until which it is to be played."""
ROUND: Final = ("season.round", "season.round-due")
DRAWN: Final = ("season.drawn-round", "season.drawn-round-due")
REMINDER: Final = ("season.reminder", "season.reminder-due")
OVERDUE: Final = ("season.reminder", "season.reminder-overdue")


@dataclass(frozen=True, slots=True)
class Part:
    """A message of a round; ``users`` are whom it calls."""

    text: str
    items: tuple[Item, ...]
    users: tuple[int, ...]


def round_parts(
    season: Season, tables: Sequence[Fixture], sentences: Sentences, locale: str
) -> Iterator[Part]:
    """Drawn tables of a round in as few messages as they fit in, each under the sentence."""
    head = f"**{escaped(season.name)}** · {heading(sentences, tables[0], locale)}"
    lines = [_called(each, locale) for each in tables]
    begin = 0
    while begin < len(tables):
        end = begin
        length = len(head)
        while end < min(len(tables), begin + limits.BUTTONS) and length + len(lines[end]) < limits.MESSAGE:
            length += len(lines[end]) + 1
            end += 1
        some = tables[begin:end]
        users = tuple(user for each in some for user in each.players if is_somebody(user))
        yield Part("\n".join([head, *lines[begin:end]]), tuple(buttons(some, locale)), users)
        begin = end


def _called(fixture: Fixture, locale: str) -> str:
    mentions = [
        f"<@{user}>" if is_somebody(user) else say(locale, "season.forgotten") for user in fixture.players
    ]
    players = " · ".join([*mentions, *computers(fixture, locale)])
    return say(locale, "season.table", number=fixture.number, players=players)


def computers(fixture: Fixture, locale: str) -> list[str]:
    count = fixture.seats - len(fixture.players)
    return [say(locale, "season.computers", n=count)] if count else []


def buttons(tables: Iterable[Fixture], locale: str) -> Iterator[Item]:
    for each in tables:
        yield FixtureButton(each.id, say(locale, "button.drawn", number=each.number))


def heading(sentences: Sentences, fixture: Fixture, locale: str) -> str:
    open_end, due = sentences
    if fixture.due_at_ms is None:
        return say(locale, open_end, round=fixture.round)
    return say(locale, due, round=fixture.round, due=stamp(fixture.due_at_ms))
