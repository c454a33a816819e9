"""A soak: people do whatever they like for so many steps, and after each the books are looked through."""

import random
from collections import Counter, deque
from collections.abc import Awaitable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from bot.sandbox.objects import DIRECT, Channel
from tests.soak.books import Stored
from tests.soak.cards import Followed
from tests.soak.errors_logged import Log
from tests.soak.guest import Guest
from tests.soak.house import Answer, House
from tests.soak.observer import Observer
from tests.soak.tally import Act, Outcome, Tally
from tests.whole.panel import ACT, PICK

Json = dict[str, Any]

NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Joe")
"""The first one owns the servers."""
RECENT: Final = 20


class Soak:
    """``seed`` decides what is tried at each step; which cards come nobody can."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.house = House(folder)
        self.seed = seed
        self.tables: dict[int, Followed] = {}
        self.tally = Tally()
        self.observer = Observer(self.tables, lambda table_id: self.house.books.finished(table_id))
        self.seasons: list[tuple[int, str, str]] = []
        """The server, name and game of those that were begun and not closed."""
        self.log = Log(folder / "log")
        self.recent: deque[str] = deque(maxlen=RECENT)
        self.counts: Counter[str] = Counter()
        self._last_id = 0

    async def __aenter__(self) -> "Soak":
        try:
            await self.house.open(NAMES)
        except BaseException:
            await self.house.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.close()

    @property
    def guests(self) -> Sequence[Guest]:
        return self.house.guests

    def owner(self, channel_id: int) -> Guest:
        """Of the server that a channel is in."""
        world = self.house.sandbox.world
        guild = world.guild_of(world.channels[channel_id])
        return next(guest for guest in self.guests if guild and guest.id == guild.owner_id)

    def channels(self) -> list[Channel]:
        """Of all servers, threads included."""
        return [each for each in self.house.sandbox.world.channels.values() if each.type != DIRECT]

    def open_tables(self) -> list[Followed]:
        return [table for table in self.tables.values() if table.stored.state != "closed"]

    def table_in(self, channel_id: int) -> Followed | None:
        return next((t for t in self.open_tables() if t.stored.channel_id == channel_id), None)

    # what people do

    async def act(self, guest: Guest, table_id: int, words: str, asking: Awaitable[Answer]) -> Answer:
        """Note what is asked for before it is, and then what was said of it."""
        table = self.tables.get(table_id)
        seat = table.stored.seat_of(guest.id) if table else None
        act = Act(guest.name, table_id, seat or "", words)
        self.tally.acts.append(act)
        answer = await asking
        act.outcome = _outcome(answer)
        return answer

    async def press(self, guest: Guest, message: Json, custom_id: str, values: Sequence[str] = ()) -> Answer:
        """Use a component, whatever it is."""
        pressing = self.house.press(guest, message, custom_id, values)
        if address := _address(custom_id, values):
            return await self.act(guest, *address, pressing)
        return await pressing

    async def verify(self, channel_id: int) -> str:
        """By command, as the owner; it finds no difference."""
        answer = await self.house.slash(self.owner(channel_id), str(channel_id), "ledger verify")
        assert not answer.text or answer.text.endswith("all equal."), answer.text
        return f"/ledger verify → {answer_to(answer)}"

    # what is looked at

    def settle(self) -> None:
        """Read what was stored and what arrived since the last step. Raises AssertionError."""
        wrong = [*self._read_books(), *self.tally.lost()]
        for guest in self.guests:
            wrong += self.observer.leaks(guest.id, guest.look(), guest.asked_in)
        closed = {table.stored.id for table in self.tables.values() if table.stored.state == "closed"}
        self.tally.forget(closed)
        assert not wrong, "\n".join(wrong)

    def _read_books(self) -> Iterable[str]:
        open_ids = [table.stored.id for table in self.open_tables()]
        for now in self.house.books.tables(self._last_id, open_ids):
            self._last_id = max(self._last_id, now.id)
            table = self.tables.setdefault(now.id, Followed(now))
            yield from self._read_on(table, now)

    def _read_on(self, table: Followed, now: Stored) -> Iterable[str]:
        if now.seq < len(table.lines):
            yield f"table {now.id} had {len(table.lines)} lines and has {now.seq}"
        new = table.go_on(now, self.house.books.lines(now.id, len(table.lines)))
        yield from self.tally.wrong(table, new)

    def figures(self) -> str:
        done = ", ".join(f"{name} {times}" for name, times in self.counts.most_common())
        return (
            f"tables {self._last_id}, acts stored {self.tally.counted}, refused {self.tally.refused}, "
            f"cards told {self.observer.cards_told}; {done}"
        )

    def dice(self, step: int) -> random.Random:
        return random.Random(f"{self.seed}/{step}")


def answer_to(answer: Answer) -> str:
    """In short, and without a hand."""
    if answer.is_done:
        return "ahead" if answer.is_ahead else "done"
    return answer.text.partition("\n")[0][:80] or ("a form" if answer.form else "nothing heard")


def _outcome(answer: Answer) -> Outcome:
    if not answer.text:
        return Outcome.WAITING
    if answer.is_ahead:
        return Outcome.AHEAD
    return Outcome.DONE if answer.is_done else Outcome.REFUSED


def _address(custom_id: str, values: Sequence[str]) -> tuple[int, str] | None:
    """The table and the words of an action, if the component is one."""
    if found := ACT.fullmatch(custom_id):
        words = f"{found['verb']} {found['argument'] or ''}".rstrip()
    elif found := PICK.fullmatch(custom_id):
        words = f"{found['verb']} {''.join(values)}"
    else:
        return None
    return int(custom_id.split(":")[1]), words
