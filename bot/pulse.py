"""The bot notes down that it is there while a turn's time runs, so as to know later how long it was away."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from data import clocks
from data.database import Database
from data.errors import NotStored

log = logging.getLogger(__name__)

EVERY_S: Final = 10


class Pulse:
    """One timer for all tables; none while no turn's time runs."""

    def __init__(self, database: Database, now_ms: Callable[[], int]) -> None:
        self.database = database
        self.now_ms = now_ms
        self._tables: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None

    def beat_for(self, table_id: int, runs: bool) -> None:
        """Whether a turn's time runs at that table."""
        if not runs:
            self._tables.discard(table_id)
            return
        self._tables.add(table_id)
        if self._timer is None:
            self._wait()

    def stop(self) -> None:
        self._tables.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._beating is not None:
            self._beating.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._tables:
            self._beating = asyncio.create_task(self._beat())
            self._wait()

    async def _beat(self) -> None:
        try:
            await clocks.beat(self.database, self.now_ms())
        except NotStored as fault:
            log.warning("that I am there could not be noted down: %s", fault)
