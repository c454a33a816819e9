"""Who is there and what they are called: Discord is asked, and the names it said last are kept."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.outage import LEFT, OUTAGES
from data import people
from data.errors import NotStored

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

KEPT_MS: Final = 10 * 60 * 1000
"""So long a name is taken for the present one."""
ASKED: Final = 11
"""After so many people Discord is asked at once: a page of standings, and whoever reads it."""
MOST_ASKED: Final = 200
"""The same where it takes as long as it takes: a season's players."""


class People:
    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._noted: dict[tuple[int, int], str] = {}
        self._asked_at_ms: dict[tuple[int, int], int] = {}

    async def meet(self, interaction: discord.Interaction[Any]) -> None:
        """Note what somebody who does something is called, unless it is known already."""
        user = interaction.user
        if interaction.guild_id is None or not isinstance(user, discord.Member):
            return
        key = interaction.guild_id, user.id
        if self._noted.get(key) != user.display_name:
            await self._note(*key, user.display_name)

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """What they are called now; who has left the server, what he was called last.

        Discord is asked about the first ASKED of them at most. Who was never heard of is left out.
        """
        now_ms = self.client.tables.now_ms()
        unsure = [
            user_id for user_id in user_ids if user_id > 0 and self._is_unsure(guild_id, user_id, now_ms)
        ]
        await asyncio.gather(*[self.has_left(guild_id, user_id) for user_id in unsure[:ASKED]])
        return await people.names(self.client.database, guild_id, user_ids)

    def _is_unsure(self, guild_id: int, user_id: int, now_ms: int) -> bool:
        asked_at_ms = self._asked_at_ms.get((guild_id, user_id))
        return asked_at_ms is None or asked_at_ms <= now_ms - KEPT_MS

    async def left_of(self, guild_id: int, user_ids: Sequence[int]) -> list[int]:
        """Which of them have left the server. Discord is asked about the first MOST_ASKED at most."""
        asked = user_ids[:MOST_ASKED]
        left = await asyncio.gather(*[self.has_left(guild_id, user_id) for user_id in asked])
        return [user_id for user_id, has_left in zip(asked, left, strict=True) if has_left]

    async def has_left(self, guild_id: int, user_id: int) -> bool:
        """Ask Discord, and note what somebody who is there is called. If it does not say, nobody has left."""
        guild = self.client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return False
        try:
            member = await guild.fetch_member(user_id)
        except OUTAGES as fault:
            if getattr(fault, "code", 0) not in LEFT:
                log.warning("Discord did not say whether user %d is there: %s", user_id, fault)
                return False
            self._asked_at_ms[guild_id, user_id] = self.client.tables.now_ms()
            return True
        self._asked_at_ms[guild_id, user_id] = self.client.tables.now_ms()
        await self._note(guild_id, user_id, member.display_name)
        return False

    async def _note(self, guild_id: int, user_id: int, name: str) -> None:
        """A name that cannot be stored now is noted the next time."""
        try:
            await people.note(self.client.database, guild_id, user_id, name)
        except NotStored as fault:
            log.warning("what user %d is called could not be noted: %s", user_id, fault)
            return
        self._noted[guild_id, user_id] = name
        for table in self.client.tables:
            seat = table.seat_of(user_id) if table.row.guild_id == guild_id else None
            if seat is not None and table.seats[seat].name != name:
                table.note_seat(seat, name=name)
                await self.client.display.show(table)
