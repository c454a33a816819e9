"""Where the bot may not show a table any more its owner is told, once, which right is missing, and where."""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import discord

from bot.announcing import locale_of, place_of, tell
from bot.answers import Answer
from bot.outage import LOCKED, OUTAGES
from bot.table import Table
from bot.text import say

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

WRITING: Final = ("view_channel", "send_messages")
WRITING_IN_THREADS: Final = ("view_channel", "send_messages_in_threads")
SHOWING: Final = ("embed_links", "attach_files")
UNLOCKING: Final = "manage_threads"

Place = discord.abc.GuildChannel | discord.Thread


class Rights:
    """``_told`` are the tables whose owner knows; ``_owed`` says to whom, and what, the next press tells."""

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._told: set[int] = set()
        self._owed: dict[int, tuple[int, str]] = {}

    async def refused(self, table: Table, fault: discord.HTTPException) -> None:
        """Discord does not let the table be shown in its channel: play goes on without."""
        table.is_unseen = True
        guild = self.client.get_guild(table.row.guild_id)
        if table.id in self._told or guild is None or guild.unavailable:
            return
        self._told.add(table.id)
        missing = await self._missing(table, fault)
        log.warning("table %d cannot be shown, missing: %s", table.id, ", ".join(missing) or fault)
        await self._tell_owner(table, missing)

    def allowed(self, table: Table) -> None:
        """The table is shown."""
        table.is_unseen = False
        self._told.discard(table.id)
        self._owed.pop(table.id, None)

    async def remind(self, answer: Answer) -> None:
        """Tell it to an owner who does something."""
        user_id = answer.interaction.user.id
        for table_id in [id for id, owed in self._owed.items() if owed[0] == user_id]:
            _, text = self._owed.pop(table_id)
            await answer.interaction.followup.send(text, ephemeral=True)

    async def _missing(self, table: Table, fault: discord.HTTPException) -> list[str]:
        """As far as can be found out; who may not see a channel is not told about it."""
        try:
            place = await self.client.fetch_channel(table.row.channel_id)
        except discord.Forbidden:
            return ["view_channel"]
        except (*OUTAGES, discord.InvalidData):
            return []
        if not isinstance(place, Place):
            return []
        thread = place if isinstance(place, discord.Thread) else None
        if thread and thread.parent is None:
            return []
        may = place.permissions_for(place.guild.me)
        missing = [right for right in (WRITING_IN_THREADS if thread else WRITING) if not getattr(may, right)]
        if not missing and may.send_messages:  # without it discord.py takes the others for missing too
            missing = [right for right in SHOWING if not getattr(may, right)]
        is_locked = fault.code == LOCKED or (thread is not None and thread.locked)
        return [UNLOCKING] if is_locked and not missing else missing

    async def _tell_owner(self, table: Table, missing: list[str]) -> None:
        """Him, or the next of the people who takes a message; the press tells him who would be first."""
        locale = locale_of(self.client, table.row.guild_id)
        rights = ", ".join(say(locale, f"rights.{right}") for right in missing or (*WRITING, *SHOWING))
        key = "rights.missing" if missing else "rights.missing-one-of"
        place = place_of(self.client, table.row.guild_id, table.row.channel_id)
        text = say(locale, key, table=table.id, place=place, rights=rights)
        owners = list(owners_of(table))
        if owners:
            self._owed[table.id] = owners[0], text
        for user_id in owners:
            if await tell(self.client, user_id, text):
                return


def owners_of(table: Table) -> Iterator[int]:
    """Whom what happens to the table concerns first: its opener, unless the computer plays for him."""
    opener = table.row.opener_id
    people = [row.user_id for row in table.people if row.user_id is not None]
    seat = table.seat_of(opener)
    if seat is None or not table.seats[seat].computer:
        yield opener
    yield from (user_id for user_id in people if user_id != opener)
