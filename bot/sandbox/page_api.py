"""The page's own interface: joining, reading, writing, and doing what becomes an interaction."""

import re
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.sandbox import messages, page_view
from bot.sandbox.command_limits import LOCALES
from bot.sandbox.context import Context, context, nothing, reply
from bot.sandbox.ids import as_id
from bot.sandbox.messages import Draft
from bot.sandbox.objects import DIRECT, TEXT, THREAD, Callback, Channel, Guild, Kind, Message, User
from bot.sandbox.page_shapes import sent_data
from bot.sandbox.permissions import Permission
from bot.sandbox.person_input import Refused, command_data, component_data, modal_data
from bot.sandbox.reading import parsed
from bot.sandbox.wire import Json, person

LONGEST_NAME, LONGEST_MESSAGE, MOST_LISTED = 32, 2000, 100


@web.middleware
async def say_why(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A refusal becomes ``{"error": sentence}``."""
    try:
        return await handler(request)
    except Refused as refused:
        return reply({"error": str(refused)}, refused.status)
    except web.HTTPException as error:
        return reply({"error": error.reason}, error.status)


def me(request: web.Request) -> User:
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return person_of(context(request), token)


def person_of(here: Context, token: str) -> User:
    user = here.world.by_token.get(token)
    if user is None or user.bot:
        raise Refused("This link is not known here.", 403)
    return user


async def body_of(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise Refused("Please send JSON.", 415)
    try:
        body = parsed(await request.read())
    except ValueError as error:
        raise Refused("This is not JSON.") from error
    if not isinstance(body, dict):
        raise Refused("Please send a JSON object.")
    return body


def _channel(request: web.Request, user: User, id: Any, *needed: Permission) -> Channel:
    world = context(request).world
    channel = world.channels.get(as_id(id))
    if channel is None or not world.can_view(user, channel):
        raise Refused("There is no such channel.", 404)
    if any(not world.permissions(user, channel) & permission for permission in needed):
        raise Refused("You may not do that in this channel.", 403)
    return channel


def _message(request: web.Request, user: User, channel: Channel, id: Any) -> Message:
    world = context(request).world
    message = world.messages[channel.id].get(as_id(id))
    if message is None or not messages.visible(world, user, message):
        raise Refused("There is no such message.", 404)
    return message


def checked_name(here: Context, name: Any, user: User | None = None) -> str:
    text = " ".join(name.split()) if isinstance(name, str) else ""
    if not 1 <= len(text) <= LONGEST_NAME or not text.isprintable():
        raise Refused(f"Please choose a name of 1 to {LONGEST_NAME} characters.")
    if here.world.name_is_taken(text, user.id if user else 0):
        raise Refused("Somebody here already has this name.")
    return text


async def join(request: web.Request) -> web.Response:
    here, body = context(request), await body_of(request)
    guild = invited_to(here, body.get("invite"))
    user = here.world.join(checked_name(here, body.get("name")), guild)
    return reply({"link": f"/play/{user.token}"})


def invited_to(here: Context, invite: Any) -> Guild:
    guild = next((guild for guild in here.world.guilds.values() if guild.invite == invite), None)
    if guild is None:
        raise Refused("This invitation is not valid.", 403)
    return guild


async def enter(request: web.Request) -> web.Response:
    """One who is known here already comes into one more server, or back."""
    user, here, body = me(request), context(request), await body_of(request)
    guild = invited_to(here, body.get("invite"))
    if user.id in guild.banned:
        raise Refused("You are banned from this server.", 403)
    here.world.enter(user, guild)
    return reply(page_view.state(here.world, user))


async def state(request: web.Request) -> web.Response:
    return reply(page_view.state(context(request).world, me(request)))


async def list_messages(request: web.Request) -> web.Response:
    user, world = me(request), context(request).world
    channel = _channel(request, user, request.match_info["channel_id"], Permission.READ_MESSAGE_HISTORY)
    before = as_id(request.query.get("before", "0"))
    limit = min(max(as_id(request.query.get("limit", "50")), 1), MOST_LISTED)
    seen = [m for m in world.messages[channel.id].values() if messages.visible(world, user, m)]
    if before:
        seen = [m for m in seen if m.id < before]
    return reply([page_view.message(world, user, m) for m in seen[-limit:]])


async def post_message(request: web.Request) -> web.Response:
    user, world, body = me(request), context(request).world, await body_of(request)
    channel = _channel(request, user, request.match_info["channel_id"])
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.type == THREAD else Permission.SEND_MESSAGES
    _channel(request, user, channel.id, needed)
    content = body.get("content")
    if not isinstance(content, str) or not 1 <= len(content.strip()) <= LONGEST_MESSAGE:
        raise Refused(f"A message has 1 to {LONGEST_MESSAGE} characters.")
    message = messages.new_message(world, channel, user.id)
    messages.post(world, message, Draft({"content": content.strip()}))
    return reply(page_view.message(world, user, message))


async def delete_message(request: web.Request) -> web.Response:
    user, world = me(request), context(request).world
    channel = _channel(request, user, request.match_info["channel_id"])
    message = _message(request, user, channel, request.match_info["message_id"])
    may_tidy = channel.type != DIRECT and world.permissions(user, channel) & Permission.MANAGE_MESSAGES
    if message.only_for:
        messages.dismiss(world, message)
    elif message.author_id == user.id or may_tidy:
        messages.delete(world, message)
    else:
        raise Refused("You can only delete your own messages.", 403)
    return nothing()


async def new_channel(request: web.Request) -> web.Response:
    """In the server of ``guild_id``, or the first that the person is in."""
    user, world, body = me(request), context(request).world, await body_of(request)
    wanted = as_id(body.get("guild_id", "0"))
    guild = next((g for g in world.guilds_of(user) if wanted in (0, g.id)), None)
    if guild is None:
        raise Refused("You are not in this server.", 403)
    name = re.sub(r"[^\w-]+", "-", str(body.get("name") or "").strip().lower()).strip("-")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(f"A channel's name has 1 to {LONGEST_NAME} letters, digits or dashes.")
    return reply(page_view.channel(world, world.add_channel(TEXT, name, guild)))


async def new_thread(request: web.Request) -> web.Response:
    user, world, body = me(request), context(request).world, await body_of(request)
    parent = _channel(request, user, request.match_info["channel_id"], Permission.CREATE_PUBLIC_THREADS)
    name = " ".join(str(body.get("name") or "").split())
    if parent.type != TEXT or not 1 <= len(name) <= 100:
        raise Refused("A thread is opened in a text channel and has a name of 1 to 100 characters.")
    guild = world.guilds[parent.guild_id]
    thread = world.add_channel(THREAD, name, guild, parent_id=parent.id, owner_id=user.id)
    return reply(page_view.channel(world, thread))


async def change_me(request: web.Request) -> web.Response:
    user, here, body = me(request), context(request), await body_of(request)
    changes: Json = {}
    if "dms" in body:
        changes["dms"] = bool(body["dms"])
    if "locale" in body:
        if not isinstance(body["locale"], str) or body["locale"] not in LOCALES:
            raise Refused("This language is not known.")
        changes["locale"] = body["locale"]
    if "name" in body:
        changes["name"] = checked_name(here, body["name"], user)
    here.world.change_user(user, **changes)
    return reply(person(here.world, user))


async def interact(request: web.Request) -> web.Response:
    user, here, body = me(request), context(request), await body_of(request)
    channel = _channel(request, user, body.get("channel_id"))
    kind, sent = sent_data(body)
    match kind:
        case Kind.AUTOCOMPLETE:
            data, _ = command_data(here.world, user, channel, sent, typing=True)
            return reply({"choices": await here.interactions.ask(user, channel, data)})
        case Kind.COMMAND:
            data, name = command_data(here.world, user, channel, sent, typing=False)
            more: Json = {"command": name}
        case Kind.COMPONENT:
            message = _message(request, user, channel, body.get("message_id"))
            data, more = component_data(here.world, message, sent), {"message_id": message.id}
        case Kind.MODAL_SUBMIT:
            data, more = _form(here, user, body, sent)
    nonce = str(body.get("nonce", ""))[:100]
    interaction = here.interactions.begin(kind, user, channel, data, nonce=nonce, **more)
    return reply({"id": str(interaction.id)})


def _form(here: Context, user: User, body: Json, sent: Json) -> tuple[Json, Json]:
    """A form can be sent by the one for whom it was opened."""
    opener = here.interactions.by_id(as_id(body.get("interaction_id")))
    ours = opener is not None and opener.user_id == user.id and opener.answer == Callback.MODAL
    if opener is None or not ours or opener.modal is None or as_id(body["channel_id"]) != opener.channel_id:
        raise Refused("This form is no longer open.", 404)
    data = modal_data(here.world, opener.modal, sent)
    return data, {"message_id": opener.message_id, "opened_by": opener.id}


ROUTES = [
    web.get("/state", state),
    web.patch("/me", change_me),
    web.post("/guilds", enter),
    web.post("/channels", new_channel),
    web.post("/channels/{channel_id}/threads", new_thread),
    web.get("/channels/{channel_id}/messages", list_messages),
    web.post("/channels/{channel_id}/messages", post_message),
    web.delete("/channels/{channel_id}/messages/{message_id}", delete_message),
    web.post("/interactions", interact),
]
