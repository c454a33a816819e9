"""An interaction's token: from when, until when and for what it works."""

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import Kind
from tests.sandbox.api import Api
from tests.sandbox.bots import QuietBot
from tests.sandbox.conftest import run_bot
from tests.sandbox.person import Person

Json = dict[str, Any]


class Clock:
    def __init__(self) -> None:
        self.now_s = 1_900_000_000.0

    def __call__(self) -> float:
        return self.now_s


async def interaction(sandbox: Sandbox) -> tuple[str, str]:
    """Id and token of a command's interaction that nobody has answered."""
    async with Api(sandbox.address, sandbox.bot_token) as api:
        body = [{"name": "do", "description": "Do it"}]
        await api("PUT", f"/applications/{sandbox.world.bot_id}/commands", body)
    user = next(u for u in sandbox.world.users.values() if not u.bot)
    channel = next(iter(sandbox.world.channels.values()))
    begun = sandbox.interactions.begin(Kind.COMMAND, user, channel, {"id": "1", "name": "do", "type": 1})
    return str(begun.id), begun.token


@pytest.fixture
async def clock() -> Clock:
    return Clock()


async def answer(api: Api, id: str, token: str, body: Json | None = None) -> Any:
    return await api(
        "POST", f"/interactions/{id}/{token}/callback", body or {"type": 4, "data": {"content": "x"}}
    )


async def test_life_of_a_token(clock: Clock) -> None:
    sandbox = Sandbox(None, rate_limits=False, clock=clock)
    await sandbox.start()
    sandbox.world.join("Ana")
    webhook = f"/webhooks/{sandbox.world.bot_id}"
    async with Api(sandbox.address, "") as api:
        id, token = await interaction(sandbox)
        early = await api("POST", f"{webhook}/{token}", {"content": "x"})
        assert (early.status, early.code) == (404, 10015)
        wrong_id = await answer(api, "7", token)
        assert (wrong_id.status, wrong_id.code) == (404, 10062)
        assert (await answer(api, id, token)).status == 204
        twice = await answer(api, id, token)
        assert (twice.status, twice.code) == (400, 40060)
        clock.now_s += 899
        assert (await api("POST", f"{webhook}/{token}?wait=1", {"content": "y"})).status == 200
        clock.now_s += 2
        late = await api("POST", f"{webhook}/{token}", {"content": "z"})
        assert (late.status, late.code) == (401, 50027)
        clock.now_s += 3600
        id, new_token = await interaction(sandbox)
        forgotten = await api("POST", f"{webhook}/{token}", {"content": "z"})
        assert (forgotten.status, forgotten.code) == (404, 10015)
        clock.now_s += 3.1
        slow = await answer(api, id, new_token)
        assert (slow.status, slow.code) == (404, 10062)
    await sandbox.close()


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"type": 6}, ("type",)),
        ({"type": 7, "data": {"content": "x"}}, ("type",)),
        ({"type": 8, "data": {"choices": []}}, ("type",)),
        ({"type": 1}, ("type",)),
        ({"type": 4, "data": {"content": "x" * 2001}}, ("data", "content")),
        ({"type": 9, "data": {"custom_id": "x", "title": "t" * 46, "components": []}}, ("data", "title")),
        ({"type": 5, "data": {"content": "x"}}, ("data", "content")),
        ({"type": 4, "data": {"content": "x", "nonce": "1"}}, ("data", "nonce")),
    ],
)
async def test_answers_that_do_not_fit(sandbox: Sandbox, api: Api, body: Json, path: tuple[str, ...]) -> None:
    sandbox.world.join("Ana")
    id, token = await interaction(sandbox)
    refused = await answer(api, id, token, body)
    assert (refused.status, refused.code) == (400, 50035)
    assert refused.error_at(*path)
    assert (await answer(api, id, token)).status == 204


async def test_a_token_reaches_only_its_own_messages(sandbox: Sandbox, api: Api) -> None:
    sandbox.world.join("Ana")
    webhook = f"/webhooks/{sandbox.world.bot_id}"
    first_id, first = await interaction(sandbox)
    second_id, second = await interaction(sandbox)
    await answer(api, first_id, first, {"type": 4, "data": {"content": "secret", "flags": 64}})
    await answer(api, second_id, second)
    secret = (await api("GET", f"{webhook}/{first}/messages/@original")).body
    assert secret["content"] == "secret"
    other = await api("GET", f"{webhook}/{second}/messages/{secret['id']}")
    assert (other.status, other.code) == (404, 10008)
    by_channel = await api("GET", f"/channels/{secret['channel_id']}/messages/{secret['id']}")
    assert (by_channel.status, by_channel.code) == (404, 10008)
    listed = await api("GET", f"/channels/{secret['channel_id']}/messages")
    assert [message["content"] for message in listed.body] == ["x"]


async def test_token_works_after_a_restart_of_the_bot(sandbox: Sandbox) -> None:
    """A hand shown to one person can be refreshed by a bot that was restarted in between."""

    class Hands(QuietBot):
        tokens: list[tuple[int, str]]

        def __init__(self) -> None:
            super().__init__()
            self.tokens = []
            self.tree.command(name="hand", description="My hand")(self.hand)

        async def hand(self, interaction: discord.Interaction) -> None:
            self.tokens.append((interaction.application_id, interaction.token))
            await interaction.response.send_message("Ah Kh", ephemeral=True)

    old = Hands()
    task = await run_bot(sandbox, old)
    ana = await Person.join(sandbox, "Ana")
    await ana.slash("lounge", "hand")
    await old.close()
    await task
    async with Api(sandbox.address, "") as api:
        application, token = old.tokens[0]
        path = f"/webhooks/{application}/{token}/messages/@original"
        assert (await api("PATCH", path, {"content": "Ah"})).status == 200
    await ana.wait_for_message(lambda m: m["content"] == "Ah")
    await ana.close()


async def test_old_messages_for_one_person_are_forgotten(clock: Clock) -> None:
    sandbox = Sandbox(None, rate_limits=False, clock=clock)
    await sandbox.start()
    sandbox.world.join("Ana")
    hidden = {"type": 4, "data": {"content": "hand", "flags": 64}}
    held = next(iter(sandbox.world.messages.values()))
    async with Api(sandbox.address, "") as api:
        await answer(api, *await interaction(sandbox), hidden)
        clock.now_s += 16 * 60
        await answer(api, *await interaction(sandbox), hidden)
        assert len(held) == 2
        clock.now_s += 3601
        await answer(api, *await interaction(sandbox), hidden)
        assert len(held) == 1
    await sandbox.close()


async def test_interaction_can_be_answered_after_a_restart_of_the_server(world_file: Path) -> None:
    sandbox = Sandbox(world_file)
    await sandbox.start()
    sandbox.world.join("Ana")
    id, token = await interaction(sandbox)
    await sandbox.close()
    again = Sandbox(world_file)
    await again.start()
    async with Api(again.address, "") as api:
        assert (await answer(api, id, token)).status == 204
    await again.close()


async def test_a_file_that_was_never_sent(sandbox: Sandbox, api: Api) -> None:
    channel = next(iter(sandbox.world.channels))
    sent = await api("POST", f"/channels/{channel}/messages", {"content": "x"})
    body = {"attachments": [{"id": "5"}]}
    refused = await api("PATCH", f"/channels/{channel}/messages/{sent.body['id']}", body)
    assert (refused.status, refused.error_at("attachments", 0)) == (400, "ATTACHMENT_NOT_FOUND")
