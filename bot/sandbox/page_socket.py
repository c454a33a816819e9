"""The page's live connection: whatever happens, told to each person as far as he may know it."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox import page_view
from bot.sandbox.messages import visible
from bot.sandbox.objects import Channel, Interaction, Member, Message, User
from bot.sandbox.wire import guild_person
from bot.sandbox.world import Event, World

GOODBYE_S = 1.0
"""How long a page may take to confirm that its connection is closed."""
QUEUED = 1000
"""How many frames may wait for a slow page before it is cut off; it then connects anew and reads all."""


def framed(kind: str, data: object) -> str:
    return json.dumps({"t": kind, "d": data}, ensure_ascii=False, separators=(",", ":"))


class PageSocket:
    def __init__(self, user: User, socket: web.WebSocketResponse) -> None:
        self.user = user
        self.socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUED)
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: str) -> None:
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
    """All ``open`` pages; those of each person are found by user id."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._pages: dict[int, list[PageSocket]] = {}
        world.listeners.append(self._hear)

    @property
    def open(self) -> list[PageSocket]:
        return list(self._of(self._pages))

    async def connect(self, request: web.Request, user: User) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=GOODBYE_S, heartbeat=30.0, max_msg_size=1 << 12)
        await socket.prepare(request)
        page = PageSocket(user, socket)
        self._pages.setdefault(user.id, []).append(page)
        self.world.set_online(user.id, True)
        page.send(framed("ready", page_view.state(self.world, user)))
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
        finally:
            page.stop()
            self._let_go(page)
        return socket

    def _let_go(self, page: PageSocket) -> None:
        left = self._pages[page.user.id]
        left.remove(page)
        if not left:
            del self._pages[page.user.id]
            self.world.set_online(page.user.id, False)

    async def close(self) -> None:
        await asyncio.gather(*(page.socket.close(code=1001) for page in self.open))

    def _of(self, user_ids: Iterable[int]) -> Iterator[PageSocket]:
        for user_id in user_ids:
            yield from self._pages.get(user_id, ())

    def _around(self, channel: Channel) -> Iterator[PageSocket]:
        """The pages of all who might see it: nobody has to be looked for among those who cannot."""
        guild = self.world.guild_of(channel)
        return self._of(guild.members if guild else (channel.recipient_id,))

    def _hear(self, event: Event, subject: Any) -> None:
        """Each kind of event goes to those whom it concerns."""
        match event:
            case Event.MESSAGE_CREATE | Event.MESSAGE_UPDATE:
                self._tell_message(event.value, subject)
            case Event.MESSAGE_DELETE | Event.MESSAGE_DISMISS:
                self._tell_gone(subject)
            case Event.CHANNEL_CREATE | Event.CHANNEL_UPDATE | Event.CHANNEL_DELETE:
                self._tell_channel(event.value, subject)
            case Event.MEMBER_ADD | Event.MEMBER_UPDATE | Event.MEMBER_REMOVE | Event.PRESENCE:
                self._tell_member(event, subject)
            case Event.GUILD_CREATE | Event.GUILD_UPDATE | Event.GUILD_DELETE | Event.GUILD_UNAVAILABLE:
                self._tell_all_anew(subject.members)
            case Event.ROLE_UPDATE:
                self._tell_all_anew(self.world.guilds[subject.guild_id].members)
            case Event.ACCOUNT_DELETE:
                self._tell(framed(event.value, None), [subject.id])
            case Event.COMMANDS_UPDATE:
                for page in self.open:
                    page.send(framed("commands_update", page_view.commands(self.world, page.user)))
            case Event.TYPING:
                self._tell_typing(*subject)
            case Event.INTERACTION_STATUS:
                self._tell_status(*subject)
            case Event.MODAL:
                self._tell(framed("modal", page_view.modal(subject)), [subject.user_id])

    def _tell(self, frame: str, user_ids: Iterable[int]) -> None:
        for page in self._of(user_ids):
            page.send(frame)

    def _tell_around(self, channel: Channel, frame: str, concerned: Callable[[User], bool]) -> None:
        for page in self._around(channel):
            if concerned(page.user):
                page.send(frame)

    def _tell_all_anew(self, user_ids: Iterable[int]) -> None:
        """So much may have changed for them that they get everything once more."""
        for page in self._of(user_ids):
            page.send(framed("state", page_view.state(self.world, page.user)))

    def _tell_member(self, event: Event, member: Member) -> None:
        """To those in the guild. One who comes, goes or gets a role sees other channels than before."""
        guild = self.world.guilds[member.guild_id]
        if event is Event.MEMBER_REMOVE:
            body = framed("member_remove", {"guild_id": str(guild.id), "id": str(member.user_id)})
        else:
            body = framed("member_update", guild_person(self.world, guild, member))
        self._tell(body, guild.members)
        if event is not Event.PRESENCE:
            concerned = guild.members if member.user_id == self.world.bot_id else (member.user_id,)
            self._tell_all_anew(concerned)

    def _tell_message(self, kind: str, message: Message) -> None:
        """The same to all who see it, save whether it notified them: so it is written out at most twice."""
        frames: dict[bool, str] = {}
        for page in self._around(self.world.channels[message.channel_id]):
            if visible(self.world, page.user, message):
                pinged = page.user.id in message.pinged
                if pinged not in frames:
                    frames[pinged] = framed(kind, page_view.message(self.world, page.user, message))
                page.send(frames[pinged])

    def _tell_gone(self, message: Message) -> None:
        gone = {"id": str(message.id), "channel_id": str(message.channel_id)}
        channel = self.world.channels[message.channel_id]
        self._tell_around(
            channel,
            framed("message_delete", gone),
            lambda user: message.only_for in (0, user.id) and self.world.can_view(user, channel),
        )

    def _tell_channel(self, kind: str, channel: Channel) -> None:
        """After a change, who does not see the channel any more is told that it is gone."""
        body = framed(kind, page_view.channel(self.world, channel))
        self._tell_around(channel, body, lambda user: page_view.shown(self.world, user, channel))
        guild = self.world.guild_of(channel)
        if kind == Event.CHANNEL_UPDATE and guild is not None:
            gone = framed(Event.CHANNEL_DELETE, {"id": str(channel.id), "type": channel.type})
            self._tell_around(channel, gone, lambda user: not page_view.shown(self.world, user, channel))

    def _tell_typing(self, channel: Channel, user: User) -> None:
        body = {"channel_id": str(channel.id), "user_id": str(user.id)}
        self._tell_around(
            channel,
            framed("typing", body),
            lambda reader: reader is not user and self.world.can_view(reader, channel),
        )

    def _tell_status(self, interaction: Interaction, status: str) -> None:
        data = {"id": str(interaction.id), "nonce": interaction.nonce, "status": status}
        self._tell(framed("interaction", data), [interaction.user_id])
