"""What was played at a table, as record lines: the table can be rebuilt from them and from nothing else.

A move is stored whole or not at all: its lines, its postings and their totals, the state it leaves the table
in, the secret of the next deal, and what a sitting that ends with it brings to its season, all in one
transaction, and only if the table still is where the player saw it. The lines of a running deal are sealed;
the move that ends the deal lays them open.
"""

import sqlite3
from dataclasses import dataclass, field
from functools import partial

from data import clocks, ledger, proofs, results
from data.clocks import SeatTime
from data.database import Database
from data.errors import AlreadyApplied, Conflict, TableClosed, UnknownTable
from data.proofs import DealSecret, Published
from data.rows import TableState
from data.sealing import Seal, line_place
from engine.ledger import Posting


@dataclass(frozen=True, slots=True)
class Append:
    """One move at ``table_id``, made by somebody who saw line ``expected_seq``.

    ``deal`` is the deal that lines and postings belong to; 0 is before the first. With ``deal_over`` no deal
    runs after this: its lines are plain from here on and its proof is published. It stands too for lines
    between deals, with the number of the deal before. ``void``: the players agreed to stop inside this deal.
    ``cut`` cuts the coming deal, ``next_secret`` shuffles the one after this move. ``state`` is the table's
    from here on, None if it stays; closing throws away the secret of a deal that was never dealt. ``places``
    by seat, equal results sharing one, are those of a sitting that is over. ``times`` is how the seats
    stand with their clocks from here on, where the table has one.
    """

    table_id: int
    expected_seq: int
    lines: tuple[str, ...] = field(repr=False)  # they tell cards, and reprs end up in logs
    deal: int
    at_ms: int
    postings: tuple[Posting, ...] = ()
    interaction_id: int | None = None
    deal_over: bool = False
    void: bool = False
    cut: str | None = field(default=None, repr=False)
    next_secret: DealSecret | None = None
    state: TableState | None = None
    places: tuple[int, ...] | None = None
    times: tuple[SeatTime, ...] = ()

    def __post_init__(self) -> None:
        if (self.void or self.state is TableState.CLOSED) and not self.deal_over:
            raise ValueError("a deal that is void, or at a table that closes, is over")
        if self.places and self.state is not TableState.CLOSED:
            raise ValueError("a table closes with the places of its sitting")
        if self.postings and not self.lines:
            raise ValueError("postings belong to who held the seats at their line, so there has to be one")

    @property
    def seq(self) -> int:
        return self.expected_seq + len(self.lines)


@dataclass(frozen=True, slots=True)
class Line:
    seq: int
    text: str = field(repr=False)
    at_ms: int


async def append(database: Database, move: Append) -> int:
    """Store a move and return the number of its last line.

    Raises Conflict, AlreadyApplied, TableClosed or UnknownTable, Unbalanced or Unproved, and NotStored;
    then nothing has changed.
    """
    booked = ledger.balanced(move.postings)
    await database.write(partial(_store, database.seal, move, booked))
    return move.seq


async def lines(database: Database, table_id: int) -> tuple[Line, ...]:
    """All of them, those of the running deal included: for the rebuild of a table, never for anybody to read.

    Raises Unusable if the key does not open them.
    """
    return await database.read(
        lambda reader: _plain(reader, table_id) + _opened(reader, database.seal, table_id)
    )


async def finished_lines(database: Database, table_id: int) -> tuple[Line, ...]:
    """Those everybody may read: of the deals that are over."""
    return await database.read(lambda reader: _plain(reader, table_id))


async def kept(database: Database, table_id: int) -> tuple[tuple[Line, ...], tuple[Published, ...]]:
    """The finished lines and their proofs, as they stood together."""
    return await database.read(lambda reader: (_plain(reader, table_id), proofs.published(reader, table_id)))


async def secret(database: Database, table_id: int) -> DealSecret | None:
    """The running or coming deal's. Raises Unusable if the key does not open it."""
    return await database.read(lambda reader: proofs.sealed_secret(reader, database.seal, table_id))


async def published(database: Database, table_id: int) -> tuple[Published, ...]:
    """The proofs of the deals that are over, in order."""
    return await database.read(lambda reader: proofs.published(reader, table_id))


