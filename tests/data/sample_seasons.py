"""Seasons, and sittings of them that bring what a test wants: three seats, users 11, 12 and 13."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from sample_moves import GUILD, secret

from data import journal, seasons, tables
from data.database import Database
from data.journal import Append
from data.rows import NewSeat, NewTable, TableState
from data.seasons import NewSeason, Season
from engine.ledger import Posting

SEASON = NewSeason(
    GUILD,
    "Winter",
    "bourre",
    "series",
    starts_at_ms=1_000,
    ends_at_ms=9_000,
    timezone="Europe/Paris",
    points="places 10 7 5",
    credit="deals",
    created_by=1,
    created_at_ms=10,
)
USERS = (11, 12, 13)
_channels = count(100)


async def a_season(database: Database, **changed: object) -> Season:
    return await seasons.create(database, replace(SEASON, **changed))  # type: ignore[arg-type]


async def a_table(
    database: Database,
    season_id: int | None,
    users: Sequence[int | None] = USERS,
    started_at_ms: int = 2_000,
    fixture_id: int | None = None,
) -> int:
    """A table that has started, with the first deal's secret."""
    new = NewTable(GUILD, next(_channels), 11, "bourre", "series", 1_500, season_id)
    seats = [NewSeat(seat, f"Player {user}", user) for seat, user in enumerate(users)]
    row = await tables.open_table(database, new, seats, lambda _: secret(1), fixture_id=fixture_id)
    await tables.start_table(database, row.id, "series", 0, seats, started_at_ms)
    return row.id


def won(units: Sequence[int], cause: str = "win") -> tuple[Posting, ...]:
    """What the seats have won or lost to the pot."""
    seats = [Posting(f"p{seat}", cause, each) for seat, each in enumerate(units, start=1)]
    return (*seats, Posting("pot", cause, -sum(units)))


@dataclass
class Evening:
    """A sitting whose moves a test makes up; ``held`` is its own list of who held each seat since when."""

    database: Database
    table_id: int
    users: Sequence[int | None] = USERS
    seq: int = 0
    deal: int = 1
    held: list[list[tuple[int, int | None]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.held = [[(0, user)] for user in self.users]

    async def move(self, postings: Sequence[Posting] = ()) -> None:
        begins = self.deal not in await self._cut()
        await self._append(postings, cut="0" if begins else None)

    async def end_deal(self, postings: Sequence[Posting] = ()) -> None:
        await self.move()
        await self._append(postings, deal_over=True, next_secret=secret(self.deal + 1))
        self.deal += 1

    async def finish(
        self, places: Sequence[int], postings: Sequence[Posting] = (), at_ms: int = 5_000, void: bool = False
    ) -> None:
        """The players agree to stop: between deals, or inside one, which is void."""
        if void:
            await self.move()
        await self._append(
            postings,
            deal=self.deal if void else self.deal - 1,
            at_ms=at_ms,
            deal_over=True,
            void=void,
            state=TableState.CLOSED,
            places=tuple(places),
        )

    async def substitute(self, seat: int, user_id: int) -> None:
        await tables.substitute(self.database, self.table_id, seat, user_id, f"Player {user_id}")
        self.held[seat].append((self.seq + 1, user_id))

    async def _cut(self) -> set[int]:
        sealed = await journal.secret(self.database, self.table_id)
        return {sealed.deal} if sealed and sealed.cut is not None else set()

    async def _append(self, postings: Sequence[Posting], **rest: object) -> None:
        columns = {"deal": self.deal, "at_ms": 3_000, **rest}
        move = Append(self.table_id, self.seq, ("x",), postings=tuple(postings), **columns)  # type: ignore[arg-type]
        self.seq = await journal.append(self.database, move)


async def an_evening(
    database: Database, season_id: int | None, users: Sequence[int | None] = USERS
) -> Evening:
    return Evening(database, await a_table(database, season_id, users), users)
