"""What the bot may reach: channels it sees, messages in them, and the permission to act there."""

from aiohttp import web

from bot.sandbox.errors import (
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_guild,
    unknown_message,
)
from bot.sandbox.ids import as_id
from bot.sandbox.objects import Channel, Guild, Message
from bot.sandbox.permissions import Permission
from bot.sandbox.world import World


def guild(world: World, request: web.Request) -> Guild:
    """The guild of the path, if the bot is in it; of another one it is told nothing."""
    found = world.guilds.get(as_id(request.match_info["guild_id"]))
    if found is None or world.bot_id not in found.members:
        raise unknown_guild()
    if not found.available:
        raise missing_access()
    return found


def channel(world: World, request: web.Request, *needed: Permission) -> Channel:
    """The channel of the path, once the bot sees it and has what is ``needed`` there."""
    found = world.channels.get(as_id(request.match_info["channel_id"]))
    if found is None:
        raise unknown_channel()
    bits = world.permissions(world.bot, found)
    if not bits & Permission.VIEW_CHANNEL:
        raise missing_access()
    if any(not bits & permission for permission in needed):
        raise missing_permissions()
    return found


def message(world: World, where: Channel, request: web.Request) -> Message:
    """The message of the path. One for a person alone is not reached by its channel."""
    found = world.messages[where.id].get(as_id(request.match_info["message_id"]))
    if found is None or found.only_for:
        raise unknown_message()
    return found
