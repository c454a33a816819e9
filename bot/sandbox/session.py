"""One client of the gateway: its connection, and the session that outlives it."""

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from enum import IntEnum

from aiohttp import web

from bot.sandbox.wire import Json

REPLAYED = 1000
"""How many events a session remembers for a client that comes back."""


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Closing(Exception):
    """The connection must end with this code; Discord documents which."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Connection:
    """One WebSocket. Payloads are queued and sent in order by one task: nothing waits for a slow client.

    While it ``is_silent`` nothing is sent, and the client is left to find out.
    """

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.is_silent = False
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, op: Op, data: object = None, *, event: str | None = None, seq: int | None = None) -> None:
        if not self.is_silent:
            self._queue.put_nowait({"op": int(op), "d": data, "s": seq, "t": event})

    async def write(self) -> None:
        with contextlib.suppress(ConnectionError):  # the client is gone; reading notices it too
            while not self.socket.closed:
                await self._write(await self._queue.get())

    async def _write(self, payload: Json) -> None:
        text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
        if self._deflate is None:
            await self.socket.send_str(text)
        else:
            packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)

    async def close(self, code: int, reason: str = "") -> None:
        await self.socket.close(code=code, message=reason.encode())


class Session:
    """What one identify began: its intents, its shard, how far it has been told."""

    def __init__(self, intents: int, shard: tuple[int, int], connection: Connection) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.connection: Connection | None = connection
        self.seq = 0
        self.sent: deque[tuple[int, str, Json]] = deque(maxlen=REPLAYED)

    def dispatch(self, event: str, data: Json) -> None:
        self.seq += 1
        self.sent.append((self.seq, event, data))
        if self.connection is not None:
            self.connection.send(Op.DISPATCH, data, event=event, seq=self.seq)

    def can_replay(self, seq: int) -> bool:
        """Whether everything after ``seq`` is still remembered."""
        return seq <= self.seq and (seq == self.seq or self.sent[0][0] <= seq + 1)

    def replay(self, seq: int, connection: Connection) -> None:
        self.connection = connection
        for number, event, data in self.sent:
            if number > seq:
                connection.send(Op.DISPATCH, data, event=event, seq=number)
