"""Seasons and who plays in them. What their sittings brought is `results`, their rounds are `fixtures`."""

import sqlite3
from dataclasses import astuple, dataclass, fields
from functools import partial
from typing import Final

from data.database import Database
from data.scheme import Scheme
from data.season_errors import (
    AlreadyEntered,
    NotEntered,
    SeasonClosed,
    SeasonNameTaken,
    SeasonTablesOpen,
    UnknownSeason,
)


@dataclass(frozen=True, slots=True)
class NewSeason:
    """A sitting counts if it starts from ``starts_at_ms`` on and before ``ends_at_ms`` (None: until closed).

    ``rules`` and ``points`` are texts of a Rules line and of a Scheme. ``credit`` says whose the result of a
    seat is that changed hands: all the ``starter``'s, all the ``finisher``'s, or split by ``deals`` played.

    Raises BadScheme, and ValueError if it ends before it starts.
    """

    guild_id: int
    name: str
    game: str
    rules: str
    starts_at_ms: int
    ends_at_ms: int | None
    timezone: str
    points: str
    credit: str
    created_by: int
    created_at_ms: int

    def __post_init__(self) -> None:
        Scheme.parse(self.points)
        if self.ends_at_ms is not None and self.ends_at_ms <= self.starts_at_ms:
            raise ValueError("a season ends after it starts")


@dataclass(frozen=True, slots=True)
class Season:
    """As NewSeason says; ``closed_at_ms`` is None until staff have closed it."""

    id: int
    guild_id: int
    name: str
    game: str
    rules: str
    starts_at_ms: int
    ends_at_ms: int | None
    timezone: str
    points: str
    credit: str
    created_by: int
    created_at_ms: int
    closed_at_ms: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    """Substitutes may be seated, but are not scheduled. Who has left keeps his place in the standings."""

    user_id: int
    substitute: bool
    joined_at_ms: int
    left_at_ms: int | None


_COLUMNS: Final = ", ".join(field.name for field in fields(Season))
_SEASONS: Final = f"SELECT {_COLUMNS} FROM season"
_NEW: Final = [field.name for field in fields(NewSeason)]
_INSERT: Final = f"INSERT INTO season ({', '.join(_NEW)}) VALUES ({', '.join('?' * len(_NEW))})"


async def create(database: Database, new: NewSeason) -> Season:
    """Raises SeasonNameTaken."""
    return await database.write(partial(_create, new))


async def season(database: Database, season_id: int) -> Season:
    """Raises UnknownSeason."""
    return await database.read(lambda reader: get(reader, season_id))


async def by_name(database: Database, guild_id: int, name: str) -> Season | None:
    """Capitals aside."""
    return await database.read(lambda reader: _by_name(reader, guild_id, name))


async def of_guild(database: Database, guild_id: int) -> tuple[Season, ...]:
    """Newest first."""
    query = f"{_SEASONS} WHERE guild_id = ? ORDER BY id DESC"
    rows = await database.read(lambda reader: reader.execute(query, (guild_id,)).fetchall())
    return tuple(Season(*row) for row in rows)


async def close(database: Database, season_id: int, at_ms: int) -> None:
    """Raises SeasonClosed, SeasonTablesOpen or UnknownSeason."""
    await database.write(partial(_close, season_id, at_ms))


async def enter(
    database: Database, season_id: int, user_id: int, at_ms: int, substitute: bool = False
) -> None:
    """Enter a user, let one who has left come back, or make a substitute a player and the other way round.

    Raises AlreadyEntered if nothing of it is to do, SeasonClosed or UnknownSeason.
    """
    await database.write(partial(_enter, season_id, user_id, at_ms, substitute))


async def withdraw(database: Database, season_id: int, user_id: int, at_ms: int) -> None:
    """Raises NotEntered, SeasonClosed or UnknownSeason."""
    await database.write(partial(_withdraw, season_id, user_id, at_ms))


async def entries(database: Database, season_id: int) -> tuple[Entry, ...]:
    """Also those of users who have left, in the order in which they joined."""
    query = (
        "SELECT user_id, substitute, joined_at_ms, left_at_ms FROM entry WHERE season_id = ?"
        " ORDER BY joined_at_ms, user_id"
    )
    rows = await database.read(lambda reader: reader.execute(query, (season_id,)).fetchall())
    return tuple(Entry(user_id, bool(substitute), joined, left) for user_id, substitute, joined, left in rows)


def get(reader: sqlite3.Connection, season_id: int) -> Season:
    """Raises UnknownSeason."""
    row = reader.execute(f"{_SEASONS} WHERE id = ?", (season_id,)).fetchone()
    if row is None:
        raise UnknownSeason(season_id)
    return Season(*row)


def check_open(reader: sqlite3.Connection, season_id: int) -> None:
    """Raises SeasonClosed or UnknownSeason."""
    if get(reader, season_id).closed_at_ms is not None:
        raise SeasonClosed(season_id)


def _create(new: NewSeason, writer: sqlite3.Connection) -> Season:
    if _by_name(writer, new.guild_id, new.name):
        raise SeasonNameTaken(new.name)
    (season_id,) = writer.execute(f"{_INSERT} RETURNING id", astuple(new)).fetchone()
    return get(writer, season_id)


def _by_name(reader: sqlite3.Connection, guild_id: int, name: str) -> Season | None:
    # compared here: what SQL knows of capitals ends with the letters of English
    for row in reader.execute(f"{_SEASONS} WHERE guild_id = ?", (guild_id,)).fetchall():
        known = Season(*row)
        if known.name.casefold() == name.casefold():
            return known
    return None


def _close(season_id: int, at_ms: int, writer: sqlite3.Connection) -> None:
    check_open(writer, season_id)
    open_tables = "SELECT 1 FROM game_table WHERE season_id = ? AND state <> 'closed'"
    if writer.execute(open_tables, (season_id,)).fetchone():
        raise SeasonTablesOpen(season_id)
    writer.execute("UPDATE season SET closed_at_ms = ? WHERE id = ?", (at_ms, season_id))


def _enter(season_id: int, user_id: int, at_ms: int, substitute: bool, writer: sqlite3.Connection) -> None:
    check_open(writer, season_id)
    entered = writer.execute(
        "INSERT INTO entry VALUES (?, ?, ?, ?, NULL)"
        " ON CONFLICT DO UPDATE SET substitute = excluded.substitute, left_at_ms = NULL"
        " WHERE left_at_ms IS NOT NULL OR substitute <> excluded.substitute",
        (season_id, user_id, substitute, at_ms),
    )
    if not entered.rowcount:
        raise AlreadyEntered(season_id, user_id)


def _withdraw(season_id: int, user_id: int, at_ms: int, writer: sqlite3.Connection) -> None:
    check_open(writer, season_id)
    left = "UPDATE entry SET left_at_ms = ? WHERE season_id = ? AND user_id = ? AND left_at_ms IS NULL"
    if not writer.execute(left, (at_ms, season_id, user_id)).rowcount:
        raise NotEntered(season_id, user_id)
