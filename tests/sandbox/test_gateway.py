"""The gateway: resuming, reconnecting, intents, and the payloads that no library lets through unnoticed."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox, gateway
from tests.sandbox.bots import QuietBot, StepBot, text_channel
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.waiting import until

Json = dict[str, Any]
GUILDS, MESSAGES, MEMBERS, PRESENCES, CONTENT = 1, 1 << 9, 1 << 1, 1 << 8, 1 << 15


async def test_resume_tells_what_was_missed(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot = QuietBot(intents=discord.Intents.all())
    await start_bot(bot)
    ana = await join("Ana")
    first = next(iter(sandbox.gateway.sessions))
    await sandbox.gateway.drop()
    await ana.say("lounge", "while you were away")
    await asyncio.wait_for(bot.resumed.wait(), 20)
    await until(lambda: bot.heard)
    assert [m.content for m in bot.heard] == ["while you were away"]
    assert list(sandbox.gateway.sessions) == [first]
    await ana.say("lounge", "and now")
    await until(lambda: len(bot.heard) == 2)


async def test_reconnect_is_obeyed(sandbox: Sandbox, start_bot: StartBot) -> None:
    bot = QuietBot()
    await start_bot(bot)
    sandbox.gateway.ask_to_reconnect()
    await asyncio.wait_for(bot.resumed.wait(), 20)


async def test_invalid_session_begins_a_new_one(
    sandbox: Sandbox, start_bot: StartBot, join: Join, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = StepBot(lambda interaction: interaction.response.send_message("still here"))
    await start_bot(bot)
    first = next(iter(sandbox.gateway.sessions))
    sandbox.gateway.invalidate()
    await until(lambda: sandbox.gateway.sessions and first not in sandbox.gateway.sessions)
    assert (await (await join("Ana")).slash("lounge", "do")).text == "still here"


async def test_content_needs_its_intent(start_bot: StartBot, join: Join) -> None:
    bot = QuietBot()
    await start_bot(bot)
    assert bot.user is not None
    ana = await join("Ana")
    hidden = await ana.say("table-1", "for people")
    await ana.say("table-1", f"for the bot {bot.user.mention}")
    await until(lambda: len(bot.heard) == 2)
    assert [m.content for m in bot.heard] == ["", f"for the bot {bot.user.mention}"]
    assert (await text_channel(bot).fetch_message(int(hidden["id"]))).content == ""


async def test_members_come_with_their_intent(start_bot: StartBot, join: Join) -> None:
    ana = await join("Ana")
    bot = QuietBot(intents=discord.Intents.all())
    await start_bot(bot)
    assert {m.display_name for m in bot.guilds[0].members} == {"Ana", "Levée"}
    assert bot.guilds[0].owner_id == int(ana.id)
    assert [m.display_name for m in await bot.guilds[0].query_members("an")] == ["Ana"]
    ben = await join("Ben")
    await until(lambda: bot.guilds[0].get_member(int(ben.id)))
    await ben.settings(name="Benno")
    await until(lambda: bot.guilds[0].get_member_named("Benno"))
    member = bot.guilds[0].get_member(int(ben.id))
    assert member is not None
    await until(lambda: member.status is discord.Status.online)
    await ben.close()
    await until(lambda: member.status is discord.Status.offline)


async def test_members_without_presences_are_fetched(start_bot: StartBot, join: Join) -> None:
    await join("Ana")
    intents = discord.Intents.default()
    intents.members = True
    bot = QuietBot(intents=intents)
    await start_bot(bot)
    await until(lambda: bot.guilds[0].chunked)
    assert {m.display_name for m in bot.guilds[0].members} == {"Ana", "Levée"}


class Wire:
    """A gateway client that hides nothing."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def next(self) -> Json:
        return dict(json.loads(await self.socket.receive_str(timeout=5)))

    async def until(self, event: str) -> list[Json]:
        """The payloads up to the first ``event``, which is the last of them."""
        seen = [await self.next()]
        while seen[-1]["t"] != event:
            assert len(seen) < 50
            seen.append(await self.next())
        return seen

    async def closed_with(self) -> int | None:
        async with asyncio.timeout(5):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code


