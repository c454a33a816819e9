"""Whatever is sent to the API: a documented answer, and what is refused has changed nothing."""

import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox import Sandbox
from bot.sandbox.objects import Kind
from tests.sandbox.api import Api
from tests.sandbox.conftest import Join
from tests.sandbox.junk import RAW, TEXTS, at_a_server, damaged, spoilt, written

BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "x", "emoji": {"name": "🂡"}}
SELECT = {
    "type": 3,
    "custom_id": "y",
    "options": [{"label": "a", "value": "a"}, {"label": "b", "value": "b", "default": True}],
    "min_values": 1,
    "max_values": 2,
}
DISPLAY = [
    {"type": 10, "content": "x <@1>"},
    {"type": 9, "components": [{"type": 10, "content": "s"}], "accessory": BUTTON},
    {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]},
    {"type": 17, "components": [{"type": 14}, {"type": 13, "file": {"url": "attachment://a.png"}}]},
]
MESSAGE = {
    "content": "hello <@1> @everyone",
    "embeds": [
        {
            "title": "t",
            "description": "d",
            "color": 5,
            "timestamp": "2026-01-01T00:00:00Z",
            "fields": [{"name": "n", "value": "v", "inline": True}],
            "author": {"name": "a", "icon_url": "attachment://a.png"},
            "footer": {"text": "f"},
            "image": {"url": "attachment://a.png"},
        }
    ],
    "components": [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [SELECT]}],
    "allowed_mentions": {"parse": ["users"], "roles": ["1"], "replied_user": True},
    "attachments": [{"id": "0", "filename": "a.png", "description": "x"}],
    "flags": 0,
    "tts": False,
}
SHOWN = {"flags": 1 << 15, "components": DISPLAY, "allowed_mentions": {"parse": []}}
POST = {**MESSAGE, "attachments": [], "nonce": "n", "message_reference": {"message_id": "5"}}
COMMANDS = [
    {
        "name": "table",
        "description": "d",
        "type": 1,
        "options": [
            {
                "name": "open",
                "description": "d",
                "type": 1,
                "options": [
                    {"name": "game", "description": "g", "type": 3, "choices": [{"name": "a", "value": "a"}]},
                    {"name": "n", "description": "n", "type": 4, "min_value": 1, "max_value": 8},
                ],
            }
        ],
        "default_member_permissions": 32,
        "contexts": [0],
    }
]
FORM = {
    "title": "t",
    "custom_id": "f",
    "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "w", "label": "l", "style": 1, "max_length": 9}]}
    ],
}
BODIES: dict[str, Any] = {
    "POST /channels/{here}/messages": POST,
    "POST /channels/{here}/messages ": SHOWN,
    "PATCH /channels/{here}/messages/{mine}": MESSAGE,
    "POST /channels/{here}/threads": {"name": "t", "type": 11, "auto_archive_duration": 60},
    "PATCH /channels/{here}": {"name": "x", "permission_overwrites": [{"id": "1", "type": 0, "allow": "1"}]},
    "PUT /channels/{here}/permissions/{bot}": {"id": "1", "type": 1, "allow": "8", "deny": "0"},
    "POST /guilds/{guild}/channels": {"name": "new", "type": 0, "topic": "t"},
    "PUT /applications/{bot}/commands": COMMANDS,
    "PUT /applications/{bot}/guilds/{guild}/commands": COMMANDS,
    "POST /users/@me/channels": {"recipient_id": "5"},
    "POST /webhooks/{bot}/{token}": MESSAGE,
    "PATCH /webhooks/{bot}/{token}/messages/@original": MESSAGE,
    **{
        f"POST /interactions/{{new}}/callback{' ' * type}": {"type": type, "data": data}
        for type, data in [
            (4, MESSAGE),
            (5, {"flags": 64}),
            (6, {}),
            (7, MESSAGE),
            (8, {"choices": [{"name": "a", "value": "b"}]}),
            (9, FORM),
        ]
    },
}
READS = (
    "/channels/{here}/messages?limit={junk}",
    "/channels/{here}/messages?before={junk}&after={junk}",
    "/channels/{here}/messages?around={junk}&limit=5",
    "/channels/{junk}",
    "/guilds/{guild}/members?limit={junk}&after={junk}",
    "/guilds/{guild}?with_counts={junk}",
    "/webhooks/{bot}/{token}/messages/{junk}",
    "/users/{junk}",
    "/{junk}",
)


