"""The clocks of tables: turns that run, time banks, pauses, reminders, and when the bot was last there."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data.database import Database


@dataclass(frozen=True, slots=True)
class Turn:
    """Of a seat that was ``asked`` at that line. From ``free_until_ms`` on it uses up the seat's time bank.

    ``reminded``: the player was told that his time runs out. Times are milliseconds since 1970.
    """

    asked: int
    since_ms: int
    free_until_ms: int
    deadline_ms: int
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class SeatTime:
    """``bank_ms`` is left of the time bank, ``missed`` counts time-outs in a row; no ``turn``: it waits."""

    seat: int
    bank_ms: int
    missed: int = 0
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Reminder:
    """A message that reminds the seat of the turn for which it was ``asked`` at that line."""

    message_id: int
    seat: int
    asked: int


async def times(database: Database, table_id: int) -> dict[int, SeatTime]:
    query = (
        "SELECT seat, bank_ms, missed, asked, since_ms, free_until_ms, deadline_ms, reminded"
        " FROM seat_time WHERE table_id = ?"
    )
    found = await database.read(lambda reader: reader.execute(query, (table_id,)).fetchall())
    return {row[0]: _seat_time(*row) for row in found}


def _seat_time(
    seat: int,
    bank_ms: int,
    missed: int,
    asked: int | None,
    since_ms: int,
    free_until_ms: int,
    deadline_ms: int,
    reminded: int,
) -> SeatTime:
    turn = None if asked is None else Turn(asked, since_ms, free_until_ms, deadline_ms, bool(reminded))
    return SeatTime(seat, bank_ms, missed, turn)


def keep(writer: sqlite3.Connection, table_id: int, times: Iterable[SeatTime], at_ms: int) -> None:
    """Within a move's transaction: how its table's seats stand from here on. The bot is there ``at_ms``."""
    rows = [(table_id, time.seat, time.bank_ms, time.missed, *_columns(time.turn)) for time in times]
    if rows:
        writer.executemany("INSERT OR REPLACE INTO seat_time VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        _beat(writer, at_ms)


def _columns(turn: Turn | None) -> tuple[int | None, ...]:
    if turn is None:
        return (None,) * 5
    return turn.asked, turn.since_ms, turn.free_until_ms, turn.deadline_ms, turn.reminded


def drop(writer: sqlite3.Connection, table_id: int) -> None:
    """Within the transaction that closes the table."""
    writer.execute("DELETE FROM seat_time WHERE table_id = ?", (table_id,))


async def store(database: Database, table_id: int, times: Iterable[SeatTime], at_ms: int) -> None:
    await database.write(lambda writer: keep(writer, table_id, times, at_ms))


# ---- standing still


async def pause(database: Database, table_id: int, at_ms: int) -> None:
    await database.write(lambda writer: _pause(writer, table_id, at_ms))


def _pause(writer: sqlite3.Connection, table_id: int, at_ms: int | None) -> None:
    writer.execute("UPDATE game_table SET paused_at_ms = ? WHERE id = ?", (at_ms, table_id))


async def resume(database: Database, table_id: int, times: Iterable[SeatTime], at_ms: int) -> None:
    """Go on with the turns as they are now."""

    def write(writer: sqlite3.Connection) -> None:
        _pause(writer, table_id, None)
        keep(writer, table_id, times, at_ms)

    await database.write(write)


async def replace_absent(
    database: Database, table_id: int, seats: Sequence[int], paused_at_ms: int | None
) -> None:
    """Let computers play these seats from here on; ``paused_at_ms``: and the table stands still."""

    def write(writer: sqlite3.Connection) -> None:
        at = [(table_id, seat) for seat in seats]
        writer.executemany("UPDATE seat SET computer = 1 WHERE table_id = ? AND seat = ?", at)
        writer.executemany("UPDATE seat_time SET missed = 0 WHERE table_id = ? AND seat = ?", at)
        _pause(writer, table_id, paused_at_ms)

    await database.write(write)


# ---- reminders


async def reminders(database: Database, table_id: int) -> tuple[Reminder, ...]:
    query = "SELECT message_id, seat, asked FROM reminder WHERE table_id = ?"
    found = await database.read(lambda reader: reader.execute(query, (table_id,)).fetchall())
    return tuple(Reminder(*row) for row in found)


async def note_reminder(database: Database, table_id: int, posted: Reminder) -> None:
    row = (posted.message_id, table_id, posted.seat, posted.asked)
    await database.write(lambda writer: writer.execute("INSERT INTO reminder VALUES (?, ?, ?, ?)", row))


async def forget_reminder(database: Database, message_id: int) -> None:
    query = "DELETE FROM reminder WHERE message_id = ?"
    await database.write(lambda writer: writer.execute(query, (message_id,)))


# ---- being there


async def beat(database: Database, at_ms: int) -> None:
    await database.write(lambda writer: _beat(writer, at_ms))


def _beat(writer: sqlite3.Connection, at_ms: int) -> None:
    writer.execute("INSERT OR REPLACE INTO pulse VALUES (0, ?)", (at_ms,))


async def last_beat(database: Database) -> int | None:
    """None: no clock has run yet."""
    found = await database.read(lambda reader: reader.execute("SELECT at_ms FROM pulse").fetchone())
    return found[0] if found else None
