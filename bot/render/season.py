"""A season and its rounds, in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import discord

from bot import limits
from bot.render.message import Item
from bot.render.names import escaped
from bot.render.quoting import quoted
from bot.render.rounds import ROUND, buttons, computers, heading
from bot.render.table import CLOTH
from bot.text import say
from bot.times import stamp
from data.corrections import Correction
from data.fixtures import Fixture
from data.rounds import Opened
from data.rows import TableState
from data.seasons import Entry, Season
from engine.game import games

NAMES = 40
"""How many of a season's people are named."""
ROUNDS = 6
CORRECTIONS = 5
"""How many of the last are told."""
SECTION = 500
"""Characters of a list at most; all lists of a season fit into a message."""
TABLES = 1000
"""The same of the last round's."""
REASONS = 950
"""The same of corrections: one with the longest reason there can be fits in."""


@dataclass(frozen=True, slots=True)
class SeasonState:
    """``opened`` by fixture id; ``names`` of those whose name is known, by user id."""

    season: Season
    entries: tuple[Entry, ...]
    drawn: tuple[Fixture, ...]
    opened: Mapping[int, Opened]
    corrections: tuple[Correction, ...]
    names: Mapping[int, str]

    def name(self, user_id: int) -> str:
        """In an embed, where a mention pings nobody."""
        return escaped(self.names[user_id]) if user_id in self.names else f"<@{user_id}>"

    def is_played(self, fixture: Fixture) -> bool:
        return fixture.id in self.opened and self.opened[fixture.id].played

    def absent(self, fixture: Fixture) -> list[int]:
        """Who was drawn to a table that was played, and never sat there."""
        if not self.is_played(fixture):
            return []
        return [user for user in fixture.players if user not in self.opened[fixture.id].users]


# ---- a season


def season_embed(state: SeasonState, locale: str) -> discord.Embed:
    parts = [*_terms(state.season, locale), *_people(state, locale), *_rounds(state, locale)]
    title = say(locale, "season.title", season=escaped(state.season.name))
    embed = discord.Embed(title=title, description="\n".join(parts)[: limits.EMBED_TEXT], colour=CLOTH)
    if count := len(state.corrections):
        name = say(locale, "season.corrections", n=count)
        embed.add_field(name=name, value=_corrections(state, locale), inline=False)
    return embed


def _terms(season: Season, locale: str) -> Iterator[str]:
    yield _rules(season, locale)
    yield say(locale, "season.dates", dates=dates(season, locale), zone=season.timezone)
    yield say(locale, "season.points", points=season.points)
    yield say(locale, f"season.credit-{season.credit}")
    if season.closed_at_ms is not None:
        yield say(locale, "season.closed", time=stamp(season.closed_at_ms))


def _rules(season: Season, locale: str) -> str:
    game = games()[season.game]
    rules = game.rules.parse(season.rules)
    changes = [f"{option} {value}" for option, value in rules.changes().items()]
    if not changes:
        return say(locale, "season.rules", game=game.title, preset=rules.preset)
    return say(locale, "season.rules-but", game=game.title, preset=rules.preset, changes=", ".join(changes))


def dates(season: Season, locale: str) -> str:
    start = stamp(season.starts_at_ms)
    if season.ends_at_ms is None:
        return say(locale, "season.open-end", start=start)
    return say(locale, "season.from-to", start=start, end=stamp(season.ends_at_ms))


def _people(state: SeasonState, locale: str) -> Iterator[str]:
    there = [entry for entry in state.entries if entry.left_at_ms is None]
    kinds = {
        "players": [entry.user_id for entry in there if not entry.substitute],
        "substitutes": [entry.user_id for entry in there if entry.substitute],
        "left": [entry.user_id for entry in state.entries if entry.left_at_ms is not None],
    }
    if not kinds["players"]:
        yield say(locale, "season.nobody")
    for kind, users in kinds.items():
        if users:
            names = cut_short([state.name(user) for user in users[:NAMES]], len(users), ", ", locale)
            yield say(locale, f"season.{kind}", n=len(users), names=names)


