"""SIGKILL at any moment: what a person was told to be done is stored, once, and play goes on from there."""

import asyncio
import contextlib
import random
import shutil
import signal
import socket
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from data import journal, ledger, tables
from data.database import Database
from data.ledger import Booked
from data.rows import TableRow
from engine.game import games
from engine.ledger import BANK
from engine.record import Header, text
from engine.replay import Replay, replayed
from tests.sandbox.person import Person
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.knowledge import cards_in
from tests.whole.panel import hand_of
from tests.whole.playing import Player, a_choice, seated, whose_turn

WORLDS, KILLS = 2, 25
NAMES = ("Ana", "Ben", "Cleo")
EARLY, EARLY_S = 0.15, 0.8
"""How often it is killed while it starts, and when at the latest."""
INSIDE, ACT_S = 0.7, 0.025
"""How often it is killed inside an act, and when at the latest."""
LONGEST_S = 0.5
"""When at the latest it is killed at other times."""


@dataclass
class Memory:
    """What the people remember of one life of the bot: acts that were done, and the one they wait for."""

    done: list[tuple[int, str]] = field(default_factory=list)
    waiting: str | None = None

    def agrees_with(self, acts: list[str]) -> bool:
        """Whether all that was done was stored, in its order, and nothing else but perhaps the last wish."""
        remembered = [words for _, words in self.done]
        return acts in (remembered, [*remembered, self.waiting])


@dataclass(frozen=True)
class Stored:
    row: TableRow
    lines: tuple[str, ...]
    booked: tuple[Booked, ...]
    applied: Counter[int]

    def replay(self) -> Replay:
        game = games()[self.row.game]
        names = tuple(seat.name for seat in self.row.seats)
        assert self.row.dealer is not None
        rules = game.rules.parse(self.row.rules)
        header = Header(game, rules, self.row.rules, names, self.row.dealer)
        replay, fault = replayed(text(header, self.lines).splitlines())
        assert fault is None
        assert replay is not None
        return replay


class Evening:
    """One installation and the people who go on playing there whatever happens to it."""

    def __init__(self, folder: Path, number: int) -> None:
        folder.mkdir()
        self.number = number
        self.installation = Installation(folder, free_port())
        self.dice = random.Random(number)
        self.tokens: list[str] = []
        self.lines: tuple[str, ...] = ()
        self.acts = 0
        self.unheard = 0

    async def begin(self) -> None:
        await self.installation.start()
        people = [await Person.join(self.installation, name) for name in NAMES]
        await seated(people, rules="series deals=open")
        self.tokens = [person.token for person in people]
        await self.die(people)

    async def die(self, people: list[Person]) -> None:
        code, _ = await self.installation.end(signal.SIGKILL)
        assert code == -signal.SIGKILL
        for person in people:
            await person.close()

    async def live_and_die(self) -> None:
        """Start, look whether all is as it was, play on, and be killed in the middle of it."""
        before = await self.stored()
        await self.installation.launch()
        if self.dice.random() < EARLY:
            await asyncio.sleep(self.dice.uniform(0, EARLY_S))
            await self.die([])
            return
        people = [await comes_back(self.installation, token) for token in self.tokens]
        players = [Player(person) for person in people]
        memory = Memory()
        try:
            await is_as_it_was(players, before.replay())
            playing = asyncio.create_task(self.play(players, memory))
            await self.some_moment(playing, memory)
        finally:
            await self.die(people)
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError, TimeoutError):
            await playing
        await self.compare(before, memory)

    async def some_moment(self, playing: "asyncio.Task[None]", memory: Memory) -> None:
        """Any, but more often one that is likely to be inside an act."""
        if self.dice.random() < INSIDE:
            acts = self.dice.randrange(4)
            await until(lambda: playing.done() or (memory.waiting and len(memory.done) >= acts))
            await asyncio.sleep(self.dice.uniform(0, ACT_S))
        else:
            await asyncio.wait({playing}, timeout=self.dice.uniform(0, LONGEST_S))

    async def play(self, players: list[Player], memory: Memory) -> None:
        while (player := await whose_turn(players)) is not None:
            words = a_choice(player, self.dice)
            memory.waiting = f"p{players.index(player) + 1} {words}"
            way = self.dice.choice((player.press, player.command))
            answer = await way(words)
            assert answer.refusal == ""
            memory.done.append((answer.interaction_id, memory.waiting))
            memory.waiting = None

    async def compare(self, before: Stored, memory: Memory) -> None:
        after = await self.stored()
        assert after.lines[: len(before.lines)] == before.lines
        acts = [line for line in after.lines[len(before.lines) :] if line.startswith("p")]
        assert memory.agrees_with(acts), f"{memory} but stored: {acts}"
        assert all(after.applied[id] == 1 for id, _ in memory.done)
        self.acts += len(acts)
        self.unheard += len(acts) - len(memory.done)

    async def stored(self) -> Stored:
        """What a dead installation holds; its chips add up. A copy is read, so nothing mends its files."""
        copy = self.installation.folder / "copy"
        shutil.copytree(self.installation.database.parent, copy)
        database = await Database.open(copy / self.installation.database.name)
        try:
            (row,) = await tables.open_tables(database)
            stored = Stored(
                row,
                tuple(line.text for line in await journal.lines(database, row.id)),
                await ledger.postings(database, row.id),
                Counter([id for (id,) in await database.read(_applied)]),
            )
            await adds_up(database, stored)
        finally:
            await database.close()
            shutil.rmtree(copy)
        return stored


