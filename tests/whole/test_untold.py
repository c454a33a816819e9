"""SIGKILL between storing and telling: at the next start every message is brought up to what is stored."""

import asyncio
import random
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join
from tests.sandbox.person import Person
from tests.sandbox.reading import components_of, text_of
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.knowledge import cards_in
from tests.whole.panel import EPHEMERAL, Json, hand_of, is_panel
from tests.whole.playing import CHANNEL, NAMES, Player, a_choice, play, seated, table_message, whose_turn

EDIT = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
POST = {"method": "POST", "route": "/channels/{channel_id}/messages"}
NEVER_S = 300.0


class Evening:
    def __init__(self, installation: Installation, sandbox: Sandbox, people: list[Person]) -> None:
        self.installation = installation
        self.sandbox = sandbox
        self.people = people
        self.players: list[Player] = []
        self.dice = random.Random(8)

    async def start(self, **rules: object) -> None:
        self.players = await seated(self.people, **rules)

    async def turn(self) -> Player:
        player = await whose_turn(self.players)
        assert player is not None
        return player

    async def act(self) -> None:
        """By command. What ends the deal is not answered before that was told."""
        player = await self.turn()
        acting = asyncio.create_task(player.command(a_choice(player, self.dice)))
        await until(lambda: self.deal_is_over or (acting.done() and self.is_somebodys_turn))
        acting.cancel()

    async def die(self) -> None:
        """And with it whatever is on its way to Discord."""
        code, _ = await self.installation.end(signal.SIGKILL)
        assert code == -signal.SIGKILL
        self.sandbox.faults.clear()

    async def live(self) -> list[Json]:
        """The public messages on which something can be pressed that moves a table."""
        return [m for m in await self.people[0].messages(CHANNEL) if not m["flags"] & EPHEMERAL and moves(m)]

    @property
    def deal_is_over(self) -> bool:
        """The lines of a running one are kept elsewhere."""
        return bool(self.stored("SELECT count(*) FROM line"))

    @property
    def is_somebodys_turn(self) -> bool:
        return any(player.choices() for player in self.players)

    def stored(self, query: str) -> object:
        with closing(sqlite3.connect(f"{self.installation.database.as_uri()}?mode=ro", uri=True)) as reader:
            return reader.execute(query).fetchone()[0]


def moves(message: Json) -> bool:
    ids = [c.get("custom_id", "") for c in components_of(message) if not c.get("disabled")]
    return any(id.startswith(("act:", "table:")) for id in ids)


@pytest.fixture
async def evening(elsewhere: Installation, sandbox: Sandbox, join: Join) -> AsyncIterator[Evening]:
    await elsewhere.start()
    yield Evening(elsewhere, sandbox, [await join(name) for name in NAMES[:3]])
    sandbox.faults.clear()


async def test_a_move(evening: Evening) -> None:
    await evening.start()
    while not (words := a_choice(player := await evening.turn(), evening.dice)).startswith("play "):
        await player.press(words)
    evening.sandbox.faults.slow(NEVER_S, **EDIT)
    assert (await player.command(words)).refusal == ""
    assert not cards_in(words) <= cards_in(await table_message(player.person))
    await evening.die()

    panel = player.panel
    down = await player.person.click(panel, label="Refresh")
    assert down.status == "failed", "Discord says that nobody responds"
    await evening.installation.start()
    card = cards_in(words)
    await player.person.wait_for_message(lambda m: not m["flags"] & EPHEMERAL and card <= cards_in(m))
    since = len(player.person.seen)
    await player.person.click(panel, label="Refresh")
    await player.person.wait_for_message(
        lambda m: is_panel(m) and not card <= cards_in(hand_of(m)), since=since
    )
    for each in evening.players:
        await each.open_hand()
    await play(evening.players, evening.dice, acts=6)


async def test_the_end_of_a_deal(evening: Evening) -> None:
    await evening.start()
    evening.sandbox.faults.slow(NEVER_S, **EDIT)
    while not evening.deal_is_over:
        await evening.act()
    await evening.die()
    await evening.installation.start()
    await evening.people[0].wait_for_message(lambda m: "deal 1 is over" in text_of(m))
    await evening.people[0].wait_for_message(lambda m: "deal 2" in text_of(m) and moves(m))
    await until(lambda: evening.stored("SELECT message_id FROM game_table"))
    assert len(await evening.live()) == 1
    for player in evening.players:
        await player.open_hand()
    await play(evening.players, evening.dice, acts=4)


@pytest.mark.parametrize("in_play", [False, True])
async def test_a_table_that_closed(evening: Evening, in_play: bool) -> None:
    first = evening.people[0]
    if in_play:
        await evening.start()
        await play(evening.players, evening.dice, acts=2)
    else:
        await first.slash(CHANNEL, "table open", game="bura")
    evening.sandbox.faults.slow(NEVER_S, **EDIT)
    asking = asyncio.create_task(first.slash(CHANNEL, "table close"))
    await until(lambda: evening.stored("SELECT state FROM game_table") == "closed")
    await evening.die()
    asking.cancel()
    assert len(await evening.live()) == 1
    await evening.installation.start()
    await until(lambda: evening.stored("SELECT message_id FROM game_table") is None)
    assert await evening.live() == []
    outcome = await first.slash(CHANNEL, "table open", game="bura")
    assert outcome.status == "done"
    assert len(await evening.live()) == 1


async def test_a_table_that_was_posted_and_not_noted(evening: Evening) -> None:
    """The answer to the post is lost with the process: what Discord has taken is not posted again."""
    first = evening.people[0]
    evening.sandbox.faults.slow(NEVER_S, after=True, **POST)
    asking = asyncio.create_task(first.slash(CHANNEL, "table open", game="bura"))
    await first.wait_for_message(moves)
    await evening.die()
    asking.cancel()
    assert evening.stored("SELECT message_id FROM game_table") is None
    await evening.installation.start()
    await until(lambda: evening.stored("SELECT message_id FROM game_table"))
    (message,) = await evening.live()
    assert str(evening.stored("SELECT message_id FROM game_table")) == message["id"]
    outcome = await evening.people[1].click(message, label="Sit down")
    assert outcome.status == "done"
