"""The world as one person's page shows it."""

from bot.sandbox.founding import GUILD_NAME
from bot.sandbox.objects import DIRECT, Channel, Interaction, Message, User
from bot.sandbox.person_input import may_use
from bot.sandbox.wire import Json, person
from bot.sandbox.wire import channel as channel_wire
from bot.sandbox.wire_message import message as message_wire
from bot.sandbox.world import World


def state(world: World, me: User) -> Json:
    return {
        "me": person(world, me),
        "bot": person(world, world.bot),
        "guild": {
            "id": str(world.guild_id),
            "name": GUILD_NAME,
            "members": [person(world, world.users[id]) for id in sorted(world.users)],
        },
        "invite": f"/join/{world.invite}",
        "channels": [channel(world, c) for c in world.channels.values() if shown(world, me, c)],
        "commands": commands(world, me),
    }


def shown(world: World, me: User, what: Channel) -> bool:
    """Whether ``what`` stands in the person's list: what he sees, save threads that were put away."""
    return world.can_view(me, what) and not what.archived


def commands(world: World, me: User) -> list[Json]:
    """The commands offered to ``me``; the guild's own before those known everywhere."""
    held = [*world.commands[world.guild_id], *world.commands[0]]
    return [command for command in held if may_use(world, me, command)]


def channel(world: World, what: Channel) -> Json:
    """As the person sees it: his direct messages carry the bot's name."""
    body = channel_wire(world, what)
    if what.type == DIRECT:
        direct = {"name": world.bot.name, "parent_id": None, "recipients": [person(world, world.bot)]}
        return {**body, **direct}
    return body


def message(world: World, me: User, what: Message) -> Json:
    body = message_wire(world, what, "")
    body["author"] = person(world, world.users[what.author_id])
    body["mentions"] = [person(world, world.users[id]) for id in what.mentions]
    body["pings_me"] = me.id in what.pinged
    return body


def modal(what: Interaction) -> Json:
    return {"interaction_id": str(what.id), **(what.modal or {})}
