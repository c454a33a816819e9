"""Tables that left memory, over real HTTP and WebSocket: people come back to them, also all at once."""

import asyncio
import random

from bot import Levee
from bot.idle import LOOKS
from tests.sandbox.person import Person
from tests.whole.playing import (
    CHANNEL,
    NAMES,
    a_choice,
    lines_of,
    play,
    seated,
    table_message,
    whose_turn,
)


def pass_time(levee: Levee) -> None:
    for _ in range(LOOKS + 1):
        levee.idle.look()


async def test_every_press_wakes_it(levee: Levee, people: list[Person]) -> None:
    players, dice = await seated(people), random.Random(5)
    (table,) = levee.tables
    for _ in range(12):
        player = await whose_turn(players)
        assert player is not None
        async with table.lock:  # the move before is through
            pass
        pass_time(levee)
        answer = await player.press(a_choice(player, dice))
        assert answer.refusal == ""
        assert not table.is_asleep
    pass_time(levee)
    told = await people[0].slash(CHANNEL, "ledger show")
    assert all(name in told.text for name in NAMES), told.text
    await play(players, dice, acts=5)


async def test_all_come_back_at_once(levee: Levee, people: list[Person]) -> None:
    """One has the turn, and presses both his panel and the table; the others look at their hands."""
    players, dice = await seated(people), random.Random(6)
    await play(players, dice, acts=8)
    player = await whose_turn(players)
    assert player is not None
    (table,), words = levee.tables, a_choice(player, dice)
    async with table.lock:
        pass
    before = await lines_of(levee)
    while not table.is_asleep:  # what was done last may be on its way to be shown
        pass_time(levee)
        await asyncio.sleep(0.01)
    others = [each.person.slash(CHANNEL, "hand") for each in players if each is not player]
    looked = player.person.click(await table_message(people[0]), label="My hand")
    answer, *shown = await asyncio.gather(player.press(words), looked, *others)
    assert answer.refusal == ""
    assert all("Your hand" in outcome.text for outcome in shown)
    new = (await lines_of(levee))[len(before) :]
    assert sum(line.endswith(words) for line in new) == 1
    await play(players, dice, acts=8)


async def test_typing_a_card_at_a_sleeping_table(levee: Levee, people: list[Person]) -> None:
    players, dice = await seated(people), random.Random(7)
    player = await whose_turn(players)
    while player is not None and not any(words.startswith("play ") for words in player.choices()):
        await play(players, dice, acts=1)
        player = await whose_turn(players)
    assert player is not None
    (table,) = levee.tables
    while not table.is_asleep:
        pass_time(levee)
        await asyncio.sleep(0.01)
    offered = await player.person.autocomplete(CHANNEL, "play", "cards", "")
    assert {f"play {each['value']}" for each in offered} == {
        words for words in player.choices() if words.startswith("play ")
    }
