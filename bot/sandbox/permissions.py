"""Who may do what where: Discord's documented algorithm over roles and channel overwrites.

https://discord.com/developers/docs/topics/permissions#permission-overwrites
"""

from collections.abc import Iterable
from enum import IntFlag

from bot.sandbox.objects import Channel, Member, Overwrite, Role


class Permission(IntFlag):
    """The bits that mean something here; Discord has more."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


ALL = (1 << 53) - 1
MEMBER = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What a new guild gives to everyone, as far as it means something here."""

DIRECT_MESSAGES = int(MEMBER & ~(Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS))


def of_roles(member: Member, everyone: Role, roles: dict[int, Role]) -> int:
    """What ``member``'s roles give him in the guild as a whole."""
    bits = everyone.permissions
    for role_id in member.roles:
        bits |= roles[role_id].permissions if role_id in roles else 0
    return ALL if bits & Permission.ADMINISTRATOR else bits


def in_channel(bits: int, member: Member, everyone: Role, channel: Channel) -> int:
    """``bits`` of the guild after ``channel``'s overwrites: everyone's, then all roles', then his own."""
    if bits == ALL:
        return bits
    by_id = {overwrite.id: overwrite for overwrite in channel.overwrites}
    for layer in ([everyone.id], member.roles, [member.user_id]):
        bits = _apply(bits, layer, by_id)
    return bits if bits & Permission.VIEW_CHANNEL else 0


def _apply(bits: int, layer: Iterable[int], by_id: dict[int, Overwrite]) -> int:
    present = [by_id[id] for id in layer if id in by_id]
    for overwrite in present:
        bits &= ~overwrite.deny
    for overwrite in present:
        bits |= overwrite.allow
    return bits
