"""Discord's error codes: what is not there, not allowed, or not said properly."""

import io
import logging
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import Overwrite
from bot.sandbox.permissions import MEMBER, Permission
from tests.sandbox.api import Api
from tests.sandbox.bots import QuietBot, file, text_channel
from tests.sandbox.conftest import Join, StartBot

NOWHERE = 5


def channel_of(sandbox: Sandbox) -> int:
    return next(iter(sandbox.world.channels))


def deny(sandbox: Sandbox, permission: Permission) -> None:
    world = sandbox.world
    world.set_overwrite(world.channels[channel_of(sandbox)], Overwrite(world.bot_id, 1, 0, int(permission)))


async def test_wrong_token(sandbox: Sandbox) -> None:
    for token in ("", "wrong", sandbox.bot_token[:-1]):
        async with Api(sandbox.address, token) as api:
            answer = await api("GET", "/users/@me")
            assert (answer.status, answer.body) == (401, {"message": "401: Unauthorized", "code": 0})
    async with QuietBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")


async def test_bot_token_opens_no_page_and_a_link_no_api(sandbox: Sandbox, join: Join) -> None:
    ana = await join("Ana")
    async with Api(sandbox.address, ana.token) as api:
        assert (await api("GET", "/users/@me")).status == 401
    ana._http.headers["Authorization"] = f"Bearer {sandbox.bot_token}"
    async with ana._http.get("/page/api/state") as response:
        assert response.status == 403


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/5", 404, 10003),
        ("POST", "/channels/5/messages", 404, 10003),
        ("GET", "/channels/x/messages/1", 404, 10003),
        ("GET", "/channels/{here}/messages/5", 404, 10008),
        ("PATCH", "/channels/{here}/messages/5", 404, 10008),
        ("GET", "/guilds/5", 404, 10004),
        ("GET", "/guilds/{guild}/members/5", 404, 10007),
        ("GET", "/users/5", 404, 10013),
        ("POST", "/users/@me/channels", 404, 10013),
        ("POST", "/webhooks/{bot}/unknown", 404, 10015),
        ("GET", "/webhooks/{bot}/unknown/messages/@original", 404, 10015),
        ("POST", "/interactions/5/unknown/callback", 404, 10062),
        ("PUT", "/applications/5/commands", 403, 50001),
        ("GET", "/applications/{bot}/commands/5", 404, 10063),
        ("GET", "/users/@me/connections", 404, 0),
    ],
)
async def test_what_is_not_there(
    sandbox: Sandbox, api: Api, method: str, path: str, status: int, code: int
) -> None:
    world = sandbox.world
    path = path.format(here=channel_of(sandbox), guild=world.home.id, bot=world.bot_id)
    body = {"recipient_id": "5"} if path.endswith("@me/channels") else {"type": 4}
    answer = await api(method, path, None if method == "GET" else body)
    assert (answer.status, answer.code) == (status, code)
    assert isinstance(answer.body["message"], str)


async def test_unknown_route_is_said_aloud_without_secrets(
    sandbox: Sandbox, api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "s" * 60
    with caplog.at_level(logging.WARNING):
        assert (await api("PATCH", f"/webhooks/1/{secret}")).status == 404
    assert "sandbox: unknown route PATCH /api/v10/webhooks/1/…" in caplog.text
    assert secret not in caplog.text


async def test_body_that_is_no_json(sandbox: Sandbox) -> None:
    url = f"{sandbox.address}/api/v10/channels/{channel_of(sandbox)}/messages"
    headers = {"Authorization": f"Bot {sandbox.bot_token}", "Content-Type": "application/json"}
    async with aiohttp.ClientSession(headers=headers) as http:
        for raw in (b"{", b"[]", b"\xff"):
            async with http.post(url, data=raw) as response:
                assert (response.status, (await response.json())["code"]) == (400, 50109)


NEEDS: list[tuple[Permission, dict[str, Any], int]] = [
    (Permission.VIEW_CHANNEL, {"content": "x"}, 50001),
    (Permission.SEND_MESSAGES, {"content": "x"}, 50013),
    (Permission.EMBED_LINKS, {"embed": discord.Embed(title="x")}, 50013),
    (Permission.ATTACH_FILES, {"file": None}, 50013),
]


@pytest.mark.parametrize(("permission", "message", "code"), NEEDS, ids=[str(need[0].name) for need in NEEDS])
async def test_missing_permission(
    sandbox: Sandbox, start_bot: StartBot, permission: Permission, message: dict[str, Any], code: int
) -> None:
    bot = await start_bot(QuietBot())
    channel = text_channel(bot, "lounge")
    deny(sandbox, permission)
    options = {"file": file()} if "file" in message else message
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send(**options)
    assert refused.value.code == code
    await text_channel(bot, "table-1").send(**({"file": file()} if "file" in message else message))


async def test_permission_of_the_role(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot, ana, ben = await start_bot(QuietBot()), await join("Ana"), await join("Ben")
    channel = text_channel(bot)
    with pytest.raises(discord.Forbidden) as refused:
        await bot.guilds[0].create_text_channel("mine")
    assert refused.value.code == 50013
    said = await channel.fetch_message(int((await ben.say("table-1", "hi"))["id"]))
    with pytest.raises(discord.Forbidden) as refused:
        await said.delete()
    assert refused.value.code == 50013
    role = next(role for role in sandbox.world.roles.values() if role.managed)
    more = Permission.MANAGE_CHANNELS | Permission.MANAGE_MESSAGES | Permission.MANAGE_ROLES
    sandbox.world.set_role_permissions(role.id, int(MEMBER | more))
    await said.delete()
    made = await bot.guilds[0].create_text_channel("mine", topic="ours")
    await made.edit(name="yours")
    await made.set_permissions(bot.guilds[0].default_role, view_channel=False)
    await ana.wait_for(lambda f: f["t"] == "channel_create")
    assert "yours" not in [c["name"] for c in (await ben.request("GET", "/state"))["channels"]]
    with pytest.raises(discord.Forbidden):
        await made.delete()  # everyone's denial is the bot's too


async def test_only_own_messages_are_edited(start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    said = await text_channel(bot).fetch_message(int((await ana.say("table-1", "hi"))["id"]))
    with pytest.raises(discord.Forbidden) as refused:
        await said.edit(content="changed")
    assert refused.value.code == 50005


async def test_file_too_large(start_bot: StartBot) -> None:
    bot = await start_bot(QuietBot())
    large = discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "large.bin")
    with pytest.raises(discord.HTTPException) as refused:
        await text_channel(bot).send(file=large)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_deleted_channel(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot, ana = await start_bot(QuietBot()), await join("Ana")
    channel = text_channel(bot)
    sent = await channel.send(file=file())
    sandbox.world.delete_channel(sandbox.world.channels[channel.id])
    await ana.wait_for(lambda f: f["t"] == "channel_delete")
    with pytest.raises(discord.NotFound) as refused:
        await sent.edit(content="x")
    assert refused.value.code == 10003
    async with aiohttp.ClientSession() as http, http.get(sent.attachments[0].url) as response:
        assert response.status == 404
