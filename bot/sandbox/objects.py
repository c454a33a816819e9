"""What the world is made of. Everything here is plain enough to be kept as JSON."""

from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any, Self

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

TEXT, DIRECT, THREAD = 0, 1, 11
"""Types of channel."""

DEFAULT, REPLY, COMMAND_REPLY = 0, 19, 20
"""Types of message."""


class Kind(IntEnum):
    """What a person did that the bot must answer."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Callback(IntEnum):
    """How the bot answers it."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Kept:
    """What the store keeps: a dataclass that goes to JSON and comes back."""

    def document(self) -> dict[str, Any]:
        """To be written down at once: it shares its parts with the thing itself."""
        ours = fields(self)  # type: ignore[arg-type]  # every subclass is a dataclass
        return {field.name: _plain(getattr(self, field.name)) for field in ours}

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Self:
        known = {f.name for f in fields(cls)}  # type: ignore[arg-type]  # as above
        return cls(**{name: value for name, value in document.items() if name in known})


def _plain(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [each.document() if isinstance(each, Kept) else each for each in value]


@dataclass(slots=True)
class User(Kept):
    """A person who came by the page, or the bot. ``token`` opens the page (a person) or the API (the bot).

    Of a ``deleted`` account the messages stay, and a name that tells nothing.
    """

    id: int
    name: str
    username: str
    token: str
    bot: bool = False
    dms: bool = True
    locale: str = "en-US"
    deleted: bool = False


@dataclass(slots=True)
class Member(Kept):
    """That a user is in a guild, and as what. ``nick`` is his name there, if he has another one."""

    guild_id: int
    user_id: int
    roles: list[int] = field(default_factory=list)
    joined_s: float = 0.0
    nick: str | None = None


@dataclass(slots=True)
class Guild(Kept):
    """A server of the world, known to people as ``name``; whoever has ``invite`` may enter.

    ``owner_id`` is 0 while it has no people. ``members`` by user id are kept apart from it.
    """

    id: int
    name: str
    invite: str
    owner_id: int = 0
    locale: str = "en-US"
    available: bool = True
    banned: list[int] = field(default_factory=list)
    members: dict[int, Member] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "members"}


@dataclass(slots=True)
class Role(Kept):
    """A role of a guild; the one with the guild's own id is @everyone. ``permissions`` is a bit set."""

    id: int
    name: str
    permissions: int
    managed: bool = False
    guild_id: int = 0


@dataclass(slots=True)
class Overwrite(Kept):
    """What one channel allows or denies a role (``type`` 0) or a member (1)."""

    id: int
    type: int
    allow: int
    deny: int


@dataclass(slots=True)
class Channel(Kept):
    """A text channel or a thread of a guild, or the direct messages between the bot and one person."""

    id: int
    type: int
    name: str = ""
    guild_id: int = 0
    topic: str | None = None
    parent_id: int = 0
    owner_id: int = 0
    recipient_id: int = 0
    last_message_id: int = 0
    message_count: int = 0
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    position: int = 0
    overwrites: list[Overwrite] = field(default_factory=list)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Self:
        overwrites = [Overwrite.from_document(o) for o in document.pop("overwrites", [])]
        return cls(**document, overwrites=overwrites)


@dataclass(slots=True)
class Attachment(Kept):
    """A file of a message. ``secret`` is the part of its address nobody can guess."""

    id: int
    filename: str
    size: int
    content_type: str
    secret: str
    description: str | None = None
    width: int = 0
    height: int = 0


@dataclass(slots=True)
class Message(Kept):
    """One message. ``only_for`` is the person who alone sees it, or 0; ``pinged`` are those it notified.

    ``dismissed``: that person put it away. The bot cannot tell, and may go on editing it.
    """

    id: int
    channel_id: int
    author_id: int
    content: str = ""
    type: int = DEFAULT
    flags: int = 0
    edited_s: float = 0.0
    only_for: int = 0
    dismissed: bool = False
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: list[int] = field(default_factory=list)
    nonce: str | None = None
    reply_to: int = 0
    from_interaction: dict[str, Any] | None = None

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Self:
        attachments = [Attachment.from_document(a) for a in document.pop("attachments", [])]
        return cls(**document, attachments=attachments)


@dataclass(slots=True)
class Interaction(Kept):
    """Something a person did that the bot must answer. ``answer`` is the callback's type, or 0.

    ``original_id`` is the message that ``@original`` means; ``modal`` is the form it opened.
    """

    id: int
    token: str
    type: int
    user_id: int
    channel_id: int
    data: dict[str, Any]
    message_id: int = 0
    nonce: str = ""
    command: str = ""
    opened_by: int = 0
    answer: int = 0
    original_id: int = 0
    modal: dict[str, Any] | None = None
    failed: bool = False