def cut_short(words: Iterable[str], count: int, between: str, locale: str, most: int = SECTION) -> str:
    """The first of ``count`` words, as many as fit into ``most`` characters, and how many are left out."""
    taken: list[str] = []
    length = 0
    for word in words:
        length += len(word) + len(between)
        if length > most:
            break
        taken.append(word)
    if len(taken) == count:
        return between.join(taken)
    return between.join([*taken, say(locale, "season.more", n=count - len(taken))])


def _rounds(state: SeasonState, locale: str) -> Iterator[str]:
    """The last round table by table, of those before it what is missing."""
    if not state.drawn:
        return
    last = state.drawn[-1].round
    tables = [each for each in state.drawn if each.round == last]
    yield ""
    yield heading(ROUND, tables[0], locale)
    yield cut_short([_table(state, each, locale) for each in tables], len(tables), "\n", locale, TABLES)
    earlier = range(last - 1, max(last - ROUNDS, 0), -1)
    lines = [_earlier(state, round, locale) for round in earlier]
    if lines:
        yield cut_short(lines, last - 1, "\n", locale)


def _table(state: SeasonState, fixture: Fixture, locale: str) -> str:
    players = " · ".join([*map(state.name, fixture.players), *computers(fixture, locale)])
    line = say(locale, "season.table", number=fixture.number, players=players)
    return f"{line} — {_outcome(state, fixture, locale)}"


def _outcome(state: SeasonState, fixture: Fixture, locale: str) -> str:
    found = state.opened.get(fixture.id)
    if found is None or (found.state is TableState.CLOSED and not found.played):
        return say(locale, "season.unplayed")
    if found.state is not TableState.CLOSED:
        return say(locale, "season.there", channel=f"<#{found.channel_id}>")
    absent = ", ".join(map(state.name, state.absent(fixture)))
    key = "season.played-without" if absent else "season.played"
    return say(locale, key, table=found.table_id, names=absent)


def _earlier(state: SeasonState, round: int, locale: str) -> str:
    tables = [each for each in state.drawn if each.round == round]
    missing = [str(each.number) for each in tables if not state.is_played(each)]
    absent = [state.name(user) for each in tables for user in state.absent(each)]
    told = [say(locale, "season.earlier", round=round, n=len(tables), played=len(tables) - len(missing))]
    if missing:
        told.append(say(locale, "season.missing", numbers=", ".join(missing)))
    if absent:
        told.append(say(locale, "season.absent", names=", ".join(absent)))
    return " ".join(told)


def _corrections(state: SeasonState, locale: str) -> str:
    """The last ones, the latest first."""
    lines = [
        say(
            locale,
            "season.voided" if each.move is None else "season.corrected",
            table=each.table_id,
            time=stamp(each.at_ms),
            name=state.name(each.user_id),
            reason=quoted(each.reason),
        )
        for each in reversed(state.corrections[-CORRECTIONS:])
    ]
    return cut_short(lines, len(state.corrections), "\n", locale, REASONS)


def own_buttons(state: SeasonState, user_id: int, locale: str) -> tuple[Item, ...]:
    """The tables that a user has still to play, to be opened or gone to."""
    still = [each for each in state.drawn if user_id in each.players and not state.is_played(each)]
    return tuple(buttons(still[-limits.BUTTONS :], locale)) if state.season.closed_at_ms is None else ()


# ---- lists


def season_line(season: Season, now_ms: int, locale: str) -> str:
    """A season in a list."""
    return say(
        locale,
        f"season.listed-{_stage(season, now_ms)}",
        season=escaped(season.name),
        game=games()[season.game].title,
        dates=dates(season, locale),
    )


def _stage(season: Season, now_ms: int) -> str:
    if season.closed_at_ms is not None:
        return "closed"
    if now_ms < season.starts_at_ms:
        return "coming"
    return "over" if season.ends_at_ms is not None and now_ms >= season.ends_at_ms else "running"
