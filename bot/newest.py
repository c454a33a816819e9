"""Bringing what is shown up to what is stored: once at a time for each table, and never a state twice."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable

from bot.table import Table


class Newest:
    """Calls ``show``. Whoever has waited for his turn may find the newest state shown, and nothing to do."""

    def __init__(self, show: Callable[[Table], Awaitable[None]]) -> None:
        self._show = show
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._stale: set[int] = set()

    async def __call__(self, table: Table) -> None:
        self._stale.add(table.id)
        async with self.turn(table):
            if table.id in self._stale:
                self._stale.discard(table.id)
                await self._show(table)

    def turn(self, table: Table) -> asyncio.Lock:
        """While this is held, nothing of the table is shown here."""
        return self._locks[table.id]

    def forget(self, table: Table) -> None:
        self._locks.pop(table.id, None)
