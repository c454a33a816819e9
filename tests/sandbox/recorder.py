"""Records the bot's traffic and holds it against Discord's own description of its API."""

import importlib.util
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.sandbox.context import SENT

SPECIFICATION = Path(__file__).parents[3] / "shared" / "discord"


@dataclass(frozen=True, slots=True)
class Exchange:
    method: str
    path: str
    sent: Any
    status: int
    received: Any


@cache
def specification() -> Any:
    """The checker beside Discord's description; it is no part of this project."""
    described = importlib.util.spec_from_file_location("discord_check", SPECIFICATION / "check.py")
    assert described is not None
    assert described.loader is not None
    module: ModuleType = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module.Spec()


class Recorder:
    """Put ``middleware`` before the API; ``faults`` then says what does not fit the description."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        body = response.body if isinstance(response, web.Response) else b""
        received = json.loads(body) if isinstance(body, bytes) and body else None
        path = request.path.removeprefix("/api/v10")
        self.exchanges.append(Exchange(request.method, path, request.get(SENT), response.status, received))
        return response

    def faults(self) -> list[str]:
        """What Discord's description objects to, in requests that were granted and in their responses."""
        return [fault for exchange in self.exchanges if exchange.status < 300 for fault in _faults(exchange)]


def _faults(exchange: Exchange) -> list[str]:
    spec, where = specification(), f"{exchange.method} {exchange.path}"
    found: list[tuple[str, list[object], str]] = []
    if exchange.sent is not None and exchange.method != "GET":
        body = as_discord_reads(exchange.sent)
        found += [("sent", *fault) for fault in spec.request_faults(exchange.method, exchange.path, body)]
    faults = spec.response_faults(exchange.method, exchange.path, exchange.status, exchange.received)
    found += [("received", *fault) for fault in faults]
    return [f"{where}: {way} {path}: {message}" for way, path, message in found]


_IDS = re.compile(r"id|.*_id")


def as_discord_reads(body: Any) -> Any:
    """``body`` with ids as text and bit sets as numbers: discord.py mixes the two, which Discord accepts."""
    if isinstance(body, list):
        return [_as_text("id", as_discord_reads(item)) for item in body]
    if not isinstance(body, dict):
        return body
    read = {name: _as_text(name, as_discord_reads(value)) for name, value in body.items()}
    for attachment in read.get("attachments") or []:
        attachment["id"] = str(attachment["id"])
    return read


def _as_text(name: str, value: Any) -> Any:
    if name in ("allow", "deny") and isinstance(value, str):
        return int(value)
    is_id = _IDS.fullmatch(name) and isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_id and value > 2**31 else value
