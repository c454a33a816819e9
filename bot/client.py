"""The Discord client: opens the database, restores the tables, and hands every event to its room."""

import logging
import sys
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from typing import Any

import discord

from bot import commands, metrics, play
from bot.absence import Absence
from bot.alarms import Alarm, RunningOut, Silence, TimeUp
from bot.appeals import Appeals
from bot.attendance import Attendance
from bot.backups import Backups
from bot.clock import Clock
from bot.components.appeal import AppealButton, VerdictButton
from bot.components.buttons import ActionButton, AskButton, PickSelect, RuleButton, TableButton
from bot.components.confirm import ConfirmButton
from bot.components.fixture_button import FixtureButton
from bot.components.standings_button import StandingsButton
from bot.config import Settings
from bot.confirming import Confirming
from bot.display import Display
from bot.hands import Hands
from bot.idle import Idle
from bot.nudges import Nudges
from bot.once import once_each
from bot.outgoing import Outgoing
from bot.panels import Panels
from bot.payloads import forgiving
from bot.people import People
from bot.places import Places
from bot.presses import Presses
from bot.pulse import Pulse
from bot.rankings import Rankings
from bot.reaching import reached
from bot.reminders import Reminders
from bot.rights import Rights
from bot.rounds import Rounds
from bot.sandbox import point_discord_at
from bot.table import Table
from bot.tables import Tables
from bot.tree import Tree
from bot.untold import untold
from bot.verifying import Verifying
from data.database import Database
from data.errors import Failing

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = False  # no voice here, so no need to hear that its libraries are missing
discord.VoiceClient.warn_dave = False

INTENTS = discord.Intents(guilds=True, guild_messages=True, moderation=True)
"""Nothing privileged: no members, no presences, no message content. Moderation tells who is banned."""


class Levee(discord.Client):
    database: Database
    tables: Tables

    def __init__(self, settings: Settings, **shards: Any) -> None:
        """``shards`` are those options of ``discord.AutoShardedClient``, for who inherits from it."""
        on_discord = settings.token and not settings.sandbox_url
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=2.0 if on_discord else 0.2,  # the embedded server tells of guilds at once
            http_trace=Outgoing().watch(metrics.watching_discord()),
            **shards,
        )
        self.settings = settings
        every = timedelta(hours=settings.backup_every_h)
        self.backups = Backups(settings.database, settings.backup_folder, every, settings.backup_keep)
        # there is no public way to outlive an event that discord.py cannot read, or to leave one out
        self._connection.parsers = forgiving(once_each(self._connection.parsers))
        self.tree = Tree(self)
        self.presses = Presses(self)
        self.display = Display(self, settings.edit_pace_s)
        self.places = Places(self)
        self.rights = Rights(self)
        self.hands = Hands(self)
        self.panels = Panels()
        self.nudges = Nudges(self)
        self.absence = Absence(self)
        self.attendance = Attendance(self)
        self.idle = Idle(self, settings.idle_after_min * 60)
        self.rounds = Rounds(self)
        self.reminders = Reminders(self)
        self.people = People(self)
        self.rankings = Rankings(self)
        self.appeals = Appeals(self)
        self.confirming = Confirming(self)
        self.verifying = Verifying(self)
        self._pointed = ExitStack()
        self._shown_once = False
        self._gateway_is_up = False

    async def login(self, token: str) -> None:
        if self.settings.sandbox_url:
            self._pointed.enter_context(point_discord_at(self.settings.sandbox_url))
        await reached(self, partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        await self.http.close()  # a try of before has left it open, and its connector cannot be used again
        self.http.connector = discord.utils.MISSING
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        await reached(self, partial(self._connect, reconnect))

    async def _connect(self, reconnect: bool) -> None:
        try:
            await super().connect(reconnect=reconnect)
        except AttributeError:
            if self.ws is not None:
                raise
            # discord.py wants to resume a connection that it never had
            raise ConnectionError("the gateway does not answer") from None

    async def setup_hook(self) -> None:
        self.database = await self.backups.open(self.settings.key_file)
        clock = Clock(self.settings.window_delay_s, now_ms, self._rung, Pulse(self.database, now_ms))
        self.tables = Tables(self.database, now_ms, self.display.publish, clock)
        await self.tables.restore()
        self.add_dynamic_items(
            ActionButton,
            AskButton,
            PickSelect,
            RuleButton,
            TableButton,
            FixtureButton,
            StandingsButton,
            ConfirmButton,
            AppealButton,
            VerdictButton,
        )
        commands.add_all(self.tree)
        await reached(self, self.tree.sync)
        self.backups.begin()
        self.idle.begin()

    async def close(self) -> None:
        if hasattr(self, "tables"):
            self.tables.rest()
        self.attendance.rest()
        self.display.rest()
        self.reminders.rest()
        self.idle.rest()
        await self.backups.rest()
        await super().close()
        if hasattr(self, "database"):
            await self.database.close()
        self._pointed.close()

    async def on_connect(self) -> None:
        self._gateway_is_up = True

    async def on_resumed(self) -> None:
        self._gateway_is_up = True
        await self._back()

    async def on_disconnect(self) -> None:
        self._gateway_is_up = False
        self.absence.begin()
        self.attendance.stop()

    @property
    def is_connected(self) -> bool:
        return self._gateway_is_up and not self.is_closed()

    def is_ours(self, guild_id: int) -> bool:
        """Whether that server belongs to one of the shards here."""
        return (guild_id >> 22) % self.settings.shard_count in self.settings.shard_ids

    async def on_ready(self) -> None:
        """Bring every table up to date, once: a ready may come again at any time."""
        if self._shown_once:
            await self._back()
            return
        self._shown_once = True
        await self.places.look_around()
        await self.absence.end()
        log.info("ready in %d guilds with %d tables", len(self.guilds), len(tuple(self.tables)))
        for table in self.tables:
            async with table.lock:
                await self.tables.drive(table)
            await self.display.show(table)
        self.attendance.begin()
        for table in await untold(self.database, now_ms()):
            await self.display.show(table)
        await self.reminders.plan()

    async def _back(self) -> None:
        self.attendance.begin()
        await self.places.look_around()
        for table in await self.absence.end():
            await self.display.show(table)
        await self.display.try_again()

    async def _rung(self, table: Table, alarm: Alarm) -> None:
        match alarm:
            case Silence(seq):
                await play.be_silent(self.tables, table, seq)
            case TimeUp():
                await play.time_out(self.tables, table, alarm)
            case RunningOut():
                await self.nudges.send(table, alarm)
                return
        await self.display.show(table)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log it, unless it was closing that cut the event off, or the disk failed, which was said."""
        if not (self.is_closed() or isinstance(sys.exception(), Failing)):
            await super().on_error(event_method, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.people.meet(interaction)
        await self.attendance.notice(interaction.channel_id or 0)

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        await self.attendance.look_for(guild.id, user.id)

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:  # what the bot posts, it posts with the table below
            self.display.posting.count_message(message.channel.id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        for message_id in payload.message_ids:
            await self.display.message_deleted(payload.channel_id, message_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.places.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.places.channel_gone(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.places.guild_gone(guild.id)

    # ---- what may bring back a right, and with it a table

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        await self.display.try_again(channel.guild.id)

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        await self.display.try_again(role.guild.id)

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        if member == member.guild.me:
            await self.display.try_again(member.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        await self.display.try_again(payload.guild_id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.display.try_again(guild.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self.display.message_deleted(payload.channel_id, payload.message_id)


def now_ms() -> int:
    return int(discord.utils.utcnow().timestamp() * 1000)
