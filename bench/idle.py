"""What a table of five in the middle of a trick takes of memory, awake and asleep, and how soon it is back.

It is woken by replay from its record of some forty acts. Memory is what Python allocated.
"""

import asyncio
import gc
import time
import tracemalloc
from functools import partial
from pathlib import Path
from typing import Final

from bench.report import Row, scratch
from bot import lobby, play
from bot.alarms import Alarm
from bot.clock import Clock
from bot.pulse import Pulse
from bot.restoring import read_again
from bot.table import Table
from bot.tables import Tables
from data.database import Database
from data.rows import NewSeat, NewTable

TABLES: Final = 50
ACTS: Final = 40
NOW_MS: Final = 1_700_000_000_000
PLAYERS: Final = tuple(NewSeat(seat, f"Player {seat + 1}", 11 + seat) for seat in range(5))


def rows() -> list[Row]:
    with scratch() as folder:
        return asyncio.run(_measure(folder / "levee.db"))


async def _measure(path: Path) -> list[Row]:
    database = await Database.open(path)
    try:
        for number in range(TABLES):
            await _play(_tables(database), number)
        await _tables(database).restore()  # once before, so that no cache counts
        tracemalloc.start()
        tables, before = _tables(database), _allocated()
        await tables.restore()
        awake = _allocated() - before
        for table in tables:
            table.sleep(partial(read_again, database, table))
        asleep = _allocated() - before
        tracemalloc.stop()
        began = time.perf_counter()
        for table in tables:
            await table.wake()
        woken_s = time.perf_counter() - began
    finally:
        await database.close()
    return [
        Row("a table awake", "KiB", awake / TABLES / 1024, has_peer=False),
        Row("a table asleep", "KiB", asleep / TABLES / 1024, has_peer=False),
        Row("a table woken", "ms", woken_s / TABLES * 1000, has_peer=False),
    ]


def _allocated() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _tables(database: Database) -> Tables:
    async def nobody_is_told(_table: Table, _alarm: Alarm | None = None) -> None:
        pass

    clock = Clock(0, lambda: NOW_MS, nobody_is_told, Pulse(database, lambda: NOW_MS))
    return Tables(database, lambda: NOW_MS, nobody_is_told, clock)


async def _play(tables: Tables, number: int) -> None:
    """Open a table, and play there until there is a trick on it."""
    new = NewTable(
        guild_id=1, channel_id=number + 1, opener_id=11, game="bourre", rules="series", opened_at_ms=NOW_MS
    )
    table = await tables.open(new, PLAYERS)
    await lobby.start(tables, table, 11, staff=False)
    acts = 0
    while (sitting := table.sitting) and (acts < ACTS or not sitting.observe(None).trick):
        seat = sitting.to_act()[0]
        action = table.game.rule_player(sitting.observe(seat), tables.chooser)
        await play.act(tables, table, 11 + seat, [action])
        acts += 1
