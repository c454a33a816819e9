"""Discord's HTTP API, version 10: every route the server knows, in one table."""

import logging

from aiohttp import web

from bot.sandbox.context import reply
from bot.sandbox.errors import not_found
from bot.sandbox.rest import account, callbacks, channels, messages

log = logging.getLogger(__name__)
LONGEST_SHOWN = 40


def routes() -> list[web.RouteDef]:
    return [*account.ROUTES, *channels.ROUTES, *messages.ROUTES, *callbacks.ROUTES, _unknown]


async def unknown_route(request: web.Request) -> web.Response:
    """Nothing is faked: what is not known is refused, and said aloud. Long parts of a path may be secrets."""
    shown = "/".join(part if len(part) <= LONGEST_SHOWN else "…" for part in request.path.split("/"))
    log.warning("sandbox: unknown route %s %s", request.method, shown)
    error = not_found()
    return reply(error.body, error.status)


_unknown = web.route("*", "/{tail:.*}", unknown_route)
