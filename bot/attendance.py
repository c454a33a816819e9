"""Who has left the server is found out by asking, for Discord tells it only to who may list members.

It asks about the people at a table where nothing has happened for a while, and again when that is twice as
long ago; who is gone from another table holds nobody up. The same timer closes lobbies that are left alone.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bot import departures, lobby
from bot.table import Table
from data.errors import NotStored

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

QUIET_MS: Final = 3 * 60 * 1000
"""So long after something was done at a table its people are asked about."""
LONGEST_MS: Final = 24 * 60 * 60 * 1000
"""They are asked about again when it has been quiet twice as long, and at least so often."""
PRESSED_MS: Final = 60 * 1000
"""At a quiet table where somebody presses something they are asked about no more often than that."""
AT_ONCE: Final = 8
"""Tables looked at in one go."""
PACE_MS: Final = 10 * 1000
"""Between one go and the next."""


class Attendance:
    """One timer, which rings ``_at_ms``; none while the connection is lost.

    ``_looked_ms``: when the people of each table were asked about, by its id.
    """

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._looked_ms: dict[int, int] = {}
        self._at_ms = 0
        self._is_stopped = True
        self._timer: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """People can act: nobody could have touched a lobby before."""
        self._is_stopped = False
        for table in self.client.tables:
            if table.in_lobby:
                table.touched_ms = self.client.tables.now_ms()
        self.plan()

    def plan(self) -> None:
        """Set the timer for the table that comes first."""
        self._looked_ms = {table.id: self._looked_ms.get(table.id, 0) for table in self.client.tables}
        due_ms = [self._due_ms(table) for table in self.client.tables]
        if due_ms:
            self._wait(max(min(due_ms), self.client.tables.now_ms() + PACE_MS))

    def stop(self) -> None:
        """The connection is lost."""
        self._is_stopped = True
        self._cancel()

    def rest(self) -> None:
        """Ask no more: the bot is closing."""
        self.stop()
        if self._running is not None:
            self._running.cancel()

    async def notice(self, channel_id: int) -> None:
        """Somebody has pressed something, or used a command, in a channel."""
        now_ms = self.client.tables.now_ms()
        if self._timer is None or self._at_ms > now_ms + QUIET_MS:
            self._wait(now_ms + QUIET_MS)
        table = self.client.tables.find(channel_id)
        if table is None:
            return
        if table.in_lobby:
            table.touched_ms = now_ms
        elif now_ms >= max(table.touched_ms + QUIET_MS, self._looked_ms.get(table.id, 0) + PRESSED_MS):
            await self.look_at(table)

    async def look_for(self, guild_id: int, user_id: int) -> None:
        """Somebody has most likely just left."""
        for table in self.client.tables:
            if table.row.guild_id == guild_id and user_id in departures.concerned(table):
                await self.look_at(table)

    async def look_at(self, table: Table) -> None:
        """Ask about the table's people, let those go who are gone, and close a lobby that is left alone."""
        self._looked_ms[table.id] = self.client.tables.now_ms()
        try:
            changed = await self._tidy(table)
        except NotStored as fault:
            log.warning("table %d is not rid of who has left: %s", table.id, fault)
            return
        if changed:
            await self.client.display.show(table)

    async def _tidy(self, table: Table) -> bool:
        """Whether anything has changed at the table."""
        tables = self.client.tables
        if table.in_lobby and await lobby.clear_if_alone(tables, table):
            return True
        gone = await self.client.people.left_of(table.row.guild_id, departures.concerned(table))
        return bool(gone) and await departures.depart(tables, table, gone)

    def _due_ms(self, table: Table) -> int:
        """When its people are to be asked about next, or it is to be closed."""
        looked_ms = self._looked_ms.get(table.id, 0)
        quiet_ms = max(looked_ms - table.touched_ms, 0)
        again_ms = looked_ms + min(quiet_ms, LONGEST_MS) if quiet_ms else table.touched_ms
        return min(max(again_ms, table.touched_ms + QUIET_MS), lobby.alone_from_ms(table))

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, at_ms: int) -> None:
        self._cancel()
        if self._is_stopped:
            return
        self._at_ms = at_ms
        wait_ms = max(at_ms - self.client.tables.now_ms(), 0)
        self._timer = asyncio.get_running_loop().call_later(wait_ms / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._look())

    async def _look(self) -> None:
        now_ms = self.client.tables.now_ms()
        due = sorted((each for each in self.client.tables if self._due_ms(each) <= now_ms), key=self._due_ms)
        for table in due[:AT_ONCE]:
            try:
                await self.look_at(table)
            except Exception:
                log.exception("who is still at table %d could not be found out", table.id)
        self.plan()
