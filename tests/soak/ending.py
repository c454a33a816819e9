"""The end of a soak: nothing is wrong on purpose any more, and every table can be shown and goes on."""

import asyncio
import random
import signal
from typing import Final

from tests.soak import audit, play_steps, weather_steps
from tests.soak.cards import Followed
from tests.soak.soak import Soak

MOST_MOVES: Final = 200
LOOKS: Final = 200
LOOK_S: Final = 0.05
SHARE_PLAYED: Final = 0.5


async def play_out(soak: Soak) -> None:
    """Some tables are played to their end, the others closed. Raises AssertionError."""
    dice = soak.dice(-1)
    weather_steps.restore(soak)
    await soak.house.restart(signal.SIGTERM)
    soak.settle()
    await audit.look_over(soak)
    for table in soak.open_tables():
        if table.stored.channel_id in soak.house.sandbox.world.channels:
            await _end(soak, table, dice)
    soak.settle()
    await audit.look_over(soak)
    left = [table.stored.id for table in soak.open_tables()]
    assert not left, f"tables {left} cannot be ended"


async def _end(soak: Soak, table: Followed, dice: random.Random) -> None:
    channel, owner = str(table.stored.channel_id), soak.owner(table.stored.channel_id)
    shown = await soak.house.slash(owner, channel, "table show")
    soak.settle()
    assert "Here it is" in shown.text or _is_over(table), shown.text
    if table.stored.state == "playing" and dice.random() < SHARE_PLAYED:
        await soak.house.slash(owner, channel, "table resume")
        await _play(soak, table, dice)
    if not _is_over(table):
        await soak.house.slash(owner, channel, "table close")
        soak.settle()


async def _play(soak: Soak, table: Followed, dice: random.Random) -> None:
    """It goes on for so many moves, unless it waits for somebody who is not there."""
    for _ in range(MOST_MOVES):
        soak.settle()
        if _is_over(table):
            return
        if not await _moved(soak, table, dice):
            missing = [id for id in table.stored.holders.values() if id and not _is_there(soak, table, id)]
            assert missing, f"nobody can go on at table {table.stored.id}"
            return


def _is_over(table: Followed) -> bool:
    return table.stored.state == "closed"


def _is_there(soak: Soak, table: Followed, user_id: int) -> bool:
    channel = str(table.stored.channel_id)
    return any(guest.id == user_id and channel in guest.person.channels for guest in soak.guests)


async def _moved(soak: Soak, table: Followed, dice: random.Random) -> bool:
    """Whether somebody could do something there, or something happened by itself."""
    for _ in range(LOOKS):
        turns = [turn for turn in play_steps.turns(soak) if turn[1] == table.stored.id]
        if turns and "→" in await play_steps.move_of(soak, *dice.choice(turns), dice):
            return True
        await asyncio.sleep(LOOK_S)
        soak.settle()
        if _is_over(table):
            return True
    return False
