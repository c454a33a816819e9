"""A burst of moves becomes few changes of the table's message, one a second in each channel at most."""

import asyncio
import random
import re
from pathlib import Path

import pytest

from bot import Levee, create_bot
from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join, StartBot
from tests.whole.catching_up import caught_up
from tests.whole.playing import Player, play, seated
from tests.whole.table_posts import TablePosts, gaps

COMMIT = re.compile(r"committed: ([0-9a-f]{64})")


@pytest.fixture
def posts(sandbox: Sandbox) -> TablePosts:
    posts = TablePosts()
    sandbox.middlewares.append(posts.watch)
    return posts


@pytest.fixture
async def paced(start_bot: StartBot, database: Path) -> Levee:
    """The bot as its settings are if nobody changes them."""
    bot = create_bot({"DATABASE": database})
    await start_bot(bot)
    return bot


async def three(join: Join, names: tuple[str, str, str], channel: str) -> list[Player]:
    return await seated([await join(name) for name in names], channel)


async def test_never_more_than_one_change_a_second_in_a_channel(
    paced: Levee, posts: TablePosts, join: Join
) -> None:
    """Two tables at once, each as fast as its players can be."""
    here = await three(join, ("Ana", "Ben", "Cleo"), "table-1")
    there = await three(join, ("Dan", "Eve", "Fay"), "table-2")
    await asyncio.gather(play(here, random.Random(1), acts=24), play(there, random.Random(2), acts=24))
    await asyncio.gather(caught_up(paced, here), caught_up(paced, there))
    changed = posts.times("PATCH")
    assert len(changed) == 2
    for times in changed.values():
        assert all(gap >= 1 for gap in gaps(times)), gaps(times)


async def test_a_post_counts_too_and_the_newest_state_is_shown_in_the_end(
    paced: Levee, posts: TablePosts, join: Join
) -> None:
    """The lobby is posted, and what happens in the next second is shown together: the first deal."""
    players = await three(join, ("Ana", "Ben", "Cleo"), "table-1")
    await play(players, random.Random(3), acts=6)
    await caught_up(paced, players)
    lobby, then = posts.changes[:2]
    assert (lobby.method, then.method) == ("POST", "PATCH")
    assert then.at_s - lobby.at_s >= 1


async def test_the_commitment_of_a_deal_is_told_before_its_table(
    paced: Levee, posts: TablePosts, join: Join
) -> None:
    players = await three(join, ("Ana", "Ben", "Cleo"), "table-1")
    dice = random.Random(4)
    while not any("deal 2 is over" in change.text for change in posts.changes):
        await play(players, dice, acts=1)
    await caught_up(paced, players)
    for number, change in enumerate(posts.changes):
        if change.method == "POST" and number:
            told = posts.changes[number - 1]
            assert set(COMMIT.findall(change.text)) <= set(COMMIT.findall(told.text))
            assert "<@" in change.content, "it calls who is on turn"
