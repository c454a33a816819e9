"""What came of a season's rounds: the tables that were opened for them, and who played there."""

import sqlite3
from dataclasses import dataclass
from functools import partial

from data import stints
from data.database import Database
from data.fixtures import PLAYED
from data.rows import TableState


@dataclass(frozen=True, slots=True)
class Opened:
    """The table opened last for a fixture. ``played``: it is in play, or a deal of it was finished; then
    ``users`` have held its seats.
    """

    table_id: int
    channel_id: int
    state: TableState
    played: bool
    users: frozenset[int]


async def opened(database: Database, season_id: int) -> dict[int, Opened]:
    """By fixture id."""
    return await database.read(partial(_opened, season_id))


def _opened(season_id: int, reader: sqlite3.Connection) -> dict[int, Opened]:
    query = (
        f"SELECT fixture.id, game_table.id, game_table.channel_id, state, {PLAYED}"
        " FROM fixture JOIN game_table ON game_table.id = fixture.table_id WHERE fixture.season_id = ?"
    )
    return {
        fixture_id: Opened(
            table_id,
            channel_id,
            TableState(state),
            bool(played),
            _users(reader, table_id) if played else frozenset(),
        )
        for fixture_id, table_id, channel_id, state, played in reader.execute(query, (season_id,)).fetchall()
    }


def _users(reader: sqlite3.Connection, table_id: int) -> frozenset[int]:
    by_seat = stints.holders(reader, table_id).by_seat
    held = {stint.user_id for of_seat in by_seat.values() for stint in of_seat}
    return frozenset(user_id for user_id in held if user_id is not None)
