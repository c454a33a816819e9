"""Another program keeps the database for itself for a while: one that copies the disk, or a curious host."""

import asyncio
import random
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from bot import Levee
from tests.sandbox.person import Person
from tests.whole.playing import a_choice, lines_of, play, seated, whose_turn

HELD_S = 6.0


def hold(path: Path, held: threading.Event) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        held.set()
        time.sleep(HELD_S)
        other.execute("ROLLBACK")


async def test_a_press_waits_for_six_seconds_and_is_done(
    levee: Levee, people: list[Person], database: Path
) -> None:
    players = await seated(people)
    dice, held = random.Random(9), threading.Event()
    await play(players, dice, acts=5)
    player = await whose_turn(players)
    assert player is not None
    before = await lines_of(levee)
    holding = asyncio.create_task(asyncio.to_thread(hold, database, held))
    assert await asyncio.to_thread(held.wait, 20)
    pressing = asyncio.create_task(player.press(a_choice(player, dice)))
    assert await lines_of(levee) == before, "who reads does not wait"
    assert (await pressing).refusal == ""
    await holding
    assert len(await lines_of(levee)) > len(before)
    await play(players, dice, acts=5)
