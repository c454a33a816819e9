"""Six tables of three games in play, and their bot killed or ended at any moment, over and over: what people
were told to be done is stored, once, and everybody holds the hand of before.
"""

import asyncio
import random
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.sandbox import Sandbox
from data import journal, tables
from data.database import Database
from data.rows import TableRow
from data.verify import verify
from engine.game import Sitting, games
from engine.record import Header, text
from engine.replay import replayed
from tests.sandbox.conftest import Join
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.knowledge import cards_in
from tests.whole.panel import hand_of
from tests.whole.playing import PATIENCE_S, Player, a_choice, whose_turn

TEXT = 0
LIVES = 20
MOST_ACTS = 16
"""After fewer, by all together, it is ended."""
INSIDE_S = 0.1
OPENED = (
    {"game": "bourre", "rules": "series deals=open"},
    {"game": "bourre", "rules": "classic deals=open", "clock": "60+300"},
    {"game": "bura", "rules": "series"},
    {"game": "bura", "rules": "series", "clock": "60"},
    {"game": "bouillotte", "rules": "series deals=open"},
    {"game": "bouillotte", "rules": "series deals=open", "clock": "300"},
)
PEOPLE = {"bourre": 2, "bura": 1, "bouillotte": 2}
"""Two at Bura could choose a lead ahead, which is not stored before the other has waived."""


@dataclass
class Room:
    """A table of people, who have the first seats, and of two computers, or one; ``done`` and ``waiting`` are
    what the people remember of one life of the bot.
    """

    channel: str
    players: Sequence[Player]
    done: list[tuple[int, str]] = field(default_factory=list)
    waiting: str | None = None
    lines: tuple[str, ...] = ()
    is_over: bool = False

    async def open(self, how: dict[str, str]) -> None:
        first, *others = (player.person for player in self.players)
        await first.slash(self.channel, "table open", **how)
        for person in others:
            await person.slash(self.channel, "table join")
        await first.slash(self.channel, "table fill", count=len(self.players))
        await first.slash(self.channel, "table start")

    async def play(self, dice: random.Random) -> None:
        """Until the sitting is over, or whoever does this is stopped."""
        while (player := await whose_turn(self.players)) is not None:
            choices = player.choices()
            words = "waive" if "waive" in choices else a_choice(player, dice)
            self.waiting = f"p{self.players.index(player) + 1} {words}"
            answer = await dice.choice((player.press, player.command))(words)
            assert answer.refusal == "", answer.refusal
            self.done.append((answer.interaction_id, self.waiting))
            self.waiting = None

    def compare(self, lines: tuple[str, ...], applied: Counter[int]) -> int:
        """With what is stored now; how many acts were stored of which nobody was told."""
        assert lines[: len(self.lines)] == self.lines
        people = tuple(f"p{seat} " for seat in range(1, len(self.players) + 1))
        acts = [line for line in lines[len(self.lines) :] if line.startswith(people)]
        remembered = [words for _, words in self.done]
        assert acts in (remembered, [*remembered, self.waiting]), f"{self} but stored: {acts}"
        assert all(applied[id] == 1 for id, _ in self.done)
        unheard = len(acts) - len(remembered)
        self.done, self.waiting, self.lines = [], None, lines
        return unheard

    async def hands_are_of(self, sitting: Sitting) -> None:
        for seat, player in enumerate(self.players):
            panel = await player.open_hand()
            assert cards_in(hand_of(panel)) == {str(card) for card in sitting.observe(seat).hand}


def _sitting(row: TableRow, lines: tuple[str, ...]) -> Sitting:
    game = games()[row.game]
    assert row.dealer is not None
    names = tuple(f"N{seat.seat}" for seat in row.seats)
    header = Header(game, game.rules.parse(row.rules), row.rules, names, row.dealer)
    replay, fault = replayed(text(header, lines).splitlines())
    assert fault is None
    assert replay is not None
    return replay.sitting


