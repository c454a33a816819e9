"""The message of a table in its channel: posted, changed, posted anew once it has gone or scrolled away."""

import logging
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import discord

from bot.outage import UNCHANGEABLE
from bot.pace import Pace
from bot.render.message import Message
from bot.table import Table
from data import tables as rows

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

SCROLLED: Final = 8
"""After so many messages below it the table is posted anew."""


class Posting:
    """``_below`` counts the messages below tables, by channel; ``_left`` holds what is to be deleted."""

    def __init__(self, client: "Levee", pace_s: float) -> None:
        self.client = client
        self._pace = Pace(pace_s)
        self._below: defaultdict[int, int] = defaultdict(int)
        self._pinged: dict[int, int] = {}
        self._left: defaultdict[int, set[int]] = defaultdict(set)

    def count_message(self, channel_id: int) -> None:
        """Somebody wrote below the table."""
        self._below[channel_id] += 1

    def let_scroll(self, table: Table) -> None:
        """Post it anew the next time."""
        self._below[table.row.channel_id] = SCROLLED

    def forget(self, table: Table) -> None:
        self._pinged.pop(table.id, None)
        self._left.pop(table.id, None)

    async def ready(self, table: Table) -> None:
        """Wait until the message may be changed.

        One that only follows a deal that was just told need not wait: there is nobody's move in between.
        """
        if table.row.message_id or table.finished or table.is_unseen:
            await self._pace.wait(table.row.channel_id)

    async def put(self, table: Table, message: Message, name: str) -> None:
        """Change the table's message, or post it below if it cannot be changed.

        ``name`` tells this post of the table from all others: Discord does not post twice what it has taken,
        though its answer was lost. Raises what Discord raises.
        """
        old = table.row.message_id
        if not (
            old and self._below[table.row.channel_id] < SCROLLED and await self._edit(table, old, message)
        ):
            await self._post(table, message, str(old) if old else f"{table.id}.{name}")
            self._left[table.id] |= {old} if old else set()
        await self._tidy(table)

    async def _post(self, table: Table, message: Message, nonce: str) -> None:
        with self._pace.noting(table.row.channel_id):
            sent = await self._channel(table).send(
                message.content,
                embeds=message.embeds,
                files=message.files,
                view=message.view,
                allowed_mentions=self._mentions_once(table, message),
                nonce=nonce,
            )
        self._pinged[table.id] = table.seq
        self._below[table.row.channel_id] = 0
        await self.set_message(table, sent.id)
        if not message.is_what(sent):
            log.info("the message of table %d was there already", table.id)
            await self._pace.wait(table.row.channel_id)
            await self._edit(table, sent.id, message)

    def _mentions_once(self, table: Table, message: Message) -> discord.AllowedMentions:
        """A turn pings once, however often it is posted."""
        if self._pinged.get(table.id) == table.seq:
            return discord.AllowedMentions.none()
        return message.mentions

    async def _edit(self, table: Table, message_id: int, message: Message) -> bool:
        """Whether it could be changed; if not, it has gone, or its thread is archived."""
        try:
            with self._pace.noting(table.row.channel_id):
                await self._message(table, message_id).edit(
                    content=message.content or None,
                    embeds=message.embeds,
                    attachments=message.files,
                    view=message.view if message.items else None,
                    allowed_mentions=message.mentions,
                )
        except discord.HTTPException as fault:
            if fault.code not in UNCHANGEABLE:
                raise
            log.info("the message of table %d cannot be changed: %s", table.id, fault)
            return False
        return True

    async def _tidy(self, table: Table) -> None:
        """Delete the messages in whose place another was posted."""
        for message_id in tuple(self._left[table.id]):
            with suppress(discord.NotFound, discord.Forbidden):
                await self._message(table, message_id).delete()
            self._left[table.id].discard(message_id)

    async def set_message(self, table: Table, message_id: int | None) -> None:
        await rows.set_message(self.client.database, table.id, message_id)
        table.note(message_id=message_id)

    def _message(self, table: Table, message_id: int) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(message_id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
