"""Whatever a client sends to the gateway: an answer or a documented close code; the next one is served."""

import json
from typing import Any

import aiohttp
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox import Sandbox
from tests.sandbox.junk import ANYTHING, RAW, at_a_server, spoilt
from tests.sandbox.test_gateway import GUILDS, Wire

CLOSED_WITH = (None, 1000, 1003, 1007, 1009, 4001, 4002, 4003, 4004, 4005, 4007, 4010, 4013)
SPOKEN: tuple[tuple[int, Any], ...] = (
    (1, 3),
    (2, {"token": "{token}", "intents": 1, "properties": {}, "shard": [0, 1]}),
    (3, {"status": "online", "activities": [], "since": None, "afk": False}),
    (4, {"guild_id": "1", "channel_id": None}),
    (6, {"token": "{token}", "session_id": "x", "seq": 1}),
    (8, {"guild_id": "{guild}", "query": "a", "limit": 5, "nonce": "n", "user_ids": ["1"]}),
)


async def served(sandbox: Sandbox) -> None:
    """A client with good manners gets all it asks for."""
    async with aiohttp.ClientSession() as http, http.ws_connect(sandbox.gateway.address) as socket:
        wire = Wire(socket)
        await wire.next()
        await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS})
        await wire.until("GUILD_CREATE")


async def told(sandbox: Sandbox, frames: list[bytes], as_text: bool, identified: bool) -> int | None:
    """Send them; the code with which the server closed, None if it has not."""
    async with aiohttp.ClientSession() as http, http.ws_connect(sandbox.gateway.address) as socket:
        wire = Wire(socket)
        if identified:
            await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS})
        for frame in frames:
            await (socket.send_str(frame.decode(errors="replace")) if as_text else socket.send_bytes(frame))
        await wire.send(1, None)
        while (message := await socket.receive(timeout=20)).type is aiohttp.WSMsgType.TEXT:
            if json.loads(message.data)["op"] == 11:
                return None
        return socket.close_code


@at_a_server
@given(frame=RAW, as_text=st.booleans(), identified=st.booleans())
async def test_any_bytes(sandbox: Sandbox, frame: bytes, as_text: bool, identified: bool) -> None:
    assert await told(sandbox, [frame], as_text, identified) in CLOSED_WITH
    await served(sandbox)


@at_a_server
@given(data=st.data(), spoken=st.sampled_from(SPOKEN), identified=st.booleans())
async def test_spoilt_payloads(
    sandbox: Sandbox, data: st.DataObject, spoken: tuple[int, Any], identified: bool
) -> None:
    op, body = spoken
    body = json.loads(
        json.dumps(body).replace("{token}", sandbox.bot_token).replace("{guild}", str(sandbox.world.home.id))
    )
    sent = data.draw(spoilt({"op": op, "d": body}) | st.builds(lambda d: {"op": op, "d": d}, ANYTHING))
    frame = json.dumps(sent).encode()
    assert await told(sandbox, [frame], True, identified) in CLOSED_WITH
    await served(sandbox)
