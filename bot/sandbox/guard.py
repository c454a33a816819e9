"""Who may talk to the server at all: this machine's own programs and pages, by the server's own name."""

from aiohttp import web
from aiohttp.typedefs import Handler

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


def own_names(port: int) -> set[str]:
    return {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses foreign names (a rebound one would point here) and what another site's page asks for."""
    names = own_names(context(request).port)
    origin = request.headers.get("Origin")
    if request.headers.get("Host") not in names:
        return web.json_response({"error": "This server answers only under its own address."}, status=403)
    foreign = origin is not None and origin not in {f"http://{name}" for name in names}
    if foreign or request.headers.get("Sec-Fetch-Site") == "cross-site":
        return web.json_response({"error": "Another site may not use this server."}, status=403)
    return await handler(request)


async def harden(request: web.Request, response: web.StreamResponse) -> None:
    """Puts the security headers on whatever is sent, errors included."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    static = request.path.startswith("/page/static/")
    response.headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
