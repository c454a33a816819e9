"""Everything a server has stored, computed again and compared: journals, ledger, credits, totals, standings.

Each table is one hop of the reader, so that play goes on meanwhile; so is each season, and the sums of all.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final

from data import results, shares, standings
from data.audit import audit
from data.credits import EVERY
from data.database import Database
from data.differences import Difference, of_fields, unread
from data.results import SeasonTotal
from data.standings import Row

_DIGITS: Final = 6
"""To which ratings are compared: another machine may compute the last ones otherwise."""
_SEASON_TOTALS: Final = """
    SELECT user_id, sittings, points, net, deals, wins, fines, best, mu, sigma
    FROM season_total WHERE season_id = ?"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was compared, and where it is not equal."""

    tables: int
    deals: int
    postings: int
    differences: tuple[Difference, ...]


async def verify(
    database: Database, guild_id: int, progress: Callable[[int, int], None] = lambda done, of: None
) -> Verdict:
    """``progress`` is told after each step how many are done, and of how many."""
    tables = await database.read(lambda reader: _ids(reader, "game_table", guild_id))
    seasons = await database.read(lambda reader: _ids(reader, "season", guild_id))
    steps = len(tables) + len(seasons) + 1
    deals = postings = 0
    found: list[Difference] = []
    for done, table_id in enumerate(tables, 1):
        audited = await database.read(partial(audit, table_id=table_id))
        deals, postings = deals + audited.deals, postings + audited.postings
        found += audited.differences
        progress(done, steps)
    for done, season_id in enumerate(seasons, len(tables) + 1):
        found += await database.read(partial(_season, season_id))
        progress(done, steps)
    found += await database.read(partial(_totals, guild_id))
    progress(steps, steps)
    return Verdict(len(tables), deals, postings, tuple(found))


def _ids(reader: sqlite3.Connection, table: str, guild_id: int) -> list[int]:
    query = f"SELECT id FROM {table} WHERE guild_id = ? ORDER BY id"
    return [row_id for (row_id,) in reader.execute(query, (guild_id,))]


def _season(season_id: int, reader: sqlite3.Connection) -> list[Difference]:
    rows = reader.execute(_SEASON_TOTALS, (season_id,))
    stored = {row[0]: _rounded(SeasonTotal(*row)) for row in rows}
    computed = {user: _rounded(total) for user, total in results.recompute(reader, season_id).items()}
    now = standings.ranked(reader, season_id)
    anew = standings.ranked(reader, season_id, as_of_ms=EVERY)
    return [
        *_compared("season-total", season_id, stored, computed),
        *_compared("standing", season_id, _ranks(now), _ranks(anew)),
    ]


def _rounded(total: SeasonTotal) -> dict[str, object]:
    return {
        name: round(value, _DIGITS) if isinstance(value, float) else value
        for name, value in asdict(total).items()
    }


def _ranks(rows: tuple[Row, ...]) -> dict[int, dict[str, object]]:
    return {row.user_id: {"rank": row.rank, "decided_by": row.decided_by} for row in rows}


def _compared(
    key: str,
    season_id: int,
    stored: Mapping[int, Mapping[str, object]],
    computed: Mapping[int, Mapping[str, object]],
) -> Iterator[Difference]:
    for user_id in sorted(stored.keys() | computed.keys()):
        for what, there, due in of_fields(stored.get(user_id), computed.get(user_id)):
            yield Difference(key, what, there, due, season_id=season_id, user_id=user_id)


def _totals(guild_id: int, reader: sqlite3.Connection) -> list[Difference]:
    query = "SELECT game, user_id, deals, units, wins FROM total WHERE guild_id = ?"
    stored = {(game, user_id): share for game, user_id, *share in reader.execute(query, (guild_id,))}
    try:
        computed = shares.computed(reader, guild_id)
    except LookupError as fault:  # nobody held a seat
        return [unread("totals", fault)]
    return [
        Difference("total", what, there, due, game=game, user_id=user_id)
        for game, user_id in sorted(stored.keys() | computed.keys())
        for what, there, due in of_fields(
            _share(stored.get((game, user_id), (0, 0, 0))), _share(computed.get((game, user_id), (0, 0, 0)))
        )
    ]


def _share(share: tuple[int, ...]) -> dict[str, object]:
    return dict(zip(("deals", "units", "wins"), share, strict=True))
