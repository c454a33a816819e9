"""The clock by which time runs at tables: one timer a table at most, for what comes first there.

It knows no Discord, and nothing of what is held. Where a game says what silence means, whoever is asked is
waited for equally long; else a turn lasts until the deadline that was stored with it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final

from bot.alarms import Alarm, RunningOut, Silence, TimeUp
from bot.pulse import Pulse
from bot.table import Table, Timer
from bot.timing import reminder_ms

RETRY_MS: Final = 10_000
"""What should have been done at a deadline and could not be stored is tried again after so long."""


class Clock:
    """``after_s`` is how long a seat may be silent; 0: for ever. ``ring`` is told table and alarm.

    ``now_ms`` tells the time; ``pulse`` beats while a turn's time runs. While ``is_stopped`` nothing rings:
    nobody could act.
    """

    def __init__(
        self,
        after_s: float,
        now_ms: Callable[[], int],
        ring: Callable[[Table, Alarm], Awaitable[None]],
        pulse: Pulse,
    ) -> None:
        self.after_s = after_s
        self.now_ms = now_ms
        self.is_stopped = True
        self._is_closed = False
        self.pulse = pulse
        self._tell = ring
        self._telling: set[asyncio.Task[None]] = set()

    def watch(self, table: Table) -> None:
        """Set the table's timer for what comes first, if time runs there.

        One that was set for the same runs on: what does not move the game does not make it wait longer.
        """
        first = None if self.is_stopped else self._first(table)
        if table.timer is not None:
            if first is not None and (table.timer.alarm, table.timer.at_ms) == first:
                return
            _stop(table)
        if first is not None:
            alarm, at_ms = first
            wait_s = self.after_s if at_ms is None else max(at_ms - self.now_ms(), 0) / 1000
            handle = asyncio.get_running_loop().call_later(wait_s, self._ring, table, alarm)
            table.timer = Timer(alarm, at_ms, handle)
        self.pulse.beat_for(table.id, first is not None and first[1] is not None)

    def stop(self, tables: Iterable[Table]) -> None:
        """Let nothing ring until the clock is started: nobody can act."""
        self.is_stopped = True
        self.pulse.stop()
        for table in tables:
            _stop(table)

    def start(self, tables: Iterable[Table]) -> None:
        """Not once it is closed: the connection may come back while the bot ends."""
        if self._is_closed:
            return
        self.is_stopped = False
        for table in tables:
            self.watch(table)

    def close(self, tables: Iterable[Table]) -> None:
        """Ring no more at any table, and tell no more of what rang already."""
        self._is_closed = True
        self.stop(tables)
        for telling in self._telling:
            telling.cancel()

    def _first(self, table: Table) -> tuple[Alarm, int | None] | None:
        """What rings next, and when; None as its time: after silence."""
        if table.is_closed or table.is_paused or table.is_asleep:
            return None
        if self.after_s > 0 and table.silence is not None:
            return Silence(table.seq), None
        return min(self._deadlines(table), key=lambda each: each[1], default=None)

    def _deadlines(self, table: Table) -> Iterator[tuple[Alarm, int]]:
        clock = table.clock
        for seat, time in table.times.items():
            turn = time.turn
            if turn is None or clock is None:
                continue
            retry_ms = self.now_ms() + RETRY_MS if seat in table.overdue else 0
            yield TimeUp(seat, turn.asked), max(turn.deadline_ms, retry_ms)
            if (at_ms := reminder_ms(turn, clock)) is not None:
                yield RunningOut(seat, turn.asked), at_ms

    def _ring(self, table: Table, alarm: Alarm) -> None:
        table.timer = None
        telling = asyncio.ensure_future(self._tell(table, alarm))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)


def _stop(table: Table) -> None:
    if table.timer is not None:
        table.timer.handle.cancel()
        table.timer = None
