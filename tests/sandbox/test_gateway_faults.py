"""What goes wrong on purpose on the gateway, as discord.py meets it: events twice, late or again; silence."""

import asyncio
import logging
import random

import discord
import pytest

from bot.sandbox import Sandbox, messages
from bot.sandbox.messages import Draft
from tests.sandbox.bots import Itx, QuietBot, StepBot
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person
from tests.sandbox.waiting import until


@pytest.fixture
async def bot(start_bot: StartBot) -> QuietBot:
    bot = QuietBot(intents=discord.Intents.all())
    await start_bot(bot)
    return bot


@pytest.fixture
async def ana(join: Join, bot: QuietBot) -> Person:
    return await join("Ana")


def heard(bot: QuietBot) -> list[str]:
    return [message.content for message in bot.heard]


def say_at_once(sandbox: Sandbox, ana: Person, *texts: str) -> None:
    """Without the time that a request takes between one and the next."""
    lounge = sandbox.world.channels[int(ana.channel("lounge"))]
    for text in texts:
        message = messages.new_message(sandbox.world, lounge, int(ana.id))
        messages.post(sandbox.world, message, Draft({"content": text}))


async def test_every_event_twice(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.duplicate()
    await ana.say("lounge", "hello")
    await until(lambda: len(bot.heard) == 2)
    first, second = bot.heard
    assert (first.id, first.content) == (second.id, second.content)


async def test_only_some_events_and_so_often(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.duplicate(name="MESSAGE_DELETE")
    sandbox.gateway.duplicate(name="MESSAGE_CREATE", times=1)
    for text in ("one", "two", "last"):
        await ana.say("lounge", text)
    await until(lambda: "last" in heard(bot))
    assert heard(bot) == ["one", "one", "two", "last"]


async def test_a_share_as_the_dice_say(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.duplicate(0.5, name="MESSAGE_CREATE", dice=random.Random(1))
    texts = [str(number) for number in range(20)]
    for text in texts:
        await ana.say("lounge", text)
    dice = random.Random(1)
    wanted = [text for text in texts for _ in range(2 if dice.random() < 0.5 else 1)]
    assert len(texts) < len(wanted) < 2 * len(texts)
    await until(lambda: len(bot.heard) >= len(wanted))
    assert heard(bot) == wanted


async def test_the_same_interaction_twice(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    ids = []

    async def step(interaction: Itx) -> None:
        ids.append(interaction.id)
        await interaction.response.send_message("done")

    bot = StepBot(step)
    await start_bot(bot)
    sandbox.gateway.duplicate(name="INTERACTION_CREATE")
    ana = await join("Ana")
    outcome = await ana.slash("lounge", "do")
    assert outcome.text == "done"
    await until(lambda: bot.errors)
    assert ids == [int(outcome.id)] * 2
    (error,) = bot.errors
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060
    assert [message["content"] for message in await ana.messages("lounge")] == ["done"]


async def test_again_when_nobody_expects_it(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.duplicate(later_s=0.1, name="MESSAGE_CREATE", times=1)
    say_at_once(sandbox, ana, "one", "two")
    await until(lambda: len(bot.heard) == 3)
    assert heard(bot) == ["one", "two", "one"]


async def test_late_and_those_behind_wait(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.delay(0.1, name="MESSAGE_CREATE", times=1)
    texts = [str(number) for number in range(200)]
    say_at_once(sandbox, ana, *texts)
    await until(lambda: len(bot.heard) == len(texts))
    assert heard(bot) == texts


async def test_late_and_overtaken(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.delay(0.1, in_order=False, name="MESSAGE_CREATE", times=1)
    say_at_once(sandbox, ana, "one", "two")
    await until(lambda: len(bot.heard) == 2)
    assert heard(bot) == ["two", "one"]


async def test_what_is_late_while_the_connection_is_lost_is_told_on_resuming(
    sandbox: Sandbox, bot: QuietBot, ana: Person
) -> None:
    sandbox.gateway.delay(0.01, name="MESSAGE_CREATE", times=1)
    say_at_once(sandbox, ana, "late")
    await sandbox.gateway.drop()
    await until(lambda: bot.heard)
    assert heard(bot) == ["late"]


async def test_what_is_late_for_an_invalid_session_is_lost(
    sandbox: Sandbox, bot: QuietBot, ana: Person
) -> None:
    (session,) = sandbox.gateway.sessions.values()
    sandbox.gateway.delay(0.01, name="MESSAGE_CREATE", times=1)
    say_at_once(sandbox, ana, "lost")
    sandbox.gateway.invalidate()
    await until(lambda: session.sent[-1][1] == "MESSAGE_CREATE")
    await until(lambda: sandbox.gateway.sessions)
    await ana.say("lounge", "new")
    await until(lambda: bot.heard)
    assert heard(bot) == ["new"]


async def test_nothing_more_goes_wrong_once_cleared(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.duplicate()
    sandbox.gateway.delay(60, name="MESSAGE_DELETE")
    sandbox.gateway.delivery.clear()
    deleted = asyncio.create_task(bot.wait_for("raw_message_delete", timeout=20))
    await ana.delete(await ana.say("lounge", "once"))
    await deleted
    assert heard(bot) == ["once"]


async def test_on_resuming_the_last_events_come_again(sandbox: Sandbox, bot: QuietBot, ana: Person) -> None:
    sandbox.gateway.repeated = 2
    for text in ("one", "two", "three"):
        await ana.say("lounge", text)
    await until(lambda: len(bot.heard) == 3)
    await sandbox.gateway.drop()
    await asyncio.wait_for(bot.resumed.wait(), 20)
    await until(lambda: len(bot.heard) == 5)
    assert heard(bot) == ["one", "two", "three", "two", "three"]


async def test_a_session_may_be_resumed_after_it_was_called_invalid(
    sandbox: Sandbox, bot: QuietBot, ana: Person
) -> None:
    first = list(sandbox.gateway.sessions)
    sandbox.gateway.invalidate(resumable=True)
    await asyncio.wait_for(bot.resumed.wait(), 20)
    assert list(sandbox.gateway.sessions) == first


async def test_ready_comes_again(sandbox: Sandbox, bot: QuietBot) -> None:
    again = asyncio.create_task(bot.wait_for("ready", timeout=20))
    await asyncio.sleep(0)
    sandbox.gateway.invalidate()
    await again


async def test_a_connection_that_died_without_a_word(
    sandbox: Sandbox, start_bot: StartBot, join: Join, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing comes, heartbeats included, until the client gives the connection up and resumes."""
    sandbox.gateway.heartbeat_ms = 100
    bot = QuietBot(intents=discord.Intents.all(), heartbeat_timeout=2.0)
    await start_bot(bot)
    ana = await join("Ana")
    first = list(sandbox.gateway.sessions)
    sandbox.gateway.fall_silent()
    await ana.say("lounge", "is anybody there?")
    await until(lambda: bot.heard)
    assert heard(bot) == ["is anybody there?"]
    assert bot.resumed.is_set()
    assert list(sandbox.gateway.sessions) == first


async def test_the_gateway_is_down_for_a_time(
    sandbox: Sandbox, bot: QuietBot, ana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    sandbox.gateway.is_down = True
    with caplog.at_level(logging.ERROR, "discord.client"):
        await sandbox.gateway.drop()
        await ana.say("lounge", "while it was down")
        await until(lambda: "Attempting a reconnect" in caplog.text)
    assert heard(bot) == []
    sandbox.gateway.is_down = False
    await until(lambda: bot.heard)
    assert heard(bot) == ["while it was down"]
