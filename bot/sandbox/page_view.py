"""The world as one person's page shows it."""

from collections.abc import Iterator

from bot.sandbox.objects import DIRECT, Channel, Guild, Interaction, Message, User
from bot.sandbox.person_input import is_offered
from bot.sandbox.wire import Json, guild_person, person
from bot.sandbox.wire import channel as channel_wire
from bot.sandbox.wire_message import message as message_wire
from bot.sandbox.world import World


def state(world: World, me: User) -> Json:
    """All that the page of ``me`` shows, save the messages. Without ``guilds`` it has nothing to show."""
    return {
        "me": person(world, me),
        "bot": person(world, world.bot),
        "guilds": [guild(world, what) for what in world.guilds_of(me) if what.available],
        "channels": [channel(world, c) for c in _near(world, me) if shown(world, me, c)],
        "commands": commands(world, me),
    }


def _near(world: World, me: User) -> Iterator[Channel]:
    """The channels of his guilds, and his own."""
    guilds = {guild.id for guild in world.guilds_of(me)}
    for what in world.channels.values():
        if what.guild_id in guilds or what.recipient_id == me.id:
            yield what


def guild(world: World, what: Guild) -> Json:
    members = [guild_person(world, what, what.members[id]) for id in sorted(what.members)]
    return {
        "id": str(what.id),
        "name": what.name,
        "invite": f"/join/{what.invite}",
        "members": members,
    }


def shown(world: World, me: User, what: Channel) -> bool:
    """Whether ``what`` stands in the person's list: what he sees, save threads that were put away."""
    return world.can_view(me, what) and not what.archived


def commands(world: World, me: User) -> list[Json]:
    """The commands offered to ``me``; those of his guilds alone before those known everywhere."""
    guilds = list(world.guilds_of(me))
    held = [command for guild in guilds for command in world.commands[guild.id]] + world.commands[0]
    return [command for command in held if any(is_offered(world, me, command, guild) for guild in guilds)]


def channel(world: World, what: Channel) -> Json:
    """As the person sees it: his direct messages carry the bot's name."""
    body = channel_wire(world, what)
    if what.type == DIRECT:
        direct = {"name": world.bot.name, "parent_id": None, "recipients": [person(world, world.bot)]}
        return {**body, **direct}
    return body


def message(world: World, me: User, what: Message) -> Json:
    body = message_wire(world, what, "")
    here = world.guild_of(world.channels[what.channel_id])
    body["author"] = _somebody(world, here, what.author_id)
    body["mentions"] = [_somebody(world, here, id) for id in what.mentions]
    body["pings_me"] = me.id in what.pinged
    return body


def _somebody(world: World, guild: Guild | None, user_id: int) -> Json:
    """As a member where he is one."""
    if guild is not None and user_id in guild.members:
        return guild_person(world, guild, guild.members[user_id])
    return person(world, world.users[user_id])


def modal(what: Interaction) -> Json:
    return {"interaction_id": str(what.id), **(what.modal or {})}
