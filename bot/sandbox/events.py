"""What the world tells its listeners."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any


class Event(StrEnum):
    """The value says what comes with it; with ``member_…`` and ``presence`` it is the membership."""

    MESSAGE_CREATE = "message_create"
    MESSAGE_UPDATE = "message_update"
    MESSAGE_DELETE = "message_delete"
    MESSAGE_DISMISS = "message_dismiss"
    CHANNEL_CREATE = "channel_create"
    CHANNEL_UPDATE = "channel_update"
    CHANNEL_DELETE = "channel_delete"
    GUILD_CREATE = "guild_create"
    GUILD_UPDATE = "guild_update"
    GUILD_DELETE = "guild_delete"
    GUILD_UNAVAILABLE = "guild_unavailable"
    MEMBER_ADD = "member_add"
    MEMBER_UPDATE = "member_update"
    MEMBER_REMOVE = "member_remove"
    BAN_ADD = "ban_add"
    BAN_REMOVE = "ban_remove"
    ACCOUNT_DELETE = "account_delete"
    PRESENCE = "presence"
    ROLE_UPDATE = "role_update"
    COMMANDS_UPDATE = "commands_update"
    TYPING = "typing"
    INTERACTION_CREATE = "interaction_create"
    INTERACTION_STATUS = "interaction_status"
    MODAL = "modal"


Listener = Callable[[Event, Any], None]
