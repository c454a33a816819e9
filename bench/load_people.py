"""People for the load: each has a page of his own, and presses a button of his panel when he has thought."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

from tests.whole.panel import choices_of, component_for, is_panel

Json = dict[str, Any]

SELDOM: Final = frozenset({"claim", "abandon", "retract", "pass"})
"""Chosen one time in five only, so that there is something to play."""
AGAIN_S: Final = 10.0
"""Who is still asked the same after so long presses again."""
SELECT: Final = 3
GONE: Final = "gone"


@dataclass
class Load:
    """What all people share. ``think_s`` is how long a press is thought over; None: nobody plays.

    ``taken_ms`` are the times from a press until its author's page knows that the bot has it; ``moves`` were
    acknowledged in time, ``lost`` were not.
    """

    http: aiohttp.ClientSession
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    commands: dict[str, Json] = field(default_factory=dict)
    think_s: float | None = None
    taken_ms: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0

    def begin(self, think_s: float) -> None:
        self.think_s, self.taken_ms, self.moves, self.lost = think_s, [], 0, 0


class Visitor:
    """One person. ``panel`` is the newest hand that his page shows, ``channel`` where he plays."""

    def __init__(self, load: Load, token: str, channel: str) -> None:
        self.load = load
        self.token = token
        self.channel = channel
        self.panel: Json | None = None
        self._waiting: dict[str, tuple[asyncio.Future[str], str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next: asyncio.TimerHandle | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    @classmethod
    async def join(cls, load: Load, invite: str, channel: str, name: str) -> "Visitor":
        async with load.http.post("/page/join", json={"invite": invite, "name": name}) as response:
            link = (await response.json())["link"]
        person = cls(load, link.rsplit("/", 1)[1], channel)
        await person._connect()
        return person

    async def _connect(self) -> None:
        address = str(self.load.http._base_url).rstrip("/")
        self._socket = await self.load.http.ws_connect(
            "/page/ws", params={"token": self.token}, headers={"Origin": address}, max_msg_size=0
        )
        while (told := json.loads(await self._socket.receive_str()))["t"] != "ready":
            pass
        self.load.commands |= {command["name"]: command for command in told["d"]["commands"]}
        self._start(self._read(self._socket))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        if self._next is not None:
            self._next.cancel()
        for task in tuple(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._socket is not None:
            await self._socket.close()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            told = json.loads(frame.data)
            kind, what = told["t"], told["d"]
            if kind == "interaction":
                self._hear_status(what["nonce"], what["status"])
            elif kind in ("message_create", "message_update") and is_panel(what):
                self.panel = what
                self.think()

    def _hear_status(self, nonce: str, status: str) -> None:
        waiting, wanted = self._waiting.get(nonce, (None, ""))
        if waiting is not None and not waiting.done() and status in (wanted, "done", "failed"):
            waiting.set_result(status)

    # playing

    def think(self) -> None:
        """Press something, after a while, if the panel lets him."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self.load.think_s is not None and self.panel and next(choices_of(self.panel), None):
            self._press_after(self.load.think_s * self.load.dice.uniform(0.5, 1.5))

    def _press_after(self, wait_s: float) -> None:
        self._next = asyncio.get_running_loop().call_later(wait_s, self._press)

    def _press(self) -> None:
        self._next = None
        if self.load.think_s is not None:
            self._start(self._play())

    async def _play(self) -> None:
        panel = self.panel
        press = self._chosen(panel) if panel else None
        if panel is None or press is None:
            return
        began = time.perf_counter()
        status = await self._interact(press, "deferred")
        if status == GONE:
            return
        self.load.taken_ms.append((time.perf_counter() - began) * 1000)
        self.load.moves += status != "failed"
        self.load.lost += status == "failed"
        if self.panel is panel:
            self._press_after(AGAIN_S)

    def _chosen(self, panel: Json) -> Json | None:
        """The press that says one of the things he may say; None: there is nothing any more."""
        dice, choices = self.load.dice, list(choices_of(panel))
        if not choices:
            return None
        common = [each for each in choices if each.partition(" ")[0] not in SELDOM or dice.random() < 0.2]
        words = dice.choice(common or choices)
        used = component_for(panel, words)
        press: Json = {"component_type": used["type"], "custom_id": used["custom_id"]}
        if used["type"] == SELECT:
            press["values"] = [words.partition(" ")[2]]
        return {"type": 3, "message_id": panel["id"], "data": press}

    # interactions

    async def slash(self, name: str, **options: str) -> None:
        """Run a command and wait until it is answered."""
        root, *rest = name.split()
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        if rest:
            given = [{"name": rest[0], "type": 1, "options": given}]
        command = {"id": self.load.commands[root]["id"], "name": root, "type": 1, "options": given}
        status = await self._interact({"type": 2, "data": command}, "done")
        assert status == "done", name

    async def _interact(self, body: Json, wanted: str) -> str:
        """Its status as soon as it is the one ``wanted``, or the last: ``done`` or ``failed``.

        GONE: what he pressed has just made room for something newer, which his page is about to show.
        """
        nonce = str(id(body))
        waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[nonce] = waiting, wanted
        sent = {**body, "channel_id": self.channel, "nonce": nonce}
        headers = {"Authorization": f"Bearer {self.token}"}
        try:
            async with self.load.http.post("/page/api/interactions", json=sent, headers=headers) as response:
                if response.status != 200:
                    return GONE
            return await waiting
        finally:
            del self._waiting[nonce]