class Club:
    def __init__(self, installation: Installation, rooms: Sequence[Room]) -> None:
        self.installation = installation
        self.rooms = rooms
        self.dice = random.Random(5)
        self.acts = 0
        self.unheard = 0

    async def live_and_end(self, number: signal.Signals) -> None:
        """Start, look whether all is as it was, play on, and be killed or ended in the middle of it."""
        await self.installation.start()
        await self.compare()
        playing = [asyncio.create_task(room.play(self.dice)) for room in self.rooms if not room.is_over]
        enough = self.dice.randrange(MOST_ACTS)
        await until(lambda: self.heard >= enough or all(each.done() for each in playing))
        await asyncio.sleep(self.dice.uniform(0, INSIDE_S))
        for each in playing:
            each.cancel()  # what was pressed is on its way all the same
        code, _ = await self.installation.end(number)
        for each in playing:
            with suppress(asyncio.CancelledError):
                await each
        assert code == (0 if number is signal.SIGTERM else -number), self.installation.log
        self.acts += self.heard

    @property
    def heard(self) -> int:
        """Of how many acts people were told in this life that they were done."""
        return sum(len(room.done) for room in self.rooms)

    async def compare(self) -> None:
        """As soon as every table waits for a person."""
        async with asyncio.timeout(PATIENCE_S):
            while not (waiting := await self.look()):  # noqa: ASYNC110 - files send no event
                await asyncio.sleep(0.05)
        for room, sitting in zip(self.rooms, waiting, strict=True):
            if not room.is_over:
                await room.hands_are_of(sitting)

    async def look(self) -> list[Sitting]:
        """The sittings as they are stored, once this was found to be right; none while a computer acts."""
        async with self.stored() as database:
            rows, lines = [], []
            for room in self.rooms:
                row = await tables.latest_in_channel(database, int(room.channel))
                assert row is not None
                rows.append(row)
                lines.append(tuple(line.text for line in await journal.lines(database, row.id)))
            sittings = [_sitting(row, each) for row, each in zip(rows, lines, strict=True)]
            for room, sitting in zip(self.rooms, sittings, strict=True):
                room.is_over = sitting.places is not None
                if not room.is_over and not any(seat < len(room.players) for seat in sitting.to_act()):
                    return []
            applied = Counter([id for (id,) in await database.read(_applied)])
            for room, each in zip(self.rooms, lines, strict=True):
                self.unheard += room.compare(each, applied)
            assert (await verify(database, rows[0].guild_id)).differences == ()
            return sittings

    @asynccontextmanager
    async def stored(self) -> AsyncIterator[Database]:
        copy = self.installation.folder / "copy.db"
        _copied(self.installation.database, copy)
        database = await Database.open(copy, f"{self.installation.database}.key")
        try:
            yield database
        finally:
            await database.close()
            copy.unlink()


def _copied(database: Path, copy: Path) -> None:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _applied(reader: sqlite3.Connection) -> list[tuple[int]]:
    return reader.execute("SELECT interaction_id FROM applied").fetchall()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """One that remembers less of what is asked of it than others in tests."""
    sandbox = Sandbox(None, rate_limits=False)
    await sandbox.start()
    yield sandbox
    await sandbox.close()


async def test_killed_and_ended_under_load(elsewhere: Installation, sandbox: Sandbox, join: Join) -> None:
    elsewhere.settings["WINDOW_DELAY"] = "0"
    await elsewhere.start()
    rooms = []
    for number, how in enumerate(OPENED):
        channel = str(sandbox.world.add_channel(TEXT, f"room-{number}", sandbox.world.home).id)
        people = [await join(f"Guest {number}.{seat}") for seat in range(PEOPLE[how["game"]])]
        rooms.append(Room(channel, [Player(person, channel) for person in people]))
        await rooms[-1].open(how)
    club = Club(elsewhere, rooms)
    await elsewhere.end(signal.SIGKILL)
    for _ in range(LIVES):
        await club.live_and_end(club.dice.choice((signal.SIGKILL, signal.SIGTERM)))
    await elsewhere.start()
    await club.compare()
    assert (await elsewhere.end())[0] == 0
    assert club.acts > 2 * LIVES, "too few acts to tell anything"
    assert club.unheard > 0, "no end fell between storing and telling"
    assert "our mistake" not in elsewhere.log
