"""Which gateway event, if any, a session gets for what happened: by its intents and what the bot sees."""

from typing import Any

from bot.sandbox import wire
from bot.sandbox.objects import DIRECT, TEXT, THREAD, Channel, Message, User
from bot.sandbox.wire import Json
from bot.sandbox.wire_interaction import APPLICATION_FLAGS, interaction
from bot.sandbox.wire_message import message
from bot.sandbox.world import Event, World

__all__ = ["APPLICATION_FLAGS", "GUILDS", "PRESENCES", "bot_view", "for_session", "has_guild"]

GUILDS, MEMBERS, PRESENCES, MESSAGES, TYPING = 1 << 0, 1 << 1, 1 << 8, 1 << 9, 1 << 11
DIRECT_MESSAGES, DIRECT_TYPING, CONTENT = 1 << 12, 1 << 14, 1 << 15

Told = tuple[str, Json]
_MESSAGE = {
    Event.MESSAGE_CREATE: "MESSAGE_CREATE",
    Event.MESSAGE_UPDATE: "MESSAGE_UPDATE",
    Event.MESSAGE_DELETE: "MESSAGE_DELETE",
}
_CHANNEL = {
    Event.CHANNEL_CREATE: "CREATE",
    Event.CHANNEL_UPDATE: "UPDATE",
    Event.CHANNEL_DELETE: "DELETE",
}


def has_guild(world: World, shard: tuple[int, int]) -> bool:
    return (world.guild_id >> 22) % shard[1] == shard[0]


def for_session(
    world: World, intents: int, shard: tuple[int, int], event: Event, subject: Any, base: str
) -> Told | None:
    """The event's name and data, or None when it is not for the session that asks."""
    if event in _MESSAGE:
        return _message(world, intents, shard, event, subject, base)
    if event is Event.INTERACTION_CREATE:
        direct = world.channels[subject.channel_id].type == DIRECT
        mine = shard[0] == 0 if direct else has_guild(world, shard)
        return ("INTERACTION_CREATE", interaction(world, subject, base)) if mine else None
    if event is Event.TYPING:
        return _typing(world, intents, shard, *subject)
    return _in_guild(world, intents, event, subject) if has_guild(world, shard) else None


def _in_guild(world: World, intents: int, event: Event, subject: Any) -> Told | None:
    if event in _CHANNEL and intents & GUILDS:
        return _channel(world, event, subject)
    if event is Event.ROLE_UPDATE and intents & GUILDS:
        role = {"guild_id": str(world.guild_id), "role": wire.role(subject)}
        return "GUILD_ROLE_UPDATE", role
    if event in (Event.MEMBER_ADD, Event.MEMBER_UPDATE):
        return _member(world, intents, event, subject)
    if event is Event.PRESENCE and intents & PRESENCES and not subject.bot:
        return "PRESENCE_UPDATE", wire.presence(world, subject)
    return None


def _member(world: World, intents: int, event: Event, who: User) -> Told | None:
    if not intents & MEMBERS and who.id != world.bot_id:
        return None
    name = "GUILD_MEMBER_ADD" if event is Event.MEMBER_ADD else "GUILD_MEMBER_UPDATE"
    return name, {**wire.member(who), "guild_id": str(world.guild_id)}


def _channel(world: World, event: Event, channel: Channel) -> Told | None:
    if channel.type not in (TEXT, THREAD) or not world.can_view(world.bot, channel):
        return None
    if channel.type == TEXT:
        return f"CHANNEL_{_CHANNEL[event]}", wire.channel(world, channel)
    if event is Event.CHANNEL_DELETE:
        gone = {"id": str(channel.id), "guild_id": str(world.guild_id)}
        return "THREAD_DELETE", {**gone, "parent_id": str(channel.parent_id), "type": channel.type}
    new = {"newly_created": True} if event is Event.CHANNEL_CREATE else {}
    return f"THREAD_{_CHANNEL[event]}", {**wire.channel(world, channel), **new}


def _message(
    world: World, intents: int, shard: tuple[int, int], event: Event, what: Message, base: str
) -> Told | None:
    """A message for one person alone is told like a direct one, without a guild, as Discord does."""
    channel = world.channels[what.channel_id]
    direct = channel.type == DIRECT
    if not (shard[0] == 0 if direct else has_guild(world, shard)):
        return None
    needed = DIRECT_MESSAGES if direct or what.only_for else MESSAGES
    if not intents & needed or not world.can_view(world.bot, channel):
        return None
    guild = {} if direct or what.only_for else {"guild_id": str(world.guild_id)}
    if event is Event.MESSAGE_DELETE:
        return _MESSAGE[event], {"id": str(what.id), "channel_id": str(what.channel_id), **guild}
    body = {**bot_view(world, what, base, content=bool(intents & CONTENT)), **guild}
    if guild:
        author = wire.member(world.users[what.author_id])
        del author["user"]
        body["member"] = author
    return _MESSAGE[event], body


def bot_view(world: World, what: Message, base: str, *, content: bool) -> Json:
    """``what`` as the bot may read it: without the content intent only its own and those to it."""
    body = message(world, what, base)
    direct = world.channels[what.channel_id].type == DIRECT
    if content or direct or what.author_id == world.bot_id or world.bot_id in what.mentions:
        return body
    return {**body, "content": "", "embeds": [], "attachments": [], "components": []}


def _typing(world: World, intents: int, shard: tuple[int, int], channel: Channel, who: User) -> Told | None:
    direct = channel.type == DIRECT
    mine = shard[0] == 0 if direct else has_guild(world, shard)
    if not mine or not intents & (DIRECT_TYPING if direct else TYPING):
        return None
    body: Json = {"channel_id": str(channel.id), "user_id": str(who.id), "timestamp": int(world.clock())}
    if not direct:
        body |= {"guild_id": str(world.guild_id), "member": wire.member(who)}
    return "TYPING_START", body
