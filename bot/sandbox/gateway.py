"""The gateway: sessions of the bot, and the events each of them is to get.

A session outlives its connection for a while, so a client that lost its socket can resume and hear
what it missed.
"""

import asyncio
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from bot.sandbox import gateway_events, wire
from bot.sandbox.delivery import Delivery
from bot.sandbox.ids import as_id
from bot.sandbox.objects import Member
from bot.sandbox.reading import parsed
from bot.sandbox.session import Closing, Connection, Op, Session
from bot.sandbox.wire import Json
from bot.sandbox.world import Event, World

HEARTBEAT_MS = 41_250
ACK_S = 0.05
"""How late a heartbeat is acknowledged: a client notes when it sent it only after it has sent it."""
GOODBYE_S = 1.0
"""How long a client may take to confirm that its connection is closed."""
FINISHED = (1000, 1001)
"""The codes by which a client says that it will not come back."""


class Gateway:
    """All sessions. Listens to the world; ``base`` is the server's address, known once it listens.

    ``delivery`` and the last methods let things go wrong; while the gateway ``is_down`` nobody can connect.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.base = ""
        self.sessions: dict[str, Session] = {}
        self.delivery = Delivery()
        self.duplicate = self.delivery.duplicate
        self.delay = self.delivery.delay
        self.heartbeat_ms = HEARTBEAT_MS
        self.repeated = 0
        """How many of the events that a resuming client has heard it hears again."""
        self.is_down = False
        world.listeners.append(self._hear)

    def _hear(self, event: Event, subject: Any) -> None:
        for session in self.sessions.values():
            told = gateway_events.for_session(
                self.world, session.intents, session.shard, event, subject, self.base
            )
            if told is not None:
                self.delivery.bring(session, *told)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        if self.is_down:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(timeout=GOODBYE_S, max_msg_size=1 << 16, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(connection.write())
        connection.send(Op.HELLO, {"heartbeat_interval": self.heartbeat_ms, "_trace": []})
        finished = False
        try:
            finished = await self._listen(connection) in FINISHED
        finally:
            writer.cancel()
            self._let_go(connection, finished=finished)
        return socket

    async def _listen(self, connection: Connection) -> int | None:
        """Take what the client sends until the end; the code it closed with, None if it did not say."""
        while True:
            message = await connection.socket.receive()
            if message.type is WSMsgType.CLOSE:
                return int(message.data or 0)
            if message.type in (WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                return None
            try:
                self._receive(connection, _decoded(message))
            except Closing as closing:
                await connection.close(closing.code, closing.reason)

    def _receive(self, connection: Connection, payload: Json) -> None:
        data, session = payload.get("d"), self._of(connection)
        match payload.get("op"):
            case Op.HEARTBEAT:
                asyncio.get_running_loop().call_later(ACK_S, connection.send, Op.HEARTBEAT_ACK)
            case Op.IDENTIFY if session is not None:
                raise Closing(4005, "Already authenticated.")
            case Op.IDENTIFY:
                self._identify(connection, _fields(data))
            case Op.RESUME:
                self._resume(connection, _fields(data))
            case Op.PRESENCE | Op.VOICE_STATE:
                pass
            case Op.REQUEST_MEMBERS if session is not None:
                self._send_members(session, _fields(data))
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
        intents, shard = data.get("intents"), data.get("shard") or [0, 1]
        if not isinstance(intents, int) or intents < 0:
            raise Closing(4013, "Invalid intent(s).")
        if not _is_shard(shard):
            raise Closing(4010, "Invalid shard.")
        session = Session(intents, (shard[0], shard[1]), connection)
        session.dispatch("READY", self._ready(session))
        if intents & gateway_events.GUILDS:
            self._open_guilds(session, members=bool(intents & gateway_events.PRESENCES))
        self._forget_lost(session.shard)
        self.sessions[session.id] = session
        self.world.set_online(self.world.bot_id, True)

    def _open_guilds(self, session: Session, *, members: bool) -> None:
        for guild in gateway_events.guilds(self.world, session.shard):
            if guild.available:
                session.dispatch("GUILD_CREATE", wire.guild_create(self.world, guild, members=members))

    def _forget_lost(self, shard: tuple[int, int]) -> None:
        """A shard that begins anew will not resume what it lost."""
        lost = [s.id for s in self.sessions.values() if s.shard == shard and s.connection is None]
        for id in lost:
            del self.sessions[id]

    def _ready(self, session: Session) -> Json:
        here = gateway_events.guilds(self.world, session.shard)
        return {
            "v": 10,
            "user": {**wire.user(self.world.bot), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in here],
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
        session.replay(seq - self.repeated, connection)
        session.dispatch("RESUMED", {"_trace": []})
        self.world.set_online(self.world.bot_id, True)

    def _send_members(self, session: Session, data: Json) -> None:
        here = gateway_events.guilds(self.world, session.shard)
        guild = next((guild for guild in here if guild.id == as_id(data.get("guild_id"))), None)
        if guild is None:
            return
        wanted, query = data.get("user_ids"), str(data.get("query") or "").casefold()
        people = [m for m in guild.members.values() if self._name_of(m).startswith(query)]
        if wanted is not None:
            ids = {as_id(id) for id in (wanted if isinstance(wanted, list) else [wanted])}
            people = [m for m in guild.members.values() if m.user_id in ids]
        people = people[: as_id(data.get("limit")) or len(people)]
        chunk = {"guild_id": str(guild.id), "chunk_index": 0, "chunk_count": 1, "not_found": []}
        chunk |= {"members": [wire.member(self.world, m) for m in people], "nonce": data.get("nonce")}
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _name_of(self, member: Member) -> str:
        return (member.nick or self.world.users[member.user_id].name).casefold()

    def _let_go(self, connection: Connection, *, finished: bool) -> None:
        """The connection ended; if the client said that it has ``finished``, its session ends too."""
        session = self._of(connection)
        if session is not None:
            session.connection = None
            if finished:
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
            for session in self.sessions.values():
                session.connection = None  # what is still to come must not come to the client's next one
            self.sessions.clear()

    async def drop(self, code: int = 4000) -> None:
        """Cut every connection; the sessions stay."""
        await asyncio.gather(*(connection.close(code) for connection in self._connections()))

    def fall_silent(self) -> None:
        """Let every connection stand open and say nothing any more, not even that it has heard."""
        for connection in self._connections():
            connection.is_silent = True

    def _connections(self) -> list[Connection]:
        return [s.connection for s in self.sessions.values() if s.connection is not None]


def _fields(data: object) -> Json:
    if not isinstance(data, dict):
        raise Closing(4002, "Error while decoding payload.")
    return data


def _is_shard(value: Any) -> bool:
    """Whether it is a shard's number and how many there are."""
    numbers = isinstance(value, list) and all(isinstance(each, int) for each in value)
    return numbers and len(value) == 2 and 0 <= value[0] < value[1]


def _decoded(message: WSMessage) -> Json:
    if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
        raise Closing(4002, "Error while decoding payload.")
    try:
        payload = parsed(message.data)
    except ValueError as error:
        raise Closing(4002, "Error while decoding payload.") from error
    if not isinstance(payload, dict):
        raise Closing(4002, "Error while decoding payload.")
    return payload
