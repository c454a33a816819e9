"""Tables, who sits at them, and where Discord shows them. What is played there is the journal's."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import astuple, fields
from functools import partial
from typing import Any, Final

from data import fixtures, proofs, seasons, stints
from data.database import Database
from data.errors import (
    AlreadySeated,
    AlreadyStarted,
    ChannelTaken,
    DealRunning,
    SeatTaken,
    TableClosed,
    UnknownTable,
)
from data.proofs import DealSecret
from data.rows import NewSeat, NewTable, SeatRow, TableRow, TableState
from data.sealing import Seal

_COLUMNS: Final = tuple(field.name for field in fields(TableRow) if field.name != "seats")
_TABLES: Final = f"SELECT {', '.join(_COLUMNS)} FROM game_table"
_SEATS: Final = """
    SELECT seat, seat.user_id, coalesce(person.name, seat.name), computer, left_deal,
           dm_channel_id, dm_message_id, dm_closed
    FROM seat LEFT JOIN person ON person.user_id = seat.user_id AND person.guild_id = ?2
    WHERE table_id = ?1 ORDER BY seat"""


async def open_table(
    database: Database,
    new: NewTable,
    seats: Sequence[NewSeat] = (),
    secret_for: Callable[[int], DealSecret] | None = None,
    *,
    fixture_id: int | None = None,
) -> TableRow:
    """Open a table with who sits there from the beginning; ``secret_for`` its id is the first deal's secret.

    Raises ChannelTaken while the channel has a table that is not closed; SeasonClosed; UnknownFixture, and
    FixtureOpened unless that one's table closed before a deal was finished.
    """
    return await database.write(partial(_open_table, database.seal, new, seats, secret_for, fixture_id))


async def close_table(database: Database, table_id: int, at_ms: int) -> None:
    """Close a table between deals. Raises DealRunning, TableClosed or UnknownTable."""
    await database.write(partial(_close_table, table_id, at_ms))


async def lay_aside(database: Database, table_id: int, at_ms: int) -> None:
    """Close a table that cannot be read, as it is. Raises UnknownTable if there is none that is open."""
    query = "UPDATE game_table SET state = 'closed', closed_at_ms = ? WHERE id = ? AND state <> 'closed'"
    await _change(database, UnknownTable(table_id), query, at_ms, table_id)


async def set_opener(database: Database, table_id: int, user_id: int) -> None:
    """Give somebody else the rights of who opened the table. Raises UnknownTable."""
    query = "UPDATE game_table SET opener_id = ? WHERE id = ?"
    await _change(database, UnknownTable(table_id), query, user_id, table_id)


async def table(database: Database, table_id: int) -> TableRow:
    """Raises UnknownTable."""
    return await database.read(lambda reader: _table(reader, table_id))


async def open_tables(database: Database) -> tuple[TableRow, ...]:
    """All that are not closed, oldest first."""
    return await database.read(lambda reader: _tables(reader, "WHERE state <> 'closed' ORDER BY id"))


async def latest_in_channel(database: Database, channel_id: int) -> TableRow | None:
    """The channel's open table, or else the one opened last."""
    condition = "WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
    found = await database.read(lambda reader: _tables(reader, condition, channel_id))
    return found[0] if found else None


async def seat(database: Database, table_id: int, new: NewSeat) -> None:
    """Give a seat in the lobby. Raises SeatTaken, AlreadySeated or UnknownTable."""
    await database.write(partial(_seat, table_id, new))


async def unseat(database: Database, table_id: int, seat: int) -> None:
    """Give up a seat in the lobby; the others keep their numbers. Raises UnknownTable."""
    query = "DELETE FROM seat WHERE table_id = ? AND seat = ?"
    await _change(database, UnknownTable(table_id, seat), query, table_id, seat)


async def arrange(database: Database, table_id: int, seats: Sequence[NewSeat]) -> None:
    """Say anew, in the lobby, who sits where. Raises SeatTaken, AlreadySeated or UnknownTable."""
    await database.write(partial(_arrange, table_id, seats))


async def start_table(
    database: Database, table_id: int, rules: str, dealer: int, seats: Sequence[NewSeat], at_ms: int
) -> None:
    """End the lobby: the rules as they are played, the first dealer, and who sits where from 0 on.

    Raises AlreadyStarted, SeatTaken, AlreadySeated or UnknownTable.
    """
    await database.write(partial(_start_table, table_id, rules, dealer, seats, at_ms))


async def substitute(database: Database, table_id: int, seat: int, user_id: int, name: str) -> None:
    """Let another user hold the seat, in the lobby or from the next line on; its account goes on.

    Raises AlreadySeated, TableClosed or UnknownTable.
    """
    await database.write(
        lambda writer: stints.substitute(writer, _table(writer, table_id), seat, user_id, name)
    )


async def set_computer(
    database: Database, table_id: int, seat: int, computer: bool, left_deal: int | None = None
) -> None:
    """Let the bot, or the seat's user again, play from here on. Raises UnknownTable."""
    query = "UPDATE seat SET computer = ?, left_deal = ? WHERE table_id = ? AND seat = ?"
    await _change(database, UnknownTable(table_id, seat), query, computer, left_deal, table_id, seat)


async def set_hand_message(
    database: Database, table_id: int, seat: int, channel_id: int, message_id: int
) -> None:
    """Where the hand was sent. Raises UnknownTable."""
    query = "UPDATE seat SET dm_channel_id = ?, dm_message_id = ? WHERE table_id = ? AND seat = ?"
    await _change(database, UnknownTable(table_id, seat), query, channel_id, message_id, table_id, seat)


