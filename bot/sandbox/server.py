"""The embedded server: Discord for the bot and a page for people, on one port of this machine."""

import asyncio
import errno
import time
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.loopback import own_names
from bot.sandbox import cdn, page_api, rest
from bot.sandbox.context import CONTEXT, Context, context, reply
from bot.sandbox.errors import DiscordError, unauthorized
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.guard import guard, harden
from bot.sandbox.ids import Clock
from bot.sandbox.interactions import Interactions
from bot.sandbox.limits import FILE_SIZE, FILES
from bot.sandbox.page_socket import Hub
from bot.sandbox.person_input import Refused
from bot.sandbox.ratelimits import rate_limits
from bot.sandbox.store import Store
from bot.sandbox.world import World

PAGE = Path(__file__).parent / "page"
CLOSE_S = 1.0
"""How long a request may still take once the server closes."""


class Sandbox:
    """One world and the server that shows it. ``path`` None keeps it in memory.

    ``rate_limits`` False lets the bot ask as fast as it likes. ``middlewares`` stand before Discord's API and
    may be changed at any time; ``faults`` stand before them. ``address`` and ``invite_url`` hold once
    ``start`` has returned.
    """

    def __init__(self, path: Path | None, *, rate_limits: bool = True, clock: Clock = time.time) -> None:
        self._store = Store(path)
        self.world = World(self._store, clock)
        self.gateway = Gateway(self.world)
        self.interactions = Interactions(self.world)
        self.hub = Hub(self.world)
        self.faults = Faults([(route.method, route.path) for route in rest.routes()])
        self._context = Context(self.world, self.gateway, self.interactions)
        self._runner = web.AppRunner(
            _application(self._context, self.hub, self.faults, rate_limits),
            access_log=None,
            shutdown_timeout=CLOSE_S,
        )

    @property
    def address(self) -> str:
        return self._context.address

    @property
    def invite_url(self) -> str:
        """The way into the first server, which must not have been deleted."""
        return f"{self.address}/join/{self.world.home.invite}"

    @property
    def bot_token(self) -> str:
        return self.world.bot.token

    @property
    def middlewares(self) -> list[Middleware]:
        return self._context.middlewares

    async def start(self, *, port: int = 0) -> None:
        """Listen. Port 0 is the one of last time, so that open pages find the server again, or else any."""
        await self._runner.setup()
        last: int = self._store.get("port", 0) or 0
        try:
            await self._listen(port or last)
        except OSError as error:
            if port or error.errno != errno.EADDRINUSE:
                raise
            await self._listen(0)
        self._store.put("port", 0, self._context.port)

    async def _listen(self, port: int) -> None:
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self._context.port = self._runner.addresses[0][1]
        self.gateway.base = self.address

    async def close(self) -> None:
        """End within seconds, whatever is open."""
        self.interactions.close()
        await asyncio.gather(self.gateway.drop(1001), self.hub.close())
        await self._runner.cleanup()
        self._store.close()


def _application(here: Context, hub: Hub, faults: Faults, limited: bool) -> web.Application:
    app = web.Application(middlewares=[guard], client_max_size=FILES * FILE_SIZE)
    app[CONTEXT] = here
    app.on_response_prepare.append(harden)
    limits = [rate_limits()] if limited else []
    api = web.Application(middlewares=[_discord_errors, faults.middleware, _extra, _authorize, *limits])
    api.add_routes(rest.routes())
    page = web.Application(middlewares=[page_api.say_why])
    page.add_routes(page_api.ROUTES)
    app.add_subapp("/api/v10", api)
    app.add_subapp("/page/api", page)
    app.add_routes(_pages(hub))
    return app


@web.middleware
async def _extra(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The middlewares somebody put in, the first one outermost."""
    for middleware in reversed(context(request).middlewares):
        handler = _wrapped(middleware, handler)
    return await handler(request)


def _wrapped(middleware: Middleware, handler: Handler) -> Handler:
    async def call(request: web.Request) -> web.StreamResponse:
        return await middleware(request, handler)

    return call


@web.middleware
async def _discord_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except DiscordError as error:
        return reply(error.body, error.status)
    except ConnectionResetError:
        return web.Response()  # to nobody: who asked has gone in the middle of his request


@web.middleware
async def _authorize(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Everything needs the bot's token, save what carries an interaction's token in its path."""
    by_path = "webhook_token" in request.match_info or "interaction_token" in request.match_info
    if not by_path and request.headers.get("Authorization") != f"Bot {context(request).world.bot.token}":
        raise unauthorized()
    return await handler(request)


def _pages(hub: Hub) -> list[web.AbstractRouteDef]:
    async def socket(request: web.Request) -> web.StreamResponse:
        here = context(request)
        if request.headers.get("Origin") not in {f"http://{name}" for name in own_names(here.port)}:
            return _sentence("Only this server's own page may connect here.")
        try:
            user = page_api.person_of(here, request.query.get("token", ""))
        except Refused as refused:
            return _sentence(str(refused))
        return await hub.connect(request, user)

    async def gateway(request: web.Request) -> web.StreamResponse:
        return await context(request).gateway.connect(request)

    return [
        web.get("/", _front),
        web.get("/join/{invite}", _join_page),
        web.get("/play/{token}", _play_page),
        web.post("/page/join", _join),
        web.get("/page/ws", socket),
        web.get("/gateway", gateway),
        web.get("/gateway/", gateway),
        web.get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", cdn.attachment),
        web.static("/page/static", PAGE),
    ]


def _sentence(text: str, status: int = 403) -> web.Response:
    page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Levée</title><p>{text}</p></html>'
    return web.Response(text=page, status=status, content_type="text/html")


async def _front(request: web.Request) -> web.StreamResponse:
    return _sentence("Please open the address that was printed when Levée started.", 200)


async def _join_page(request: web.Request) -> web.StreamResponse:
    try:
        page_api.invited_to(context(request), request.match_info["invite"])
    except Refused as refused:
        return _sentence(str(refused))
    return web.FileResponse(PAGE / "index.html")


async def _play_page(request: web.Request) -> web.StreamResponse:
    try:
        page_api.person_of(context(request), request.match_info["token"])
    except Refused as refused:
        return _sentence(str(refused))
    return web.FileResponse(PAGE / "index.html")


async def _join(request: web.Request) -> web.StreamResponse:
    return await page_api.say_why(request, page_api.join)
