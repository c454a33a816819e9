"""Whatever a page sends: an answer, a sentence why not, and what is refused has changed nothing."""

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox import Sandbox
from bot.sandbox.objects import Kind
from tests.sandbox.api import Api
from tests.sandbox.conftest import Join
from tests.sandbox.junk import RAW, TEXTS, at_a_server, spoilt, written
from tests.sandbox.person import Person
from tests.sandbox.test_any_request import BUTTON, COMMANDS, FORM, SELECT, Known

OPEN = [{"name": "open", "type": 1, "options": [{"name": "game", "type": 3, "value": "a"}]}]
BODIES: dict[str, Any] = {
    "POST /page/join": {"invite": "{invite}", "name": "Ben"},
    "PATCH /page/api/me": {"name": "Anna", "locale": "fr", "dms": False},
    "POST /page/api/guilds": {"invite": "{invite}"},
    "POST /page/api/channels": {"name": "new", "guild_id": "{guild}"},
    "POST /page/api/channels/{here}/threads": {"name": "new"},
    "POST /page/api/channels/{here}/messages": {"content": "hello <@1>"},
    "POST /page/api/interactions": {
        "type": 2,
        "channel_id": "{here}",
        "data": {"id": "{command}", "options": OPEN},
    },
    "POST /page/api/interactions ": {
        "type": 3,
        "channel_id": "{here}",
        "message_id": "{mine}",
        "data": {"custom_id": "y", "component_type": 3, "values": ["a"]},
    },
    "POST /page/api/interactions  ": {
        "type": 4,
        "channel_id": "{here}",
        "data": {"id": "{command}", "options": OPEN},
    },
    "POST /page/api/interactions   ": {
        "type": 5,
        "channel_id": "{here}",
        "interaction_id": "{form}",
        "data": {
            "custom_id": "f",
            "components": [{"type": 1, "components": [{"type": 4, "custom_id": "w", "value": "x"}]}],
        },
    },
}


@pytest.fixture
async def ana(join: Join) -> Person:
    return await join("Ana")


@pytest.fixture
async def known(sandbox: Sandbox, api: Api, ana: Person, monkeypatch: pytest.MonkeyPatch) -> Known:
    """No bot is there, and nobody waits for one."""
    world = sandbox.world
    here = next(id for id, channel in world.channels.items() if channel.name == "table-1")
    rows = [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [SELECT]}]
    posted = await api("POST", f"/channels/{here}/messages", {"content": "hello", "components": rows})
    commands = await api("PUT", f"/applications/{world.bot_id}/commands", COMMANDS)
    known = Known(sandbox, int(ana.id), posted.body["id"])
    id, token = known.begin(Kind.COMMAND)
    opened = await api("POST", f"/interactions/{id}/{token}/callback", {"type": 9, "data": FORM})
    assert opened.status == 204
    monkeypatch.setattr("bot.sandbox.interactions.ACKNOWLEDGE_S", 0.01)
    known.names |= {"command": commands.body[0]["id"], "form": id, "invite": world.home.invite}
    return known


def filled(body: Any, known: Known) -> Any:
    if isinstance(body, dict):
        return {name: filled(value, known) for name, value in body.items()}
    if isinstance(body, list):
        return [filled(each, known) for each in body]
    return str(known.names.get(body[1:-1], body)) if isinstance(body, str) else body


async def ask(ana: Person, known: Known, asked: str, body: bytes) -> int:
    """The status, once it is known that a refusal says why and has changed nothing."""
    method, _, path = asked.strip().format(**known.names).partition(" ")
    before, headers = known.everything(), {"Content-Type": "application/json"}
    async with ana._http.request(method, path, data=io.BytesIO(body), headers=headers) as response:
        answer = await response.json() if response.content_type == "application/json" else {}
        status = response.status
    assert status < 500, (asked, body)
    if status >= 400:
        assert answer["error"].endswith((".", "d")), (asked, body, answer)
        assert known.everything() == before, (asked, body)
    return status


@at_a_server
@given(route=st.sampled_from(list(BODIES)), data=st.data())
async def test_spoilt_bodies(ana: Person, known: Known, route: str, data: st.DataObject) -> None:
    good = filled(BODIES[route], known)
    await ask(ana, known, route, written(data.draw(spoilt(good))))


@pytest.mark.parametrize("route", BODIES)
async def test_the_bodies_are_good(ana: Person, known: Known, route: str) -> None:
    assert await ask(ana, known, route, written(filled(BODIES[route], known))) == 200


@at_a_server
@given(route=st.sampled_from(list(BODIES)), body=RAW)
async def test_no_json(ana: Person, known: Known, route: str, body: bytes) -> None:
    assert await ask(ana, known, route, body) in (400, 403)


@at_a_server
@given(junk=TEXTS, before=TEXTS)
async def test_any_query(ana: Person, known: Known, junk: str, before: str) -> None:
    path = f"/page/api/channels/{known.names['here']}/messages"
    sent = {"limit": junk, "before": before}
    query = {name: text[:99].encode("utf-8", "replace").decode() for name, text in sent.items()}
    async with ana._http.get(path, params=query) as response:
        assert response.status == 200
        assert len(await response.json()) <= 100


@at_a_server
@given(frame=RAW | st.text(max_size=50).map(str.encode), is_text=st.booleans())
async def test_any_frame_to_the_page_socket(ana: Person, known: Known, frame: bytes, is_text: bool) -> None:
    """It takes nothing: whatever comes is left unread, or ends that one connection."""
    async with ana._http.ws_connect(
        "/page/ws", params={"token": ana.token}, headers={"Origin": ana.address}
    ) as socket:
        assert (await socket.receive_json())["t"] == "ready"
        await (socket.send_str(frame.decode(errors="replace")) if is_text else socket.send_bytes(frame))
    said = await ana.say("lounge", "still here")
    await ana.wait_for_message(lambda m: m["id"] == said["id"])
    await ana.delete(said)
