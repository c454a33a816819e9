"""After an outage, of the bot or of its connection, clocks are longer by it, and the tables say so."""

import logging
from typing import TYPE_CHECKING, Final

from bot.table import Notice, Table
from bot.timing import lengthened
from data import clocks
from data.errors import NotStored

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

TOLD_MS: Final = 15_000
"""Shorter absences are made up for without a word."""
UNITS_MS: Final = {"table.away-hours": 3_600_000, "table.away-minutes": 60_000, "table.away-seconds": 1000}
"""By the sentence that counts in them."""


class Absence:
    """``_since_ms`` is when the connection was lost; None: it is there, or has not been yet."""

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._since_ms: int | None = None

    def begin(self) -> None:
        """The connection is lost; Discord tells so again at each try to get it back."""
        tables = self.client.tables
        if self._since_ms is None and not tables.clock.is_stopped:
            self._since_ms = tables.now_ms()
            tables.clock.stop(tables)

    async def end(self) -> list[Table]:
        """People can act again. The tables whose turns last longer by it."""
        tables = self.client.tables
        since_ms, self._since_ms = self._since_ms, None
        if since_ms is None and tables.clock.is_stopped:
            since_ms = await clocks.last_beat(self.client.database)
        made_up = []
        if since_ms is not None:
            timed = [each for each in tables if each.times and not each.is_asleep]  # no turn runs elsewhere
            made_up = [each for each in timed if await self._make_up(each, since_ms, tables.now_ms())]
        tables.clock.start(tables)
        return made_up

    async def _make_up(self, table: Table, since_ms: int, now_ms: int) -> bool:
        async with table.lock:
            if table.is_paused or not any(time.turn for time in table.times.values()):
                return False
            times = lengthened(table.times, since_ms, now_ms)
            try:
                await clocks.store(self.client.database, table.id, times.values(), now_ms)
            except NotStored as fault:
                log.warning("the clocks of table %d are not longer: %s", table.id, fault)
                return False
            table.times = times
            table.overdue.clear()
            if now_ms - since_ms > TOLD_MS:
                table.notices.append(_notice(now_ms - since_ms))
            return True


def _notice(away_ms: int) -> Notice:
    key, unit_ms = next((key, ms) for key, ms in UNITS_MS.items() if away_ms >= ms)
    return Notice(key, {"n": round(away_ms / unit_ms)})
