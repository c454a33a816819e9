"""Hands by direct message: one a player and sitting, changed as the hand does, with nothing to press."""

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot.announcing import place_of
from bot.outage import OUTAGES, is_final
from bot.render.hand import hand_dm, hand_given_up
from bot.render.message import Message
from bot.table import Table
from data import tables as rows
from data.rows import SeatRow
from engine.cards import Card
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

Shown = tuple[int, tuple[Card, ...], str]


class Hands:
    """``_shown`` is what each seat's message shows, but for ``_failing`` ones.

    Users in ``_untold`` do not know that they get none.
    """

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._shown: dict[tuple[int, Seat], Shown] = {}
        self._failing: set[tuple[int, Seat]] = set()
        self._untold: set[tuple[int, int]] = set()

    def must_tell_closed(self, table: Table, user_id: int) -> bool:
        """Whether to say, once, that no direct message arrives."""
        untold = (table.id, user_id) in self._untold
        self._untold.discard((table.id, user_id))
        return untold

    def forget(self, table: Table) -> None:
        self._shown = {key: shown for key, shown in self._shown.items() if key[0] != table.id}
        self._failing = {key for key in self._failing if key[0] != table.id}
        self._untold = {key for key in self._untold if key[0] != table.id}

    async def send(self, table: Table, locale: str) -> bool:
        """Bring every person's message up to date; whether all are."""
        return all(await asyncio.gather(*(self._send(table, row, locale) for row in table.people)))

    async def withdraw(self, table: Table, row: SeatRow, locale: str) -> None:
        """Show nothing of the seat any more to ``row``'s user, who has given it up."""
        self._shown.pop((table.id, row.seat), None)
        if row.dm_channel_id is None or row.dm_message_id is None:
            return
        channel = self.client.get_partial_messageable(row.dm_channel_id)
        message = channel.get_partial_message(row.dm_message_id)
        try:
            await message.edit(embed=hand_given_up(locale).embed, attachments=[])
        except OUTAGES as fault:
            log.warning("a hand of table %d was not taken back: %s", table.id, fault)

    async def _send(self, table: Table, row: SeatRow, locale: str) -> bool:
        assert table.sitting is not None
        seen = table.sitting.observe(row.seat)
        shown = (seen.deal, seen.hand, seen.seats[row.seat].stance)
        before = self._shown.get((table.id, row.seat))
        if before == shown or (row.dm_closed and before and before[0] == seen.deal):
            return True  # nothing new, or not before the next deal
        self._shown[table.id, row.seat] = shown
        place = place_of(self.client, table.row.guild_id, table.row.channel_id)
        message = hand_dm(table, row.seat, place, self._link(table), locale)
        try:
            await self._put(table, row, message)
            await self._note_closed(table, row, False)
        except discord.Forbidden:
            await self._note_closed(table, row, True)
        except OUTAGES as fault:
            self._shown.pop((table.id, row.seat), None)
            if (table.id, row.seat) not in self._failing:
                log.warning("a hand of table %d was not sent: %s", table.id, fault)
            self._failing.add((table.id, row.seat))
            return is_final(fault)
        self._failing.discard((table.id, row.seat))
        return True

    async def _note_closed(self, table: Table, row: SeatRow, closed: bool) -> None:
        """Whether direct messages arrive. Who takes none is told so once, until some arrive again."""
        if row.dm_closed == closed:
            return
        await rows.set_dm_closed(self.client.database, table.id, row.seat, closed)
        table.note_seat(row.seat, dm_closed=closed)
        if closed:
            assert row.user_id is not None
            self._untold.add((table.id, row.user_id))

    async def _put(self, table: Table, row: SeatRow, message: Message) -> None:
        """Change the message that is there; if it is gone, or was never there, send one.

        One that was sent though nothing was heard of it is not sent twice, but may have to be changed.
        """
        assert row.user_id is not None
        nonce = f"{table.id:x}.{row.user_id:x}"
        if row.dm_channel_id and row.dm_message_id:
            nonce = str(row.dm_message_id)
            channel = self.client.get_partial_messageable(row.dm_channel_id)
            try:
                await channel.get_partial_message(row.dm_message_id).edit(
                    embed=message.embed, attachments=message.files
                )
                return
            except discord.NotFound:
                pass
        direct = await self.client.create_dm(discord.Object(row.user_id))
        sent = await direct.send(embed=message.embed, files=message.files, nonce=nonce)
        if not message.is_what(sent):
            await sent.edit(embed=message.embed, attachments=message.files)
        await rows.set_hand_message(self.client.database, table.id, row.seat, direct.id, sent.id)
        table.note_seat(row.seat, dm_channel_id=direct.id, dm_message_id=sent.id)

    def _link(self, table: Table) -> str:
        return f"https://discord.com/channels/{table.row.guild_id}/{table.row.channel_id}"
