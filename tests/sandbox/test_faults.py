"""What goes wrong on purpose between a bot and Discord's API, as a program and as discord.py meet it."""

import asyncio
import random
import time

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.ratelimits import BUDGETS
from tests.sandbox.api import Api
from tests.sandbox.bots import Itx, QuietBot, StepBot, button, text_channel
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.waiting import until

POST, MESSAGES = "POST", "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"


@pytest.fixture
async def channel(start_bot: StartBot) -> discord.TextChannel:
    bot = QuietBot()
    await start_bot(bot)
    return text_channel(bot)


def path_of(sandbox: Sandbox, index: int = 0) -> str:
    return f"/channels/{list(sandbox.world.channels)[index]}/messages"


def said_in(sandbox: Sandbox, channel_id: int) -> list[str]:
    return [message.content for message in sandbox.world.messages.get(channel_id, {}).values()]


async def test_none_by_itself_and_none_once_cleared(sandbox: Sandbox, api: Api) -> None:
    assert (await api("GET", "/users/@me")).status == 200
    sandbox.faults.fail(503)
    assert (await api("GET", "/users/@me")).status == 503
    sandbox.faults.clear()
    assert (await api("GET", "/users/@me")).status == 200


async def test_only_so_often(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.fail(503, times=2)
    assert [(await api("GET", "/users/@me")).status for _ in range(3)] == [503, 503, 200]


async def test_only_on_its_route(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.fail(503, method=POST, route=MESSAGES)
    assert (await api(POST, path_of(sandbox), {"content": "x"})).status == 503
    assert (await api(POST, path_of(sandbox, 1), {"content": "x"})).status == 503
    assert (await api("GET", path_of(sandbox))).status == 200
    assert (await api("GET", "/users/@me")).status == 200


async def test_a_share_as_the_dice_say(sandbox: Sandbox, api: Api) -> None:
    async def statuses(seed: int) -> list[int]:
        sandbox.faults.clear()
        sandbox.faults.fail(503, share=0.5, dice=random.Random(seed))
        return [(await api("GET", "/users/@me")).status for _ in range(20)]

    first = await statuses(1)
    assert set(first) == {200, 503}
    assert await statuses(1) == first
    assert await statuses(2) != first


async def test_what_is_refused_first_leaves_the_next_fault_for_later(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.fail(503, times=1)
    sandbox.faults.limit(0.1, times=1)
    assert [(await api("GET", "/users/@me")).status for _ in range(3)] == [503, 429, 200]


@pytest.mark.parametrize(
    ("method", "route"), [(POST, "/channels/messages"), ("PUT", MESSAGES), ("BREW", None), (None, "")]
)
def test_a_fault_that_could_never_strike(sandbox: Sandbox, method: str | None, route: str | None) -> None:
    named = {name: value for name, value in (("method", method), ("route", route)) if value is not None}
    with pytest.raises(ValueError, match="there is no route"):
        sandbox.faults.fail(500, **named)


def test_a_fault_that_is_none_of_the_servers(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="404"):
        sandbox.faults.fail(404)


def test_all_that_is_limited_has_a_route(sandbox: Sandbox) -> None:
    for method, route in BUDGETS:
        sandbox.faults.slow(0, method=method, route=route)


async def test_an_answer_takes_its_time(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.slow(0.3, method=POST, route=MESSAGES)
    began = time.monotonic()
    assert (await api(POST, path_of(sandbox), {"content": "late"})).status == 200
    assert time.monotonic() - began >= 0.3


@pytest.mark.parametrize("after", [False, True])
async def test_carried_out_late_or_only_answered_late(sandbox: Sandbox, api: Api, after: bool) -> None:
    sandbox.faults.slow(60, after=after, method=POST, route=MESSAGES)
    asking = asyncio.create_task(api(POST, path_of(sandbox), {"content": "here"}))
    channel_id = next(iter(sandbox.world.channels))
    if after:
        await until(lambda: said_in(sandbox, channel_id) == ["here"])
    assert (await api("GET", "/users/@me")).status == 200, "nobody else waits"
    assert said_in(sandbox, channel_id) == (["here"] if after else [])
    assert not asking.done()
    asking.cancel()
    await asyncio.wait({asking})


async def test_as_discord_words_it(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.fail(500, times=1)
    sandbox.faults.fail(502, times=1)
    own, before = await api("GET", "/users/@me"), await api("GET", "/users/@me")
    assert (own.status, own.body) == (500, {"message": "500: Internal Server Error", "code": 0})
    assert (before.status, before.body) == (502, None)
    assert before.headers["Content-Type"].startswith("text/plain")


async def test_discord_py_tries_again_after_500(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.faults.fail(500, method=POST, route=MESSAGES, times=1)
    await channel.send("second time lucky")
    assert said_in(sandbox, channel.id) == ["second time lucky"]


async def test_discord_py_gives_up_on_503(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.faults.fail(503, method=POST, route=MESSAGES)
    with pytest.raises(discord.DiscordServerError) as fault:
        await channel.send("never")
    assert fault.value.status == 503
    assert said_in(sandbox, channel.id) == []


async def test_a_message_of_before_the_500_is_posted_once(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    """discord.py cannot know and asks again; the nonce that it sends with it tells Discord."""
    sandbox.faults.fail(500, after=True, method=POST, route=MESSAGES, times=1)
    await channel.send("here")
    assert said_in(sandbox, channel.id) == ["here"]


async def test_a_follow_up_of_before_the_500_is_posted_twice(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    async def step(interaction: Itx) -> None:
        await interaction.response.defer()
        for text in ("first", "second"):  # the first takes the place of what said to wait
            await interaction.followup.send(text)

    await start_bot(StepBot(step))
    ana = await join("Ana")
    sandbox.faults.fail(500, after=True, method=POST, route=FOLLOW_UP, times=1)
    await ana.slash("lounge", "do")
    await ana.wait_for_message(lambda m: m["content"] == "second")
    assert [m["content"] for m in await ana.messages("lounge")] == ["first", "first", "second"]


async def test_an_interaction_answered_before_the_500_has_its_answer(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    bot = StepBot(lambda interaction: interaction.response.send_message("done"))
    await start_bot(bot)
    sandbox.faults.fail(500, after=True, method=POST, route=CALLBACK, times=1)
    assert (await (await join("Ana")).slash("lounge", "do")).text == "done"
    await until(lambda: bot.errors)
    (error,) = bot.errors
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060


async def test_an_interaction_that_the_bot_cannot_answer_fails(
    sandbox: Sandbox, start_bot: StartBot, join: Join
) -> None:
    async def step(interaction: Itx) -> None:
        await interaction.response.send_message("never", view=button("x", step, custom_id="x"))

    bot = StepBot(step)
    await start_bot(bot)
    sandbox.faults.fail(503, method=POST, route=CALLBACK)
    outcome = await (await join("Ana")).slash("lounge", "do")
    assert (outcome.status, outcome.message) == ("failed", None)


async def test_limited_on_a_route(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.limit(1.5, method=POST, route=MESSAGES, times=1)
    refused = await api(POST, path_of(sandbox), {"content": "x"})
    assert refused.status == 429
    assert refused.body["global"] is False
    assert refused.body["retry_after"] == pytest.approx(1.5, abs=0.1)
    assert refused.headers["Retry-After"] == "2"
    assert refused.headers["X-RateLimit-Remaining"] == "0"
    assert float(refused.headers["X-RateLimit-Reset-After"]) == pytest.approx(1.5, abs=0.1)
    assert refused.headers["X-RateLimit-Bucket"]
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert (await api(POST, path_of(sandbox), {"content": "x"})).status == 200


async def test_limited_everywhere(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.limit(0.3, everywhere=True, times=1)
    refused = await api("GET", "/users/@me")
    assert (refused.status, refused.body["global"]) == (429, True)
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert "X-RateLimit-Bucket" not in refused.headers


@pytest.mark.parametrize("everywhere", [False, True])
async def test_discord_py_waits_as_long_as_it_is_told(
    sandbox: Sandbox, channel: discord.TextChannel, everywhere: bool
) -> None:
    sandbox.faults.limit(0.5, everywhere=everywhere, method=POST, route=MESSAGES, times=1)
    began = time.monotonic()
    await channel.send("later")
    assert time.monotonic() - began >= 0.5
    assert said_in(sandbox, channel.id) == ["later"]


async def test_a_follow_up_is_limited_too(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    async def step(interaction: Itx) -> None:
        await interaction.response.defer()
        await interaction.followup.send("in the end")

    await start_bot(StepBot(step))
    sandbox.faults.limit(0.2, method=POST, route=FOLLOW_UP, times=1)
    ana = await join("Ana")
    await ana.slash("lounge", "do")
    await ana.wait_for_message(lambda m: m["content"] == "in the end")


@pytest.mark.parametrize("after", [False, True])
async def test_a_connection_is_cut(sandbox: Sandbox, channel: discord.TextChannel, after: bool) -> None:
    sandbox.faults.cut(after=after, method=POST, route=MESSAGES, times=1)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("first")
    await channel.send("second")
    assert said_in(sandbox, channel.id) == (["first", "second"] if after else ["second"])


async def test_what_is_refused_anyway_has_no_effect(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.fail(500, after=True, times=1)
    assert (await api(POST, path_of(sandbox), {"content": ""})).status == 500
    assert said_in(sandbox, next(iter(sandbox.world.channels))) == []


async def test_direct_messages_cannot_be_opened(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    ana = await join("Ana")
    bot = QuietBot()
    await start_bot(bot)
    sandbox.faults.fail(503, method=POST, route="/users/@me/channels", times=1)
    user = await bot.fetch_user(int(ana.id))
    with pytest.raises(discord.DiscordServerError):
        await user.send("hello")
    await user.send("hello")
