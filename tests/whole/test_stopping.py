"""SIGTERM ends the bot within five seconds, whatever it waits for; and it starts though Discord is away."""

import asyncio
import random
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.playing import NAMES, Player, a_choice, play, seated, whose_turn

MESSAGE = "/channels/{channel_id}/messages/{message_id}"
PROMISED_S = 5


async def ends(installation: Installation) -> None:
    code, seconds = await installation.end()
    assert code == 0, installation.log
    assert seconds < PROMISED_S
    assert "our mistake" not in installation.log


async def is_said(installation: Installation, sentence: str) -> None:
    await until(lambda: sentence in installation.log)


async def table_of(join: Join) -> list[Player]:
    return await seated([await join(name) for name in NAMES[:3]])


async def test_a_start_while_the_gateway_is_away(
    elsewhere: Installation, sandbox: Sandbox, join: Join
) -> None:
    sandbox.gateway.is_down = True
    await elsewhere.launch()
    await is_said(elsewhere, "Discord cannot be reached, trying again in 1 s: the gateway does not answer")
    sandbox.gateway.is_down = False
    await elsewhere.started()
    await play(await table_of(join), random.Random(1), acts=3)
    await ends(elsewhere)


async def test_a_start_while_discord_is_away(elsewhere: Installation, sandbox: Sandbox, join: Join) -> None:
    sandbox.faults.fail(503, times=1, method="GET", route="/users/@me")
    sandbox.faults.fail(503, times=1, method="GET", route="/oauth2/applications/@me")
    sandbox.faults.fail(503, times=1, method="PUT", route="/applications/{application_id}/commands")
    await elsewhere.start()
    assert elsewhere.log.count("Discord cannot be reached, trying again") == 3
    await play(await table_of(join), random.Random(2), acts=3)
    await ends(elsewhere)


async def test_the_end_while_it_tries_to_start(elsewhere: Installation, sandbox: Sandbox) -> None:
    sandbox.faults.fail(503, method="GET", route="/users/@me")
    await elsewhere.launch()
    await is_said(elsewhere, "trying again in 4 s")
    await ends(elsewhere)


async def test_the_end_while_nobody_is_at_the_address(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        lonely = Installation(tmp_path, DISCORD_TOKEN="a.b.c", SANDBOX_URL=address)
        await lonely.launch()
        await is_said(lonely, "trying again in 2 s: Cannot connect")
        await ends(lonely)


async def test_the_end_while_the_gateway_is_away_at_first(elsewhere: Installation, sandbox: Sandbox) -> None:
    sandbox.gateway.is_down = True
    await elsewhere.launch()
    await is_said(elsewhere, "trying again in 2 s: the gateway does not answer")
    await ends(elsewhere)


async def test_the_end_while_the_gateway_is_lost(
    elsewhere: Installation, sandbox: Sandbox, join: Join
) -> None:
    """discord.py waits longer before each try to get it back."""
    await elsewhere.start()
    await play(await table_of(join), random.Random(3), acts=3)
    sandbox.gateway.is_down = True
    await sandbox.gateway.drop()
    await until(lambda: elsewhere.log.count("Attempting a reconnect") >= 3)
    await ends(elsewhere)


async def test_the_end_while_discord_answers_nothing(
    elsewhere: Installation, sandbox: Sandbox, join: Join
) -> None:
    """Moves are stored, and their messages on the way: they are brought up to date at the next start."""
    await elsewhere.start()
    players, dice = await table_of(join), random.Random(4)
    await play(players, dice, acts=4)
    sandbox.faults.slow(60, method="PATCH", route=MESSAGE)
    await play(players, dice, acts=2)
    player = await whose_turn(players)
    assert player is not None
    sandbox.faults.slow(60)
    pressing = asyncio.create_task(player.press(a_choice(player, dice)))
    await asyncio.sleep(0.1)
    await ends(elsewhere)
    pressing.cancel()
    sandbox.faults.clear()


@asynccontextmanager
async def held(installation: Installation) -> AsyncIterator[None]:
    with closing(sqlite3.connect(installation.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def test_the_end_while_another_program_holds_the_database(elsewhere: Installation, join: Join) -> None:
    await elsewhere.start()
    players, dice = await table_of(join), random.Random(5)
    await play(players, dice, acts=4)
    player = await whose_turn(players)
    assert player is not None
    async with held(elsewhere):
        pressing = asyncio.create_task(player.press(a_choice(player, dice)))
        await player.person.wait_for(lambda f: f["t"] == "interaction" and f["d"]["status"] == "deferred")
        await ends(elsewhere)
    pressing.cancel()
