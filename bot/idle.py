"""Tables at which nothing has happened for a while leave memory, until somebody comes back to them.

Their rows stay, and with them what no record says: wishes to cut or to close, votes, what was chosen ahead.
"""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.errors import Refused
from bot.restoring import read_again
from bot.table import Table

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

LOOKS: Final = 10
"""So often all tables are looked at in the time after which one may sleep."""


class Idle:
    """``after_s`` is how long nothing has happened where a table may sleep; 0: none ever does."""

    def __init__(self, client: "Levee", after_s: float) -> None:
        self.client = client
        self.after_s = after_s
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        if self.after_s > 0:
            self._timer = asyncio.get_running_loop().call_later(self.after_s / LOOKS, self._ring)

    def rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        self.begin()
        self.look()

    def look(self) -> None:
        """Let sleep what has not been used for so many looks, and where nothing goes on by itself."""
        if self.client.tables.clock.is_stopped:
            return  # timers that are due to be set are not
        for table in self.client.tables:
            self.client.panels.drop_expired(table)
            table.lock.looks += 1
            if table.lock.looks > LOOKS and self._may_sleep(table):
                table.sleep(partial(self._wake, table))
                log.debug("table %d sleeps", table.id)

    async def _wake(self, table: Table) -> None:
        """Raises Refused if it cannot be rebuilt; then it is left as it was."""
        try:
            await read_again(self.client.database, table)
        except Exception:
            log.exception("table %d cannot be rebuilt and sleeps on", table.id)
            raise Refused("refused.table-unreadable") from None

    def _may_sleep(self, table: Table) -> bool:
        """Not while something is going on, rings later, or has still to be told."""
        if table.is_asleep or table.in_lobby or table.is_closed or table.lock.locked():
            return False
        return table.timer is None and not table.finished and not self.client.display.is_showing(table)
