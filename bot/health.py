"""What programs of this machine may ask: whether the bot is well, and its figures for Prometheus."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot import metrics
from bot.loopback import own_names, refusal

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
ANSWER_S: Final = 2.0
"""A database that takes longer does not answer."""


class Health:
    def __init__(self, bot: "Levee") -> None:
        self.bot = bot

    async def healthz(self, _request: web.Request) -> web.Response:
        """200 if people can play, 503 and what is missing if not."""
        missing = [] if self.bot.is_connected else ["no gateway"]
        if not await self._database_answers():
            missing.append("no database")
        return web.Response(text=", ".join(missing) or "ok", status=503 if missing else 200)

    async def metrics(self, _request: web.Request) -> web.Response:
        metrics.GATEWAY.set(self.bot.is_connected)
        tables = tuple(self.bot.tables) if hasattr(self.bot, "tables") else ()
        metrics.TABLES.set(len(tables))
        metrics.AWAKE.set(sum(not table.is_asleep for table in tables))
        body = generate_latest(metrics.REGISTRY)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def _database_answers(self) -> bool:
        if not hasattr(self.bot, "database"):
            return False
        try:
            async with asyncio.timeout(ANSWER_S):
                await self.bot.database.read(
                    lambda reader: reader.execute("SELECT 1 FROM migration").fetchone()
                )
        except Exception as fault:
            log.warning("the database does not answer: %s", fault or type(fault).__name__)
            return False
        return True


@asynccontextmanager
async def open_on(port: int, bot: "Levee") -> AsyncIterator[None]:
    """Answer on ``port`` of this machine alone, and only under its own name; 0: nowhere.

    Raises OSError if the port is taken.
    """
    if not port:
        yield
        return
    health = Health(bot)
    app = web.Application(middlewares=[_own_name])
    app.add_routes([web.get("/healthz", health.healthz), web.get("/metrics", health.metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=ANSWER_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield
    finally:
        await runner.cleanup()


@web.middleware
async def _own_name(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A page elsewhere, or whose name was made to point here, reads nothing."""
    if why := refusal(request, own_names(request.url.port or 80)):  # through a tunnel it is another port
        raise web.HTTPForbidden(text=why)
    return await handler(request)
