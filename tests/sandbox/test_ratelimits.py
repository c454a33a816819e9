"""Rate limits as Discord tells and enforces them, and discord.py's own way with them."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator

import pytest

from bot.sandbox import Sandbox, point_discord_at
from bot.sandbox.ratelimits import BUDGETS, GLOBAL
from tests.sandbox.api import Api
from tests.sandbox.bots import QuietBot, text_channel
from tests.sandbox.conftest import run_bot


@pytest.fixture
async def limited() -> AsyncIterator[Sandbox]:
    sandbox = Sandbox(None)
    await sandbox.start()
    with point_discord_at(sandbox.address):
        yield sandbox
    await sandbox.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same five messages, but per second."""
    monkeypatch.setitem(BUDGETS, ("POST", "/channels/{channel_id}/messages"), (5, 1.0))


def path_of(sandbox: Sandbox, index: int = 0) -> str:
    return f"/channels/{list(sandbox.world.channels)[index]}/messages"


async def test_headers_count_down_to_429(limited: Sandbox) -> None:
    async with Api(limited.address, limited.bot_token) as api:
        granted = [await api("POST", path_of(limited), {"content": "x"}) for _ in range(5)]
        refused = await api("POST", path_of(limited), {"content": "x"})
        elsewhere = await api("POST", path_of(limited, 1), {"content": "x"})
    assert [a.headers["X-RateLimit-Remaining"] for a in granted] == ["4", "3", "2", "1", "0"]
    assert {a.headers["X-RateLimit-Limit"] for a in granted} == {"5"}
    assert 0 < float(granted[0].headers["X-RateLimit-Reset-After"]) <= 5
    assert abs(float(granted[0].headers["X-RateLimit-Reset"]) - time.time()) < 6
    assert refused.status == 429
    assert refused.body["message"] == "You are being rate limited."
    assert refused.body["global"] is False
    assert 0 < refused.body["retry_after"] <= 5
    assert int(refused.headers["Retry-After"]) >= refused.body["retry_after"]
    assert refused.headers["Via"]
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["X-RateLimit-Bucket"] == granted[0].headers["X-RateLimit-Bucket"]
    assert elsewhere.status == 200


async def test_global_limit(limited: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GLOBAL == (50, 1.0)
    monkeypatch.setattr("bot.sandbox.ratelimits.GLOBAL", (3, 5.0))
    async with Api(limited.address, limited.bot_token) as api:
        answers = [await api("GET", "/users/@me") for _ in range(4)]
        assert (await api("POST", "/webhooks/1/x", {})).status == 404
    assert [a.status for a in answers] == [200, 200, 200, 429]
    assert answers[3].body["global"] is True
    assert answers[3].headers["X-RateLimit-Global"] == "true"


@pytest.mark.usefixtures("quick")
async def test_discord_py_waits_for_the_bucket(limited: Sandbox) -> None:
    bot = QuietBot()
    task = await run_bot(limited, bot)
    channel = text_channel(bot)
    began = time.monotonic()
    await asyncio.gather(*(channel.send(f"{n}") for n in range(8)))
    assert time.monotonic() - began > 0.7
    assert len(limited.world.messages[channel.id]) == 8
    await bot.close()
    await task


@pytest.mark.usefixtures("quick")
async def test_discord_py_retries_after_429(limited: Sandbox, caplog: pytest.LogCaptureFixture) -> None:
    bot = QuietBot()
    task = await run_bot(limited, bot)
    channel = text_channel(bot, "lounge")
    async with Api(limited.address, limited.bot_token) as api:
        for _ in range(5):
            await api("POST", f"/channels/{channel.id}/messages", {"content": "x"})
        with caplog.at_level(logging.WARNING, "discord.http"):
            sent = await channel.send("in the end")
    assert "responded with 429" in caplog.text
    assert limited.world.messages[channel.id][sent.id].content == "in the end"
    await bot.close()
    await task


async def test_limits_can_be_off(sandbox: Sandbox, api: Api) -> None:
    answers = [await api("POST", path_of(sandbox), {"content": "x"}) for _ in range(8)]
    assert {a.status for a in answers} == {200}
