"""The world: one guild, its channels, its people and the bot. Changes are stored, then told to listeners."""

import re
import secrets
import time
import unicodedata
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from bot.sandbox import permissions
from bot.sandbox.founding import found
from bot.sandbox.ids import Clock, Snowflakes
from bot.sandbox.objects import (
    DIRECT,
    TEXT,
    THREAD,
    Attachment,
    Channel,
    Interaction,
    Message,
    Overwrite,
    Role,
    User,
)
from bot.sandbox.store import Store


class Event(StrEnum):
    """What the world tells its listeners; the value says what comes with it."""

    MESSAGE_CREATE = "message_create"
    MESSAGE_UPDATE = "message_update"
    MESSAGE_DELETE = "message_delete"
    MESSAGE_DISMISS = "message_dismiss"
    CHANNEL_CREATE = "channel_create"
    CHANNEL_UPDATE = "channel_update"
    CHANNEL_DELETE = "channel_delete"
    MEMBER_ADD = "member_add"
    MEMBER_UPDATE = "member_update"
    PRESENCE = "presence"
    ROLE_UPDATE = "role_update"
    COMMANDS_UPDATE = "commands_update"
    TYPING = "typing"
    INTERACTION_CREATE = "interaction_create"
    INTERACTION_STATUS = "interaction_status"
    MODAL = "modal"


Listener = Callable[[Event, Any], None]
REPLACED_KEPT = 64
"""How many files that edits took away can still be had: a page may be about to load one."""


class World:
    """Everything there is, in memory, written through to ``store``.

    ``listeners`` are called, in order, after each change.
    """

    def __init__(self, store: Store, clock: Clock = time.time) -> None:
        self.store = store
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.listeners: list[Listener] = []
        self.online: set[int] = set()
        self.users: dict[int, User] = {}
        self.by_token: dict[str, User] = {}
        self.roles: dict[int, Role] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        self.ephemerals: deque[Message] = deque()
        self.replaced: deque[tuple[Attachment, bytes]] = deque(maxlen=REPLACED_KEPT)
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, list[dict[str, Any]]] = {}
        facts = store.get("world", 0) or found(store, self.ids, clock)
        self.guild_id: int = facts["guild_id"]
        self.owner_id: int = facts["owner_id"]
        self.bot_id: int = facts["bot_id"]
        self.invite: str = facts["invite"]
        self.locale: str = facts["locale"]
        self._load()

    @property
    def bot(self) -> User:
        return self.users[self.bot_id]

    @property
    def everyone(self) -> Role:
        return self.roles[self.guild_id]

    def tell(self, event: Event, subject: Any) -> None:
        for listener in self.listeners:
            listener(event, subject)

    # the beginning

    def _load(self) -> None:
        self.users = {user.id: user for user in map(User.from_document, self.store.all("user"))}
        self.by_token = {user.token: user for user in self.users.values()}
        self.roles = {role.id: role for role in map(Role.from_document, self.store.all("role"))}
        self.channels = {c.id: c for c in map(Channel.from_document, self.store.all("channel"))}
        self.messages = {id: {} for id in self.channels}
        for message in map(Message.from_document, self.store.all("message")):
            self.messages[message.channel_id][message.id] = message
            if message.only_for:
                self.ephemerals.append(message)
        for interaction in map(Interaction.from_document, self.store.all("interaction")):
            self.interactions[interaction.token] = interaction
            self.ids.seen(interaction.id)
        for id in (0, self.guild_id):
            self.commands[id] = self.store.get("commands", id) or []
        for id in (*self.users, *self.channels, *(id for held in self.messages.values() for id in held)):
            self.ids.seen(id)

    def _keep(self, kind: str, thing: User | Role | Channel) -> None:
        self.store.put(kind, thing.id, thing.document())

    # people

    def join(self, name: str) -> User:
        """A new person called ``name``, who must be free (``name_is_taken``)."""
        first = self.owner_id not in self.users
        user = User(
            self.owner_id if first else self.ids.next(),
            name,
            self._username(name),
            secrets.token_urlsafe(24),
            joined_s=self.clock(),
        )
        self.users[user.id] = self.by_token[user.token] = user
        self._keep("user", user)
        self.tell(Event.MEMBER_ADD, user)
        self.tell(Event.COMMANDS_UPDATE, None)
        return user

    def name_is_taken(self, name: str, by_other_than: int = 0) -> bool:
        wanted = name.casefold()
        return any(u.name.casefold() == wanted and u.id != by_other_than for u in self.users.values())

    def _username(self, name: str) -> str:
        """A handle as Discord's are: lower case, ASCII, unique."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9_.]+", "", plain)[:24] or "player"
        taken = {user.username for user in self.users.values()}
        numbered = (stem if n == 1 else f"{stem}{n}" for n in range(1, len(taken) + 2))
        return next(handle for handle in numbered if handle not in taken)

    def change_user(self, user: User, **changes: Any) -> None:
        for name, value in changes.items():
            setattr(user, name, value)
        self._keep("user", user)
        self.tell(Event.MEMBER_UPDATE, user)

    def set_online(self, user_id: int, online: bool) -> None:
        if (user_id in self.online) != online:
            (self.online.add if online else self.online.discard)(user_id)
            self.tell(Event.PRESENCE, self.users[user_id])

    # permissions

    def permissions(self, user: User, channel: Channel | None = None) -> int:
        """What ``user`` may do in ``channel``, or in the guild; a thread goes by its parent."""
        if channel is not None and channel.type == DIRECT:
            return permissions.DIRECT_MESSAGES if user.id in (channel.recipient_id, self.bot_id) else 0
        bits = permissions.ALL
        if user.id != self.owner_id:
            bits = permissions.of_roles(user, self.everyone, self.roles)
        if channel is None:
            return bits
        place = self.channels.get(channel.parent_id, channel)
        return permissions.in_channel(bits, user, self.everyone, place)

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

    def add_channel(self, type: int, name: str, *, parent_id: int = 0, owner_id: int = 0) -> Channel:
        position = sum(c.type == TEXT for c in self.channels.values()) if type == TEXT else 0
        channel = Channel(
            self.ids.next(), type, name, parent_id=parent_id, owner_id=owner_id, position=position
        )
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
        for message in self.messages.pop(channel.id).values():
            self.forget(message)
        del self.channels[channel.id]
        self.store.drop("channel", channel.id)
        self.tell(Event.CHANNEL_DELETE, channel)

    def forget(self, message: Message) -> None:
        """Take ``message`` and its files off the disk."""
        for attachment in message.attachments:
            self.store.drop_file(attachment.id)
        self.store.drop("message", message.id)

    def threads(self) -> list[Channel]:
        return [c for c in self.channels.values() if c.type == THREAD]

    # commands

    def set_commands(self, guild_id: int, commands: list[dict[str, Any]]) -> None:
        """The application's commands: everywhere (``guild_id`` 0), or in the guild alone."""
        self.commands[guild_id] = commands
        self.store.put("commands", guild_id, commands)
        self.tell(Event.COMMANDS_UPDATE, None)

    def command(self, id: int) -> dict[str, Any] | None:
        return next((c for held in self.commands.values() for c in held if c["id"] == str(id)), None)
