"""Who held which seat of a table, and when: a substitute goes on where another has stopped.

A line, and what was booked with it, belongs to who held the seat then.
"""

import sqlite3
from dataclasses import dataclass, replace
from typing import Final

from data.database import Database
from data.errors import AlreadySeated, TableClosed, UnknownTable
from data.rows import SeatRow, TableRow, TableState

_FROM_STINTS: Final = "SELECT seat, from_seq, user_id FROM stint WHERE table_id = ?1"
_FROM_SEATS: Final = (
    "SELECT seat, 0, user_id FROM seat WHERE table_id = ?1"
    " AND NOT EXISTS (SELECT 1 FROM stint WHERE stint.table_id = ?1 AND stint.seat = seat.seat)"
)


@dataclass(frozen=True, slots=True)
class Stint:
    """``user_id`` holds the seat from line ``from_seq`` on; None: a computer player."""

    from_seq: int
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Holders:
    """The stints at every seat of a table, each seat's in order and at least one."""

    by_seat: dict[int, list[Stint]]

    def starter(self, seat: int) -> int | None:
        return self.by_seat[seat][0].user_id

    def finisher(self, seat: int) -> int | None:
        return self.by_seat[seat][-1].user_id

    def at(self, seat: int, seq: int) -> int | None:
        """Who held the seat when line ``seq`` was written; None: a computer player.

        Raises LookupError if the stints are damaged.
        """
        for stint in reversed(self.by_seat[seat]):
            if stint.from_seq <= seq:
                return stint.user_id
        raise LookupError(f"nobody held seat {seat} at line {seq}")


def holders(reader: sqlite3.Connection, table_id: int) -> Holders:
    by_seat: dict[int, list[Stint]] = {}
    rows = reader.execute(f"{_FROM_STINTS} UNION ALL {_FROM_SEATS} ORDER BY 1, 2", (table_id,))
    for seat, from_seq, user_id in rows:
        by_seat.setdefault(seat, []).append(Stint(from_seq, user_id))
    return Holders(by_seat)


async def starters(database: Database, table_id: int) -> tuple[str, ...]:
    """Who held the seats when the sitting started, by the names they had then."""
    query = (
        "SELECT coalesce(stint.name, seat.name) FROM seat LEFT JOIN stint"
        " ON stint.table_id = seat.table_id AND stint.seat = seat.seat AND from_seq = 0"
        " WHERE seat.table_id = ? ORDER BY seat.seat"
    )
    rows = await database.read(lambda reader: reader.execute(query, (table_id,)).fetchall())
    return tuple(name for (name,) in rows)


async def seats_at(database: Database, table: TableRow, seq: int) -> tuple[SeatRow, ...]:
    """The seats of a table with who held them when line ``seq`` was written."""
    query = "SELECT seat, user_id, name FROM stint WHERE table_id = ? AND from_seq <= ? ORDER BY from_seq"
    rows = await database.read(lambda reader: reader.execute(query, (table.id, seq)).fetchall())
    held = {seat: (user_id, name) for seat, user_id, name in rows}
    return tuple(_held(row, *held[row.seat]) if row.seat in held else row for row in table.seats)


def _held(row: SeatRow, user_id: int | None, name: str) -> SeatRow:
    if user_id == row.user_id:
        return row
    return replace(row, user_id=user_id, name=name, computer=user_id is None)


def substitute(writer: sqlite3.Connection, table: TableRow, seat: int, user_id: int, name: str) -> None:
    """Raises AlreadySeated, TableClosed or UnknownTable."""
    if table.state is TableState.CLOSED:
        raise TableClosed(table.id)
    if any(row.user_id == user_id for row in table.seats):
        raise AlreadySeated(table.id, user_id)
    if all(row.seat != seat for row in table.seats):
        raise UnknownTable(table.id, seat)
    if table.state is TableState.PLAYING:
        _change_hands(writer, table, seat, user_id, name)
    # the hand is shown in the new player's messages from here on, never in those of the one before
    writer.execute(
        "UPDATE seat SET user_id = ?, name = ?, computer = 0, left_deal = NULL,"
        " dm_channel_id = NULL, dm_message_id = NULL, dm_closed = 0 WHERE table_id = ? AND seat = ?",
        (user_id, name, table.id, seat),
    )
    writer.execute("UPDATE seat_time SET missed = 0 WHERE table_id = ? AND seat = ?", (table.id, seat))


def _change_hands(writer: sqlite3.Connection, table: TableRow, seat: int, user_id: int, name: str) -> None:
    writer.execute(
        "INSERT INTO stint SELECT table_id, seat, 0, user_id, name FROM seat WHERE table_id = ? AND seat = ?"
        " ON CONFLICT DO NOTHING",
        (table.id, seat),
    )
    # whoever came and went without a line between is forgotten: nothing happened in his time
    writer.execute(
        "INSERT OR REPLACE INTO stint VALUES (?, ?, ?, ?, ?)",
        (table.id, seat, table.seq + 1, user_id, name),
    )
