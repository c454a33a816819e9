"""The bot's answers to interactions: the callback, and what follows by the interaction's token."""

from typing import Any

from aiohttp import web

from bot.sandbox import messages
from bot.sandbox.components import MODAL as MODAL_SHAPE
from bot.sandbox.components import check_components, numbered
from bot.sandbox.context import Context, context, nothing, reply
from bot.sandbox.errors import unknown_webhook
from bot.sandbox.ids import as_id
from bot.sandbox.limits import check_message
from bot.sandbox.messages import Draft, Upload
from bot.sandbox.objects import EPHEMERAL, LOADING, Callback, Interaction, Kind, Message
from bot.sandbox.rest.body import read_with_files
from bot.sandbox.rest.messages import check_edit
from bot.sandbox.shapes import Faults, Later, Many, Maybe, Number, OneOf, Record, Shape, Text, checked
from bot.sandbox.wire_message import message as whole

Body = dict[str, Any]
_DATA = ("data",)
_envelope = Record({"type": OneOf(tuple(map(int, Callback))), "data": Maybe(Later())}, ("type",))
_FITTING = {
    Kind.COMMAND: (4, 5, 9),
    Kind.COMPONENT: (4, 5, 6, 7, 9),
    Kind.AUTOCOMPLETE: (8,),
    Kind.MODAL_SUBMIT: (4, 5, 6, 7),
}
_deferred = Record({"flags": Maybe(OneOf((0, EPHEMERAL)))})


class _Value:
    """A choice's value: short text, or a number."""

    def check(self, value: Any, path: tuple[str | int, ...], faults: Faults) -> None:
        shape: Shape = Text(100) if isinstance(value, str) else Number()
        shape.check(value, path, faults)


_choices = Record(
    {
        "choices": Maybe(
            Many(
                Record(
                    {"name": Text(100, 1), "value": _Value(), "name_localizations": Maybe(Record({}))},
                    ("name", "value"),
                ),
                25,
            )
        )
    }
)


async def callback(request: web.Request) -> web.Response:
    here = context(request)
    body, uploads = await read_with_files(request)
    id, token = as_id(request.match_info["interaction_id"]), request.match_info["interaction_token"]
    interaction = here.interactions.to_answer(id, token)
    checked(_envelope, body, "an interaction callback")
    _check_fitting(interaction, body["type"])
    message = _answer(here, interaction, Callback(body["type"]), body.get("data") or {}, uploads)
    if request.query.get("with_response", "false").lower() not in ("1", "true"):
        return nothing()
    return reply(_outcome(here, interaction, message))


def _check_fitting(interaction: Interaction, type: int) -> None:
    """A callback must fit what happened; only what came from a message can change that message."""
    fitting = _FITTING[Kind(interaction.type)]
    if not interaction.message_id:
        fitting = tuple(t for t in fitting if t not in (Callback.DEFERRED_UPDATE, Callback.UPDATE))
    checked(Record({"type": OneOf(fitting)}), {"type": type}, "an interaction callback")


def _answer(
    here: Context, interaction: Interaction, type: Callback, data: Body, uploads: list[Upload]
) -> Message | None:
    act, where = here.interactions, f"callback {int(type)} of an interaction"
    match type:
        case Callback.MESSAGE:
            return act.answer_with_message(interaction, Draft(check_message(data, where, _DATA), uploads))
        case Callback.DEFERRED:
            return act.defer(interaction, Draft(checked(_deferred, data, where, _DATA)))
        case Callback.DEFERRED_UPDATE:
            act.defer_update(interaction)
        case Callback.UPDATE:
            source = here.world.messages[interaction.channel_id].get(interaction.message_id)
            sent = check_edit(source, data, where, _DATA) if source else data
            return act.update(interaction, Draft(sent, uploads))
        case Callback.CHOICES:
            act.propose(interaction, checked(_choices, data, where, _DATA).get("choices") or [])
        case Callback.MODAL:
            act.open_modal(interaction, _checked_modal(data, where))
    return None


def _checked_modal(data: Body, where: str) -> Body:
    checked(MODAL_SHAPE, data, where, _DATA)
    faults = Faults(where)
    check_components(data["components"], (*_DATA, "components"), faults)
    faults.settle()
    return {**data, "components": numbered(data["components"])}


def _outcome(here: Context, interaction: Interaction, message: Message | None) -> Body:
    """What ``with_response`` gives: the interaction, and the message if one was made or changed."""
    about: Body = {"id": str(interaction.id), "type": interaction.type}
    about["channel_id"] = str(interaction.channel_id)
    if (guild := here.world.guild_of(here.world.channels[interaction.channel_id])) is not None:
        about["guild_id"] = str(guild.id)
    if message is None:
        return {"interaction": about}
    about["response_message_id"] = str(message.id)
    about["response_message_loading"] = bool(message.flags & LOADING)
    about["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
    if interaction.answer == Callback.DEFERRED:
        return {"interaction": about}
    resource = {"type": interaction.answer, "message": whole(here.world, message, here.address)}
    return {"interaction": about, "resource": resource}


def _interaction(request: web.Request) -> Interaction:
    here = context(request)
    if as_id(request.match_info["webhook_id"]) != here.world.bot_id:
        raise unknown_webhook()
    return here.interactions.answered(request.match_info["webhook_token"])


def _message(request: web.Request) -> Message:
    act, interaction = context(request).interactions, _interaction(request)
    id = request.match_info["message_id"]
    return act.original(interaction) if id == "@original" else act.own_message(interaction, as_id(id))


async def follow_up(request: web.Request) -> web.Response:
    here = context(request)
    sent, uploads = await read_with_files(request)
    interaction = _interaction(request)
    message = here.interactions.follow_up(interaction, Draft(check_message(sent, "a follow-up"), uploads))
    if request.query.get("wait", "false").lower() not in ("1", "true"):
        return nothing()
    return reply(whole(here.world, message, here.address))


async def get_message(request: web.Request) -> web.Response:
    here = context(request)
    return reply(whole(here.world, _message(request), here.address))


async def edit_message(request: web.Request) -> web.Response:
    here = context(request)
    sent, uploads = await read_with_files(request)
    message = _message(request)
    body = check_edit(message, sent, "an edit by an interaction's token")
    here.interactions.edit(_interaction(request), message, Draft(body, uploads))
    return reply(whole(here.world, message, here.address))


async def delete_message(request: web.Request) -> web.Response:
    messages.delete(context(request).world, _message(request))
    return nothing()


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ROUTES = [
    web.post("/interactions/{interaction_id}/{interaction_token}/callback", callback),
    web.post(_WEBHOOK, follow_up),
    web.get(_WEBHOOK + "/messages/{message_id}", get_message),
    web.patch(_WEBHOOK + "/messages/{message_id}", edit_message),
    web.delete(_WEBHOOK + "/messages/{message_id}", delete_message),
]
