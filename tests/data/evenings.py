"""Whole sittings of real games, played by computer players and stored move by move as the bot does."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from data import journal, tables
from data.database import Database
from data.journal import Append
from data.proofs import DealSecret
from data.rows import NewSeat, NewTable, TableRow, TableState
from engine.actions import Action, End, NextDeal
from engine.dealer import DealDue, Dealer
from engine.events import postings
from engine.game import games
from engine.players import random_player
from engine.record import Header, plain_name
from engine.replay import Replay
from engine.seats import CHANCE, Seat
from engine.shuffle import Proof, Stream, commitment

RULES = {
    "bourre": "series deals={deals}",
    "bura": "series pots={deals}",
    "bouillotte": "series deals={deals}",
}


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Database]:
    """Closed whatever happens: its threads would keep the tests from ending."""
    database = await Database.open(path)
    try:
        yield database
    finally:
        await database.close()


def secret_for(table_id: int, deal: int) -> DealSecret:
    secret, salt = (
        hashlib.sha256(f"{name} {table_id} {deal}".encode()).digest() for name in ("secret", "salt")
    )
    return DealSecret(deal, commitment(table_id, deal, secret, salt[:16]), secret, salt[:16])


class Sitting:
    """``at_ms`` is the time of the next move; each takes a second."""

    def __init__(self, database: Database, row: TableRow, at_ms: int, seed: int) -> None:
        self.database = database
        self.id = row.id
        game = games()[row.game]
        names = tuple(plain_name(seat.name, seat.seat) for seat in row.seats)
        self.replay = Replay(Header(game, game.rules.parse(row.rules), row.rules, names, 0))
        self.chooser = Stream(hashlib.sha256(f"{seed}".encode()).digest(), "")
        self.seq = 0
        self.at_ms = at_ms

    @property
    def is_over(self) -> bool:
        return self.replay.sitting.places is not None

    @property
    def places(self) -> tuple[int, ...]:
        assert self.replay.sitting.places is not None
        return self.replay.sitting.places

    async def play(self, deals: int | None = None) -> "Sitting":
        """So many deals, or all there are."""
        while not self.is_over and deals != 0:
            await self.deal()
            deals = None if deals is None else deals - 1
        return self

    async def deal(self) -> None:
        await self.begin()
        while not self._between_deals():
            await self.move()

    async def begin(self) -> None:
        """Deal the next deal, up to the first choice."""
        due = self.replay.sitting.due()
        assert isinstance(due, DealDue)
        cut = f"cut {due.number}"
        secret = secret_for(self.id, due.number)
        proof = Proof(self.id, due.number, secret.secret, secret.salt, cut)
        self.dealer = Dealer(self.replay.game.pack, proof.stream())
        await self._store(CHANCE, NextDeal(due.number), cut)

    async def move(self) -> None:
        seat = self.replay.sitting.to_act()[0]
        seen = self.replay.sitting.observe(seat)
        await self._store(seat, random_player.choose(self.replay.game, seen, self.chooser))

    async def end(self) -> None:
        """The players agree to stop; inside a deal it is void."""
        await self._store(CHANCE, End())

    def _between_deals(self) -> bool:
        return self.is_over or isinstance(self.replay.sitting.due(), DealDue)

    async def _store(self, actor: Seat, action: Action, cut: str | None = None) -> None:
        before = len(self.replay.body)
        events = list(self.replay.apply(actor, action))
        while (due := self.replay.sitting.due()) and not isinstance(due, DealDue):
            events += self.replay.apply(CHANCE, self.dealer.answer(due))
        report = self.replay.sitting.report()
        assert report is not None
        over = self._between_deals()
        self.seq = await journal.append(
            self.database,
            Append(
                self.id,
                self.seq,
                tuple(self.replay.body[before:]),
                report.number,
                self.at_ms,
                postings(events),
                deal_over=over,
                void=isinstance(action, End) and not report.complete,
                cut=cut,
                next_secret=secret_for(self.id, report.number + 1) if over and not self.is_over else None,
                state=TableState.CLOSED if self.is_over else None,
                places=self.replay.sitting.places,
            ),
        )
        self.at_ms += 1000


async def sit_down(
    database: Database,
    game: str = "bourre",
    users: Sequence[int | None] = (11, 12, 13),
    *,
    guild_id: int = 1,
    deals: int = 2,
    season_id: int | None = None,
    at_ms: int = 10_000,
    seed: int = 0,
) -> Sitting:
    """A table that has started, in a channel of its own; user 11 is called Ana11."""
    played = games()[game]
    rules = str(played.seated(played.rules.parse(RULES[game].format(deals=deals)), len(users)))
    seats = [
        NewSeat(seat, f"Ana{user}" if user else f"Computer{seat}", user) for seat, user in enumerate(users)
    ]
    new = NewTable(guild_id, at_ms * 100 + seed, users[0] or 1, game, rules, at_ms, season_id)
    row = await tables.open_table(database, new, seats, lambda table_id: secret_for(table_id, 1))
    await tables.start_table(database, row.id, rules, 0, seats, at_ms)
    return Sitting(database, await tables.table(database, row.id), at_ms, seed)
