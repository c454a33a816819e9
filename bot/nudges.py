"""Who takes long is reminded, once a turn, by a message that goes when the turn is done."""

import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.alarms import RunningOut
from bot.outage import OUTAGES
from bot.table import Table
from bot.text import say
from bot.times import stamp
from data import clocks
from data.clocks import Reminder, SeatTime
from data.errors import NotStored

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


class Nudges:
    def __init__(self, client: "Levee") -> None:
        self.client = client

    async def send(self, table: Table, alarm: RunningOut) -> None:
        async with table.lock:
            time = await self._noted(table, alarm)
            self.client.tables.clock.watch(table)
        if time is None:
            return
        try:
            posted = Reminder(await self._post(table, time), alarm.seat, alarm.asked)
            table.reminders.append(posted)
            await clocks.note_reminder(self.client.database, table.id, posted)
        except (*OUTAGES, NotStored) as fault:
            log.warning("seat %d of table %d was not reminded: %s", alarm.seat, table.id, fault)
        await self.tidy(table)  # the turn may be done meanwhile

    async def _noted(self, table: Table, alarm: RunningOut) -> SeatTime | None:
        """Note down first that it is reminded, lest it be twice. None: too late."""
        turn = table.turn_of(alarm.seat, alarm.asked)
        if turn is None or table.is_paused or table.is_closed:
            return None
        time = replace(table.times[alarm.seat], turn=replace(turn, reminded=True))
        table.times = {**table.times, alarm.seat: time}
        tables = self.client.tables
        try:
            await clocks.store(tables.database, table.id, [time], tables.now_ms())
        except NotStored as fault:
            log.warning("that seat %d of table %d is reminded is not stored: %s", alarm.seat, table.id, fault)
        return time

    async def _post(self, table: Table, time: SeatTime) -> int:
        """Raises what Discord raises."""
        user_id = table.seats[time.seat].user_id
        assert user_id is not None, "a person's time runs"
        assert time.turn is not None
        locale = self.client.display.locale(table)
        until = stamp(time.turn.deadline_ms, "R")
        channel = self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
        sent = await channel.send(
            say(locale, "table.reminder", who=f"<@{user_id}>", until=until),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id)]),
        )
        return sent.id

    async def tidy(self, table: Table) -> None:
        """Delete the messages about turns that are done."""
        for posted in tuple(table.reminders):
            if table.turn_of(posted.seat, posted.asked) is None or table.is_closed:
                await self._delete(table, posted)

    async def _delete(self, table: Table, posted: Reminder) -> None:
        channel = self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
        try:
            with suppress(discord.NotFound):
                await channel.get_partial_message(posted.message_id).delete()
            await clocks.forget_reminder(self.client.database, posted.message_id)
        except (*OUTAGES, NotStored) as fault:
            log.warning("a reminder at table %d stays for now: %s", table.id, fault)
            return
        with suppress(ValueError):  # two were at it
            table.reminders.remove(posted)
