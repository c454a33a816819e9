"""What one person may know, another never gets: by no frame, no list and no address."""

import json

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import Overwrite
from bot.sandbox.permissions import Permission
from tests.sandbox.bots import Itx, QuietBot, StepBot, button, file
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person, Refusal

SECRET = "Ah Kh Qh Jh Th"


def was_told(person: Person, secret: str) -> bool:
    return secret in json.dumps(person.seen, ensure_ascii=False)


async def test_a_hand_reaches_its_owner_alone(start_bot: StartBot, join: Join) -> None:
    async def press(interaction: Itx) -> None:
        await interaction.response.edit_message(content=SECRET + " sorted")

    async def step(interaction: Itx) -> None:
        view = button("Sort", press, custom_id="sort")
        await interaction.response.send_message(SECRET, ephemeral=True, file=file("hand.png"), view=view)

    await start_bot(StepBot(step))
    owner, ana, ben = await join("Owner"), await join("Ana"), await join("Ben")
    shown = await ana.slash("table-1", "do")
    sorted_hand = await ana.click(shown.message, label="Sort")
    assert sorted_hand.text.startswith(SECRET + " sorted")
    assert shown.message is not None
    for other in (owner, ben):
        await other.messages("table-1")
        await other.request("GET", "/state")
        with pytest.raises(Refusal, match="no such message"):
            await other.delete(shown.message)
        with pytest.raises(Refusal, match="no such message"):
            await other.click(shown.message, label="Sort")
        assert not was_told(other, SECRET)
        assert not was_told(other, "hand.png")
        assert not was_told(other, shown.message["id"])
    assert was_told(ana, SECRET)


async def test_direct_messages_are_between_two(start_bot: StartBot, join: Join) -> None:
    bot = await start_bot(QuietBot())
    owner, ana = await join("Owner"), await join("Ana")
    await (await bot.fetch_user(int(ana.id))).send(SECRET, file=file("hand.png"))
    await ana.wait_for_message(lambda m: m["content"] == SECRET)
    channel = ana.channel("@me")
    for method, path in [
        ("GET", f"/channels/{channel}/messages"),
        ("POST", f"/channels/{channel}/messages"),
        ("DELETE", f"/channels/{channel}/messages/1"),
    ]:
        with pytest.raises(Refusal, match="no such channel"):
            await owner.request(method, path, {"content": "x"} if method == "POST" else None)
    await owner.request("GET", "/state")
    assert not was_told(owner, SECRET)
    assert not was_told(owner, channel)


async def test_files_cannot_be_guessed(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot = await start_bot(QuietBot())
    ana = await join("Ana")
    sent = await (await bot.fetch_user(int(ana.id))).send(file=file())
    url = sent.attachments[0].url
    address, secret = url.split("?hm=")
    assert len(secret) >= 32
    async with aiohttp.ClientSession() as http:
        for tried in (
            address,
            f"{address}?hm=",
            f"{address}?hm={secret[:-1]}",
            f"{sandbox.address}/cdn/attachments/",
        ):
            async with http.get(tried) as response:
                assert response.status == 404
        async with http.get(url) as response:
            assert response.status == 200
            assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_hidden_channel_stays_hidden(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot = QuietBot()
    await start_bot(bot)
    owner, ben = await join("Owner"), await join("Ben")
    hidden = sandbox.world.channels[int(owner.channel("table-2"))]
    deny = Overwrite(sandbox.world.home.id, 0, 0, int(Permission.VIEW_CHANNEL))
    sandbox.world.set_overwrite(hidden, deny)
    await ben.wait_for(lambda f: f["t"] == "channel_delete" and f["d"]["id"] == str(hidden.id))
    await owner.say(str(hidden.id), SECRET)
    with pytest.raises(Refusal):
        await ben.messages(str(hidden.id))
    assert "table-2" not in [c["name"] for c in (await ben.request("GET", "/state"))["channels"]]
    assert not was_told(ben, SECRET)
    assert not bot.heard
    with pytest.raises(discord.Forbidden):
        await bot.fetch_channel(hidden.id)


async def test_no_token_no_page(sandbox: Sandbox, join: Join) -> None:
    ana = await join("Ana")
    paths = [
        "/page/api/state",
        f"/page/api/channels/{ana.channel('lounge')}/messages",
        f"/page/ws?token={ana.token[:-1]}",
    ]
    async with aiohttp.ClientSession(sandbox.address, headers={"Origin": sandbox.address}) as http:
        for path in (*paths, "/play/" + ana.token[:-1], "/join/" + sandbox.world.home.invite[:-1]):
            async with http.get(path) as response:
                assert response.status == 403
        async with http.post("/page/join", json={"invite": "x", "name": "Eve"}) as response:
            assert (response.status, await response.json()) == (
                403,
                {"error": "This invitation is not valid."},
            )
        async with http.get("/") as response:
            assert sandbox.world.home.invite not in await response.text()


async def test_secrets_are_long_and_told_to_nobody_else(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    await start_bot(QuietBot())
    ana, ben = await join("Ana"), await join("Ben")
    await ana.say("lounge", "hello")
    await ben.messages("lounge")
    for token in (ana.token, sandbox.bot_token):
        assert len(token) >= 22
        assert not was_told(ben, token)
