"""In which order requests go to Discord: acknowledgements at once, all others one a turn of the event loop.

Drawing for many tables would else keep the loop from noticing that somebody presses. And Discord limits all
requests of a bot together to 50 a second, save those that answer interactions. While nobody reaches that,
nothing waits; once it was reached they are let go more slowly for a while, for who goes on asking and being
refused is shut out altogether.
"""

import asyncio
from typing import Final

import aiohttp

API: Final = "/api/"
ACKNOWLEDGING: Final = "/interactions/"
ANSWERING: Final = "/webhooks/"
EACH_S: Final = 1 / 40
AT_ONCE: Final = 8
"""So many may go at once after a pause: with those let go in the second after, still less than 50."""
CAREFUL_S: Final = 60.0


class Outgoing:
    """Times are the loop's: until when to be careful, and when the next request may go."""

    def __init__(self) -> None:
        self._door = asyncio.Lock()
        self._careful_until_s = 0.0
        self._next_s = 0.0

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        trace.on_request_start.append(self._wait)
        trace.on_request_end.append(self._learn)
        return trace

    async def _wait(self, _session: object, _context: object, asked: aiohttp.TraceRequestStartParams) -> None:
        if API not in asked.url.path or ACKNOWLEDGING in asked.url.path:
            return
        async with self._door:
            await asyncio.sleep(0)
        now_s = asyncio.get_running_loop().time()
        if now_s >= self._careful_until_s or ANSWERING in asked.url.path:
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