def _applied(reader: sqlite3.Connection) -> list[tuple[int]]:
    return reader.execute("SELECT interaction_id FROM applied").fetchall()


async def adds_up(database: Database, stored: Stored) -> None:
    """Chips are as many as were handed out, and the ledger, the totals and the replay tell the same."""
    replay = stored.replay()
    postings = [booked.posting for booked in stored.booked]
    assert Counter(postings) == Counter(posting for deal in replay.deals for posting in deal.postings)
    assert sum(posting.units for posting in postings) == 0
    held = sum(replay.sitting.records) + replay.sitting.pot
    assert held == -sum(posting.units for posting in postings if posting.account == BANK)
    totals = {total.user_id: total.units for total in await ledger.totals(database, stored.row.guild_id)}
    for seat in stored.row.seats:
        results = [p for p in postings if p.account == f"p{seat.seat + 1}" and p.cause != "opening"]
        assert totals.get(seat.user_id or 0, 0) == sum(posting.units for posting in results)


async def is_as_it_was(players: list[Player], replay: Replay) -> None:
    """Everybody holds the hand of before, and the turn is whose it was."""
    panels = await asyncio.gather(*(player.open_hand() for player in players))
    for seat, (player, panel) in enumerate(zip(players, panels, strict=True)):
        hand = {str(card) for card in replay.sitting.observe(seat).hand}
        assert cards_in(hand_of(panel)) == hand
        assert bool(player.choices()) == (seat in replay.sitting.to_act())


async def comes_back(installation: Installation, token: str) -> Person:
    """As soon as the page can be reached and the bot is there."""
    person = Person(installation, token)
    async with asyncio.timeout(20):
        while not person.me:
            try:
                await person.connect()
            except aiohttp.ClientError:
                await asyncio.sleep(0.02)
    await until(lambda: any(member["bot"] and member["online"] for member in person.members.values()))
    return person


def free_port() -> int:
    """One that no outgoing connection is given while the installation is down."""
    for port in random.Random().sample(range(20_000, 32_000), 50):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


async def test_fifty_kills(tmp_path: Path) -> None:
    evenings = [Evening(tmp_path / f"world-{number}", number) for number in range(WORLDS)]
    async with asyncio.TaskGroup() as together:
        for evening in evenings:
            together.create_task(survive(evening))
    assert sum(evening.acts for evening in evenings) > WORLDS * KILLS, "too few acts to tell anything"
    assert sum(evening.unheard for evening in evenings) > 0, "no kill fell between storing and telling"


async def survive(evening: Evening) -> None:
    await evening.begin()
    for _ in range(KILLS):
        await evening.live_and_die()
    await evening.installation.start()
    code, _ = await evening.installation.end()
    assert code == 0
    assert " ERROR " not in evening.installation.log
