"""A table's share in the totals of its guild, added up anew from its postings and its deals.

Units are his who held the seat when they were booked, deals and wins his who held it when the deal ended. A
sitting that was voided has no deals.
"""

import sqlite3
from collections import defaultdict
from typing import Final

from data.ledger import NOT_A_RESULT, WIN
from data.stints import holders
from engine.ledger import account

_POSTINGS: Final = "SELECT account, seq, cause, units FROM posting WHERE table_id = ?"
_DEALS: Final = "SELECT deal, coalesce(seq, 0) FROM proof WHERE table_id = ? AND NOT void"
_WON: Final = "SELECT DISTINCT deal, account FROM posting WHERE table_id = ? AND cause = ? AND units > 0"
_VOIDED: Final = "SELECT 1 FROM correction WHERE table_id = ? AND kind = 'void'"
_UNCOUNT: Final = """
    UPDATE total SET deals = deals - ?, wins = wins - ?
    WHERE user_id = ? AND (guild_id, game) = (SELECT guild_id, game FROM game_table WHERE id = ?)"""

Share = tuple[int, int, int]
"""Deals, units, wins, as in a Total."""


def computed(reader: sqlite3.Connection, guild_id: int) -> dict[tuple[str, int], Share]:
    """By game and user: what his total has to be."""
    sums: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    tables = reader.execute("SELECT id, game FROM game_table WHERE guild_id = ?", (guild_id,)).fetchall()
    for table_id, game in tables:
        for user_id, units in units_of(reader, table_id).items():
            sums[game, user_id][1] += units
        deals = {} if is_voided(reader, table_id) else deals_of(reader, table_id)
        for user_id, (played, won) in deals.items():
            sums[game, user_id][0] += played
            sums[game, user_id][2] += won
    return {key: (deals, units, wins) for key, (deals, units, wins) in sums.items()}


def uncount(writer: sqlite3.Connection, table_id: int) -> None:
    """Take the table's deals, and the wins of them, out of the totals: it is being voided."""
    writer.executemany(
        _UNCOUNT,
        [(*counted, user_id, table_id) for user_id, counted in deals_of(writer, table_id).items()],
    )


def is_voided(reader: sqlite3.Connection, table_id: int) -> bool:
    return reader.execute(_VOIDED, (table_id,)).fetchone() is not None


def units_of(reader: sqlite3.Connection, table_id: int) -> dict[int, int]:
    """Units won or lost, by user."""
    held = holders(reader, table_id)
    seats = {f"{kind}{account(seat)}": seat for seat in held.by_seat for kind in ("", "bonus:")}
    units: defaultdict[int, int] = defaultdict(int)
    for name, seq, cause, amount in reader.execute(_POSTINGS, (table_id,)):
        if name in seats and cause not in NOT_A_RESULT:
            user_id = held.at(seats[name], seq)
            if user_id is not None:
                units[user_id] += amount
    return units


def deals_of(reader: sqlite3.Connection, table_id: int) -> dict[int, tuple[int, int]]:
    """Deals that ended, and those of them in which he won a pot, by user."""
    held = holders(reader, table_id)
    won = set(reader.execute(_WON, (table_id, WIN)).fetchall())
    counted: dict[int, tuple[int, int]] = {}
    for deal, seq in reader.execute(_DEALS, (table_id,)).fetchall():
        for seat in held.by_seat:
            user_id = held.at(seat, seq)
            if user_id is not None:
                deals, wins = counted.get(user_id, (0, 0))
                counted[user_id] = deals + 1, wins + ((deal, account(seat)) in won)
    return counted
