"""Showing a table after the fact: what is stored is right, and what Discord shows is brought up to it."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import discord

from bot.announcing import locale_of
from bot.newest import Newest
from bot.outage import OUTAGES, UNKNOWN_CHANNEL, is_forbidden
from bot.posting import Posting
from bot.render.lobby import lobby_message
from bot.render.message import Message
from bot.render.table import closed_message, finished_message, table_message
from bot.table import FinishedDeal, Table
from data.errors import NotStored
from engine.actions import NextDeal
from engine.dealer import DealDue

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

PUBLISH_S: Final = 10.0
"""A deal waits no longer for Discord to take what is to be told before it."""


class Display:
    """The table, the open hands and the direct messages, side by side.

    Discord takes about one change a second in each channel, and nobody's turn should wait for another place.
    """

    def __init__(self, client: "Levee", pace_s: float) -> None:
        self.client = client
        self.posting = Posting(client, pace_s)
        self._public = Newest(self._show_public, ready=self.posting.ready, again=self.show)
        self._panels = Newest(self._show_panels)
        self._direct = Newest(self._send_hands)
        self._posted: defaultdict[int, int] = defaultdict(int)
        """The deal, by table, for which its message was posted last."""
        self._failing: set[int] = set()
        self._showing: Counter[int] = Counter()

    async def show(self, table: Table) -> None:
        self._showing[table.id] += 1
        try:
            await self._show(table)
        finally:
            self._showing[table.id] -= 1
            if not self._showing[table.id]:
                del self._showing[table.id]

    @asynccontextmanager
    async def telling(self, table: Table) -> AsyncIterator[None]:
        """Show what has changed to the others, whether or not the answer to its author arrives."""
        try:
            yield
        finally:
            await self.show(table)

    async def _show(self, table: Table) -> None:
        tidied = self.client.nudges.tidy(table)
        await asyncio.gather(self._public(table), self._panels(table), self._direct(table), tidied)
        if table.is_closed and not self._public.will_try(table):
            self._forget(table)
        elif table.sitting is not None:
            await self.client.panels.follow(table, self._posted[table.id])

    async def post_anew(self, table: Table) -> bool:
        """Show the table in a new message, below everything else; whether that could be posted."""
        before = table.row.message_id
        self.posting.let_scroll(table)
        await self.show(table)
        return table.row.message_id not in (None, before)

    async def try_again(self, guild_id: int | None = None) -> None:
        """Show what could not be shown, there or everywhere: it may be possible now.

        Also where it is just being found out that it cannot.
        """
        owing = [table for shown in (self._public, self._panels, self._direct) for table in shown.owing()]
        unseen = [table for table in self.client.tables if table.is_unseen]
        for table in {table.id: table for table in (*owing, *unseen)}.values():
            if guild_id in (None, table.row.guild_id):
                await self.show(table)

    def rest(self) -> None:
        """Try nothing again any more: the bot is closing."""
        for shown in (self._public, self._panels, self._direct):
            shown.rest()

    @asynccontextmanager
    async def handing_on(self, table: Table) -> AsyncIterator[None]:
        """While a seat changes hands nobody is shown a hand; afterwards nobody the hand of a seat he gave up.

        A hand on its way to the one would else be noted down as sent to the other.
        """
        async with self._panels.turn(table), self._direct.turn(table):
            before = table.row.seats
            yield
            for row in before:
                if table.sitting is not None and table.seats[row.seat].user_id != row.user_id:
                    await self.client.panels.withdraw(table, row.seat)
                    await self.client.hands.withdraw(table, row, self.locale(table))

    def is_showing(self, table: Table) -> bool:
        return self._showing[table.id] > 0

    async def publish(self, table: Table) -> None:
        """Tell the deal that is over, and with it the commitment of the one that is about to be dealt."""
        try:
            async with asyncio.timeout(PUBLISH_S), self._public.turn(table):
                await self._attempt(table, self._show_finished)
        except TimeoutError:
            log.warning("the end of a deal of table %d is told later", table.id)

    async def _show_public(self, table: Table) -> bool:
        deal = table.sitting.observe(None).deal if table.sitting else 0
        was_unseen = table.is_unseen
        if is_shown := await self._attempt(table, self._show_all):
            self.client.rights.allowed(table)
        self._posted[table.id] = deal
        if table.is_unseen != was_unseen:
            await self._panels(table)
        return is_shown

    async def _attempt(self, table: Table, showing: Callable[[Table], Awaitable[None]]) -> bool:
        """Whether Discord took it. The act that is told is stored, so nobody must hear that it failed."""
        try:
            await showing(table)
        except (*OUTAGES, NotStored) as fault:
            if getattr(fault, "code", None) == UNKNOWN_CHANNEL:
                self.client.places.miss(table)
            elif isinstance(fault, discord.HTTPException) and is_forbidden(fault):
                await self.client.rights.refused(table, fault)
            elif table.id not in self._failing:
                log.warning("table %d could not be shown: %s", table.id, fault)
            self._failing.add(table.id)
            return False
        if table.id in self._failing:
            log.info("table %d is shown again", table.id)
            self._failing.discard(table.id)
        return True

    async def _show_panels(self, table: Table) -> bool:
        return table.sitting is None or await self.client.panels.refresh(table)

    async def _send_hands(self, table: Table) -> bool:
        try:
            return table.sitting is None or await self.client.hands.send(table, self.locale(table))
        except NotStored as fault:
            log.warning("what was sent of the hands of table %d is not noted down: %s", table.id, fault)
            return False

    def _forget(self, table: Table) -> None:
        for shown in (self._public, self._panels, self._direct):
            shown.forget(table)
        self._posted.pop(table.id, None)
        self._failing.discard(table.id)
        self.posting.forget(table)
        self.client.rights.allowed(table)
        self.client.hands.forget(table)
        self.client.panels.forget(table)

    async def _show_all(self, table: Table) -> None:
        await self._show_finished(table)
        if not _is_being_dealt(table):
            await self._show_table(table)

    async def _show_finished(self, table: Table) -> None:
        """The message of the table becomes that of the deal that is over; the table gets a new one below."""
        while table.finished:
            await self.posting.ready(table)
            deal = table.finished[0]
            message = finished_message(table, deal, self.locale(table))
            await self.posting.put(table, message, _name_of(deal))
            await self.posting.set_message(table, None)
            table.finished = [each for each in table.finished if each is not deal]

    async def _show_table(self, table: Table) -> None:
        if not table.is_closed:
            deal = table.sitting.observe(None).deal if table.sitting else 0
            await self.posting.put(table, self.standing(table), f"{deal}.play")
        elif table.row.message_id:
            await self.posting.put(table, closed_message(table, self.locale(table)), "closed")
            await self.posting.set_message(table, None)

    def standing(self, table: Table) -> Message:
        """The table as everybody may see it, while it is open."""
        shown = lobby_message if table.sitting is None else table_message
        return shown(table, self.locale(table))

    def locale(self, table: Table) -> str:
        return locale_of(self.client, table.row.guild_id)

    async def message_deleted(self, channel_id: int, message_id: int) -> None:
        """Post a table anew whose message somebody deleted."""
        table = self.client.tables.find(channel_id)
        if table is not None and table.row.message_id == message_id:
            await self.post_anew(table)


def _is_being_dealt(table: Table) -> bool:
    """Whoever deals shows the table afterwards. A post before that would call nobody."""
    sitting = table.sitting
    if sitting is None or table.is_closed or table.is_paused or not table.lock.locked():
        return False
    return isinstance(sitting.due(), DealDue) and table.cutter_at(sitting) is None


def _name_of(deal: FinishedDeal) -> str:
    """Told apart from an end between deals, which bears the number of the deal before."""
    return f"{deal.seen.deal}.{'over' if isinstance(deal.steps[0].action, NextDeal) else 'end'}"
