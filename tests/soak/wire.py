"""What the bot answers to each interaction, as it goes over the wire, whether or not a page shows it."""

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.sandbox import Sandbox
from bot.sandbox.context import SENT
from bot.sandbox.events import Event
from bot.sandbox.objects import Callback

Json = dict[str, Any]

REMEMBERED: Final = 2000
DEFERRED: Final = (Callback.DEFERRED, Callback.DEFERRED_UPDATE)


@dataclass(frozen=True, slots=True)
class Heard:
    """``message`` is what the bot said, None if it opened a form or did not answer in time (``failed``)."""

    message: Json | None = None
    failed: bool = False


class Wire:
    """Hears every answer that has taken effect. ``beside`` are the beginnings of what is said beside one."""

    def __init__(self, sandbox: Sandbox, beside: tuple[str, ...]) -> None:
        self._world = sandbox.world
        self._beside = beside
        self._answers: OrderedDict[int, asyncio.Future[Heard]] = OrderedDict()
        sandbox.middlewares.append(self._listen)
        sandbox.world.listeners.append(self._hear)

    def answer(self, interaction_id: int) -> "asyncio.Future[Heard]":
        if interaction_id not in self._answers:
            self._answers[interaction_id] = asyncio.get_running_loop().create_future()
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        return self._answers[interaction_id]

    @web.middleware
    async def _listen(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        token = request.match_info.get("interaction_token") or request.match_info.get("webhook_token")
        interaction = self._world.interactions.get(token or "")
        if interaction is not None and response.status < 300 and request.method in ("POST", "PATCH"):
            sent, is_callback = request.get(SENT), "interaction_token" in request.match_info
            kind = sent.get("type") if isinstance(sent, dict) and is_callback else None
            if kind not in DEFERRED:
                self._settle(interaction.id, Heard(_message(response, is_callback)))
        return response

    def _hear(self, event: Event, subject: Any) -> None:
        if event is Event.INTERACTION_STATUS and subject[1] == "failed":
            self._settle(subject[0].id, Heard(failed=True))

    def _settle(self, interaction_id: int, heard: Heard) -> None:
        answer = self.answer(interaction_id)
        is_beside = heard.message is not None and heard.message["content"].startswith(self._beside)
        if not answer.done() and not is_beside:
            answer.set_result(heard)


def _message(response: web.StreamResponse, is_callback: bool) -> Json | None:
    """A callback holds it in its resource; where it opens a form there is none."""
    content = response.body if isinstance(response, web.Response) else None
    body = json.loads(content) if isinstance(content, bytes) and content else {}
    return body.get("resource", {}).get("message") if is_callback else body
