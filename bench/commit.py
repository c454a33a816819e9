"""Moves committed a second: ``journal.append`` against plain ``sqlite3`` that writes the same rows.

Both use the same schema, a write-ahead log and ``synchronous=FULL`` on the same disk, and commit each move by
itself. The peer has its rows ready: it neither seals them nor checks a batch nor crosses to another thread.
A table's moves wait for each other; those of several tables meet at the one writer, as they do in a club.
Rounds alternate, and the ratio is the median of the rounds' ratios.
"""

import asyncio
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Final

from bench.report import Row, scratch
from data import journal, tables
from data.database import Database
from data.journal import Append
from data.rows import NewSeat, NewTable, TableState
from engine.ledger import Posting

ROUNDS: Final = 25
MOVES: Final = 64
TABLES: Final = 8
FLOOR: Final = "0.5"
AIM: Final = "0.8"

BET: Final = (Posting("p2", "bet", -2520), Posting("pot", "bet", 2520))
KINDS: Final = {
    "a card played": Append(1, 0, ("p1 play Ah", "= trick p1"), deal=1, at_ms=1_700_000_000_000),
    "a bet": Append(1, 0, ("p2 raise 7",), deal=1, at_ms=1_700_000_000_000, postings=BET),
}
BOX: Final = bytes(28 + len("p1 play Ah"))  # nonce and tag are 28 bytes

INSERT_POSTING: Final = (
    "INSERT INTO posting (table_id, seq, deal, account, cause, units) VALUES (?, ?, ?, ?, ?, ?)"
)
UPSERT_TOTAL: Final = (
    "INSERT INTO total VALUES (1, 'bourre', ?, 0, ?, 0)"
    " ON CONFLICT DO UPDATE SET units = units + excluded.units"
)


def rows() -> list[Row]:
    with scratch() as folder:
        return asyncio.run(_measure_all(folder))


async def _measure_all(folder: Path) -> list[Row]:
    await _tables_in_play(folder / "peer.db")
    peer = sqlite3.connect(folder / "peer.db", isolation_level=None)
    peer.execute("PRAGMA synchronous = FULL")
    await _tables_in_play(folder / "ours.db")
    ours = await Database.open(folder / "ours.db")
    try:
        return [
            await _measure(ours, peer, f"{what}, {at_once} table{'s'[: at_once - 1]}", move, at_once)
            for what, move in KINDS.items()
            for at_once in (1, TABLES)
        ]
    finally:
        await ours.close()
        peer.close()


async def _measure(ours: Database, peer: sqlite3.Connection, what: str, move: Append, at_once: int) -> Row:
    rates = []
    for _ in range(ROUNDS):
        played = [await _moves(ours, move, table_id) for table_id in range(1, at_once + 1)]
        rates.append((await _our_rate(ours, played), _peer_rate(peer, played)))
    return Row(
        what,
        "moves/s",
        ours=median(our_rate for our_rate, _ in rates),
        peer=median(peer_rate for _, peer_rate in rates),
        ratio=median(our_rate / peer_rate for our_rate, peer_rate in rates),
        floor=FLOOR,
        aim=AIM,
    )


async def _moves(database: Database, move: Append, table_id: int) -> list[Append]:
    """The next moves at a table, with an interaction each that no other move has."""
    seen = (await tables.table(database, table_id)).seq
    return [
        replace(
            move,
            table_id=table_id,
            expected_seq=seen + number * len(move.lines),
            interaction_id=(table_id << 32) + seen + number,
        )
        for number in range(MOVES)
    ]


async def _our_rate(database: Database, played: list[list[Append]]) -> float:
    async def play(moves: list[Append]) -> None:
        for move in moves:
            await journal.append(database, move)

    begin = time.perf_counter()
    await asyncio.gather(*(play(moves) for moves in played))
    return MOVES * len(played) / (time.perf_counter() - begin)


def _peer_rate(connection: sqlite3.Connection, played: list[list[Append]]) -> float:
    begin = time.perf_counter()
    for moves in zip(*played, strict=True):
        for move in moves:
            connection.execute("BEGIN IMMEDIATE")
            _peer_rows(connection, move)
            connection.execute("COMMIT")
    return MOVES * len(played) / (time.perf_counter() - begin)


def _peer_rows(connection: sqlite3.Connection, move: Append) -> None:
    seq, table_id = move.expected_seq, move.table_id
    connection.execute("INSERT INTO applied VALUES (?, ?)", (move.interaction_id, move.at_ms))
    connection.execute("SELECT state, seq FROM game_table WHERE id = ?", (table_id,)).fetchone()
    if move.postings:
        rows = [(table_id, move.seq, move.deal, p.account, p.cause, p.units) for p in move.postings]
        connection.executemany(INSERT_POSTING, rows)
        connection.execute(UPSERT_TOTAL, (12, move.postings[0].units))
    lines = [(table_id, seq + place, BOX, move.at_ms) for place in range(1, len(move.lines) + 1)]
    connection.executemany("INSERT INTO running VALUES (?, ?, ?, ?)", lines)
    connection.execute("UPDATE game_table SET seq = ? WHERE id = ?", (move.seq, table_id))


async def _tables_in_play(path: Path) -> None:
    database = await Database.open(path)
    for number in range(TABLES):
        new = NewTable(
            guild_id=1, channel_id=number, opener_id=11, game="bourre", rules="series", opened_at_ms=1
        )
        table_id = (await tables.open_table(database, new)).id
        seats = [NewSeat(seat, f"Player {seat + 1}", 11 + seat) for seat in range(5)]
        await tables.arrange(database, table_id, seats)
        begin = Append(table_id, 0, ("Record: 1",), deal=0, at_ms=1, deal_over=True, state=TableState.PLAYING)
        await journal.append(database, begin)
    await database.close()
