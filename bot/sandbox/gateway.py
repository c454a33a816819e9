"""The gateway: sessions of the bot, and the events each of them is to get.

A session outlives its connection for a while, so a client that lost its socket can resume and hear
what it missed.
"""

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from enum import IntEnum
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from bot.sandbox import gateway_events, wire
from bot.sandbox.ids import as_id
from bot.sandbox.wire import Json
from bot.sandbox.world import Event, World

HEARTBEAT_MS = 41_250
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
    """One WebSocket. Payloads are queued and sent in order by one task: nothing waits for a slow client."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, op: Op, data: object = None, *, event: str | None = None, seq: int | None = None) -> None:
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


class Gateway:
    """All sessions. Listens to the world; ``base`` is the server's address, known once it listens."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base = ""
        self.sessions: dict[str, Session] = {}
        world.listeners.append(self._hear)

    def _hear(self, event: Event, subject: Any) -> None:
        for session in self.sessions.values():
            told = gateway_events.for_session(
                self.world, session.intents, session.shard, event, subject, self.base
            )
            if told is not None:
                session.dispatch(*told)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 16, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(connection.write())
        connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        try:
            await self._listen(connection)
        finally:
            writer.cancel()
            self._let_go(connection)
        return socket

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.socket:
            try:
                self._receive(connection, _decoded(message))
            except Closing as closing:
                await connection.close(closing.code, closing.reason)

    def _receive(self, connection: Connection, payload: Json) -> None:
        data, session = payload.get("d"), self._of(connection)
        match payload.get("op"):
            case Op.HEARTBEAT:
                connection.send(Op.HEARTBEAT_ACK)
            case Op.IDENTIFY if session is not None:
                raise Closing(4005, "Already authenticated.")
            case Op.IDENTIFY:
                self._identify(connection, data or {})
            case Op.RESUME:
                self._resume(connection, data or {})
            case Op.PRESENCE | Op.VOICE_STATE:
                pass
            case Op.REQUEST_MEMBERS if session is not None:
                self._send_members(session, data or {})
            case Op.REQUEST_MEMBERS:
                raise Closing(4003, "Not authenticated.")
            case _:
                raise Closing(4001, "Unknown opcode.")

    def _of(self, connection: Connection) -> Session | None:
        return next((s for s in self.sessions.values() if s.connection is connection), None)

    def _check_token(self, data: Json) -> None:
        if str(data.get("token")).removeprefix("Bot ") != self.world.bot.token:
            raise Closing(4004, "Authentication failed.")

    def _identify(self, connection: Connection, data: Json) -> None:
        self._check_token(data)
        intents, shard = data.get("intents"), data.get("shard", [0, 1])
        if not isinstance(intents, int) or intents < 0:
            raise Closing(4013, "Invalid intent(s).")
        if not 0 <= shard[0] < shard[1]:
            raise Closing(4010, "Invalid shard.")
        session = Session(intents, (shard[0], shard[1]), connection)
        session.dispatch("READY", self._ready(session))
        if gateway_events.has_guild(self.world, session.shard) and intents & gateway_events.GUILDS:
            everybody = bool(intents & gateway_events.PRESENCES)
            session.dispatch("GUILD_CREATE", wire.guild_create(self.world, members=everybody))
        self.sessions[session.id] = session
        self.world.set_online(self.world.bot_id, True)

    def _ready(self, session: Session) -> Json:
        here = gateway_events.has_guild(self.world, session.shard)
        return {
            "v": 10,
            "user": {**wire.user(self.world.bot), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(self.world.guild_id), "unavailable": True}] if here else [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.address,
            "shard": list(session.shard),
            "application": {"id": str(self.world.bot_id), "flags": gateway_events.APPLICATION_FLAGS},
        }

    @property
    def address(self) -> str:
        return f"{self.base.replace('http', 'ws', 1)}/gateway"

    def _resume(self, connection: Connection, data: Json) -> None:
        self._check_token(data)
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int) or not session.can_replay(seq):
            connection.send(Op.INVALID_SESSION, False)
            return
        session.replay(seq, connection)
        session.dispatch("RESUMED", {"_trace": []})
        self.world.set_online(self.world.bot_id, True)

    def _send_members(self, session: Session, data: Json) -> None:
        wanted, query = data.get("user_ids"), str(data.get("query") or "").casefold()
        people = [u for u in self.world.users.values() if u.name.casefold().startswith(query)]
        if wanted is not None:
            ids = {as_id(id) for id in (wanted if isinstance(wanted, list) else [wanted])}
            people = [u for u in self.world.users.values() if u.id in ids]
        people = people[: data.get("limit") or len(people)]
        chunk = {"guild_id": str(self.world.guild_id), "chunk_index": 0, "chunk_count": 1, "not_found": []}
        chunk |= {"members": [wire.member(who) for who in people], "nonce": data.get("nonce")}
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _let_go(self, connection: Connection) -> None:
        """The connection ended. Closed by the client as finished, its session ends too."""
        session = self._of(connection)
        if session is not None:
            session.connection = None
            if connection.socket.close_code in (1000, 1001):
                del self.sessions[session.id]
        if not any(s.connection for s in self.sessions.values()):
            self.world.set_online(self.world.bot_id, False)

    @property
    def reads_content(self) -> bool:
        """Whether the bot asked for the text of messages that are not meant for it."""
        return any(session.intents & gateway_events.CONTENT for session in self.sessions.values())

    # what a test, or a fault, may do to the bot

    def ask_to_reconnect(self) -> None:
        for connection in self._connections():
            connection.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is not valid; it may resume if ``resumable``."""
        for connection in self._connections():
            connection.send(Op.INVALID_SESSION, resumable)
        if not resumable:
            self.sessions.clear()

    async def drop(self, code: int = 4000) -> None:
        """Cut every connection; the sessions stay."""
        for connection in self._connections():
            await connection.close(code)

    def _connections(self) -> list[Connection]:
        return [s.connection for s in self.sessions.values() if s.connection is not None]


def _decoded(message: WSMessage) -> Json:
    if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
        raise Closing(4002, "Error while decoding payload.")
    try:
        payload = json.loads(message.data)
    except ValueError as error:
        raise Closing(4002, "Error while decoding payload.") from error
    if not isinstance(payload, dict):
        raise Closing(4002, "Error while decoding payload.")
    return payload
