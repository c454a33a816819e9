"""What every route needs: the world and what acts on it, and how an answer is written."""

import json
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.world import World


@dataclass(slots=True)
class Context:
    """The running server. ``middlewares`` stand before Discord's API: a place to look on, empty by itself."""

    world: World
    gateway: Gateway
    interactions: Interactions
    middlewares: list[Middleware] = field(default_factory=list)
    port: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


CONTEXT = web.AppKey("context", Context)
SENT = web.RequestKey("sent", object)
"""The JSON of a request once it was read, for middlewares that look on: a form can be read only once."""


def context(request: web.Request) -> Context:
    return request.config_dict[CONTEXT]


def reply(body: object, status: int = 200) -> web.Response:
    """JSON with the bare content type: discord.py takes one with a charset for text."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return web.Response(body=text.encode(), status=status, content_type="application/json")


def nothing() -> web.Response:
    return web.Response(status=204)
