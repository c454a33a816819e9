"""The world: people, guilds, channels, messages and the bot. Changes are stored, then told to listeners."""

import time
from collections import deque
from typing import Any

from bot.sandbox import permissions
from bot.sandbox.events import Event, Listener
from bot.sandbox.founding import guild_with, keep, members_of
from bot.sandbox.ids import Clock
from bot.sandbox.objects import (
    DIRECT,
    TEXT,
    THREAD,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Message,
    Overwrite,
    Role,
    User,
)
from bot.sandbox.people import People
from bot.sandbox.store import Store

__all__ = ["Event", "Listener", "World"]

REPLACED_KEPT = 64
"""How many files that edits took away can still be had: a page may be about to load one."""


class World(People):
    """Everything there is, in memory, written through to ``store``."""

    def __init__(self, store: Store, clock: Clock = time.time) -> None:
        super().__init__(store, clock)
        self.roles = {role.id: role for role in map(Role.from_document, store.all("role"))}
        self.channels = {c.id: c for c in map(Channel.from_document, store.all("channel"))}
        self.messages: dict[int, dict[int, Message]] = {id: {} for id in self.channels}
        self.ephemerals: deque[Message] = deque()
        self.replaced: deque[tuple[Attachment, bytes]] = deque(maxlen=REPLACED_KEPT)
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, list[dict[str, Any]]] = {
            id: store.get("commands", id) or [] for id in (0, *self.guilds)
        }
        self._load()

    def _load(self) -> None:
        for message in map(Message.from_document, self.store.all("message")):
            self.messages[message.channel_id][message.id] = message
            if message.only_for:
                self.ephemerals.append(message)
        for interaction in map(Interaction.from_document, self.store.all("interaction")):
            self.interactions[interaction.token] = interaction
            self.ids.seen(interaction.id)
        for id in (*self.roles, *self.channels, *(id for held in self.messages.values() for id in held)):
            self.ids.seen(id)

    # guilds

    def add_guild(self, name: str) -> Guild:
        """A new guild with the bot in it, like the first one: its own roles, its own three channels."""
        founded = guild_with(name, self.bot_id, self.ids, self.clock())
        keep(self.store, founded)
        guild = self.guilds[founded.guild.id] = founded.guild
        self.commands[guild.id] = []
        self.roles |= {role.id: role for role in founded.roles}
        self.channels |= {channel.id: channel for channel in founded.channels}
        self.messages |= {channel.id: {} for channel in founded.channels}
        self.tell(Event.GUILD_CREATE, guild)
        return guild

    def delete_guild(self, guild: Guild) -> None:
        """Take ``guild`` away with all that is in it, at once: listeners hear of nothing but the guild."""
        del self.guilds[guild.id], self.commands[guild.id]
        self.store.drop("guild", guild.id)
        self.store.drop("commands", guild.id)
        for channel in self.channels_of(guild):
            self._drop(channel)
        for role in self.roles_of(guild):
            del self.roles[role.id]
            self.store.drop("role", role.id)
        for user_id in guild.members:
            self.store.drop(members_of(guild.id), user_id)
        self.tell(Event.GUILD_DELETE, guild)

    def set_available(self, guild: Guild, available: bool) -> None:
        """An outage, or its end: meanwhile nobody sees anything of ``guild``, the bot neither."""
        guild.available = available
        self._keep("guild", guild)
        self.tell(Event.GUILD_CREATE if available else Event.GUILD_UNAVAILABLE, guild)

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild that ``channel`` is in; None of direct messages."""
        return self.guilds.get(channel.guild_id)

    def channels_of(self, guild: Guild) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild_id == guild.id]

    def roles_of(self, guild: Guild) -> list[Role]:
        return [role for role in self.roles.values() if role.guild_id == guild.id]

    # permissions

    def guild_permissions(self, user: User, guild: Guild) -> int:
        """What ``user`` may do in ``guild`` as a whole: nothing if he is not in it."""
        member = guild.members.get(user.id)
        if member is None or not guild.available:
            return 0
        if user.id == guild.owner_id:
            return permissions.ALL
        return permissions.of_roles(member, self.roles[guild.id], self.roles)

    def permissions(self, user: User, channel: Channel) -> int:
        """What ``user`` may do in ``channel``; a thread goes by its parent."""
        guild = self.guild_of(channel)
        if guild is None:
            direct = channel.type == DIRECT and user.id in (channel.recipient_id, self.bot_id)
            return permissions.DIRECT_MESSAGES if direct else 0
        bits = self.guild_permissions(user, guild)
        if not bits:
            return 0
        place = self.channels.get(channel.parent_id, channel)
        return permissions.in_channel(bits, guild.members[user.id], self.roles[guild.id], place)

    def can_view(self, user: User, channel: Channel) -> bool:
        return bool(self.permissions(user, channel) & permissions.Permission.VIEW_CHANNEL)

    def set_role_permissions(self, role_id: int, bits: int) -> None:
        self.roles[role_id].permissions = bits
        self._keep("role", self.roles[role_id])
        self.tell(Event.ROLE_UPDATE, self.roles[role_id])

    def set_overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Put ``overwrite`` in place of what ``channel`` had for the same role or member."""
        others = [o for o in channel.overwrites if o.id != overwrite.id]
        self.change_channel(channel, overwrites=[*others, overwrite])

    # channels

    def add_channel(
        self, type: int, name: str, guild: Guild, *, parent_id: int = 0, owner_id: int = 0
    ) -> Channel:
        position = sum(c.type == TEXT for c in self.channels_of(guild)) if type == TEXT else 0
        channel = Channel(self.ids.next(), type, name, guild.id, position=position)
        channel.parent_id, channel.owner_id = parent_id, owner_id
        return self._add(channel)

    def direct_channel(self, person: User) -> Channel:
        """The direct messages between the bot and ``person``, opened if there were none."""
        for channel in self.channels.values():
            if channel.type == DIRECT and channel.recipient_id == person.id:
                return channel
        return self._add(Channel(self.ids.next(), DIRECT, recipient_id=person.id))

    def _add(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        self._keep("channel", channel)
        self.tell(Event.CHANNEL_CREATE, channel)
        return channel

    def change_channel(self, channel: Channel, **changes: Any) -> None:
        for name, value in changes.items():
            setattr(channel, name, value)
        self._keep("channel", channel)
        self.tell(Event.CHANNEL_UPDATE, channel)

    def count_message(self, channel: Channel, message_id: int) -> None:
        channel.last_message_id = message_id
        channel.message_count += 1
        self._keep("channel", channel)

    def delete_channel(self, channel: Channel) -> None:
        """Take ``channel`` away with its threads, its messages and their files."""
        for thread in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.delete_channel(thread)
        self._drop(channel)
        self.tell(Event.CHANNEL_DELETE, channel)

    def _drop(self, channel: Channel) -> None:
        for message in self.messages.pop(channel.id).values():
            self.forget(message)
        del self.channels[channel.id]
        self.store.drop("channel", channel.id)

    def forget(self, message: Message) -> None:
        """Take ``message`` and its files off the disk."""
        for attachment in message.attachments:
            self.store.drop_file(attachment.id)
        self.store.drop("message", message.id)

    def threads_of(self, guild: Guild) -> list[Channel]:
        return [c for c in self.channels_of(guild) if c.type == THREAD]

    # commands

    def set_commands(self, guild_id: int, commands: list[dict[str, Any]]) -> None:
        """The application's commands: everywhere (``guild_id`` 0), or in the guild alone."""
        self.commands[guild_id] = commands
        self.store.put("commands", guild_id, commands)
        self.tell(Event.COMMANDS_UPDATE, None)

    def command(self, id: int) -> dict[str, Any] | None:
        return next((c for held in self.commands.values() for c in held if c["id"] == str(id)), None)
