"""Bringing what is shown up to what is stored: once at a time for each table, and never a state twice."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.table import Table

WAITS_S: Final = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0)
"""After so long it is tried again, and again; later only with the next change."""

Showing = Callable[[Table], Awaitable[None]]


@dataclass
class Owed:
    """A table of which something is not shown yet: how often that was tried again, and when it will be."""

    table: Table
    tries: int = 0
    timer: asyncio.TimerHandle | None = None


class Newest:
    """Calls ``show``, which says whether it arrived; if not, ``again`` is called after each of ``WAITS_S``.

    ``ready`` waits until it may be shown. Whoever has waited for his turn may find the newest state shown,
    and nothing to do.
    """

    def __init__(
        self,
        show: Callable[[Table], Awaitable[bool]],
        *,
        ready: Showing | None = None,
        again: Showing | None = None,
    ) -> None:
        self._show = show
        self._ready = ready
        self._again = again or self
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._stale: set[int] = set()
        self._owed: dict[int, Owed] = {}
        self._trying: set[asyncio.Task[None]] = set()
        self._resting = False

    async def __call__(self, table: Table) -> None:
        self._stale.add(table.id)
        async with self.turn(table):
            if table.id not in self._stale:
                return
            if self._ready is not None:
                await self._ready(table)
            await table.wake()
            self._stale.discard(table.id)
            if await self._show(table):
                self._settle(table)
            else:
                self._plan(table)

    def turn(self, table: Table) -> asyncio.Lock:
        """While this is held, nothing of the table is shown here."""
        return self._locks[table.id]

    def owing(self) -> Iterator[Table]:
        """The tables of which something is not shown, tried again or not."""
        return (owed.table for owed in tuple(self._owed.values()))

    def will_try(self, table: Table) -> bool:
        """Whether something of it is to be tried again."""
        return table.id in self._owed and self._owed[table.id].timer is not None

    def forget(self, table: Table) -> None:
        self._locks.pop(table.id, None)
        self._settle(table)

    def rest(self) -> None:
        """Try nothing again any more: the bot is closing."""
        self._resting = True
        for owed in self._owed.values():
            _stop(owed)
        for trying in self._trying:
            trying.cancel()

    def _plan(self, table: Table) -> None:
        """What changes meanwhile is tried at once, and puts nothing off."""
        owed = self._owed.setdefault(table.id, Owed(table))
        if owed.timer is None and owed.tries < len(WAITS_S) and not self._resting:
            loop = asyncio.get_running_loop()
            owed.timer = loop.call_later(WAITS_S[owed.tries], self._ring, owed)

    def _ring(self, owed: Owed) -> None:
        owed.timer = None
        owed.tries += 1
        trying = asyncio.ensure_future(self._again(owed.table))
        self._trying.add(trying)
        trying.add_done_callback(self._trying.discard)

    def _settle(self, table: Table) -> None:
        if owed := self._owed.pop(table.id, None):
            _stop(owed)


def _stop(owed: Owed) -> None:
    if owed.timer is not None:
        owed.timer.cancel()
        owed.timer = None
