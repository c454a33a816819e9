"""The "only you" panels that show hands: kept up to date while Discord lets us, which is 15 minutes."""

import logging
from dataclasses import dataclass

import discord

from bot.outage import OUTAGES
from bot.render.hand import hand_panel
from bot.table import Table
from engine.game import Observation
from engine.seats import Seat

log = logging.getLogger(__name__)


@dataclass
class Panel:
    """``shown`` is what it shows: the observation, and the line its buttons were made for."""

    interaction: discord.Interaction
    shown: tuple[Observation, int]


class Panels:
    """The last panel of each seat, by table and seat."""

    def __init__(self) -> None:
        self._panels: dict[tuple[int, Seat], Panel] = {}

    async def keep(self, table: Table, seat: Seat, panel: Panel) -> None:
        """Keep a panel up to date from now on; the table may have moved on while it was being sent."""
        self._panels[table.id, seat] = panel
        if panel.shown != content(table, seat):
            await self._update(table, seat, panel)

    def forget(self, table: Table) -> None:
        for key in [key for key in self._panels if key[0] == table.id]:
            del self._panels[key]

    async def refresh(self, table: Table) -> None:
        """Show what has changed to those who have their hand open."""
        for row in table.row.seats:
            panel = self._panels.get((table.id, row.seat))
            if panel and not row.computer and panel.shown != content(table, row.seat):
                await self._update(table, row.seat, panel)

    async def _update(self, table: Table, seat: Seat, panel: Panel) -> None:
        if panel.interaction.is_expired():
            del self._panels[table.id, seat]
            return
        panel.shown = content(table, seat)
        message = hand_panel(table, seat, str(panel.interaction.locale))
        try:
            await panel.interaction.edit_original_response(
                content=None, embed=message.embed, attachments=message.files, view=message.view
            )
        except OUTAGES as fault:
            log.info("a panel of table %d is gone: %s", table.id, fault)
            if self._panels.get((table.id, seat)) is panel:
                del self._panels[table.id, seat]


def content(table: Table, seat: Seat) -> tuple[Observation, int]:
    """Without something to press, a panel is as good at any line."""
    assert table.sitting is not None, "a panel shows a hand"
    seen = table.sitting.observe(seat)
    return seen, table.seq if seen.legal else 0
