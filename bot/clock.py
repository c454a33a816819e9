"""The clock by which silence comes to mean something, where a game says so: one timer a table at most.

It knows no Discord, and nothing of what is held: whoever is asked is waited for equally long.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from bot.table import Table, Timer


class Clock:
    """``after_s`` is how long a seat may be silent; 0: for ever. ``is_silent`` is told table and line."""

    def __init__(self, after_s: float, is_silent: Callable[[Table, int], Awaitable[None]]) -> None:
        self.after_s = after_s
        self._is_silent = is_silent
        self._telling: set[asyncio.Task[None]] = set()

    def watch(self, table: Table) -> None:
        """Set the table's timer if a person is asked whose silence means something.

        One that was set at this line runs on: what does not move the game does not make it wait longer.
        """
        asks = self.after_s > 0 and not table.is_closed and table.silence is not None
        if table.timer is not None:
            if asks and table.timer.seq == table.seq:
                return
            _stop(table)
        if asks:
            loop = asyncio.get_running_loop()
            handle = loop.call_later(self.after_s, self._ring, table, table.seq)
            table.timer = Timer(table.seq, handle)

    def close(self, tables: Iterable[Table]) -> None:
        """Ring no more at any table, and tell no more of what rang already."""
        for table in tables:
            _stop(table)
        for telling in self._telling:
            telling.cancel()

    def _ring(self, table: Table, seq: int) -> None:
        table.timer = None
        telling = asyncio.ensure_future(self._is_silent(table, seq))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)


def _stop(table: Table) -> None:
    if table.timer is not None:
        table.timer.handle.cancel()
        table.timer = None
