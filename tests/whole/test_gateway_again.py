"""The gateway drops, resumes, is invalidated, and is ready again: nothing that runs by itself runs twice."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import bot as project
from bot import Levee
from bot.sandbox import Sandbox
from bot.turn_clock import LEAST_S
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.sandbox.waiting import until
from tests.whole.playing import PATIENCE_S, lines_of, seated

OURS = Path(project.__file__).parent
SOME = {"Backups._go_on", "Clock._ring", "Idle._ring", "Pulse._ring"}
TIMES = 3


def running() -> Counter[str]:
    """What the bot has under way by itself: tasks, and timers that are set, by what they call."""
    coroutines = [task.get_coro() for task in asyncio.all_tasks()]
    codes = [(each.__qualname__, each.cr_code) for each in coroutines if asyncio.iscoroutine(each)]
    timers = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]  # no other way leads there
    calls = [timer._callback for timer in timers if not timer.cancelled()]
    codes += [(call.__qualname__, call.__code__) for call in calls if hasattr(call, "__code__")]
    return Counter(name for name, code in codes if Path(code.co_filename).parent == OURS)


async def come_back(levee: Levee, event: str, lose: Callable[[], object]) -> None:
    back = asyncio.create_task(levee.wait_for(event))
    await asyncio.sleep(0)
    lost = lose()
    if asyncio.iscoroutine(lost):
        await lost
    await asyncio.wait_for(back, PATIENCE_S)


async def test_whatever_happens_to_the_gateway(levee: Levee, people: list[Person], sandbox: Sandbox) -> None:
    """Backups, the clock of a turn and its pulse go on."""
    await seated(people[:2], clock="600")
    await until(lambda: running().keys() >= SOME)
    await until(lambda: max(running().values()) == 1)
    gateway = sandbox.gateway
    for _ in range(TIMES):
        await come_back(levee, "resumed", gateway.drop)
        await come_back(levee, "resumed", gateway.ask_to_reconnect)
        await come_back(levee, "resumed", lambda: gateway.invalidate(resumable=True))
        await come_back(levee, "ready", gateway.invalidate)
    await until(lambda: running().keys() >= SOME)
    await until(lambda: max(running().values()) == 1)


async def test_a_turn_runs_out_once(levee: Levee, people: list[Person], sandbox: Sandbox) -> None:
    """Though the bot is told again and again that it is ready."""
    ana = people[0]
    await seated(people[:2], clock=str(LEAST_S))
    over = asyncio.create_task(ana.wait_for_message(lambda m: "passes" in text_of(m), timeout_s=60))
    while not over.done():
        await come_back(levee, "ready", sandbox.gateway.invalidate)
        await asyncio.wait({over}, timeout=0.5)
    lines = await lines_of(levee)
    dealt = [lines.index(line) for line in lines if line.startswith("deal ")]
    first = lines[: dealt[1]] if len(dealt) > 1 else lines
    assert len([line for line in first if line.endswith(" pass")]) == 1
