"""A player's results, deal by deal, and two players' against each other: sums over the deals they played."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from data.database import Database
from data.deals import PlayedDeal, played


@dataclass(frozen=True, slots=True)
class Stats:
    """One user's results in one game of a guild. Amounts are in units.

    ``stays`` are the deals in which he took part beyond being dealt in, ``wins`` those in which he won a pot,
    ``ties`` those he stayed in and nobody won. A streak is a run of deals that raised his record, or lowered
    it; one that left it as it was neither lengthens a streak nor ends it. ``streak`` is the running one, less
    than 0 if it is of losses. ``best`` and ``worst`` are of whole sittings, None before the first is over.
    ``curve`` is his record after each deal.
    """

    game: str
    deals: int
    stays: int
    wins: int
    fines: int
    ties: int
    average: Fraction
    winning_streak: int
    losing_streak: int
    streak: int
    best: int | None
    worst: int | None
    curve: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What two users have brought home, in units, from the deals both have played at one table.

    ``better_a`` counts the sittings in which a brought home more from those deals than b.
    """

    sittings: int
    better_a: int
    better_b: int
    equal: int
    deals: int
    net_a: int
    net_b: int


async def stats(
    database: Database, guild_id: int, user_id: int, game: str | None = None
) -> tuple[Stats, ...]:
    """By game, of those in which he has played a deal; of one, or of all."""
    deals = await database.read(lambda reader: played(reader, guild_id, user_id, game))
    ordered = sorted(deals, key=lambda deal: deal.game)
    return tuple(_stats(of_game, tuple(those)) for of_game, those in groupby(ordered, lambda deal: deal.game))


async def head_to_head(
    database: Database, guild_id: int, a: int, b: int, game: str | None = None
) -> HeadToHead:
    """In one game, or in all."""
    of_a, of_b = await database.read(
        lambda reader: [played(reader, guild_id, user_id, game) for user_id in (a, b)]
    )
    nets = {(deal.table_id, deal.deal): deal.net for deal in of_b}
    shared = [deal for deal in of_a if (deal.table_id, deal.deal) in nets]
    leads: defaultdict[int, int] = defaultdict(int)
    for deal in shared:
        leads[deal.table_id] += deal.net - nets[deal.table_id, deal.deal]
    return HeadToHead(
        sittings=len(leads),
        better_a=sum(lead > 0 for lead in leads.values()),
        better_b=sum(lead < 0 for lead in leads.values()),
        equal=sum(lead == 0 for lead in leads.values()),
        deals=len(shared),
        net_a=sum(deal.net for deal in shared),
        net_b=sum(nets[deal.table_id, deal.deal] for deal in shared),
    )


def _stats(game: str, deals: Sequence[PlayedDeal]) -> Stats:
    nets = [deal.net for deal in deals]
    runs = [len(list(run)) * (1 if up else -1) for up, run in groupby([net > 0 for net in nets if net])]
    sittings: defaultdict[int, int] = defaultdict(int)
    for deal in deals:
        if deal.over:
            sittings[deal.table_id] += deal.net
    return Stats(
        game=game,
        deals=len(deals),
        stays=sum(deal.stayed for deal in deals),
        wins=sum(deal.won for deal in deals),
        fines=sum(deal.fined for deal in deals),
        ties=sum(deal.tied for deal in deals),
        average=Fraction(sum(nets), len(nets)),
        winning_streak=max([0, *runs]),
        losing_streak=-min([0, *runs]),
        streak=runs[-1] if runs else 0,
        best=max(sittings.values(), default=None),
        worst=min(sittings.values(), default=None),
        curve=tuple(accumulate(nets)),
    )
