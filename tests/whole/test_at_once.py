"""Several people, or one with several tabs, press at the same instant: one effect, and kind words."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot import Levee, play
from bot.alarms import TimeUp
from bot.sandbox import Sandbox
from tests.sandbox.person import Person
from tests.sandbox.reading import components_of
from tests.whole.at_once import weather
from tests.whole.playing import CHANNEL, a_choice, act, lines_of, seated, table_message, whose_turn

__all__ = ["weather"]

KINDLY = ("turn", "already", "moved on", "hand")


async def test_five_press_start_at_once(levee: Levee, people: list[Person]) -> None:
    first, *others = people
    await first.slash(CHANNEL, "table open", game="bourre")
    await asyncio.gather(*(person.slash(CHANNEL, "table join") for person in others))
    lobby = await table_message(first)
    outcomes = await asyncio.gather(*(person.click(lobby, label="Start") for person in people))
    assert [outcome.status for outcome in outcomes] == ["done"] * 5
    texts = sorted(outcome.text for outcome in outcomes)
    assert sum("Your hand · deal 1" in text for text in texts) == 1
    assert sum("already" in text for text in texts) == 4, texts
    assert (await lines_of(levee)).count("deal 1") == 1
    (table,) = levee.tables
    assert sorted(row.user_id or 0 for row in table.row.seats) == sorted(int(p.id) for p in people)


async def test_two_press_the_same_button_at_once(levee: Levee, people: list[Person]) -> None:
    """Each time all five press “Stay” or “Pass” of the public message, one has the turn."""
    players = await seated(people)
    dice = random.Random(2)
    for _ in range(4):
        player = await whose_turn(players)
        assert player is not None
        if "stay" not in player.choices():
            await act(player, a_choice(player, dice), dice)
            continue
        table = await table_message(people[0])
        button = next(c for c in components_of(table) if c.get("label") == "Stay")
        before = len(await lines_of(levee))
        outcomes = await asyncio.gather(*(p.click(table, custom_id=button["custom_id"]) for p in people))
        new = [line for line in (await lines_of(levee))[before:] if line.endswith("stay")]
        assert len(new) == 1
        refused = [outcome.text for outcome in outcomes if "Your hand" not in outcome.text]
        assert all(any(word in text for word in KINDLY) for text in refused), refused
    assert (await lines_of(levee)).count("deal 1") == 1


@pytest.mark.parametrize("game", ["bourre", "bouillotte"])
async def test_the_same_by_button_and_command_at_once(
    levee: Levee, people: list[Person], weather: Sandbox, game: str
) -> None:
    """Cards and amounts, some of them out of lists and forms."""
    players = await seated(people[:4], game=game)
    dice, done = random.Random(3), 0
    while done < 5:
        player = await whose_turn(players)
        assert player is not None
        words = a_choice(player, dice)
        if not words.startswith(("play ", "open ", "raise ", "call", "draw ")):
            assert (await player.command(words)).refusal == ""
            continue
        done += 1
        before = len(await lines_of(levee))
        answers = await asyncio.gather(player.press(words), player.command(words))
        new = (await lines_of(levee))[before:]
        assert sum(line.endswith(words) for line in new) == 1
        refusals = [answer.refusal for answer in answers if answer.refusal]
        assert len(refusals) <= 1
        assert all(any(word in text for word in KINDLY) for text in refusals), refusals
        await player.open_hand()


async def test_time_runs_out_in_the_instant_of_a_move(
    levee: Levee, people: list[Person], weather: Sandbox
) -> None:
    """What was done in time is done; who was too late hears it. One act a turn, whichever comes first."""
    players = await seated(people[:3], clock="600")
    (table,) = levee.tables
    dice = random.Random(8)
    for number in range(5):
        player = await whose_turn(players)
        assert player is not None
        seat = players.index(player)
        turn = table.times[seat].turn
        assert turn is not None
        words, before = a_choice(player, dice), len(await lines_of(levee))
        table.times = {**table.times, seat: replace(table.times[seat], turn=replace(turn, deadline_ms=0))}

        async def ring(asked: int = turn.asked, seat: int = seat, wait_s: float = number * 0.01) -> None:
            await asyncio.sleep(wait_s)
            await play.time_out(levee.tables, table, TimeUp(seat, asked))
            await levee.display.show(table)

        answer, _ = await asyncio.gather(player.command(words), ring())
        new = (await lines_of(levee))[before:]
        this_deal = next((n for n, line in enumerate(new) if line.startswith("deal ")), len(new))
        acts = [line for line in new[:this_deal] if line.startswith(f"p{seat + 1} ")]
        assert len(acts) == 1, acts
        if answer.refusal:
            assert any(word in answer.refusal for word in KINDLY), answer.refusal
        else:
            assert f"p{seat + 1} {words}" in new
        await player.open_hand()


async def test_a_double_press_acts_once(levee: Levee, people: list[Person]) -> None:
    players = await seated(people)
    dice = random.Random(4)
    for _ in range(25):
        player = await whose_turn(players)
        assert player is not None
        words, before = a_choice(player, dice), len(await lines_of(levee))
        answers = await asyncio.gather(player.press(words), player.press(words))
        new = (await lines_of(levee))[before:]
        seat = f"p{players.index(player) + 1}"
        assert sum(line == f"{seat} {words}" for line in new) == 1
        assert min(len(answer.refusal) for answer in answers) == 0
