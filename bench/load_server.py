"""The embedded server in a process of its own: ``python -m bench.load_server``.

Its first line of output says where it is. Then each line on its input is answered by a line of JSON: ``room``
with a channel for one more table, ``measured`` with what was seen since it was asked last; from ``limit`` on
Discord's rate limits hold.
"""

import asyncio
import json
import sys
from typing import Any, Final

from bench.load_processes import raise_file_limit
from bench.stopwatch import Stopwatch
from bot.__main__ import collect_seldom
from bot.sandbox import Sandbox
from bot.sandbox.objects import TEXT, Channel
from bot.sandbox.ratelimits import rate_limits

Json = dict[str, Any]

TABLES_A_GUILD: Final = 4
"""Twenty people a guild: everybody there hears of every table."""


class Rooms:
    """Channels for tables, TABLES_A_GUILD in each guild."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.world = sandbox.world
        self._free: list[Channel] = []
        self._guilds = 0

    def room(self) -> Json:
        if not self._free:
            self._guilds += 1
            guild = self.world.add_guild(f"Club {self._guilds}")
            names = [f"room-{number}" for number in range(TABLES_A_GUILD)]
            self._free = [self.world.add_channel(TEXT, name, guild) for name in names]
        channel = self._free.pop()
        return {"invite": self.world.guilds[channel.guild_id].invite, "channel": str(channel.id)}


async def serve() -> None:
    sandbox = Sandbox(None, rate_limits=False)
    watch, rooms = Stopwatch(sandbox), Rooms(sandbox)
    await sandbox.start()
    loop, asked = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
    _say({"address": sandbox.address, "token": sandbox.bot_token})
    while line := await asked.readline():
        match line.strip():
            case b"room":
                _say(rooms.room())
            case b"limit":
                sandbox.middlewares.append(rate_limits())
                _say({})
            case b"measured":
                taken_ms, watch.taken_ms = watch.taken_ms, []
                _say({"acknowledged_ms": taken_ms})
    await sandbox.close()


def _say(answer: Json) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    raise_file_limit()
    collect_seldom()
    asyncio.run(serve())
