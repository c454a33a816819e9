"""A clock that really runs, over real HTTP and WebSocket."""

import asyncio
from pathlib import Path

from bot import Levee, create_bot
from bot.sandbox import Sandbox
from bot.turn_clock import LEAST_S
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.playing import CHANNEL, LOOK_S, PATIENCE_S, lines_of, seated, table_message, whose_turn


async def timed(start_bot: StartBot, join: Join, database: Path) -> tuple[Levee, list[Person]]:
    bot = create_bot({"DATABASE": database, "EDIT_PACE": 0})
    await start_bot(bot)
    return bot, [await join("Ana"), await join("Ben")]


async def test_time_runs_out(start_bot: StartBot, join: Join, database: Path) -> None:
    """Who says nothing passes, and the deal goes to the other, told as any."""
    bot, people = await timed(start_bot, join, database)
    await seated(people, clock=str(LEAST_S))
    told = await people[0].wait_for_message(lambda message: "passes" in text_of(message))
    assert "deal 1 is over" in text_of(told)
    assert [line for line in await lines_of(bot) if line in ("p1 pass", "p2 pass")]


async def test_no_time_runs_out_while_the_connection_is_lost(
    start_bot: StartBot, join: Join, database: Path, sandbox: Sandbox
) -> None:
    bot, people = await timed(start_bot, join, database)
    await seated(people, clock="600")
    (table,) = bot.tables
    before = table.timer
    lost, back = (asyncio.create_task(bot.wait_for(event)) for event in ("disconnect", "resumed"))
    await sandbox.gateway.drop()
    await asyncio.wait_for(asyncio.gather(lost, back), PATIENCE_S)
    for _ in range(int(PATIENCE_S / LOOK_S)):
        if table.timer not in (None, before):
            break
        await asyncio.sleep(LOOK_S)
    assert table.timer is not None
    assert table.timer is not before, "it was stopped, and set again"


async def test_a_table_stands_still_over_a_restart(start_bot: StartBot, join: Join, database: Path) -> None:
    bot, people = await timed(start_bot, join, database)
    players = await seated(people, clock="600")
    assert "time runs out <t:" in text_of(await table_message(people[0]))
    assert "is paused" in (await people[0].slash(CHANNEL, "table pause")).text
    player = await whose_turn(players)
    assert player is not None
    before = await lines_of(bot)
    assert (await player.press("stay")).refusal.startswith("The table is paused.")
    await bot.close()
    again = create_bot({"DATABASE": database, "EDIT_PACE": 0})
    await start_bot(again)
    assert "is paused already" in (await people[0].slash(CHANNEL, "table pause")).text
    assert await lines_of(again) == before
    assert "goes on" in (await people[0].slash(CHANNEL, "table resume")).text
    (table,) = again.tables
    assert not table.is_paused
    assert table.timer is not None
