"""A whole sitting of five people through the embedded server: how soon they hear, how fast it goes.

Server, bot and people share one process and one core, over real HTTP and WebSocket, without rate limits. An
interaction is acknowledged when the server has the bot's first answer to it; Discord gives three seconds. A
person acts as soon as his hand shows that it is his turn, so the moves a second are those of one table.
"""

import asyncio
import random
import time
from pathlib import Path
from statistics import quantiles
from typing import Final

from bench.report import Row, scratch
from bench.stopwatch import Stopwatch
from bot import create_bot
from bot.sandbox import Sandbox, point_discord_at
from engine.replay import replayed
from tests.sandbox.conftest import run_bot
from tests.sandbox.person import Person
from tests.whole.playing import NAMES, a_choice, downloaded, seated, whose_turn

REPLAYS: Final = 15


def rows() -> list[Row]:
    with scratch() as folder:
        acknowledged_ms, rate, record = asyncio.run(_sitting(folder))
    cuts = quantiles(acknowledged_ms, n=100)
    return [
        Row("acknowledged, half of all", "ms", cuts[49], has_peer=False),
        Row("acknowledged, 99 of 100", "ms", cuts[98], floor="1000 ms", aim="150 ms", has_peer=False),
        Row("moves at one table", "1/s", rate, has_peer=False),
        Row("replay of its record", "ms", _replay_ms(record), has_peer=False),
    ]


async def _sitting(folder: Path) -> tuple[list[float], float, str]:
    """The times of acknowledgement, the moves a second, and the record."""
    sandbox = Sandbox(None, rate_limits=False)
    await sandbox.start()
    with point_discord_at(sandbox.address):
        bot = create_bot({"DATABASE": folder / "levee.db"})
        running = await run_bot(sandbox, bot)
        people = [await Person.join(sandbox, name) for name in NAMES]
        try:
            return await _play(sandbox, people)
        finally:
            await asyncio.gather(*(person.close() for person in people))
            await bot.close()
            await running
            await sandbox.close()


async def _play(sandbox: Sandbox, people: list[Person]) -> tuple[list[float], float, str]:
    players, dice, moves = await seated(people), random.Random(1), 0
    watch, began = Stopwatch(sandbox), time.perf_counter()
    while (player := await whose_turn(players)) is not None:
        answer = await player.press(a_choice(player, dice))
        assert not answer.refusal, answer.refusal
        moves += 1
    rate = moves / (time.perf_counter() - began)
    return watch.taken_ms, rate, await downloaded(people[0])


def _replay_ms(record: str) -> float:
    times = []
    for _ in range(REPLAYS):
        began = time.perf_counter()
        replay, fault = replayed(record.splitlines())
        times.append((time.perf_counter() - began) * 1000)
        assert fault is None
        assert replay is not None
    return sorted(times)[REPLAYS // 2]
