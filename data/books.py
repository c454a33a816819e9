"""Everything that was booked in a server, read at once, for the files people take away."""

import sqlite3
from dataclasses import dataclass
from functools import partial
from typing import Final

from data import stints
from data.database import Database
from data.stints import Holders
from engine.ledger import Posting
from engine.seats import Seat, seat_name

Row = dict[str, str | int | None]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table whose chips moved. ``names`` and ``holders`` are by seat."""

    table_id: int
    game: str
    opened_at_ms: int
    season_id: int | None
    names: dict[Seat, str]
    holders: Holders


@dataclass(frozen=True, slots=True)
class Entered:
    """A posting, when it was booked and by whose correction, if by one.

    ``seat`` and ``user_id`` are those of its account: None for pot and bank, and for a computer player.
    """

    id: int
    sitting: Sitting
    deal: int
    seq: int
    posting: Posting
    at_ms: int
    correction_id: int | None
    seat: Seat | None
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Books:
    """``entered`` in the order in which it was booked; ``names`` what people are called now, by user id.

    Seasons, entries, credits and corrections are rows as they are stored.
    """

    guild_id: int
    entered: tuple[Entered, ...]
    names: dict[int, str]
    seasons: tuple[Row, ...]
    entries: tuple[Row, ...]
    credits: tuple[Row, ...]
    corrections: tuple[Row, ...]

    def name(self, entered: Entered) -> str:
        """Who is behind the account; empty for pot and bank."""
        if entered.seat is None:
            return ""
        seated = entered.sitting.names[entered.seat]
        return seated if entered.user_id is None else self.names.get(entered.user_id, seated)


_TABLES: Final = """
    SELECT id, game, opened_at_ms, season_id FROM game_table
    WHERE guild_id = :guild AND (:season IS NULL OR season_id = :season) ORDER BY id"""
_POSTINGS: Final = """
    SELECT posting.id, posting.deal, posting.seq, account, cause, posting.units, correction_id,
           coalesce(correction.at_ms, line.at_ms)
    FROM posting
    JOIN proof ON proof.table_id = posting.table_id AND proof.deal = posting.deal
    LEFT JOIN line ON line.table_id = posting.table_id AND line.seq = posting.seq
    LEFT JOIN correction ON correction.id = correction_id
    WHERE posting.table_id = ? ORDER BY posting.id"""
_OF_SEASONS: Final = """
    SELECT * FROM {table} WHERE season_id IN (
        SELECT id FROM season WHERE guild_id = :guild AND (:season IS NULL OR id = :season))"""


async def books(database: Database, guild_id: int, season_id: int | None = None) -> Books:
    """Of one season or of everything; of the deals that are over."""
    return await database.read(partial(_books, guild_id, season_id))


def _books(guild_id: int, season_id: int | None, reader: sqlite3.Connection) -> Books:
    chosen = {"guild": guild_id, "season": season_id}
    entered = [
        each for table in reader.execute(_TABLES, chosen).fetchall() for each in _entered(reader, *table)
    ]
    people = "SELECT user_id, name FROM person WHERE guild_id = :guild"
    seasons = "SELECT * FROM season WHERE guild_id = :guild AND (:season IS NULL OR id = :season) ORDER BY id"
    return Books(
        guild_id,
        tuple(sorted(entered, key=lambda each: each.id)),
        dict(reader.execute(people, chosen).fetchall()),
        _rows(reader, seasons, chosen),
        _rows(reader, _OF_SEASONS.format(table="entry"), chosen),
        _rows(reader, _OF_SEASONS.format(table="credit"), chosen),
        _rows(reader, _OF_SEASONS.format(table="correction"), chosen),
    )


def _entered(
    reader: sqlite3.Connection, table_id: int, game: str, opened_at_ms: int, season_id: int | None
) -> list[Entered]:
    names = dict(reader.execute("SELECT seat, name FROM seat WHERE table_id = ?", (table_id,)).fetchall())
    sitting = Sitting(table_id, game, opened_at_ms, season_id, names, stints.holders(reader, table_id))
    seats = {f"{bonus}{seat_name(seat)}": seat for seat in names for bonus in ("", "bonus:")}
    found = []
    for row_id, deal, seq, account, cause, units, correction_id, at_ms in reader.execute(
        _POSTINGS, (table_id,)
    ):
        seat = seats.get(account)
        user_id = None if seat is None else sitting.holders.at(seat, seq)
        posting = Posting(account, cause, units)
        found.append(Entered(row_id, sitting, deal, seq, posting, at_ms, correction_id, seat, user_id))
    return found


def _rows(reader: sqlite3.Connection, query: str, chosen: dict[str, int | None]) -> tuple[Row, ...]:
    cursor = reader.execute(query, chosen)
    columns = [column[0] for column in cursor.description]
    return tuple(dict(zip(columns, row, strict=True)) for row in cursor)
