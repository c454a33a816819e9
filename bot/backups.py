"""The database is copied every few hours while people play, and the last good copy is named in need."""

import asyncio
import logging
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot import metrics
from bot.failing import Said
from data import backups
from data.database import Database
from data.errors import Damaged, Unusable

log = logging.getLogger(__name__)

SETTLE_S: Final = 60.0
"""A bot that is started again and again leaves no copy of each time."""
AGAIN: Final = timedelta(hours=1)
"""After so long it is tried again where it failed."""
_ASK_S: Final = 0.05


class Backups:
    """``every`` 0 makes none; ``keep`` of them stay."""

    def __init__(
        self, database: Path, folder: Path, every: timedelta, keep: int, *, settle_s: float = SETTLE_S
    ) -> None:
        self.database = database
        self.folder = folder
        self.every = every
        self.keep = keep
        self._settle_s = settle_s
        self._running: asyncio.Task[None] | None = None

    async def open(self, key_file: Path) -> Database:
        """The database. Raises Unusable; if it is damaged, its last good backup is named."""
        try:
            failed = Said(self.database).say
            return await Database.open(
                self.database, key_file, timed=metrics.COMMITTED.observe, failed=failed
            )
        except Damaged as damaged:
            good = await asyncio.to_thread(backups.last_good, self.database, self.folder)
            if good is None:
                raise
            advice = f"its last good backup is {good}, and `python -m data restore {good.name}` puts it back."
            raise Damaged(f"{str(damaged).removesuffix('.')}; {advice}") from damaged

    def begin(self) -> None:
        if self.every:
            self._running = asyncio.create_task(self._go_on())

    async def rest(self) -> None:
        """Make no more, and give up the one that is being made."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _go_on(self) -> None:
        await asyncio.sleep(self._settle_s)
        wait = self._until_due()
        while True:
            await asyncio.sleep(max(wait.total_seconds(), 0))
            wait = self.every if await self.back_up() else min(self.every, AGAIN)

    def _until_due(self) -> timedelta:
        """Never longer than from one to the next, whatever a clock said when the last was made."""
        try:
            made = backups.backups(self.database, self.folder)
        except OSError:
            return timedelta()  # trying says why
        return min(made[0].at + self.every - _now(), self.every) if made else timedelta()

    async def back_up(self) -> bool:
        """Whether it could be made; if not, the log says why."""
        try:
            made = await self._copy()
            await asyncio.to_thread(backups.drop_old, self.database, self.folder, self.keep)
        except (sqlite3.Error, OSError, Unusable) as fault:
            log.error("no backup was made in %s: %s", self.folder, fault)
            return False
        metrics.LAST_BACKUP.set_to_current_time()
        log.info("backup %s was made", made)
        return True

    async def _copy(self) -> Path:
        with closing(backups.source(self.database)) as source:
            copying = asyncio.ensure_future(
                asyncio.to_thread(backups.back_up, source, self.database, self.folder, _now())
            )
            try:
                return await asyncio.shield(copying)
            except asyncio.CancelledError:
                await _interrupted(copying, source)
                raise


async def _interrupted(copying: "asyncio.Future[Path]", source: sqlite3.Connection) -> None:
    """An interruption between two statements is lost, so it is repeated."""
    while not copying.done():
        source.interrupt()
        await asyncio.wait({copying}, timeout=_ASK_S)
    copying.exception()


def _now() -> datetime:
    return datetime.now(UTC)
