"""Channels, threads and servers that go, come back, or let the bot do less or more than before."""

import asyncio
import logging
from typing import TYPE_CHECKING

from bot import play
from bot.table import Table

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


class Places:
    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._missing: set[asyncio.Task[None]] = set()

    async def channel_gone(self, channel_id: int) -> None:
        """A table without its channel could be neither shown nor closed; its records are kept."""
        if table := self.client.tables.find(channel_id):
            await self._close(table)

    def miss(self, table: Table) -> None:
        """Discord knows its channel no more: it went while the bot was away.

        Whoever finds that out may hold the table, so it is closed a moment later.
        """
        closing = asyncio.ensure_future(self.channel_gone(table.row.channel_id))
        self._missing.add(closing)
        closing.add_done_callback(self._missing.discard)

    async def guild_gone(self, guild_id: int) -> None:
        """The bot was removed from a server, or the server is no more. All that was stored of it is kept."""
        for table in self.client.tables:
            if table.row.guild_id == guild_id:
                await self._close(table)

    async def look_around(self) -> None:
        """Close the tables of servers that went while the bot was away, but of none that is out of order."""
        for guild_id in {table.row.guild_id for table in self.client.tables}:
            if self.client.is_ours(guild_id) and self.client.get_guild(guild_id) is None:
                log.info("server %d has gone", guild_id)
                await self.guild_gone(guild_id)

    async def _close(self, table: Table) -> None:
        await play.end(self.client.tables, table)
        table.note(message_id=None)
        table.finished.clear()
        await self.client.display.show(table)
