"""The "only you" panels that show hands: kept up to date while Discord lets us, which is 15 minutes.

When a deal begins the table is posted below everything else; the panels follow it, so that table and hand are
always the last two things a player sees.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.answers import show_anew
from bot.outage import OUTAGES, is_final
from bot.render.hand import hand_given_up, hand_panel, hand_played_on
from bot.render.message import Message
from bot.table import Table
from engine.actions import Action
from engine.game import Observation
from engine.seats import Seat

log = logging.getLogger(__name__)


Shown = tuple[Observation, int, Action | None, bool]
"""What a seat sees, the line its buttons were made for, what it has chosen ahead; if the table is above."""


@dataclass
class Panel:
    """``shown`` is what it shows; None: it should show something else, and could not be changed.

    ``deal`` is the deal under whose table it stands; ``moved`` is its message once it has followed a table.
    """

    interaction: discord.Interaction
    shown: Shown | None
    deal: int
    moved: discord.WebhookMessage | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is changed, or what is changed might just be moved away."""

    def is_of_holder(self, table: Table, seat: Seat) -> bool:
        return table.seats[seat].user_id == self.interaction.user.id

    async def change(self, message: Message) -> None:
        edit = self.moved.edit if self.moved else self.interaction.edit_original_response
        await edit(content=None, embeds=message.embeds, attachments=message.files, view=message.view)

    async def move(self, message: Message) -> None:
        """Show it anew, below everything else."""
        before = self.moved.delete if self.moved else self.interaction.delete_original_response
        self.moved = await show_anew(self.interaction, message)
        await before()


class Panels:
    """The last panel of each seat, by table and seat."""

    def __init__(self) -> None:
        self._panels: dict[tuple[int, Seat], Panel] = {}

    def deal_of(self, table: Table, seat: Seat) -> int:
        """The deal under whose table the seat's panel stands: a press on it may just have begun the next."""
        panel = self._panels.get((table.id, seat))
        return panel.deal if panel else content(table, seat)[0].deal

    async def keep(self, table: Table, seat: Seat, panel: Panel) -> None:
        """Keep a panel up to date from now on; the table may have moved on while it was being sent."""
        if not panel.is_of_holder(table, seat):
            await self._empty(table, panel, hand_given_up)
            return
        self._panels[table.id, seat] = panel
        await table.wake()
        shown = content(table, seat)
        if panel.shown != shown and panel.deal == shown[0].deal:
            await self._update(table, seat, panel)

    def forget(self, table: Table) -> None:
        for key in [key for key in self._panels if key[0] == table.id]:
            del self._panels[key]

    def drop_expired(self, table: Table) -> None:
        """Forget panels that can be changed no more."""
        for row in table.row.seats:
            panel = self._panels.get((table.id, row.seat))
            if panel and panel.interaction.is_expired():
                del self._panels[table.id, row.seat]

    async def withdraw(self, table: Table, seat: Seat) -> None:
        """Show nothing of the seat any more to who has given it up."""
        panel = self._panels.get((table.id, seat))
        if panel and not panel.is_of_holder(table, seat):
            del self._panels[table.id, seat]
            await self._empty(table, panel, hand_given_up)

    async def _empty(self, table: Table, panel: Panel, left: Callable[[str], Message]) -> None:
        """``left`` is what is left of it, by the language of its owner."""
        try:
            async with panel.lock:
                await panel.change(left(str(panel.interaction.locale)))
        except OUTAGES as fault:
            log.info("a panel of table %d is gone: %s", table.id, fault)

    async def refresh(self, table: Table) -> bool:
        """Show what has changed to those who have their hand open, and whether that arrived.

        A new deal's hand is for ``follow``.
        """
        arrived = True
        for row in table.row.seats:
            if row.computer and (panel := self._panels.pop((table.id, row.seat), None)):
                await self._empty(table, panel, hand_played_on)
        for row in table.people:
            panel = self._panels.get((table.id, row.seat))
            shown = content(table, row.seat)
            if panel and panel.shown != shown and panel.deal == shown[0].deal:
                arrived &= await self._update(table, row.seat, panel)
        return arrived

    async def follow(self, table: Table, deal: int) -> None:
        """Let the panels of those who play on follow the table, which was posted anew for ``deal``."""
        for row in table.people:
            panel = self._panels.get((table.id, row.seat))
            if panel and panel.deal < deal:
                await self._update(table, row.seat, panel, follows=deal)

    async def _update(self, table: Table, seat: Seat, panel: Panel, *, follows: int = 0) -> bool:
        """Whether it shows all it can; one that cannot be changed any more is left to itself."""
        if panel.interaction.is_expired():
            del self._panels[table.id, seat]
            return True
        try:
            async with panel.lock:
                if not panel.is_of_holder(table, seat):
                    return True  # the seat is changing hands
                panel.shown = content(table, seat)
                message = hand_panel(table, seat, str(panel.interaction.locale))
                if panel.deal < follows:
                    panel.deal = follows
                    await panel.move(message)
                else:
                    await panel.change(message)
        except OUTAGES as fault:
            panel.shown = None
            if not is_final(fault):
                log.info("a panel of table %d was not changed: %s", table.id, fault)
                return False
            log.info("a panel of table %d is gone: %s", table.id, fault)
            if self._panels.get((table.id, seat)) is panel:
                del self._panels[table.id, seat]
        return True


def content(table: Table, seat: Seat) -> Shown:
    """Without something to press, a panel is as good at any line."""
    assert table.sitting is not None, "a panel shows a hand"
    seen = table.sitting.observe(seat)
    return seen, table.seq if seen.legal or seen.ahead else 0, table.ahead.get(seat), table.is_unseen
