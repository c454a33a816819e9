"""Who leads a guild and where one stands, at a million postings: kept totals against sums made on the spot.

Fifty guilds, four at a table. The peer asks plain ``sqlite3`` for the same answer, by adding up the guild's
postings in the same file; ours crosses to the reader's thread, the peer does not. Rounds alternate; times and
ratio are medians. Floor and aim are absolute, for 2 cores.
"""

import asyncio
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final

from bench.report import Row, scratch
from bot.listing import Asked, listed
from data import ledger
from data.database import Database
from data.standings import place_of
from engine.game import games
from engine.ledger import amount

GUILDS: Final = 50
PLAYERS: Final = 320
TABLES: Final = 250
SEATS: Final = 4
DEALS: Final = 10
"""With two postings a seat: 50 guilds x 250 tables x 10 deals x 8 postings are a million."""
ROUNDS: Final = 15
OURS_A_ROUND: Final = 50
TOP: Final = 10
GAME: Final = "bourre"

SUMS: Final = """
    SELECT user_id, sum(units) AS result
    FROM game_table JOIN seat ON seat.table_id = game_table.id
    JOIN posting ON posting.table_id = game_table.id AND account = 'p' || (seat + 1)
    WHERE guild_id = ? AND game = ?
    GROUP BY user_id ORDER BY result DESC, user_id"""
FILL_TOTALS: Final = """
    INSERT INTO total
    SELECT guild_id, game, user_id, count(DISTINCT deal), sum(units), 0
    FROM game_table JOIN seat ON seat.table_id = game_table.id
    JOIN posting ON posting.table_id = game_table.id AND account = 'p' || (seat + 1)
    GROUP BY guild_id, game, user_id"""


def rows() -> list[Row]:
    with scratch() as folder:
        return asyncio.run(_measure_all(folder / "levee.db"))


async def _measure_all(path: Path) -> list[Row]:
    database = await Database.open(path)
    try:
        await database.write(_fill)
        with closing(sqlite3.connect(path)) as peer:
            measured = [_top, _own_place, _whole_list]
            return [await measure(database, peer) for measure in measured]
    finally:
        await database.close()


async def _top(database: Database, peer: sqlite3.Connection) -> Row:
    async def kept(guild_id: int) -> list[int]:
        return [total.units for total in await ledger.totals(database, guild_id, GAME, limit=TOP)]

    def summed(guild_id: int) -> list[int]:
        return [units for _, units in peer.execute(f"{SUMS} LIMIT {TOP}", (guild_id, GAME))]

    return await _measure("top 10 of a guild", kept, summed, "3 ms", "1.5 ms")


async def _own_place(database: Database, peer: sqlite3.Connection) -> Row:
    async def kept(guild_id: int) -> int | None:
        return await place_of(database, guild_id, GAME, _somebody(guild_id))

    def summed(guild_id: int) -> int:
        sums = dict(peer.execute(SUMS, (guild_id, GAME)).fetchall())
        return 1 + sum(units > sums[_somebody(guild_id)] for units in sums.values())

    return await _measure("own place in a guild", kept, summed, "0.3 ms", "0.1 ms")


async def _whole_list(database: Database, peer: sqlite3.Connection) -> Row:
    """What /standings pages through."""

    async def kept(guild_id: int) -> list[str]:
        lines = await listed(database, Asked(guild_id, games()[GAME]))
        return [str(line.cells["net"]) for line in lines]

    def summed(guild_id: int) -> list[str]:
        return [amount(units) for _, units in peer.execute(SUMS, (guild_id, GAME))]

    return await _measure("the whole list of a guild's 320 players", kept, summed, "-", "-")


async def _measure(
    what: str,
    kept: Callable[[int], Awaitable[object]],
    summed: Callable[[int], object],
    floor: str,
    aim: str,
) -> Row:
    times = []
    for round_ in range(ROUNDS):
        guild_id = 1 + round_ * 7 % GUILDS
        assert await kept(guild_id) == summed(guild_id)
        began = time.perf_counter()
        for _ in range(OURS_A_ROUND):
            await kept(guild_id)
        turned = time.perf_counter()
        summed(guild_id)
        ours = (turned - began) / OURS_A_ROUND
        times.append((ours * 1000, (time.perf_counter() - turned) * 1000))
    return Row(
        what,
        "ms",
        ours=median(ours for ours, _ in times),
        peer=median(peer for _, peer in times),
        ratio=median(ours / peer for ours, peer in times),
        floor=floor,
        aim=aim,
    )


def _somebody(guild_id: int) -> int:
    """Each guild asks for another of its players."""
    return 1 + guild_id * 13 % PLAYERS


def _fill(writer: sqlite3.Connection) -> None:
    dice = random.Random(1)
    for table_id in range(1, GUILDS * TABLES + 1):
        writer.execute(
            "INSERT INTO game_table (id, guild_id, channel_id, opener_id, game, rules, opened_at_ms)"
            " VALUES (?, ?, ?, 1, ?, 'series', 1)",
            (table_id, 1 + table_id % GUILDS, table_id, GAME),
        )
        first = table_id // GUILDS * SEATS  # so that everybody sits somewhere
        writer.executemany(
            "INSERT INTO seat (table_id, seat, user_id, name, computer) VALUES (?, ?, ?, 'Player', 0)",
            [(table_id, seat, 1 + (first + seat) % PLAYERS) for seat in range(SEATS)],
        )
        writer.executemany(
            "INSERT INTO posting (table_id, seq, deal, account, cause, units) VALUES (?, ?, ?, ?, 'bet', ?)",
            _postings(table_id, dice),
        )
    writer.execute("UPDATE game_table SET state = 'closed', closed_at_ms = 2")
    writer.execute(FILL_TOTALS)


def _postings(table_id: int, dice: random.Random) -> Iterator[tuple[int, int, int, str, int]]:
    for deal in range(1, DEALS + 1):
        for seat in range(SEATS):
            units = dice.randint(1, 5000) * dice.choice((-1, 1))
            yield table_id, deal, deal, f"p{seat + 1}", units
            yield table_id, deal, deal, "pot", -units
