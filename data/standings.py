"""Who stands where in a season, now or on a past day, and in a guild's totals.

The order is by points, then net record, then head-to-head, then sittings won; who is equal after all shares
the rank, and the next ranks are left out (1, 1, 3). Head-to-head is among those who are equal until then: for
each sitting with one of them, one up for a better place and one down for a worse.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Final

from data import results
from data.database import Database
from data.results import SeasonTotal

TIE_BREAKS: Final = ("net", "head-to-head", "wins")

_TOTALS: Final = (
    f"SELECT {', '.join(field.name for field in fields(SeasonTotal))} FROM season_total WHERE season_id = ?"
)
_ENTERED: Final = """
    SELECT user_id FROM entry
    WHERE season_id = ?1 AND NOT substitute AND joined_at_ms <= coalesce(?2, joined_at_ms)
      AND (left_at_ms IS NULL OR left_at_ms > ?2)
    ORDER BY user_id"""
_PLACES: Final = """
    SELECT table_id, user_id, place FROM credit
    WHERE season_id = ?1 AND at_ms <= coalesce(?2, at_ms)
    GROUP BY table_id, user_id, place HAVING sum(sittings) > 0"""
_PLACE_OF: Final = """
    SELECT 1 + (SELECT count(*) FROM total AS other
                WHERE other.guild_id = own.guild_id AND other.game = own.game AND other.units > own.units)
    FROM total AS own WHERE guild_id = ? AND game = ? AND user_id = ?"""

Key = tuple[int, int, int, int]
"""Points, net, head-to-head, wins: the greater stands before the less."""
Places = Mapping[int, Sequence[Mapping[int, int]]]
"""By user, the tables at which he sat: of each the places by user."""


@dataclass(frozen=True, slots=True)
class Row:
    """One user's line in a season's table. Points, net and best are in units.

    ``wins`` are sittings won, ``best`` the best net of a sitting, ``rating`` the skill that he has almost
    surely at least (a newcomer's is 0); both are None where nothing tells. ``decided_by`` is the last
    tie-break that was needed to tell him, and who shares his rank, from those next to them who have as many
    points.
    """

    user_id: int
    rank: int
    sittings: int
    points: int
    net: int
    fines: int
    wins: int
    deals: int
    best: int | None
    rating: float | None
    decided_by: str | None


async def standings(database: Database, season_id: int, as_of_ms: int | None = None) -> tuple[Row, ...]:
    """The whole season in order, as it stands or stood after what was booked until ``as_of_ms``.

    Players without a sitting stand last, unless they have left or are but substitutes.
    """
    return await database.read(lambda reader: ranked(reader, season_id, as_of_ms))


async def place_of(database: Database, guild_id: int, game: str, user_id: int) -> int | None:
    """The user's rank in the guild's totals, which equal results share; None if he has no total there."""
    found = await database.read(
        lambda reader: reader.execute(_PLACE_OF, (guild_id, game, user_id)).fetchone()
    )
    return found[0] if found else None


def ranked(reader: sqlite3.Connection, season_id: int, as_of_ms: int | None = None) -> tuple[Row, ...]:
    """What ``standings`` gives, for those who are in a transaction already."""
    if as_of_ms is None:
        totals = [SeasonTotal(*row) for row in reader.execute(_TOTALS, (season_id,))]
    else:
        totals = list(results.recompute(reader, season_id, as_of_ms).values())
    sat = [total for total in totals if total.sittings]
    keyed = _keyed(sat, reader, season_id, as_of_ms)
    entered = [user_id for (user_id,) in reader.execute(_ENTERED, (season_id, as_of_ms))]
    played = {total.user_id for total in sat}
    waiting = [user_id for user_id in entered if user_id not in played]
    return (*_rows(keyed), *[_without_sitting(user_id, len(sat) + 1) for user_id in waiting])


def _keyed(
    totals: Iterable[SeasonTotal], reader: sqlite3.Connection, season_id: int, as_of_ms: int | None
) -> list[tuple[Key, SeasonTotal]]:
    """In order. The places of sittings are looked up only if head-to-head has to decide."""

    def results_of(total: SeasonTotal) -> tuple[int, int]:
        return total.points, total.net

    alike = [list(equal) for _, equal in groupby(sorted(totals, key=results_of), results_of)]
    places = _places(reader, season_id, as_of_ms) if any(len(equal) > 1 for equal in alike) else {}
    keyed = []
    for equal in alike:
        leads = _leads({total.user_id for total in equal}, places)
        keyed += [((*results_of(total), leads[total.user_id], total.wins), total) for total in equal]
    return sorted(keyed, key=lambda each: ([-value for value in each[0]], each[1].user_id))


def _places(reader: sqlite3.Connection, season_id: int, as_of_ms: int | None) -> Places:
    """Of the sittings that count."""
    tables: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for table_id, user_id, place in reader.execute(_PLACES, (season_id, as_of_ms)):
        tables[table_id][user_id] = place
    places: defaultdict[int, list[Mapping[int, int]]] = defaultdict(list)
    for table in tables.values():
        for user_id in table:
            places[user_id].append(table)
    return places


def _leads(users: set[int], places: Places) -> Mapping[int, int]:
    """Better places less worse ones, of each against the other users."""
    return {
        user: sum(
            (table[user] < table[other]) - (table[user] > table[other])
            for table in places.get(user, ())
            for other in users & table.keys()
        )
        for user in users
    }


def _rows(keyed: Sequence[tuple[Key, SeasonTotal]]) -> list[Row]:
    keys = [key for key, _ in keyed]
    apart = list(dict.fromkeys(keys))
    decided = {
        key: _decided_by(key, (*apart[max(at - 1, 0) : at], *apart[at + 1 : at + 2]))
        for at, key in enumerate(apart)
    }
    ranks: dict[Key, int] = {}
    return [
        _row(total, ranks.setdefault(key, at), decided[key]) for at, (key, total) in enumerate(keyed, start=1)
    ]


def _decided_by(key: Key, neighbours: Iterable[Key]) -> str | None:
    levels = [
        next(level for level, (own, others) in enumerate(zip(key, other, strict=True)) if own != others)
        for other in neighbours
    ]
    last = max(levels, default=0)
    return TIE_BREAKS[last - 1] if last else None


def _row(total: SeasonTotal, rank: int, decided_by: str | None) -> Row:
    return Row(
        user_id=total.user_id,
        rank=rank,
        sittings=total.sittings,
        points=total.points,
        net=total.net,
        fines=total.fines,
        wins=total.wins,
        deals=total.deals,
        best=total.best,
        rating=None if total.mu is None else total.rating.mu - 3 * total.rating.sigma,
        decided_by=decided_by,
    )


def _without_sitting(user_id: int, rank: int) -> Row:
    return Row(user_id, rank, 0, 0, 0, 0, 0, 0, best=None, rating=None, decided_by=None)
