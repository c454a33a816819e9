"""Who stands where, page by page: in a season, or in a server's totals of a game. Knows no Discord."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from data import ledger, standings
from data.database import Database
from data.ledger import Total
from data.seasons import Season
from data.standings import Row
from engine.game import Game
from engine.ledger import amount

PAGE: Final = 10

Cells = dict[str, int | str | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A season, now or as it stood at a moment; without a season the server's totals of the game."""

    guild_id: int
    game: Game
    season: Season | None = None
    as_of_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One player's results by column, exact; None where there is none."""

    user_id: int
    rank: int
    cells: Cells
    played: bool


@dataclass(frozen=True, slots=True)
class Page:
    """``number`` counts from 0; ``own`` is the line of who asks, if it is not among ``lines``."""

    asked: Asked
    number: int
    pages: int
    players: int
    lines: tuple[Line, ...]
    own: Line | None


async def listed(database: Database, asked: Asked) -> tuple[Line, ...]:
    """The whole list, in order."""
    if asked.season is None:
        return _ranked(await ledger.totals(database, asked.guild_id, asked.game.key))
    rows = await standings.standings(database, asked.season.id, asked.as_of_ms)
    return tuple(Line(row.user_id, row.rank, _of_season(row), row.sittings > 0) for row in rows)


def page_of(asked: Asked, lines: Sequence[Line], number: int, user_id: int) -> Page:
    """That page or, if there are not so many, the last one."""
    pages = max(1, -(-len(lines) // PAGE))
    number = min(max(number, 0), pages - 1)
    shown = tuple(lines[number * PAGE : (number + 1) * PAGE])
    own = next((line for line in lines if line.user_id == user_id and line not in shown), None)
    return Page(asked, number, pages, len(lines), shown, own)


def _of_season(row: Row) -> Cells:
    return {
        "sittings": row.sittings,
        "points": amount(row.points),
        "net": amount(row.net),
        "fines": row.fines,
        "sittings_won": row.wins,
        "deals": row.deals,
        "best": None if row.best is None else amount(row.best),
        "rating": None if row.rating is None else f"{row.rating:z.1f}",
        "decided_by": row.decided_by,
    }


def _ranked(totals: Sequence[Total]) -> tuple[Line, ...]:
    """Totals, the best first, with the ranks that equal ones share."""
    lines: list[Line] = []
    for units, equal in groupby(totals, lambda total: total.units):
        rank = len(lines) + 1
        for total in equal:
            cells: Cells = {"net": amount(units), "deals": total.deals, "deals_won": total.wins}
            lines.append(Line(total.user_id, rank, cells, total.deals > 0))
    return tuple(lines)
