"""Showing a table after the fact: what is stored is right, and what Discord shows is brought up to it."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Final

import discord

from bot.newest import Newest
from bot.outage import OUTAGES
from bot.render.lobby import lobby_message
from bot.render.message import Message
from bot.render.table import closed_message, finished_message, table_message
from bot.table import Table
from data import tables as rows
from data.errors import NotStored

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

SCROLLED: Final = 8
"""After so many messages below it the table is posted anew."""


@contextmanager
def _logged(table: Table) -> Iterator[None]:
    """What Discord does not take, or what cannot be noted down of it, is shown with the next change.

    The act that is being told is stored, so its author must not hear that it failed.
    """
    try:
        yield
    except (*OUTAGES, NotStored) as fault:
        log.warning("table %d could not be shown: %s", table.id, fault)


class Display:
    """The table, the open hands and the direct messages, side by side.

    Discord takes about one change a second in each channel, and nobody's turn should wait for another place.
    """

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._public = Newest(self._show_public)
        self._panels = Newest(self._show_panels)
        self._direct = Newest(self._send_hands)
        self._below: defaultdict[int, int] = defaultdict(int)
        self._pinged: dict[int, int] = {}
        self._posted: defaultdict[int, int] = defaultdict(int)
        """The deal, by table, for which its message was posted last."""

    def count_message(self, channel_id: int) -> None:
        """Somebody wrote below the table."""
        self._below[channel_id] += 1

    async def show(self, table: Table) -> None:
        tidied = self.client.nudges.tidy(table)
        await asyncio.gather(self._public(table), self._panels(table), self._direct(table), tidied)
        if table.is_closed:
            self._forget(table)
        elif table.sitting is not None:
            await self.client.panels.follow(table, self._posted[table.id])

    async def post_anew(self, table: Table) -> None:
        """Show the table in a new message, below everything else."""
        self._below[table.row.channel_id] = SCROLLED
        await self.show(table)

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

    async def publish(self, table: Table) -> None:
        """Tell the deal that is over, and with it the commitment of the one that is about to be dealt."""
        async with self._public.turn(table):
            with _logged(table):
                await self._show_finished(table, self.locale(table))

    async def _show_public(self, table: Table) -> None:
        locale = self.locale(table)
        deal = table.sitting.observe(None).deal if table.sitting else 0
        with _logged(table):
            await self._show_finished(table, locale)
            await self._show_table(table, locale)
        self._posted[table.id] = deal

    async def _show_panels(self, table: Table) -> None:
        if table.sitting is not None:
            await self.client.panels.refresh(table)

    async def _send_hands(self, table: Table) -> None:
        if table.sitting is not None:
            with _logged(table):
                await self.client.hands.send(table, self.locale(table))

    def _forget(self, table: Table) -> None:
        for shown in (self._public, self._panels, self._direct):
            shown.forget(table)
        self._pinged.pop(table.id, None)
        self._posted.pop(table.id, None)
        self.client.hands.forget(table)
        self.client.panels.forget(table)

    async def _show_finished(self, table: Table, locale: str) -> None:
        """The message of the table becomes that of the deal that is over; the table gets a new one below."""
        while table.finished:
            await self._put(table, finished_message(table, table.finished[0], locale))
            await self._set_message(table, None)
            table.finished.pop(0)

    async def _show_table(self, table: Table, locale: str) -> None:
        if table.is_closed:
            if table.row.message_id:
                await self._put(table, closed_message(table, locale))
                await self._set_message(table, None)
        elif table.sitting is None:
            await self._put(table, lobby_message(table, locale))
        else:
            waiting = self.client.tables.cutter(table)
            await self._put(table, table_message(table, table.sitting.observe(None), waiting, locale))

    async def _put(self, table: Table, message: Message) -> None:
        """Change the table's message, or post it below if it has gone or scrolled away."""
        if table.row.message_id and self._below[table.row.channel_id] < SCROLLED:
            try:
                await self._edit(table, table.row.message_id, message)
                return
            except discord.NotFound:
                log.info("the message of table %d has gone", table.id)
        old = table.row.message_id
        channel = self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
        sent = await channel.send(
            message.content,
            embed=message.embed,
            files=message.files,
            view=message.view,
            allowed_mentions=self._mentions_once(table, message),
        )
        self._below[table.row.channel_id] = 0
        await self._set_message(table, sent.id)
        if old:
            await self._delete(table, old)

    def _mentions_once(self, table: Table, message: Message) -> discord.AllowedMentions:
        """A turn pings once, however often it is posted."""
        if self._pinged.get(table.id) == table.seq:
            return discord.AllowedMentions.none()
        self._pinged[table.id] = table.seq
        return message.mentions

    async def _edit(self, table: Table, message_id: int, message: Message) -> None:
        channel = self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
        await channel.get_partial_message(message_id).edit(
            content=message.content or None,
            embed=message.embed,
            attachments=message.files,
            view=message.view if message.items else None,
            allowed_mentions=message.mentions,
        )

    async def _delete(self, table: Table, message_id: int) -> None:
        channel = self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
        with suppress(discord.NotFound):
            await channel.get_partial_message(message_id).delete()

    async def _set_message(self, table: Table, message_id: int | None) -> None:
        await rows.set_message(self.client.database, table.id, message_id)
        table.note(message_id=message_id)

    def locale(self, table: Table) -> str:
        guild = self.client.get_guild(table.row.guild_id)
        return str(guild.preferred_locale) if guild else "en"

    async def message_deleted(self, message_id: int) -> None:
        """Post a table anew whose message somebody deleted."""
        table = next((each for each in self.client.tables if each.row.message_id == message_id), None)
        if table is not None:
            await self._set_message(table, None)
            await self.show(table)
