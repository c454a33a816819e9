"""A person at the page, without the page: joins, reads, writes and clicks over real HTTP and WebSocket.

ana = await Person.join(sandbox, "Ana")
outcome = await ana.slash("table-1", "table open", game="bourre")
outcome = await ana.click(outcome.message, label="Join")
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import aiohttp

from tests.sandbox.known import Known
from tests.sandbox.reading import Outcome, Refusal, components_of, filled, find, is_called, labels_of, text_of
from tests.sandbox.server import Server

__all__ = ["Outcome", "Person", "Refusal", "components_of", "labels_of", "text_of"]

Json = dict[str, Any]
PATIENCE_S = 10.0
SUBCOMMAND, GROUP, USER, CHANNEL = 1, 2, 6, 7


class Person(Known):
    """``seen`` is everything the server ever sent to this person, bodies and frames, in order."""

    def __init__(self, server: Server, token: str) -> None:
        super().__init__()
        self.address = server.address
        self.token = token
        self.seen: list[Json] = []
        self._http = aiohttp.ClientSession(self.address, headers={"Authorization": f"Bearer {token}"})
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    @classmethod
    async def join(cls, server: Server, name: str, invite: str = "") -> "Person":
        """Come in by ``invite``, or into the server's first guild."""
        invite = invite or server.invite_url.rsplit("/", 1)[1]
        async with (
            aiohttp.ClientSession(server.address) as http,
            http.post("/page/join", json={"invite": invite, "name": name}) as response,
        ):
            body = await response.json()
            if response.status != 200:
                raise Refusal(response.status, body["error"])
        return await cls.come_back(server, body["link"].rsplit("/", 1)[1])

    @classmethod
    async def come_back(cls, server: Server, token: str) -> "Person":
        """Open the page anew with a link that was given before."""
        person = cls(server, token)
        await person.connect()
        return person

    async def connect(self) -> None:
        self._socket = await self._http.ws_connect(
            "/page/ws", params={"token": self.token}, headers={"Origin": self.address}
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.wait_for(lambda frame: frame.get("t") == "ready")

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        await self._http.close()

    @property
    def id(self) -> str:
        return str(self.me["id"])

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    # what arrives

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            frame = message.json()
            self.learn(frame["t"], frame["d"])
            async with self._news:
                self.seen.append(frame)
                self._news.notify_all()

    async def wait_for(
        self, wanted: Callable[[Json], bool], *, since: int = 0, timeout_s: float = PATIENCE_S
    ) -> Json:
        """The first frame after number ``since`` that is ``wanted``; raises TimeoutError."""
        async with asyncio.timeout(timeout_s), self._news:
            while True:
                for frame in self.seen[since:]:
                    if "t" in frame and wanted(frame):
                        return frame
                await self._news.wait()

    async def wait_for_message(
        self, wanted: Callable[[Json], bool], *, since: int = 0, timeout_s: float = PATIENCE_S
    ) -> Json:
        """The first message, new or changed, that is ``wanted``."""
        kinds = ("message_create", "message_update")
        frame = await self.wait_for(
            lambda f: f["t"] in kinds and wanted(f["d"]), since=since, timeout_s=timeout_s
        )
        return dict(frame["d"])

    # what a page can ask

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        async with self._http.request(method, f"/page/api{path}", json=body) as response:
            if response.status == 204:
                return None
            answer = await response.json()
            self.seen.append({"answer": answer})
            if response.status >= 400:
                raise Refusal(response.status, answer["error"])
            return answer

    async def enter(self, invite: str) -> None:
        """Come into one more guild, or back, by its invitation."""
        since = len(self.seen)
        await self.request("POST", "/guilds", {"invite": invite})
        path = f"/join/{invite}"
        await self.wait_for(
            lambda f: f["t"] == "state" and any(g["invite"] == path for g in f["d"]["guilds"]), since=since
        )

    async def messages(self, channel: str | Json, limit: int = 50) -> list[Json]:
        path = f"/channels/{self.channel(channel)}/messages?limit={limit}"
        return list(await self.request("GET", path))

    async def say(self, channel: str | Json, text: str) -> Json:
        path = f"/channels/{self.channel(channel)}/messages"
        return dict(await self.request("POST", path, {"content": text}))

    async def delete(self, message: Json) -> None:
        await self.request("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")

    async def settings(self, **changes: object) -> Json:
        self.me = dict(await self.request("PATCH", "/me", changes))
        return self.me

    # interactions

    async def slash(self, channel: str | Json, name: str, /, **options: object) -> Outcome:
        """Run a command, ``"table open"`` for a subcommand; a Person as a value is its id."""
        data = self.command_data(name, options)
        return await self._interact({"type": 2, "channel_id": self.channel(channel), "data": data})

    async def autocomplete(
        self, channel: str | Json, name: str, option: str, typed: str, /, **others: object
    ) -> list[Json]:
        data = self.command_data(name, {**others, option: typed}, focused=option)
        body = {"type": 4, "channel_id": self.channel(channel), "data": data}
        return list((await self.request("POST", "/interactions", body))["choices"])

    async def click(
        self, message: Json | None, *, label: str | None = None, custom_id: str | None = None
    ) -> Outcome:
        assert message is not None, "there is no message to click on"
        button = find(message, lambda c: c["type"] == 2 and is_called(c, label, custom_id))
        return await self._use(message, {"component_type": 2, "custom_id": button["custom_id"]})

    async def select(
        self, message: Json | None, *values: "str | Person", custom_id: str | None = None
    ) -> Outcome:
        """Choose ``values``, each an option's value or its label, or a person."""
        assert message is not None, "there is no message to choose on"
        menu = find(message, lambda c: c["type"] in (3, 5) and is_called(c, None, custom_id))
        by_label = {option["label"]: option["value"] for option in menu.get("options", [])}
        chosen = [v.id if isinstance(v, Person) else by_label.get(v, v) for v in values]
        data = {"component_type": menu["type"], "custom_id": menu["custom_id"], "values": chosen}
        return await self._use(message, data)

    async def submit_modal(self, opened: Outcome, values: dict[str, object], channel: str | Json) -> Outcome:
        """Send the form that ``opened`` holds; ``values`` by custom_id or label, lists for selects."""
        assert opened.modal is not None, "no form was opened"
        components = [filled(item, values) for item in opened.modal["components"]]
        data = {"custom_id": opened.modal["custom_id"], "components": components}
        body = {"type": 5, "channel_id": self.channel(channel), "interaction_id": opened.id, "data": data}
        return await self._interact(body)

    async def _use(self, message: Json, data: Json) -> Outcome:
        body = {"type": 3, "channel_id": message["channel_id"], "message_id": message["id"], "data": data}
        return await self._interact(body)

    async def _interact(self, body: Json) -> Outcome:
        since = len(self.seen)
        id = (await self.request("POST", "/interactions", body))["id"]
        end = await self.wait_for(
            lambda f: f["t"] == "interaction" and f["d"]["id"] == id and f["d"]["status"] != "deferred",
            since=since,
        )
        message, modal = None, None
        for frame in list(self.seen[since:]):
            if frame.get("t") == "modal" and frame["d"]["interaction_id"] == id:
                modal = frame["d"]
            if frame.get("t") in ("message_create", "message_update") and _belongs(frame["d"], id, body):
                message = frame["d"]
        return Outcome(id, end["d"]["status"], message, modal)

    def command_data(self, name: str, options: dict[str, object], focused: str = "") -> Json:
        root, *rest = name.split()
        command = next(c for c in self.commands if c["name"] == root)
        data = {"id": command["id"], "name": root, "type": 1}
        return data | {"options": _options(command["options"], rest, options, focused)}


def _options(known: list[Json], path: list[str], values: dict[str, object], focused: str) -> list[Json]:
    by_name = {option["name"]: option for option in known}
    if path:
        chosen = by_name[path[0]]
        inner = _options(chosen.get("options", []), path[1:], values, focused)
        return [{"name": chosen["name"], "type": chosen["type"], "options": inner}]
    return [_option(by_name, name, value, name == focused) for name, value in values.items()]


def _option(known: dict[str, Json], name: str, value: object, focused: bool) -> Json:
    option = {"name": name, "type": known[name]["type"] if name in known else 3}
    option["value"] = value.id if isinstance(value, Person) else value
    return {**option, "focused": True} if focused else option


def _belongs(message: Json, interaction_id: str, body: Json) -> bool:
    origin = (message.get("interaction_metadata") or {}).get("id")
    return bool(origin == interaction_id or message["id"] == body.get("message_id"))
