"""What goes wrong on purpose between the bot and Discord's API: late, refused, limited and lost answers.

sandbox.faults.fail(503, method="POST", route="/channels/{channel_id}/messages", times=2)
sandbox.faults.slow(0.2, share=0.1, dice=random.Random(seed))
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict, Unpack

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.sandbox.chance import Chance
from bot.sandbox.context import reply
from bot.sandbox.errors import DiscordError
from bot.sandbox.ratelimits import Bucket, headers, refusal, template

Fault = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]


class Which(TypedDict, total=False):
    """The requests that a fault meets: all, or those of a ``method`` and a ``route`` as ``BUDGETS`` write it.

    Of these a ``share``, as ``dice`` say, and no more than ``times``.
    """

    method: str
    route: str
    share: float
    times: int
    dice: random.Random


@dataclass(frozen=True, slots=True)
class Rule:
    method: str | None
    route: str | None
    chance: Chance
    fault: Fault

    def meets(self, request: web.Request) -> bool:
        here = self.method in (None, request.method) and self.route in (None, template(request))
        return here and self.chance.strikes()


class Faults:
    """None by itself. Of several that meet a request the first one made is the outermost.

    ``routes`` are those there are, method and template: a fault elsewhere raises ValueError, since it would
    never strike. With ``after`` the request is carried out, and only its answer suffers.
    """

    def __init__(self, routes: Collection[tuple[str, str]]) -> None:
        self._routes = routes
        self._rules: list[Rule] = []

    def slow(self, seconds: float, *, after: bool = False, **which: Unpack[Which]) -> None:
        self._add(partial(_slow, seconds, after), which)

    def fail(self, status: int = 500, *, after: bool = False, **which: Unpack[Which]) -> None:
        """Answer with ``status``: Discord's own words for 500, for others those of the servers before it."""
        if status < 500:
            raise ValueError(f"{status} is no fault of the server's")
        self._add(partial(_fail, status, after), which)

    def limit(self, retry_after_s: float, *, everywhere: bool = False, **which: Unpack[Which]) -> None:
        """Refuse with 429: for a route and its major parameter, or for all routes together."""
        self._add(partial(_limit, retry_after_s, everywhere), which)

    def cut(self, *, after: bool = False, **which: Unpack[Which]) -> None:
        """Close the connection without an answer."""
        self._add(partial(_cut, after), which)

    def clear(self) -> None:
        self._rules.clear()

    def _add(self, fault: Fault, which: Which) -> None:
        rest: dict[str, Any] = dict(which)
        method, route = rest.pop("method", None), rest.pop("route", None)
        if not any(method in (None, m) and route in (None, r) for m, r in self._routes):
            raise ValueError(f"there is no route {method} {route}")
        self._rules.append(Rule(method, route, Chance(**rest), fault))

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        return await _through(tuple(self._rules), handler, request)


async def _through(rules: Sequence[Rule], handler: Handler, request: web.Request) -> web.StreamResponse:
    """A rule is asked only if the request gets as far as to it, lest it count what it never met."""
    for number, rule in enumerate(rules, 1):
        if rule.meets(request):
            return await rule.fault(request, partial(_through, rules[number:], handler))
    return await handler(request)


async def _slow(seconds: float, after: bool, request: web.Request, handler: Handler) -> web.StreamResponse:
    if not after:
        await asyncio.sleep(seconds)
        return await handler(request)
    try:
        return await handler(request)
    finally:
        await asyncio.sleep(seconds)


async def _fail(status: int, after: bool, request: web.Request, handler: Handler) -> web.StreamResponse:
    if after:
        await _carry_out(request, handler)
    if status == 500:
        return reply({"message": "500: Internal Server Error", "code": 0}, status)
    return web.Response(status=status, text="upstream connect error or disconnect/reset before headers")


async def _limit(
    seconds: float, everywhere: bool, request: web.Request, handler: Handler
) -> web.StreamResponse:
    bucket = Bucket(-1, time.monotonic() + seconds)
    response = refusal(bucket, everywhere=everywhere)
    if not everywhere:
        response.headers.update(headers(bucket, (1, seconds), f"{request.method} {template(request)}"))
    return response


async def _cut(after: bool, request: web.Request, handler: Handler) -> web.StreamResponse:
    if after:
        await _carry_out(request, handler)
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def _carry_out(request: web.Request, handler: Handler) -> None:
    """What is refused has no effect, and nobody learns why."""
    try:
        await handler(request)
    except DiscordError:
        return
