"""Postings of every deal, and the totals kept of them."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from data import stints
from data.database import Database
from engine.ledger import BANK, POT, Posting, account, batch

NOT_A_RESULT: Final = frozenset({"opening", "refill"})
"""Causes that hand out chips to play with: neither won nor lost."""
WIN: Final = "win"
NOBODY: Final = frozenset({POT, BANK})
"""Accounts that belong to no seat."""

_ADD_UNITS: Final = """
    INSERT INTO total
    SELECT guild_id, game, user_id, 0, ?, 0
    FROM seat JOIN game_table ON game_table.id = seat.table_id
    WHERE table_id = ? AND 'p' || (seat + 1) = ? AND user_id IS NOT NULL
    ON CONFLICT DO UPDATE SET units = units + excluded.units"""
_ADD_UNITS_TO: Final = """
    INSERT INTO total SELECT guild_id, game, ?, 0, ?, 0 FROM game_table WHERE id = ?
    ON CONFLICT DO UPDATE SET units = units + excluded.units"""
_ADD_DEAL: Final = """
    INSERT INTO total
    SELECT guild_id, game, user_id, 1, 0, EXISTS (
        SELECT 1 FROM posting
        WHERE posting.table_id = seat.table_id AND deal = ? AND cause = ? AND units > 0
          AND account = 'p' || (seat + 1))
    FROM seat JOIN game_table ON game_table.id = seat.table_id
    WHERE table_id = ? AND user_id IS NOT NULL
    ON CONFLICT DO UPDATE SET deals = deals + 1, wins = wins + excluded.wins"""


@dataclass(frozen=True, slots=True)
class Booked:
    """A posting and what it belongs to: ``seq`` is the last line of the move that booked it.

    ``correction_id``: of the correction that booked it, if one did.
    """

    seq: int
    deal: int
    posting: Posting
    correction_id: int | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """One user's results in one game of one guild.

    ``deals`` are those that ended, void ones left out, ``wins`` those of them in which he won a pot;
    ``units`` is what he has won or lost, the running deal included.
    """

    guild_id: int
    game: str
    user_id: int
    deals: int
    units: int
    wins: int


async def postings(database: Database, table_id: int, deal: int | None = None) -> tuple[Booked, ...]:
    """In the order in which they were booked; of one deal, or of all."""
    query = "SELECT seq, deal, correction_id, account, cause, units FROM posting WHERE table_id = ?"
    arguments: tuple[int, ...] = (table_id,)
    if deal is not None:
        query += " AND deal = ?"
        arguments += (deal,)
    rows = await database.read(lambda reader: reader.execute(f"{query} ORDER BY id", arguments).fetchall())
    return tuple(Booked(seq, of_deal, Posting(*rest), by) for seq, of_deal, by, *rest in rows)


async def totals(
    database: Database,
    guild_id: int,
    game: str | None = None,
    user_id: int | None = None,
    *,
    limit: int = -1,
) -> tuple[Total, ...]:
    """The guild's totals, of one game or user or of all, best result first; ``limit`` -1 is all."""
    query = "SELECT * FROM total WHERE guild_id = ?"
    arguments: tuple[int | str, ...] = (guild_id,)
    if game is not None:
        query += " AND game = ?"
        arguments += (game,)
    if user_id is not None:
        query += " AND user_id = ?"
        arguments += (user_id,)
    query += " ORDER BY units DESC, user_id LIMIT ?"
    rows = await database.read(lambda reader: reader.execute(query, (*arguments, limit)).fetchall())
    return tuple(Total(*row) for row in rows)


def balanced(booked: Iterable[Posting]) -> tuple[Posting, ...]:
    """The postings, zeros dropped, once those of each cause are known to sum to zero. Raises Unbalanced."""
    kept = batch(booked)
    for cause in {posting.cause for posting in kept}:
        batch(posting for posting in kept if posting.cause == cause)
    return kept


def book(writer: sqlite3.Connection, table_id: int, seq: int, deal: int, booked: tuple[Posting, ...]) -> None:
    """Store postings, and add them to the totals of the users who sit behind the accounts."""
    _insert(writer, table_id, seq, deal, booked)
    results = _results(booked)
    writer.executemany(_ADD_UNITS, [(units, table_id, owner) for owner, units in results.items()])


def correct(
    writer: sqlite3.Connection,
    table_id: int,
    seq: int,
    deal: int,
    moved: Iterable[Posting],
    correction_id: int,
) -> None:
    """Store postings about an earlier deal, and add them to the totals of who sat there at line ``seq``.

    Raises Unbalanced.
    """
    booked = balanced(moved)
    _insert(writer, table_id, seq, deal, booked, correction_id)
    results = _results(booked)
    held = stints.holders(writer, table_id)
    users = {account(seat): held.at(seat, seq) for seat in held.by_seat}
    writer.executemany(
        _ADD_UNITS_TO,
        [(users[owner], units, table_id) for owner, units in results.items() if users[owner] is not None],
    )


def _insert(
    writer: sqlite3.Connection,
    table_id: int,
    seq: int,
    deal: int,
    booked: tuple[Posting, ...],
    correction_id: int | None = None,
) -> None:
    writer.executemany(
        "INSERT INTO posting (table_id, seq, deal, account, cause, units, correction_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (table_id, seq, deal, posting.account, posting.cause, posting.units, correction_id)
            for posting in booked
        ],
    )


def _results(booked: tuple[Posting, ...]) -> Mapping[str, int]:
    """Units won or lost by the seats, by account."""
    results: defaultdict[str, int] = defaultdict(int)
    for posting in booked:
        if posting.account not in NOBODY and posting.cause not in NOT_A_RESULT:
            results[posting.account.removeprefix("bonus:")] += posting.units
    return results


def count_deal(writer: sqlite3.Connection, table_id: int, deal: int) -> None:
    """One more deal for every user at the table, and one more won for those who won a pot in it."""
    writer.execute(_ADD_DEAL, (deal, WIN, table_id))
