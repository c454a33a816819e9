"""Bura's window (U-4) over real HTTP and WebSocket, with a clock that really runs."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bot import Levee, create_bot
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.reading import text_of
from tests.whole.playing import LOOK_S, PATIENCE_S, Player, lines_of, seated, table_message

TRICKS = 4
ONE_CARD = re.compile("play ..")


async def at_a_table(
    start_bot: StartBot, join: Join, database: Path, delay_s: str
) -> tuple[Levee, list[Player]]:
    bot = create_bot({"DATABASE": database, "WINDOW_DELAY": delay_s, "EDIT_PACE": 0})
    await start_bot(bot)
    return bot, await seated([await join("Ana"), await join("Ben")], game="bura")


async def who(players: Sequence[Player], may: Callable[[list[str]], bool]) -> Player:
    """The one whose hand offers such choices, as soon as one does."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for player in players:
            if may(player.choices()):
                return player
        await asyncio.sleep(LOOK_S)
    raise TimeoutError("nobody is asked that")


def may_lead_at_once(choices: list[str]) -> bool:
    return "waive" in choices and any(each.startswith("play ") for each in choices)


def must_answer(choices: list[str]) -> bool:
    return bool(choices) and all(each.startswith("play ") for each in choices)


async def test_a_press_a_trick(start_bot: StartBot, join: Join, database: Path) -> None:
    """The leader presses a card, the other nothing but his answer; the record has every waive."""
    bot, players = await at_a_table(start_bot, join, database, "0.1")
    for _ in range(TRICKS):
        leader = await who(players, may_lead_at_once)
        (other,) = [player for player in players if player is not leader]
        lead = next(each for each in leader.choices() if ONE_CARD.fullmatch(each))
        assert (await leader.press(lead)).refusal == ""
        await who([other], must_answer)
        seats = [f"p{players.index(player) + 1}" for player in (leader, other)]
        assert (await lines_of(bot))[-3:] == [f"{seats[0]} waive", f"{seats[1]} waive", f"{seats[0]} {lead}"]
        assert (await other.press(other.choices()[0])).refusal == ""


async def test_the_other_is_told_that_he_is_not_waited_for(
    start_bot: StartBot, join: Join, database: Path
) -> None:
    """The bot ends in the middle of the wait, and nothing is left running."""
    bot, players = await at_a_table(start_bot, join, database, "60")
    leader = await who(players, may_lead_at_once)
    (other,) = [player for player in players if player is not leader]
    assert (await leader.press("waive")).refusal == ""
    await who([other], lambda choices: "claim" in choices)
    assert other.panel is not None
    assert "If you say nothing, you waive in a moment." in text_of(other.panel)
    assert "may claim or announce; the game goes on in a moment." in text_of(
        await table_message(other.person)
    )
    (table,) = bot.tables
    await bot.close()
    assert table.timer is None
