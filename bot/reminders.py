"""Players are reminded, once, of drawn tables that nobody has started: a day before they are due.

Tables that are due sooner than in two days are recalled half-way there, and those that fell due while the bot
was away as soon as it is back. What was sent is noted down; after a restart the rest is planned anew.
"""

import asyncio
import logging
from itertools import groupby
from typing import TYPE_CHECKING, Final

import discord

from bot.outage import OUTAGES
from bot.render.rounds import OVERDUE, REMINDER
from data import fixtures, seasons
from data.fixtures import Fixture

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

LEAD_MS: Final = 24 * 60 * 60 * 1000
AGAIN_MS: Final = 10 * 60 * 1000
"""After so long it is tried again where it failed."""
LATEST_MS: Final = 2**62


class Reminders:
    """One timer, for what comes first. ``_at_ms``: when the players of each fixture are told, by its id."""

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._at_ms: dict[int, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None

    async def plan(self) -> None:
        """Set the timer, after a round was drawn and at every start."""
        now_ms = self.client.tables.now_ms()
        pending = await fixtures.due(self.client.database, LATEST_MS)
        known = self._at_ms
        self._at_ms = {each.id: known.get(each.id, reminder_ms(each, now_ms)) for each in pending}
        self._stop()
        if self._at_ms:
            wait_ms = max(min(self._at_ms.values()) - now_ms, 0)
            self._timer = asyncio.get_running_loop().call_later(wait_ms / 1000, self._ring)

    def rest(self) -> None:
        """Remind nobody any more: the bot is closing."""
        self._stop()
        if self._running is not None:
            self._running.cancel()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        if self._running is None or self._running.done():  # else it plans anew when it is through
            self._running = asyncio.create_task(self._remind())

    async def _remind(self) -> None:
        try:
            for fixture_ids in await self._due_now():
                await self._send(fixture_ids)
            await self.plan()
        except Exception:
            log.exception("reminders wait for the next round or start")

    async def _due_now(self) -> list[list[Fixture]]:
        """Those to remind of now, one list for each round."""
        now_ms = self.client.tables.now_ms()
        pending = await fixtures.due(self.client.database, LATEST_MS)
        now = [each for each in pending if self._at_ms.get(each.id, LATEST_MS) <= now_ms]
        now.sort(key=lambda each: (*_round(each), each.number))
        return [list(group) for _, group in groupby(now, _round)]

    async def _send(self, tables: list[Fixture]) -> None:
        database, now_ms = self.client.database, self.client.tables.now_ms()
        season = await seasons.season(database, tables[0].season_id)
        try:
            sentences = REMINDER if (tables[0].due_at_ms or 0) > now_ms else OVERDUE
            await self.client.rounds.announce(season, tables, sentences)
        except (discord.Forbidden, discord.NotFound) as fault:
            log.warning("round %d of season %d has no channel: %s", tables[0].round, season.id, fault)
        except OUTAGES as fault:
            log.warning("round %d of season %d was not recalled: %s", tables[0].round, season.id, fault)
            self._at_ms |= dict.fromkeys([each.id for each in tables], now_ms + AGAIN_MS)
            return
        for each in tables:
            await fixtures.reminded(database, each.id, now_ms)


def _round(fixture: Fixture) -> tuple[int, int]:
    return fixture.season_id, fixture.round


def reminder_ms(fixture: Fixture, now_ms: int) -> int:
    """When its players are to be told: a day before it is due, or half-way there if that is later."""
    assert fixture.due_at_ms is not None, "only what is due is recalled"
    return max(fixture.due_at_ms - LEAD_MS, (fixture.due_at_ms + now_ms) // 2)