async def set_dm_closed(database: Database, table_id: int, seat: int, closed: bool) -> None:
    """Raises UnknownTable."""
    query = "UPDATE seat SET dm_closed = ? WHERE table_id = ? AND seat = ?"
    await _change(database, UnknownTable(table_id, seat), query, closed, table_id, seat)


async def closed_unseen(database: Database, since_ms: int) -> tuple[TableRow, ...]:
    """Those closed since then whose message was not told so."""
    condition = "WHERE state = 'closed' AND message_id IS NOT NULL AND closed_at_ms >= ? ORDER BY id"
    return await database.read(lambda reader: _tables(reader, condition, since_ms))


async def set_message(database: Database, table_id: int, message_id: int | None) -> None:
    """The message that shows the table; None if there is none any more. Raises UnknownTable."""
    query = "UPDATE game_table SET message_id = ? WHERE id = ?"
    await _change(database, UnknownTable(table_id), query, message_id, table_id)


async def _change(
    database: Database, unknown: UnknownTable, query: str, *arguments: str | int | None
) -> None:
    if not await database.write(lambda writer: writer.execute(query, arguments).rowcount):
        raise unknown


def _open_table(
    seal: Seal,
    new: NewTable,
    seats: Sequence[NewSeat],
    secret_for: Callable[[int], DealSecret] | None,
    fixture_id: int | None,
    writer: sqlite3.Connection,
) -> TableRow:
    taken = "SELECT 1 FROM game_table WHERE channel_id = ? AND state <> 'closed'"
    if writer.execute(taken, (new.channel_id,)).fetchone():
        raise ChannelTaken(new.channel_id)
    if new.season_id is not None:
        seasons.check_open(writer, new.season_id)
    columns = [field.name for field in fields(NewTable)]
    insert = f"INSERT INTO game_table ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    table_id = writer.execute(f"{insert} RETURNING id", astuple(new)).fetchone()[0]
    if fixture_id is not None:
        fixtures.note_table(writer, fixture_id, new.season_id, table_id)
    _arrange(table_id, seats, writer)
    if secret_for:
        proofs.seal_secret(writer, seal, table_id, secret_for(table_id))
    return _table(writer, table_id)


def _close_table(table_id: int, at_ms: int, writer: sqlite3.Connection) -> None:
    if _table(writer, table_id).state is TableState.CLOSED:
        raise TableClosed(table_id)
    if writer.execute("SELECT 1 FROM running WHERE table_id = ?", (table_id,)).fetchone():
        raise DealRunning(table_id)
    proofs.discard_secret(writer, table_id)
    writer.execute("UPDATE game_table SET state = 'closed', closed_at_ms = ? WHERE id = ?", (at_ms, table_id))


def _seat(table_id: int, new: NewSeat, writer: sqlite3.Connection) -> None:
    others = _table(writer, table_id).seats
    if any(other.seat == new.seat for other in others):
        raise SeatTaken(table_id, new.seat)
    if new.user_id is not None and any(other.user_id == new.user_id for other in others):
        raise AlreadySeated(table_id, new.user_id)
    writer.execute(
        "INSERT INTO seat (table_id, seat, user_id, name, computer) VALUES (?, ?, ?, ?, ?)",
        (table_id, new.seat, new.user_id, new.name, new.user_id is None),
    )


def _arrange(table_id: int, seats: Sequence[NewSeat], writer: sqlite3.Connection) -> None:
    writer.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))
    for new in seats:
        _seat(table_id, new, writer)


def _start_table(
    table_id: int, rules: str, dealer: int, seats: Sequence[NewSeat], at_ms: int, writer: sqlite3.Connection
) -> None:
    if _table(writer, table_id).state is not TableState.LOBBY:
        raise AlreadyStarted(table_id)
    _arrange(table_id, seats, writer)
    writer.execute(
        "UPDATE game_table SET state = 'playing', rules = ?, dealer = ?, started_at_ms = ? WHERE id = ?",
        (rules, dealer, at_ms, table_id),
    )


def _table(reader: sqlite3.Connection, table_id: int) -> TableRow:
    found = _tables(reader, "WHERE id = ?", table_id)
    if not found:
        raise UnknownTable(table_id)
    return found[0]


def _tables(reader: sqlite3.Connection, condition: str, *arguments: int) -> tuple[TableRow, ...]:
    rows = reader.execute(f"{_TABLES} {condition}", arguments).fetchall()
    return tuple(_with_seats(reader, row) for row in rows)


def _with_seats(reader: sqlite3.Connection, row: tuple[Any, ...]) -> TableRow:
    columns = dict(zip(_COLUMNS, row, strict=True))
    columns["state"] = TableState(columns["state"])
    seats = tuple(_seat_row(*seat) for seat in reader.execute(_SEATS, (columns["id"], columns["guild_id"])))
    return TableRow(**columns, seats=seats)


def _seat_row(
    seat: int,
    user_id: int | None,
    name: str,
    computer: int,
    left_deal: int | None,
    dm_channel_id: int | None,
    dm_message_id: int | None,
    dm_closed: int,
) -> SeatRow:
    return SeatRow(
        seat, user_id, name, bool(computer), left_deal, dm_channel_id, dm_message_id, bool(dm_closed)
    )
