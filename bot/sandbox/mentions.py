"""Whom a message mentions and notifies, by its text and its ``allowed_mentions``."""

import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox.objects import DIRECT, SUPPRESS_NOTIFICATIONS, Member, Message
from bot.sandbox.permissions import Permission
from bot.sandbox.world import World

EVERYBODY: dict[str, Any] = {"parse": ["users", "roles", "everyone"], "replied_user": True}
_USER = re.compile(r"<@!?([0-9]+)>")
_ROLE = re.compile(r"<@&([0-9]+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a text mentions, cut down to what it may."""

    users: list[int]
    roles: list[int]
    everyone: bool


def read(world: World, message: Message, text: str, allowed: dict[str, Any] | None) -> Mentions:
    """The mentions of ``text``; ``allowed`` None allows all, as Discord does."""
    rules = EVERYBODY if allowed is None else allowed
    users = [id for id in _ids(_USER, text) if id in world.users and _may(rules, "users", id)]
    roles = [id for id in _ids(_ROLE, text) if id in world.roles and _may(rules, "roles", id)]
    users += [id for id in _answered(world, message, rules) if id not in users]
    may_call_all = "everyone" in (rules.get("parse") or []) and _author_may_call_all(world, message)
    return Mentions(users, roles, may_call_all and bool(_EVERYONE.search(text)))


def _answered(world: World, message: Message, rules: dict[str, Any]) -> list[int]:
    """Whom a reply calls. The bot's answers to interactions refer to a message too, but call nobody by it."""
    answered = world.messages[message.channel_id].get(message.reply_to)
    if answered is None or message.from_interaction is not None or not rules.get("replied_user"):
        return []
    return [answered.author_id]


def _ids(pattern: re.Pattern[str], text: str) -> list[int]:
    return list(dict.fromkeys(map(int, pattern.findall(text))))


def _may(rules: dict[str, Any], kind: str, id: int) -> bool:
    return kind in (rules.get("parse") or []) or str(id) in map(str, rules.get(kind) or [])


def _author_may_call_all(world: World, message: Message) -> bool:
    channel = world.channels[message.channel_id]
    bits = world.permissions(world.users[message.author_id], channel)
    return channel.type != DIRECT and bool(bits & Permission.MENTION_EVERYONE)


def notified(world: World, message: Message) -> list[int]:
    """Whom ``message``, being new, notifies: never its author, nor who cannot see it."""
    if message.flags & SUPPRESS_NOTIFICATIONS:
        return []
    channel = world.channels[message.channel_id]
    guild = world.guild_of(channel)
    if guild is None:
        called = [channel.recipient_id]
    else:
        called = [member.user_id for member in guild.members.values() if _is_called(message, member)]
    return [
        id
        for id in called
        if id != message.author_id
        and message.only_for in (0, id)
        and world.can_view(world.users[id], channel)
    ]


def _is_called(message: Message, member: Member) -> bool:
    return (
        message.mention_everyone
        or member.user_id in message.mentions
        or any(role in message.mention_roles for role in member.roles)
    )