@pytest.fixture
async def wire(sandbox: Sandbox) -> AsyncIterator[Wire]:
    async with aiohttp.ClientSession() as http, http.ws_connect(sandbox.gateway.address) as socket:
        wire = Wire(socket)
        assert (await wire.next())["d"]["heartbeat_interval"] > 0
        yield wire


async def test_heartbeat_is_acknowledged(wire: Wire) -> None:
    await wire.send(1, None)
    assert (await wire.next())["op"] == 11


async def test_heartbeat_is_not_acknowledged_before_its_sender_looks(
    sandbox: Sandbox, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py would take it for the answer to the heartbeat before, and warn that it is 41 s behind."""
    monkeypatch.setattr(gateway, "ACK_S", 1.0)
    await wire.send(1, None)
    await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS})
    assert [payload["op"] for payload in await wire.until("READY")] == [0]


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (2, {"token": "{bot}", "intents": -1}, 4013),
        (2, {"token": "{bot}", "intents": 1, "shard": [2, 2]}, 4010),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (8, {}, 4003),
        (99, None, 4001),
    ],
)
async def test_close_codes(sandbox: Sandbox, wire: Wire, op: int, data: Json | None, code: int) -> None:
    if data and data.get("token") == "{bot}":
        data = {**data, "token": sandbox.bot_token}
    await wire.send(op, data)
    assert await wire.closed_with() == code


async def test_garbage_closes(wire: Wire) -> None:
    await wire.socket.send_str("{")
    assert await wire.closed_with() == 4002


async def test_identifying_twice_closes(sandbox: Sandbox, wire: Wire) -> None:
    for _ in range(2):
        await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS})
    assert await wire.closed_with() == 4005


async def test_unknown_session_cannot_resume(sandbox: Sandbox, wire: Wire) -> None:
    await wire.send(6, {"token": sandbox.bot_token, "session_id": "x", "seq": 1})
    answer = await wire.next()
    assert (answer["op"], answer["d"]) == (9, False)


async def test_only_what_was_asked_for(sandbox: Sandbox, wire: Wire, join: Join) -> None:
    await wire.send(2, {"token": sandbox.bot_token, "intents": MESSAGES})
    assert [p["t"] for p in await wire.until("READY")] == ["READY"]
    ana = await join("Ana")
    await ana.request("POST", "/channels", {"name": "x"})
    await ana.say("lounge", "hello")
    told = await wire.until("MESSAGE_CREATE")
    assert [(p["t"], p["s"]) for p in told] == [("MESSAGE_CREATE", 2)]
    assert told[0]["d"]["content"] == ""
    assert told[0]["d"]["member"]["joined_at"]


async def test_shard_without_the_guild_hears_direct_messages_only(
    sandbox: Sandbox, wire: Wire, join: Join
) -> None:
    count = 2
    mine = (sandbox.world.home.id >> 22) % count
    await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS | MESSAGES, "shard": [1 - mine, count]})
    ready = await wire.next()
    assert ready["d"]["guilds"] == []
    await (await join("Ana")).say("lounge", "hello")
    await wire.send(1, None)
    assert (await wire.next())["op"] == 11


async def test_bot_shows_as_online(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    ana = await join("Ana")
    bot = await start_bot(QuietBot())
    await ana.wait_for(lambda f: f["t"] == "member_update" and f["d"]["bot"] and f["d"]["online"])
    since = len(ana.seen)
    await bot.close()
    await ana.wait_for(
        lambda f: f["t"] == "member_update" and f["d"]["bot"] and not f["d"]["online"], since=since
    )
    await start_bot(QuietBot())
    assert len(sandbox.gateway.sessions) == 1


async def test_a_client_that_says_goodbye_ends_its_session(sandbox: Sandbox, wire: Wire) -> None:
    await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS})
    await wire.until("GUILD_CREATE")
    await wire.socket.close(code=1000)
    await until(lambda: not sandbox.gateway.sessions)
