"""The page's live connection: whatever happens, told to each person as far as he may know it."""

import asyncio
import contextlib
import json
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox import page_view
from bot.sandbox.messages import visible
from bot.sandbox.objects import Channel, Interaction, Message, User
from bot.sandbox.wire import Json, person
from bot.sandbox.world import Event, World

QUEUED = 1000
"""How many frames may wait for a slow page before it is cut off; it then connects anew and reads all."""


class PageSocket:
    def __init__(self, user: User, socket: web.WebSocketResponse) -> None:
        self.user = user
        self.socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUED)
        self._writer = asyncio.create_task(self._write())

    def send(self, kind: str, data: object) -> None:
        frame = json.dumps({"t": kind, "d": data}, ensure_ascii=False, separators=(",", ":"))
        try:
            self._queue.put_nowait(frame)
        except asyncio.QueueFull:
            self._writer.cancel()

    async def _write(self) -> None:
        try:
            with contextlib.suppress(ConnectionError):
                while not self.socket.closed:
                    await self.socket.send_str(await self._queue.get())
        finally:
            await self.socket.close()

    def stop(self) -> None:
        self._writer.cancel()


class Hub:
    """All open pages."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.open: list[PageSocket] = []
        world.listeners.append(self._hear)

    async def connect(self, request: web.Request, user: User) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=1 << 12)
        await socket.prepare(request)
        page = PageSocket(user, socket)
        self.open.append(page)
        self.world.set_online(user.id, True)
        page.send("ready", page_view.state(self.world, user))
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
        finally:
            page.stop()
            self.open.remove(page)
            self.world.set_online(user.id, any(p.user is user for p in self.open))
        return socket

    async def close(self) -> None:
        for page in list(self.open):
            await page.socket.close(code=1001)

    def _hear(self, event: Event, subject: Any) -> None:
        """Each kind of event goes to those whom it concerns."""
        match event:
            case Event.MESSAGE_CREATE | Event.MESSAGE_UPDATE:
                self._tell_message(event.value, subject)
            case Event.MESSAGE_DELETE | Event.MESSAGE_DISMISS:
                self._tell_gone(subject)
            case Event.CHANNEL_CREATE | Event.CHANNEL_UPDATE | Event.CHANNEL_DELETE:
                self._tell_channel(event.value, subject)
            case Event.MEMBER_ADD | Event.MEMBER_UPDATE | Event.PRESENCE:
                self._tell_all("member_update", person(self.world, subject))
            case Event.COMMANDS_UPDATE | Event.ROLE_UPDATE:
                for page in self.open:
                    page.send("commands_update", page_view.commands(self.world, page.user))
            case Event.TYPING:
                self._tell_typing(*subject)
            case Event.INTERACTION_STATUS:
                self._tell_status(*subject)
            case Event.MODAL:
                self._tell_one(subject.user_id, "modal", page_view.modal(subject))

    def _tell_all(self, kind: str, data: Json) -> None:
        for page in self.open:
            page.send(kind, data)

    def _tell_one(self, user_id: int, kind: str, data: Json) -> None:
        for page in self.open:
            if page.user.id == user_id:
                page.send(kind, data)

    def _tell_message(self, kind: str, message: Message) -> None:
        for page in self.open:
            if visible(self.world, page.user, message):
                page.send(kind, page_view.message(self.world, page.user, message))

    def _tell_gone(self, message: Message) -> None:
        gone = {"id": str(message.id), "channel_id": str(message.channel_id)}
        channel = self.world.channels[message.channel_id]
        for page in self.open:
            if message.only_for in (0, page.user.id) and self.world.can_view(page.user, channel):
                page.send("message_delete", gone)

    def _tell_channel(self, kind: str, channel: Channel) -> None:
        for page in self.open:
            if self.world.can_view(page.user, channel):
                page.send(kind, page_view.channel(self.world, channel))

    def _tell_typing(self, channel: Channel, user: User) -> None:
        for page in self.open:
            if page.user is not user and self.world.can_view(page.user, channel):
                page.send("typing", {"channel_id": str(channel.id), "user_id": str(user.id)})

    def _tell_status(self, interaction: Interaction, status: str) -> None:
        data = {"id": str(interaction.id), "nonce": interaction.nonce, "status": status}
        self._tell_one(interaction.user_id, "interaction", data)