async def forget_applied(database: Database, before_ms: int) -> int:
    """Drop the interactions applied before ``before_ms`` and say how many they were."""
    return await database.write(
        lambda writer: writer.execute("DELETE FROM applied WHERE at_ms < ?", (before_ms,)).rowcount
    )


def _store(seal: Seal, move: Append, booked: tuple[Posting, ...], writer: sqlite3.Connection) -> None:
    _apply_once(writer, move)
    _check_seen(writer, move)
    if move.cut is not None:
        proofs.cut(writer, seal, move.table_id, move.cut)
    if booked:
        ledger.book(writer, move.table_id, move.seq, move.deal, booked)
    if move.deal_over:
        _end_deal(writer, seal, move)
    else:
        _seal_lines(writer, seal, move)
    if move.next_secret:
        proofs.seal_secret(writer, seal, move.table_id, move.next_secret)
    _advance(writer, move)
    clocks.keep(writer, move.table_id, move.times, move.at_ms)
    if move.places:
        results.book(writer, move.table_id, move.places, move.at_ms)


def _apply_once(writer: sqlite3.Connection, move: Append) -> None:
    if move.interaction_id is None:
        return
    insert = "INSERT INTO applied VALUES (?, ?) ON CONFLICT DO NOTHING"
    if not writer.execute(insert, (move.interaction_id, move.at_ms)).rowcount:
        raise AlreadyApplied(move.interaction_id)


def _check_seen(writer: sqlite3.Connection, move: Append) -> None:
    row = writer.execute("SELECT state, seq FROM game_table WHERE id = ?", (move.table_id,)).fetchone()
    if row is None:
        raise UnknownTable(move.table_id)
    state, seq = row
    if state == TableState.CLOSED:
        raise TableClosed(move.table_id)
    if seq != move.expected_seq:
        raise Conflict(move.table_id, at=seq, seen=move.expected_seq)


def _seal_lines(writer: sqlite3.Connection, seal: Seal, move: Append) -> None:
    for seq, text in enumerate(move.lines, move.expected_seq + 1):
        box = seal.close(line_place(move.table_id, seq), text.encode())
        writer.execute("INSERT INTO running VALUES (?, ?, ?, ?)", (move.table_id, seq, box, move.at_ms))


def _end_deal(writer: sqlite3.Connection, seal: Seal, move: Append) -> None:
    rows = [(move.table_id, line.seq, line.text, line.at_ms) for line in _opened(writer, seal, move.table_id)]
    for seq, text in enumerate(move.lines, move.expected_seq + 1):
        rows.append((move.table_id, seq, text, move.at_ms))
    writer.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", rows)
    writer.execute("DELETE FROM running WHERE table_id = ?", (move.table_id,))
    ended = proofs.publish(writer, seal, move.table_id, move.deal, move.void, move.seq)
    if ended and not move.void:
        ledger.count_deal(writer, move.table_id, move.deal)


def _advance(writer: sqlite3.Connection, move: Append) -> None:
    if move.state is None:
        writer.execute("UPDATE game_table SET seq = ? WHERE id = ?", (move.seq, move.table_id))
        return
    closes = move.state is TableState.CLOSED
    writer.execute(
        "UPDATE game_table SET seq = ?, state = ?, closed_at_ms = ? WHERE id = ?",
        (move.seq, move.state, move.at_ms if closes else None, move.table_id),
    )
    if closes:
        proofs.discard_secret(writer, move.table_id)
        clocks.drop(writer, move.table_id)


def _plain(reader: sqlite3.Connection, table_id: int) -> tuple[Line, ...]:
    query = "SELECT seq, text, at_ms FROM line WHERE table_id = ? ORDER BY seq"
    return tuple(Line(*row) for row in reader.execute(query, (table_id,)))


def _opened(reader: sqlite3.Connection, seal: Seal, table_id: int) -> tuple[Line, ...]:
    query = "SELECT seq, box, at_ms FROM running WHERE table_id = ? ORDER BY seq"
    rows = reader.execute(query, (table_id,))
    return tuple(
        Line(seq, seal.open(line_place(table_id, seq), box).decode(), at_ms) for seq, box, at_ms in rows
    )
