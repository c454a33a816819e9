"""Which gateway event, if any, a session gets for what happened: by its intents and what the bot sees."""

from typing import Any

from bot.sandbox import wire
from bot.sandbox.objects import DIRECT, TEXT, Channel, Guild, Interaction, Member, Message, User
from bot.sandbox.wire import Json
from bot.sandbox.wire_interaction import APPLICATION_FLAGS, interaction
from bot.sandbox.wire_message import message
from bot.sandbox.world import Event, World

__all__ = ["APPLICATION_FLAGS", "GUILDS", "PRESENCES", "bot_view", "for_session", "guilds"]

GUILDS, MEMBERS, MODERATION, PRESENCES = 1 << 0, 1 << 1, 1 << 2, 1 << 8
MESSAGES, TYPING = 1 << 9, 1 << 11
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


def serves(shard: tuple[int, int], guild_id: int) -> bool:
    """Whether ``shard``, a number and of how many, hears of the guild; the first of direct messages, 0."""
    return (guild_id >> 22) % shard[1] == shard[0]


def guilds(world: World, shard: tuple[int, int]) -> list[Guild]:
    """The guilds of ``shard`` that the bot is in."""
    return [guild for guild in world.guilds_of(world.bot) if serves(shard, guild.id)]


def for_session(
    world: World, intents: int, shard: tuple[int, int], event: Event, subject: Any, base: str
) -> Told | None:
    """The event's name and data, or None when it is not for the session that asks."""
    if not serves(shard, _guild_id(world, event, subject)):
        return None
    if event in _MESSAGE:
        return _message(world, intents, event, subject, base)
    if event in _CHANNEL:
        return _channel(world, intents, event, subject)
    match event:
        case Event.INTERACTION_CREATE:
            return _interaction(world, subject, base)
        case Event.TYPING:
            return _typing(world, intents, *subject)
        case Event.GUILD_CREATE | Event.GUILD_UPDATE | Event.GUILD_DELETE | Event.GUILD_UNAVAILABLE:
            return _guild(world, intents, event, subject) if world.bot_id in subject.members else None
        case Event.MEMBER_ADD | Event.MEMBER_UPDATE | Event.MEMBER_REMOVE if subject.user_id == world.bot_id:
            return _own_membership(world, intents, event, subject)
    return _in_guild(world, intents, event, subject)


def _interaction(world: World, what: Interaction, base: str) -> Told | None:
    """Commands and buttons work wherever the bot is a member, also in channels that it may not see."""
    guild = world.guild_of(world.channels[what.channel_id])
    member = guild is None or world.bot_id in guild.members
    return ("INTERACTION_CREATE", interaction(world, what, base)) if member else None


def _guild_id(world: World, event: Event, subject: Any) -> int:
    """The guild in which ``event`` happened, 0 if in none."""
    match event:
        case Event.MESSAGE_CREATE | Event.MESSAGE_UPDATE | Event.MESSAGE_DELETE | Event.INTERACTION_CREATE:
            return world.channels[subject.channel_id].guild_id
        case Event.GUILD_CREATE | Event.GUILD_UPDATE | Event.GUILD_DELETE | Event.GUILD_UNAVAILABLE:
            return int(subject.id)
        case Event.TYPING:
            return int(subject[0].guild_id)
        case Event.BAN_ADD | Event.BAN_REMOVE:
            return int(subject[0].id)
    return int(getattr(subject, "guild_id", 0))


def _guild(world: World, intents: int, event: Event, guild: Guild) -> Told | None:
    if not intents & GUILDS:
        return None
    match event:
        case Event.GUILD_CREATE:
            members = bool(intents & PRESENCES)
            return "GUILD_CREATE", wire.guild_create(world, guild, members=members)
        case Event.GUILD_UPDATE:
            return "GUILD_UPDATE", wire.guild(world, guild)
        case Event.GUILD_UNAVAILABLE:
            return "GUILD_DELETE", {"id": str(guild.id), "unavailable": True}
    return "GUILD_DELETE", {"id": str(guild.id)}


