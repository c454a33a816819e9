"""An interaction can be answered for 15 minutes: what comes later comes another way."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.typedefs import Handler

from bot import Levee
from bot.sandbox import Sandbox, point_discord_at
from tests.sandbox.person import Person
from tests.sandbox.waiting import until
from tests.whole.catching_up import caught_up
from tests.whole.panel import EPHEMERAL
from tests.whole.playing import a_choice, play, seated, whose_turn

LIFE_S = 15 * 60 + 1


class LateClock:
    """The server's: tokens grow old by it, while the bot and its people wait for nothing."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead_s


@pytest.fixture
def clock() -> LateClock:
    return LateClock()


@pytest.fixture
async def sandbox(clock: LateClock) -> AsyncIterator[Sandbox]:
    sandbox = Sandbox(None, rate_limits=False, clock=clock)
    await sandbox.start()
    with point_discord_at(sandbox.address):
        yield sandbox
    await sandbox.close()


async def test_a_panel_that_has_grown_old_is_let_be_and_a_press_on_it_gets_a_fresh_answer(
    levee: Levee, clock: LateClock, people: list[Person], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.panels")
    players = await seated(people[:3])
    dice = random.Random(31)
    await caught_up(levee, players)
    clock.ahead_s = LIFE_S
    player = await whose_turn(players)
    assert player is not None
    old = [each.panel for each in players]
    assert (await player.command(a_choice(player, dice))).refusal == ""
    await until(lambda: "is gone" in caplog.text)
    for each, panel in zip(players, old, strict=True):
        await each.person.click(panel, label="Refresh")
    await caught_up(levee, players)
    await play(players, dice, acts=6)
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    ("command", "told"), [("ledger verify", "all equal"), ("ledger export", "The books of this server")]
)
async def test_what_took_too_long_is_told_by_direct_message(
    levee: Levee, clock: LateClock, sandbox: Sandbox, people: list[Person], command: str, told: str
) -> None:
    """With its files."""

    @web.middleware
    async def grow_old(request: web.Request, handler: Handler) -> web.StreamResponse:
        """As soon as it is acknowledged."""
        response = await handler(request)
        if request.path.endswith("/callback"):
            clock.ahead_s = LIFE_S
        return response

    sandbox.middlewares.append(grow_old)
    ana = people[0]
    asking = asyncio.create_task(ana.slash("lounge", command))
    direct = await ana.wait_for_message(lambda m: told in m["content"])
    asking.cancel()
    assert not direct["flags"] & EPHEMERAL
    assert direct["channel_id"] == ana.channel("@me")
    assert len(direct["attachments"]) == (3 if command == "ledger export" else 0)
