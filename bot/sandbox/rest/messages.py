"""Messages in channels."""

from typing import Any

from aiohttp import web

from bot.sandbox import messages
from bot.sandbox.context import context, nothing, reply
from bot.sandbox.errors import (
    direct_messages_closed,
    missing_permissions,
    no_server_in_common,
    not_yours_to_edit,
    thread_archived,
)
from bot.sandbox.gateway_events import bot_view
from bot.sandbox.ids import as_id
from bot.sandbox.limits import check_message
from bot.sandbox.messages import Draft, Upload
from bot.sandbox.objects import COMPONENTS_V2, DIRECT, REPLY, THREAD, Channel, Message, User
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import access
from bot.sandbox.rest.body import read_with_files
from bot.sandbox.shapes import Faults
from bot.sandbox.wire import Json
from bot.sandbox.wire_message import message as whole
from bot.sandbox.world import Event, World

MOST_LISTED = 100
NONCE_KEPT = 50
"""Among how many of the channel's last messages an enforced nonce is looked for."""


async def list_messages(request: web.Request) -> web.Response:
    here = context(request)
    where = access.channel(here.world, request)
    if not here.world.permissions(here.world.bot, where) & Permission.READ_MESSAGE_HISTORY:
        return reply([])
    open_ones = [m for m in here.world.messages[where.id].values() if not m.only_for]
    chosen = _page_of(open_ones, request.query, _limit(request))
    content = here.gateway.reads_content
    return reply([bot_view(here.world, m, here.address, content=content) for m in reversed(chosen)])


def _limit(request: web.Request) -> int:
    limit = as_id(request.query.get("limit", "50"))
    faults = Faults("GET messages")
    if not 1 <= limit <= MOST_LISTED:
        faults.note(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {MOST_LISTED}.")
    faults.settle()
    return limit


def _page_of(ordered: list[Message], query: Any, limit: int) -> list[Message]:
    """Up to ``limit`` of the messages, oldest first: those before, after or around an id, else the last."""
    if "after" in query:
        return [m for m in ordered if m.id > as_id(query["after"])][:limit]
    if "around" in query:
        earlier = [m for m in ordered if m.id <= as_id(query["around"])][-(limit // 2 + 1) :]
        later = [m for m in ordered if m.id > as_id(query["around"])]
        return (earlier + later)[:limit]
    if "before" in query:
        ordered = [m for m in ordered if m.id < as_id(query["before"])]
    return ordered[-limit:]


async def get_message(request: web.Request) -> web.Response:
    here = context(request)
    where = access.channel(here.world, request, Permission.READ_MESSAGE_HISTORY)
    found = access.message(here.world, where, request)
    return reply(bot_view(here.world, found, here.address, content=here.gateway.reads_content))


async def create_message(request: web.Request) -> web.Response:
    here = context(request)
    world = here.world
    sent, uploads = await read_with_files(request)
    where = _channel_to_post_in(world, request)
    body = check_message(sent, f"POST messages in {where.id}", channel_post=True)
    _may_send(world, where, body, uploads)
    if (earlier := _sent_before(world, where, body)) is not None:
        return reply(whole(world, earlier, here.address))
    message = messages.new_message(world, where, world.bot_id)
    message.nonce = body.get("nonce")
    _refer(world, where, message, body)
    messages.post(world, message, Draft(body, uploads))
    return reply(whole(world, message, here.address))


def _channel_to_post_in(world: World, request: web.Request) -> Channel:
    where = access.channel(world, request)
    if where.type == DIRECT:
        _may_write_to(world, world.users[where.recipient_id])
    bits = world.permissions(world.bot, where)
    needed = Permission.SEND_MESSAGES_IN_THREADS if where.type == THREAD else Permission.SEND_MESSAGES
    if not bits & needed or where.locked:
        raise missing_permissions()
    return where


def _may_write_to(world: World, person: User) -> None:
    if not any(world.bot_id in guild.members for guild in world.guilds_of(person)):
        raise no_server_in_common()
    if not person.dms:
        raise direct_messages_closed()


def _may_send(world: World, where: Channel, body: Json, uploads: list[Upload]) -> None:
    bits = world.permissions(world.bot, where)
    if body.get("embeds") and not bits & Permission.EMBED_LINKS:
        raise missing_permissions()
    if uploads and not bits & Permission.ATTACH_FILES:
        raise missing_permissions()


def _sent_before(world: World, where: Channel, body: Json) -> Message | None:
    """The message that already carries this nonce, if the request asks to be checked."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    recent = list(world.messages[where.id].values())[-NONCE_KEPT:]
    return next((m for m in recent if m.author_id == world.bot_id and m.nonce == body["nonce"]), None)


def _refer(world: World, where: Channel, message: Message, body: Json) -> None:
    reference = body.get("message_reference")
    if reference is None:
        return
    answered = world.messages[where.id].get(as_id(reference["message_id"]))
    if answered is not None and not answered.only_for:
        message.type, message.reply_to = REPLY, answered.id
    elif reference.get("fail_if_not_exists", True):
        faults = Faults("a reply")
        faults.note(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        raise faults.error()


async def edit_message(request: web.Request) -> web.Response:
    here = context(request)
    world = here.world
    sent, uploads = await read_with_files(request)
    where = access.channel(world, request)
    message = access.message(world, where, request)
    if message.author_id != world.bot_id:
        raise not_yours_to_edit()
    if where.archived:
        raise thread_archived()
    body = check_edit(message, sent, f"PATCH message {message.id}")
    _may_send(world, where, body, uploads)
    messages.edit(world, message, Draft(body, uploads))
    return reply(whole(world, message, here.address))


def check_edit(message: Message, sent: Json, where: str, path: tuple[str, ...] = ()) -> Json:
    """``sent`` once it may change ``message``, which keeps the kind of components it has."""
    if message.flags & COMPONENTS_V2 and isinstance(sent.get("flags", 0), int | None):
        sent = {**sent, "flags": (sent.get("flags") or 0) | COMPONENTS_V2}
    return check_message(sent, where, path)


async def delete_message(request: web.Request) -> web.Response:
    world = context(request).world
    where = access.channel(world, request)
    message = access.message(world, where, request)
    mine = message.author_id == world.bot_id
    if not mine and not world.permissions(world.bot, where) & Permission.MANAGE_MESSAGES:
        raise missing_permissions()
    messages.delete(world, message)
    return nothing()


async def typing(request: web.Request) -> web.Response:
    world = context(request).world
    world.tell(Event.TYPING, (_channel_to_post_in(world, request), world.bot))
    return nothing()


_ONE = "/channels/{channel_id}/messages/{message_id}"
ROUTES = [
    web.get("/channels/{channel_id}/messages", list_messages),
    web.post("/channels/{channel_id}/messages", create_message),
    web.get(_ONE, get_message),
    web.patch(_ONE, edit_message),
    web.delete(_ONE, delete_message),
    web.post("/channels/{channel_id}/typing", typing),
]
