"""Lost connections, restarts and rate limits in the middle of a deal."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import Levee, create_bot
from bot.sandbox import Sandbox, point_discord_at
from engine.game import Sitting
from tests.sandbox.conftest import READY_S, Join, StartBot, run_bot
from tests.sandbox.person import Person
from tests.sandbox.reading import components_of, text_of
from tests.whole.knowledge import cards_in
from tests.whole.playing import NAMES, Json, Player, a_choice, act, lines_of, play, seated, whose_turn


async def test_play_goes_on_when_the_gateway_drops(
    levee: Levee, people: list[Person], sandbox: Sandbox
) -> None:
    players = await seated(people)
    dice = random.Random(5)
    for _ in range(3):
        await play(players, dice, acts=7)
        player = await whose_turn(players)
        assert player is not None
        await asyncio.gather(sandbox.gateway.drop(), act(player, a_choice(player, dice), dice))
    await play(players, dice, acts=10)
    assert not levee.is_closed()


async def test_a_restart_in_mid_trick_while_people_stay(
    start_bot: StartBot, database: Path, join: Join
) -> None:
    first = create_bot({"DATABASE": database})
    await start_bot(first)
    people = [await join(name) for name in ("Ana", "Ben", "Cleo")]
    players = await seated(people)
    dice = random.Random(6)
    while not in_mid_trick(first):
        await play(players, dice, acts=1)
    player = await whose_turn(players)
    assert player is not None
    before = sitting_of(first).copy()
    await first.close()
    second = create_bot({"DATABASE": database})
    await start_bot(second)
    after = sitting_of(second)
    assert after.to_act() == before.to_act()
    assert [after.observe(seat) for seat in (None, 0, 1, 2)] == [
        before.observe(seat) for seat in (None, 0, 1, 2)
    ]
    assert (await player.press(a_choice(player, dice))).refusal == "", "a panel of before the restart works"
    await asyncio.gather(*(player.open_hand() for player in players))
    await play(players, dice, acts=30)


def sitting_of(bot: Levee) -> Sitting:
    (table,) = bot.tables
    assert table.sitting is not None
    return table.sitting


def in_mid_trick(bot: Levee) -> bool:
    return bool(sitting_of(bot).observe(None).trick)


@pytest.fixture
async def limited(tmp_path: Path) -> AsyncIterator[tuple[Levee, list[Player]]]:
    """The bot under Discord's rate limits, and three people at a table."""
    sandbox = Sandbox(None, rate_limits=True)
    await sandbox.start()
    bot = create_bot({"DATABASE": tmp_path / "levee.db"})
    with point_discord_at(sandbox.address):
        running = await run_bot(sandbox, bot)
        people = [await Person.join(sandbox, name) for name in NAMES[:3]]
        yield bot, await seated(people)
        await asyncio.gather(*(person.close() for person in people))
        await bot.close()
        await asyncio.wait_for(running, READY_S)
    await sandbox.close()


async def test_a_hand_does_not_wait_until_its_table_may_be_edited(
    limited: tuple[Levee, list[Player]],
) -> None:
    """A channel takes five edits in five seconds; who has the hand open hears of the turn at once."""
    _, players = limited
    async with asyncio.timeout(5):
        await play(players, random.Random(8), acts=14)


async def test_with_rate_limits_nothing_is_lost(limited: tuple[Levee, list[Player]]) -> None:
    """A deal played as fast as the hands can be asked for; the table's message catches up with its end."""
    await a_deal_in_haste(*limited, random.Random(7))


async def a_deal_in_haste(bot: Levee, players: list[Player], dice: random.Random) -> None:
    (table,) = bot.tables
    assert table.sitting is not None
    acts = []
    while table.sitting.observe(None).deal == 1:
        (seat,) = table.sitting.to_act()
        await players[seat].open_hand()
        words = a_choice(players[seat], dice)
        acts.append(f"p{seat + 1} {words}")
        assert (await players[seat].command(words)).refusal == ""
    lines = await lines_of(bot)
    assert [line for line in lines if line in acts] == acts
    over = await players[0].person.wait_for_message(lambda m: "deal 1 is over" in text_of(m), timeout_s=20)
    for line in acts:
        if " play " in line:
            assert cards_in(line) <= cards_in(over)
    await players[0].person.wait_for_message(lambda m: told_seq(m) == table.seq, timeout_s=20)


def told_seq(message: Json) -> int:
    """The line for which the message's buttons were made; 0 if it has none that act."""
    ids = [c.get("custom_id", "").split(":") for c in components_of(message)]
    return max((int(parts[2]) for parts in ids if parts[0] == "act"), default=0)
