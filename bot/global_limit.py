"""Discord's limit on all requests of a bot together: 50 a second, save those that answer interactions.

While nobody reaches it nothing waits. Once it was reached, requests are let go one by one for a while: who
goes on asking and being refused is shut out by Discord altogether.
"""

import asyncio
from typing import Final

import aiohttp

EACH_S: Final = 1 / 40
AT_ONCE: Final = 8
"""So many may go at once after a pause: with those let go in the second after, still less than 50."""
CAREFUL_S: Final = 60.0
FREE: Final = ("/interactions/", "/webhooks/")
"""What answers an interaction waits for nothing."""


class GlobalLimit:
    """Times are the loop's: until when to be careful, and when the next request may go."""

    def __init__(self) -> None:
        self._careful_until_s = 0.0
        self._next_s = 0.0

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        trace.on_request_start.append(self._wait)
        trace.on_request_end.append(self._learn)
        return trace

    async def _wait(self, _session: object, _context: object, asked: aiohttp.TraceRequestStartParams) -> None:
        now_s = asyncio.get_running_loop().time()
        if now_s >= self._careful_until_s or any(each in asked.url.path for each in FREE):
            return
        at_s = max(self._next_s, now_s - AT_ONCE * EACH_S)
        self._next_s = at_s + EACH_S
        if at_s > now_s:
            await asyncio.sleep(at_s - now_s)

    async def _learn(self, _session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        if ended.response.status == 429 and "X-RateLimit-Global" in ended.response.headers:
            now_s = asyncio.get_running_loop().time()
            if now_s >= self._careful_until_s:
                self._next_s = now_s + EACH_S  # what Discord counts now is full
            self._careful_until_s = now_s + CAREFUL_S
