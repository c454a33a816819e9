"""What the server gets of tables' messages: when each was posted or changed, by its own clock."""

import re
import time
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.sandbox.context import SENT

ROUTE: Final = re.compile(r"/api/v10/channels/(?P<channel>\d+)/messages(?:/\d+)?")


@dataclass(frozen=True, slots=True)
class Change:
    """``at_s`` is when the request came, by the monotonic clock."""

    method: str
    channel: str
    at_s: float
    text: str
    content: str


class TablePosts:
    """Put ``watch`` before the API. Only tables' messages have a footer there."""

    def __init__(self) -> None:
        self.changes: list[Change] = []

    @web.middleware
    async def watch(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        at_s = time.monotonic()
        response = await handler(request)
        found = ROUTE.fullmatch(request.path)
        sent: Any = request.get(SENT)
        if found and isinstance(sent, dict) and "'footer'" in str(sent.get("embeds")):
            said = str(sent["embeds"]), str(sent.get("content"))
            self.changes.append(Change(request.method, found["channel"], at_s, *said))
        return response

    def times(self, method: str) -> dict[str, list[float]]:
        """By channel: when a table's message was changed (PATCH) or posted (POST) there."""
        times: defaultdict[str, list[float]] = defaultdict(list)
        for change in self.changes:
            if change.method == method:
                times[change.channel].append(change.at_s)
        return times


def gaps(times: list[float]) -> list[float]:
    return [later - earlier for earlier, later in pairwise(times)]
