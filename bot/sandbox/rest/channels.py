"""Channels, threads and direct messages."""

from typing import Any

from aiohttp import web

from bot.sandbox import wire
from bot.sandbox.context import context, nothing, reply
from bot.sandbox.errors import (
    direct_messages_closed,
    invalid_recipient,
    missing_permissions,
    unknown_user,
    wrong_channel_type,
)
from bot.sandbox.ids import as_id
from bot.sandbox.objects import DIRECT, TEXT, THREAD, Channel, Overwrite
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import access
from bot.sandbox.rest.body import read_object
from bot.sandbox.shapes import Many, Maybe, OneOf, Record, Shape, Snowflake, Text, Truth, Whole, checked
from bot.sandbox.world import World

_bits = Maybe(Snowflake())  # a bit set is written like an id: a number, as text or not
_overwrites = Maybe(
    Many(Record({"id": Snowflake(), "type": OneOf((0, 1)), "allow": _bits, "deny": _bits}, ("id",)), 100)
)
_place: dict[str, Shape] = {
    "topic": Maybe(Text(1024)),
    "position": Maybe(Whole(0)),
    "permission_overwrites": _overwrites,
}
_new_channel = Record({**_place, "name": Text(100, 1), "type": Maybe(OneOf((TEXT,)))}, ("name",))
_channel_edit = Record({**_place, "name": Text(100, 1)})
_minutes = OneOf((60, 1440, 4320, 10080))
_new_thread = Record(
    {
        "name": Text(100, 1),
        "type": Maybe(OneOf((THREAD,))),
        "auto_archive_duration": Maybe(_minutes),
        "rate_limit_per_user": Maybe(OneOf((0,))),
        "invitable": Maybe(Truth()),
    },
    ("name",),
)
_thread_edit = Record(
    {
        "name": Text(100, 1),
        "archived": Truth(),
        "locked": Truth(),
        "auto_archive_duration": Maybe(_minutes),
    }
)


async def list_channels(request: web.Request) -> web.Response:
    world = context(request).world
    guild = access.guild(world, request)
    return reply([wire.channel(world, c) for c in world.channels_of(guild) if c.type == TEXT])


async def get_channel(request: web.Request) -> web.Response:
    world = context(request).world
    return reply(wire.channel(world, access.channel(world, request)))


async def create_channel(request: web.Request) -> web.Response:
    world = context(request).world
    guild = access.guild(world, request)
    if not world.guild_permissions(world.bot, guild) & Permission.MANAGE_CHANNELS:
        raise missing_permissions()
    body = checked(_new_channel, await read_object(request), "POST channels")
    channel = world.add_channel(TEXT, body["name"], guild)
    if len(body) > 1:
        _change(world, channel, {**body, "name": channel.name})
    return reply(wire.channel(world, channel), 201)


async def edit_channel(request: web.Request) -> web.Response:
    world = context(request).world
    channel = access.channel(world, request)
    if channel.type == DIRECT:
        raise wrong_channel_type()
    _may_manage(world, channel)
    shape = _thread_edit if channel.type == THREAD else _channel_edit
    _change(world, channel, checked(shape, await read_object(request), f"PATCH channel {channel.id}"))
    return reply(wire.channel(world, channel))


def _change(world: World, channel: Channel, body: dict[str, Any]) -> None:
    known = {"name", "topic", "position", "archived", "locked"}
    changes = {name: value for name, value in body.items() if name in known}
    if body.get("auto_archive_duration"):
        changes["auto_archive_minutes"] = body["auto_archive_duration"]
    if body.get("permission_overwrites") is not None:
        changes["overwrites"] = [_overwrite(sent) for sent in body["permission_overwrites"]]
    world.change_channel(channel, **changes)


def _overwrite(sent: dict[str, Any]) -> Overwrite:
    return Overwrite(
        as_id(sent["id"]), sent.get("type", 0), as_id(sent.get("allow") or 0), as_id(sent.get("deny") or 0)
    )


def _may_manage(world: World, channel: Channel) -> None:
    """A thread's own starter may change it too."""
    thread = channel.type == THREAD
    needed = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
    if not world.permissions(world.bot, channel) & needed and not (
        thread and channel.owner_id == world.bot_id
    ):
        raise missing_permissions()


async def delete_channel(request: web.Request) -> web.Response:
    world = context(request).world
    channel = access.channel(world, request)
    if channel.type != DIRECT:  # closing direct messages deletes nothing
        _may_manage(world, channel)
        world.delete_channel(channel)
    return reply(wire.channel(world, channel))


async def create_thread(request: web.Request) -> web.Response:
    world = context(request).world
    parent = access.channel(world, request, Permission.CREATE_PUBLIC_THREADS)
    if parent.type != TEXT:
        raise wrong_channel_type()
    body = checked(_new_thread, await read_object(request), "POST threads")
    guild = world.guilds[parent.guild_id]
    thread = world.add_channel(THREAD, body["name"], guild, parent_id=parent.id, owner_id=world.bot_id)
    if body.get("auto_archive_duration"):
        _change(world, thread, {"auto_archive_duration": body["auto_archive_duration"]})
    return reply(wire.channel(world, thread), 201)


async def active_threads(request: web.Request) -> web.Response:
    world = context(request).world
    guild = access.guild(world, request)
    seen = [t for t in world.threads_of(guild) if not t.archived and world.can_view(world.bot, t)]
    return reply({"threads": [wire.channel(world, t) for t in seen], "members": [], "has_more": False})


async def join_thread(request: web.Request) -> web.Response:
    """Everybody who sees a thread is in it here, so joining changes nothing."""
    world = context(request).world
    if access.channel(world, request).type != THREAD:
        raise wrong_channel_type()
    return nothing()


async def put_overwrite(request: web.Request) -> web.Response:
    world = context(request).world
    channel = access.channel(world, request, Permission.MANAGE_ROLES)
    shape = Record({"id": Snowflake(), "type": OneOf((0, 1)), "allow": _bits, "deny": _bits})
    body = checked(shape, await read_object(request), "PUT permissions")
    world.set_overwrite(channel, _overwrite({**body, "id": request.match_info["overwrite_id"]}))
    return nothing()


async def open_direct(request: web.Request) -> web.Response:
    world = context(request).world
    shape = Record({"recipient_id": Snowflake()}, ("recipient_id",))
    body = checked(shape, await read_object(request), "POST users/@me/channels")
    person = world.users.get(as_id(body["recipient_id"]))
    if person is None:
        raise unknown_user()
    if person.bot:
        raise direct_messages_closed()
    if person.deleted:
        raise invalid_recipient()
    return reply(wire.channel(world, world.direct_channel(person)))


ROUTES = [
    web.get("/guilds/{guild_id}/channels", list_channels),
    web.post("/guilds/{guild_id}/channels", create_channel),
    web.get("/guilds/{guild_id}/threads/active", active_threads),
    web.get("/channels/{channel_id}", get_channel),
    web.patch("/channels/{channel_id}", edit_channel),
    web.delete("/channels/{channel_id}", delete_channel),
    web.post("/channels/{channel_id}/threads", create_thread),
    web.put("/channels/{channel_id}/thread-members/@me", join_thread),
    web.put("/channels/{channel_id}/permissions/{overwrite_id}", put_overwrite),
    web.post("/users/@me/channels", open_direct),
]
