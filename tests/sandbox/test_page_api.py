"""What the page may ask, and the one sentence it gets when it may not."""

from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import Overwrite
from bot.sandbox.permissions import Permission
from tests.sandbox.bots import QuietBot, StepBot, text_channel
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Refusal
from tests.sandbox.waiting import until

Json = dict[str, Any]
HERE = "{lounge}"

REFUSED: list[tuple[str, str, Json | None, int]] = [
    ("GET", "/nowhere", None, 404),
    ("PUT", "/state", {}, 405),
    ("GET", "/channels/5/messages", None, 404),
    ("GET", "/channels/x/messages", None, 404),
    ("POST", f"/channels/{HERE}/messages", {}, 400),
    ("POST", f"/channels/{HERE}/messages", {"content": 5}, 400),
    ("DELETE", f"/channels/{HERE}/messages/5", None, 404),
    ("POST", "/channels", {"name": " !! "}, 400),
    ("POST", "/channels", {"name": "x" * 33}, 400),
    ("POST", f"/channels/{HERE}/threads", {"name": ""}, 400),
    ("PATCH", "/me", {"locale": "tlh"}, 400),
    ("PATCH", "/me", {"name": "Levée"}, 400),
    ("POST", "/interactions", {"type": 2, "channel_id": HERE}, 400),
    ("POST", "/interactions", {"type": 1, "channel_id": HERE, "data": {}}, 400),
    ("POST", "/interactions", {"type": 2, "channel_id": "5", "data": {}}, 404),
    ("POST", "/interactions", {"type": 2, "channel_id": HERE, "data": {"id": "5"}}, 403),
    ("POST", "/interactions", {"type": 3, "channel_id": HERE, "data": {}, "message_id": "5"}, 404),
    ("POST", "/interactions", {"type": 5, "channel_id": HERE, "data": {}, "interaction_id": "5"}, 404),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), REFUSED)
async def test_refusals(join: Join, method: str, path: str, body: Json | None, status: int) -> None:
    ana = await join("Ana")
    lounge = ana.channel("lounge")
    filled = {name: lounge if value == HERE else value for name, value in (body or {}).items()}
    with pytest.raises(Refusal) as refused:
        await ana.request(method, path.replace(HERE, lounge), filled if body is not None else None)
    assert refused.value.status == status
    assert refused.value.sentence


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [(b"{", "application/json", 400), (b"[]", "application/json", 400), (b"{}", "text/plain", 415)],
)
async def test_bodies_that_are_no_json_object(
    sandbox: Sandbox, content: bytes, kind: str, status: int
) -> None:
    async with aiohttp.ClientSession(sandbox.address) as http:
        headers = {"Content-Type": kind}
        async with http.post("/page/join", data=content, headers=headers) as response:
            assert response.status == status
            assert (await response.json())["error"]


async def test_messages_are_read_in_pages(join: Join) -> None:
    ana = await join("Ana")
    sent = [await ana.say("lounge", f"{n}") for n in range(5)]
    path = f"/channels/{ana.channel('lounge')}/messages?limit=2&before={sent[3]['id']}"
    assert [m["content"] for m in await ana.request("GET", path)] == ["1", "2"]


async def test_muted_person_cannot_write(sandbox: Sandbox, join: Join) -> None:
    await join("Owner")
    ben = await join("Ben")
    lounge = sandbox.world.channels[int(ben.channel("lounge"))]
    sandbox.world.set_overwrite(lounge, Overwrite(int(ben.id), 1, 0, int(Permission.SEND_MESSAGES)))
    with pytest.raises(Refusal, match="may not do that"):
        await ben.say("lounge", "hello")


async def test_two_pages_of_one_person(sandbox: Sandbox, join: Join) -> None:
    ana = await join("Ana")
    again = await type(ana).come_back(sandbox, ana.token)
    await ana.say("lounge", "hello")
    await again.wait_for_message(lambda m: m["content"] == "hello")
    await again.close()
    await until(lambda: len(sandbox.hub.open) == 1)
    assert int(ana.id) in sandbox.world.online


async def test_writing_wakes_a_thread(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    kind = discord.ChannelType.public_thread
    thread = await text_channel(bot).create_thread(name="talk", type=kind, auto_archive_duration=60)
    await thread.edit(archived=True, name="old talk")
    await ana.wait_for(lambda f: f["t"] == "channel_delete")
    assert "old talk" not in [c.get("name") for c in (await ana.request("GET", "/state"))["channels"]]
    await thread.send("anybody?")
    assert not sandbox.world.channels[thread.id].archived
    await ana.wait_for_message(lambda m: m["content"] == "anybody?")


async def test_deleted_channel_ends_an_interaction(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    async def step(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        sandbox.world.delete_channel(sandbox.world.channels[interaction.channel_id or 0])
        await interaction.followup.send("too late")

    bot = StepBot(step)
    await start_bot(bot)
    ana = await join("Ana")
    command = {"id": ana.commands[0]["id"], "name": "do", "type": 1, "options": []}
    await ana.request(
        "POST", "/interactions", {"type": 2, "channel_id": ana.channel("lounge"), "data": command}
    )
    await until(lambda: bot.errors)
    assert isinstance(bot.errors[0], discord.NotFound)
    assert bot.errors[0].code == 10003
