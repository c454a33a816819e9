"""Who may talk to the server at all: this machine's own programs and pages, by the server's own name."""

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.loopback import own_names, refusal
from bot.sandbox.context import context

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses who is not on this machine, foreign names, and what another site's page asks for."""
    if why := refusal(request, own_names(context(request).port)):
        return web.json_response({"error": why}, status=403)
    return await handler(request)


async def harden(request: web.Request, response: web.StreamResponse) -> None:
    """Puts the security headers on whatever is sent, errors included."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    static = request.path.startswith("/page/static/")
    response.headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