class Known:
    """What paths name: a channel, the bot's message in it, and interactions of Ana's."""

    def __init__(self, sandbox: Sandbox, user: int, mine: str) -> None:
        self.sandbox, world = sandbox, sandbox.world
        self.user = world.users[user]
        self.here = next(channel for channel in world.channels.values() if channel.name == "table-1")
        self.names: dict[str, object] = {"here": self.here.id, "mine": mine}
        self.names |= {"guild": world.home.id, "bot": world.bot_id}

    def begin(self, kind: Kind, message_id: int = 0) -> tuple[int, str]:
        begun = self.sandbox.interactions.begin(kind, self.user, self.here, {}, message_id=message_id)
        return begun.id, begun.token

    def path(self, template: str, kind: Kind) -> str:
        id, token = self.begin(kind, int(str(self.names["mine"])) if kind is Kind.COMPONENT else 0)
        return template.strip().format(**{**self.names, "new": f"{id}/{token}"})

    def everything(self) -> Any:
        """What a refusal must not change, but for the interactions that tests begin."""
        world = self.sandbox.world
        messages = [m.document() for held in world.messages.values() for m in held.values()]
        members = [(guild.document(), list(guild.members)) for guild in world.guilds.values()]
        channels = [channel.document() for channel in world.channels.values()]
        return messages, channels, list(world.users), dict(world.commands), members


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """Nothing is held against Discord's description here: it says nothing of what is wrong."""
    sandbox = Sandbox(None, rate_limits=False)
    await sandbox.start()
    yield sandbox
    await sandbox.close()


@pytest.fixture
async def known(sandbox: Sandbox, api: Api, join: Join) -> Known:
    ana = await join("Ana")
    here = next(id for id, channel in sandbox.world.channels.items() if channel.name == "table-1")
    posted = await api("POST", f"/channels/{here}/messages", {"content": "hello"})
    known = Known(sandbox, int(ana.id), posted.body["id"])
    id, token = known.begin(Kind.COMMAND)
    assert (await api("POST", f"/interactions/{id}/{token}/callback", {"type": 5})).status == 204
    known.names["token"] = token
    return known


@pytest.fixture
async def http(sandbox: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Authorization": f"Bot {sandbox.bot_token}"}
    async with aiohttp.ClientSession(sandbox.address, headers=headers) as http:
        yield http


async def ask(
    http: aiohttp.ClientSession, known: Known, asked: str, body: bytes, kind: str = "application/json"
) -> int:
    """The status, once it is known that a refusal says why and has changed nothing."""
    method, _, path = asked.partition(" ")
    before = known.everything()
    headers = {"Content-Type": kind}
    async with http.request(method, f"/api/v10{path}", data=io.BytesIO(body), headers=headers) as response:
        answer = await response.json() if response.content_type == "application/json" else None
        status = response.status
    assert status < 500, (asked, body)
    if status >= 400:
        assert isinstance(answer, dict), (asked, body)
        assert isinstance(answer["message"], str)
        assert known.everything() == before, (asked, body)
    return status


@at_a_server
@given(route=st.sampled_from(list(BODIES)), data=st.data())
async def test_spoilt_bodies(
    known: Known, http: aiohttp.ClientSession, route: str, data: st.DataObject
) -> None:
    kind = data.draw(st.sampled_from(list(Kind)))
    await ask(http, known, known.path(route, kind), written(data.draw(spoilt(BODIES[route]))))


@at_a_server
@given(route=st.sampled_from(list(BODIES)), body=RAW)
async def test_no_json(known: Known, http: aiohttp.ClientSession, route: str, body: bytes) -> None:
    await ask(http, known, known.path(route, Kind.COMMAND), body)


@at_a_server
@given(route=st.sampled_from(READS), junk=TEXTS)
async def test_any_path(known: Known, http: aiohttp.ClientSession, route: str, junk: str) -> None:
    text = "".join(c for c in junk if c.isprintable() and c not in "/?#%&\\ ")[:100] or "x"
    path = route.format(**known.names, junk=text)
    await ask(http, known, f"GET {path}", b"")


PART = '--b\r\nContent-Disposition: form-data; name="{name}"{more}\r\nContent-Type: {kind}\r\n\r\n{body}\r\n'
FORM_BODY = (
    PART.format(name="payload_json", more="", kind="application/json", body='{"content":"x"}')
    + PART.format(name="files[0]", more='; filename="a.png"', kind="image/png", body="\x89PNG")
    + "--b--\r\n"
).encode("latin-1")
KINDS = (
    "multipart/form-data; boundary=b",
    "multipart/form-data",
    "multipart/form-data; boundary=" + "b" * 80,
    "multipart/mixed; boundary=b",
    "text/plain",
)


async def test_the_form_is_good(known: Known, http: aiohttp.ClientSession) -> None:
    path = known.path("POST /channels/{here}/messages", Kind.COMMAND)
    assert await ask(http, known, path, FORM_BODY, KINDS[0]) == 200


@pytest.mark.filterwarnings("ignore::aiohttp.multipart.BadContentDispositionHeader")
@pytest.mark.filterwarnings("ignore::aiohttp.multipart.BadContentDispositionParam")
@at_a_server
@given(body=damaged(FORM_BODY), kind=st.sampled_from(KINDS[:1] * 5 + KINDS))
async def test_damaged_forms(known: Known, http: aiohttp.ClientSession, body: bytes, kind: str) -> None:
    path = known.path("POST /channels/{here}/messages", Kind.COMMAND)
    await ask(http, known, path, body, kind)
