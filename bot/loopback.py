"""Who may ask the servers of ours that listen on this machine: its own programs, and our own pages."""

from collections.abc import Collection
from ipaddress import ip_address

from aiohttp import web


def own_names(port: int) -> set[str]:
    return {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}


def refusal(request: web.Request, names: Collection[str]) -> str | None:
    """Why it may not ask, as a sentence. ``names`` are the server's own, each with its port.

    Another site's page comes under its own name, or under ours if that name was made to point here; a page
    of another port of this machine is another site's too.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if not _is_near(request):
        return "This server answers only its own machine."
    if request.headers.get("Host") not in names:
        return "This server answers only under its own address."
    if origin not in {None, *(f"http://{name}" for name in names)}:
        return "Another site may not use this server."
    if site not in (None, "same-origin", "none"):
        return "Another site may not use this server."
    return None


def _is_near(request: web.Request) -> bool:
    peer = request.transport.get_extra_info("peername") if request.transport else None
    return isinstance(peer, tuple) and ip_address(peer[0]).is_loopback