def _own_membership(world: World, intents: int, event: Event, what: Member) -> Told | None:
    """The bot's own coming and going is the guild's, for the bot."""
    guild = world.guilds[what.guild_id]
    if event is Event.MEMBER_ADD:
        return _guild(world, intents, Event.GUILD_CREATE, guild)
    if event is Event.MEMBER_REMOVE:
        return _guild(world, intents, Event.GUILD_DELETE, guild)
    return "GUILD_MEMBER_UPDATE", {**wire.member(world, what), "guild_id": str(guild.id)}


def _in_guild(world: World, intents: int, event: Event, subject: Any) -> Told | None:
    """What happens among the members of a guild that the bot is in."""
    guild = world.guilds.get(_guild_id(world, event, subject))
    if guild is None or not world.guild_permissions(world.bot, guild):
        return None
    here = {"guild_id": str(guild.id)}
    match event:
        case Event.ROLE_UPDATE if intents & GUILDS:
            return "GUILD_ROLE_UPDATE", {**here, "role": wire.role(subject)}
        case Event.MEMBER_ADD | Event.MEMBER_UPDATE if intents & MEMBERS:
            return f"GUILD_{event.name}", {**wire.member(world, subject), **here}
        case Event.MEMBER_REMOVE if intents & MEMBERS:
            return "GUILD_MEMBER_REMOVE", {**here, "user": wire.user(world.users[subject.user_id])}
        case Event.BAN_ADD | Event.BAN_REMOVE if intents & MODERATION:
            return f"GUILD_{event.name}", {**here, "user": wire.user(subject[1])}
        case Event.PRESENCE if intents & PRESENCES and subject.user_id != world.bot_id:
            return "PRESENCE_UPDATE", wire.presence(world, subject)
    return None


def _channel(world: World, intents: int, event: Event, channel: Channel) -> Told | None:
    """Of a text channel the bot hears even if it may not look into it; of a thread it does not."""
    guild = world.guild_of(channel)
    if guild is None or not intents & GUILDS or not world.guild_permissions(world.bot, guild):
        return None
    if channel.type == TEXT:
        return f"CHANNEL_{_CHANNEL[event]}", wire.channel(world, channel)
    if not world.can_view(world.bot, channel):
        return None
    if event is Event.CHANNEL_DELETE:
        gone = {"id": str(channel.id), "guild_id": str(channel.guild_id)}
        return "THREAD_DELETE", {**gone, "parent_id": str(channel.parent_id), "type": channel.type}
    new = {"newly_created": True} if event is Event.CHANNEL_CREATE else {}
    return f"THREAD_{_CHANNEL[event]}", {**wire.channel(world, channel), **new}


def _message(world: World, intents: int, event: Event, what: Message, base: str) -> Told | None:
    """A message for one person alone is told like a direct one, without a guild, as Discord does."""
    channel = world.channels[what.channel_id]
    guild = None if what.only_for else world.guild_of(channel)
    if not intents & (MESSAGES if guild else DIRECT_MESSAGES) or not world.can_view(world.bot, channel):
        return None
    here = {"guild_id": str(guild.id)} if guild else {}
    if event is Event.MESSAGE_DELETE:
        return _MESSAGE[event], {"id": str(what.id), "channel_id": str(what.channel_id), **here}
    body = {**bot_view(world, what, base, content=bool(intents & CONTENT)), **here}
    if guild and what.author_id in guild.members:
        body["member"] = wire.member_of_message(guild.members[what.author_id])
    return _MESSAGE[event], body


def bot_view(world: World, what: Message, base: str, *, content: bool) -> Json:
    """``what`` as the bot may read it: without the content intent only its own and those to it."""
    body = message(world, what, base)
    direct = world.channels[what.channel_id].type == DIRECT
    if content or direct or what.author_id == world.bot_id or world.bot_id in what.mentions:
        return body
    return {**body, "content": "", "embeds": [], "attachments": [], "components": []}


def _typing(world: World, intents: int, channel: Channel, who: User) -> Told | None:
    guild = world.guild_of(channel)
    if not intents & (TYPING if guild else DIRECT_TYPING) or not world.can_view(world.bot, channel):
        return None
    body: Json = {"channel_id": str(channel.id), "user_id": str(who.id), "timestamp": int(world.clock())}
    if guild:
        body |= {"guild_id": str(guild.id), "member": wire.member(world, guild.members[who.id])}
    return "TYPING_START", body
