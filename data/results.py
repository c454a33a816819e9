"""What sittings bring to their season: credits, and the season's totals kept of them.

Both are stored by the transaction that ends the sitting or corrects it. A total can be computed again from
the credits alone; the rating takes the sittings that count in the order in which they ended, corrected ones
too.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from typing import Final

from data.credits import Credit, credits
from data.ratings import NEWCOMER, Rating, rated
from data.scheme import Scheme


@dataclass(frozen=True, slots=True)
class SeasonTotal:
    """Sums of a user's credits. ``best`` is the best net of a sitting that counts, None if there is none.

    ``mu`` and ``sigma`` are his rating, None before he has met another person.
    """

    user_id: int
    sittings: int = 0
    points: int = 0
    net: int = 0
    deals: int = 0
    wins: int = 0
    fines: int = 0
    best: int | None = None
    mu: float | None = None
    sigma: float | None = None

    @property
    def rating(self) -> Rating:
        return NEWCOMER if self.mu is None or self.sigma is None else Rating(self.mu, self.sigma)


_CREDIT: Final = ", ".join(field.name for field in fields(Credit))
_TOTAL: Final = ", ".join(field.name for field in fields(SeasonTotal))
_COUNTS: Final = """
    SELECT season.id, season.points, season.credit
    FROM game_table JOIN season ON season.id = season_id
    WHERE game_table.id = ? AND started_at_ms >= starts_at_ms
      AND (ends_at_ms IS NULL OR started_at_ms < ends_at_ms)
      AND EXISTS (SELECT 1 FROM proof WHERE table_id = game_table.id AND NOT void)"""


def book(writer: sqlite3.Connection, table_id: int, places: Sequence[int], at_ms: int) -> None:
    """Credit a sitting that is over to its season; nothing if it is in none, started outside of it, or had no
    deal that was finished. ``places`` by seat.
    """
    row = writer.execute(_COUNTS, (table_id,)).fetchone()
    if row is None:
        return
    season_id, points, rule = row
    booked = credits(writer, table_id, places, Scheme.parse(points), rule)
    _insert(writer, season_id, table_id, booked, at_ms, correction_id=None)
    _store(writer, season_id, _after(_kept(writer, season_id, booked), booked).values())


def rebook(
    writer: sqlite3.Connection, table_id: int, places: Sequence[int] | None, at_ms: int, correction_id: int
) -> None:
    """Take back what a sitting was credited with, and credit it anew from its postings as they are now; with
    ``places`` None it counts no more. Nothing if it does not count anyway.
    """
    standing = _standing(writer, table_id)
    row = writer.execute(_COUNTS, (table_id,)).fetchone()
    if row is None or not standing:
        return
    season_id, points, rule = row
    booked = [credit.taken_back for credit in standing]
    if places is not None:
        booked += credits(writer, table_id, places, Scheme.parse(points), rule)
    _insert(writer, season_id, table_id, booked, at_ms, correction_id)
    _store(writer, season_id, recompute(writer, season_id).values())


def due(reader: sqlite3.Connection, table_id: int, places: Sequence[int], upto: int) -> list[Credit]:
    """What a sitting with these places has to be credited with after correction ``upto``, or (0) before any;
    nothing if it does not count.
    """
    row = reader.execute(_COUNTS, (table_id,)).fetchone()
    if row is None:
        return []
    _, points, rule = row
    return credits(reader, table_id, places, Scheme.parse(points), rule, upto)


def recompute(
    reader: sqlite3.Connection, season_id: int, as_of_ms: int | None = None
) -> dict[int, SeasonTotal]:
    """By user, from the credits booked until then or until now; of everybody who ever had one."""
    rows = reader.execute(
        f"SELECT table_id, correction_id, {_CREDIT} FROM credit"
        " WHERE season_id = ?1 AND at_ms <= coalesce(?2, at_ms) ORDER BY id",
        (season_id, as_of_ms),
    ).fetchall()
    totals = {user_id: SeasonTotal(user_id) for user_id in (Credit(*row[2:]).user_id for row in rows)}
    by_table: dict[int, list[tuple[int | None, Credit]]] = {}
    for table_id, correction_id, *columns in rows:
        by_table.setdefault(table_id, []).append((correction_id, Credit(*columns)))
    for booked in by_table.values():
        totals |= _after(totals, _latest(booked))
    return totals


def _standing(reader: sqlite3.Connection, table_id: int) -> list[Credit]:
    query = f"SELECT correction_id, {_CREDIT} FROM credit WHERE table_id = ? ORDER BY id"
    return _latest(
        [(correction_id, Credit(*columns)) for correction_id, *columns in reader.execute(query, (table_id,))]
    )


def _latest(booked: Sequence[tuple[int | None, Credit]]) -> list[Credit]:
    """A table's credits that were not taken back: those of its last correction, if there was any."""
    return [credit for by, credit in booked if by == booked[-1][0] and credit.sittings > 0]


def _after(totals: Mapping[int, SeasonTotal], sitting: Sequence[Credit]) -> dict[int, SeasonTotal]:
    """The totals of those who sat there, with it; nobody is rated who met no other person."""
    ratings: dict[int, Rating] = {}
    if len({credit.seat for credit in sitting}) > 1:
        before = [totals[credit.user_id].rating for credit in sitting]
        after = rated(before, [credit.place for credit in sitting])
        ratings = {credit.user_id: rating for credit, rating in zip(sitting, after, strict=True)}
    return {
        credit.user_id: _with(totals[credit.user_id], credit, ratings.get(credit.user_id))
        for credit in sitting
    }


def _with(total: SeasonTotal, credit: Credit, rating: Rating | None) -> SeasonTotal:
    return SeasonTotal(
        total.user_id,
        total.sittings + credit.sittings,
        total.points + credit.points,
        total.net + credit.net,
        total.deals + credit.deals,
        total.wins + credit.wins,
        total.fines + credit.fines,
        credit.net if total.best is None else max(total.best, credit.net),
        rating.mu if rating else total.mu,
        rating.sigma if rating else total.sigma,
    )


def _kept(reader: sqlite3.Connection, season_id: int, booked: Iterable[Credit]) -> dict[int, SeasonTotal]:
    query = f"SELECT {_TOTAL} FROM season_total WHERE season_id = ? AND user_id = ?"
    rows = {
        credit.user_id: reader.execute(query, (season_id, credit.user_id)).fetchone() for credit in booked
    }
    return {user_id: SeasonTotal(*(row or (user_id,))) for user_id, row in rows.items()}


def _insert(
    writer: sqlite3.Connection,
    season_id: int,
    table_id: int,
    booked: Iterable[Credit],
    at_ms: int,
    correction_id: int | None,
) -> None:
    columns = f"season_id, table_id, at_ms, correction_id, {_CREDIT}"
    belongs = (season_id, table_id, at_ms, correction_id)
    writer.executemany(
        f"INSERT INTO credit ({columns}) VALUES ({', '.join('?' * (len(belongs) + len(fields(Credit))))})",
        [(*belongs, *astuple(credit)) for credit in booked],
    )


def _store(writer: sqlite3.Connection, season_id: int, totals: Iterable[SeasonTotal]) -> None:
    marks = ", ".join("?" * (1 + len(fields(SeasonTotal))))
    writer.executemany(
        f"INSERT OR REPLACE INTO season_total (season_id, {_TOTAL}) VALUES ({marks})",
        [(season_id, *astuple(total)) for total in totals],
    )
