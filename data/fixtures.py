"""The tables of a season's rounds: who should play where and until when, and which table came of it."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import combinations
from typing import Any, Final

from data import seasons
from data.database import Database
from data.season_errors import FixtureOpened, UnknownFixture


@dataclass(frozen=True, slots=True)
class Fixture:
    """Table ``number`` of ``round``, both from 1 on: ``players`` by seat; computers fill up to ``seats``.

    ``due_at_ms`` is until when it should be played, ``reminded_at_ms`` when its players were told again,
    ``table_id`` the table opened for it last.
    """

    id: int
    season_id: int
    round: int
    number: int
    seats: int
    channel_id: int
    due_at_ms: int | None
    reminded_at_ms: int | None
    table_id: int | None
    players: tuple[int, ...]


PLAYED: Final = """started_at_ms IS NOT NULL AND (state <> 'closed' OR EXISTS (
    SELECT 1 FROM proof WHERE proof.table_id = game_table.id AND NOT void))"""
"""Of a game_table: it is in play, or a deal of it was finished."""
_COLUMNS: Final = tuple(field.name for field in fields(Fixture) if field.name != "players")
_FIXTURES: Final = f"SELECT {', '.join(_COLUMNS)} FROM fixture"
_DUE: Final = f"""
    WHERE due_at_ms < ? AND reminded_at_ms IS NULL
      AND NOT EXISTS (SELECT 1 FROM season WHERE season.id = season_id AND closed_at_ms IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM game_table WHERE game_table.id = table_id AND {PLAYED})
    ORDER BY due_at_ms, id"""


async def add_round(
    database: Database,
    season_id: int,
    tables: Sequence[tuple[tuple[int, ...], int]],
    channel_id: int,
    due_at_ms: int | None,
) -> tuple[Fixture, ...]:
    """Add the next round: for each table its players, by seat, and how many seats it has.

    Raises SeasonClosed or UnknownSeason.
    """
    return await database.write(partial(_add_round, season_id, tables, channel_id, due_at_ms))


async def fixture(database: Database, fixture_id: int) -> Fixture:
    """Raises UnknownFixture."""
    return await database.read(lambda reader: _fixture(reader, fixture_id))


async def of_season(database: Database, season_id: int, round: int | None = None) -> tuple[Fixture, ...]:
    """By round and number; of one round, or of all."""
    condition = "WHERE season_id = ?1 AND round = coalesce(?2, round) ORDER BY round, number"
    return await database.read(lambda reader: _fixtures(reader, condition, season_id, round))


async def meetings(database: Database, season_id: int) -> Counter[frozenset[int]]:
    """How often each two players were drawn to the same table; one alone, to a table without other people."""
    drawn = await of_season(database, season_id)
    return Counter(
        frozenset(together)
        for fixture in drawn
        for together in combinations(fixture.players, min(2, len(fixture.players)))
    )


async def due(database: Database, before_ms: int) -> tuple[Fixture, ...]:
    """Those of open seasons due before then that nobody has played and nobody was reminded of."""
    return await database.read(lambda reader: _fixtures(reader, _DUE, before_ms))


async def reminded(database: Database, fixture_id: int, at_ms: int) -> None:
    """Raises UnknownFixture."""
    update = "UPDATE fixture SET reminded_at_ms = ? WHERE id = ?"
    if not await database.write(lambda writer: writer.execute(update, (at_ms, fixture_id)).rowcount):
        raise UnknownFixture(fixture_id)


def note_table(writer: sqlite3.Connection, fixture_id: int, season_id: int | None, table_id: int) -> None:
    """Raises UnknownFixture; FixtureOpened unless the table it has was closed before a deal was finished."""
    known = _fixture(writer, fixture_id)
    if known.season_id != season_id:
        raise UnknownFixture(fixture_id)
    left = f"SELECT 1 FROM game_table WHERE id = ? AND state = 'closed' AND NOT ({PLAYED})"
    if known.table_id is not None and not writer.execute(left, (known.table_id,)).fetchone():
        raise FixtureOpened(fixture_id, known.table_id)
    writer.execute("UPDATE fixture SET table_id = ? WHERE id = ?", (table_id, fixture_id))


def _add_round(
    season_id: int,
    tables: Sequence[tuple[tuple[int, ...], int]],
    channel_id: int,
    due_at_ms: int | None,
    writer: sqlite3.Connection,
) -> tuple[Fixture, ...]:
    seasons.check_open(writer, season_id)
    last = "SELECT coalesce(max(round), 0) FROM fixture WHERE season_id = ?"
    round = writer.execute(last, (season_id,)).fetchone()[0] + 1
    for number, (players, seats) in enumerate(tables, start=1):
        (fixture_id,) = writer.execute(
            "INSERT INTO fixture (season_id, round, number, seats, channel_id, due_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            (season_id, round, number, seats, channel_id, due_at_ms),
        ).fetchone()
        writer.executemany(
            "INSERT INTO fixture_player VALUES (?, ?, ?)",
            [(fixture_id, seat, user_id) for seat, user_id in enumerate(players)],
        )
    return _fixtures(writer, "WHERE season_id = ? AND round = ? ORDER BY number", season_id, round)


def _fixture(reader: sqlite3.Connection, fixture_id: int) -> Fixture:
    found = _fixtures(reader, "WHERE id = ?", fixture_id)
    if not found:
        raise UnknownFixture(fixture_id)
    return found[0]


def _fixtures(reader: sqlite3.Connection, condition: str, *arguments: int | None) -> tuple[Fixture, ...]:
    rows = reader.execute(f"{_FIXTURES} {condition}", arguments).fetchall()
    return tuple(_with_players(reader, row) for row in rows)


def _with_players(reader: sqlite3.Connection, row: tuple[Any, ...]) -> Fixture:
    query = "SELECT user_id FROM fixture_player WHERE fixture_id = ? ORDER BY seat"
    players = tuple(user_id for (user_id,) in reader.execute(query, (row[0],)))
    return Fixture(**dict(zip(_COLUMNS, row, strict=True)), players=players)
