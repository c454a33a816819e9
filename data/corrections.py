"""What staff correct after a sitting. Nothing is edited: a correction books postings and credits of its own.

A move is units of one deal from a seat to another; the seats' places follow their results, as in every game.
A void takes back every posting: under the cause ``void``, but chips that were handed out under the cause they
were handed out by, so that what is no result does not become one.

A preview is the correction itself, made and taken back; it carries a token by which the correction is refused
if it would not do the same any more.
"""

import hashlib
import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import partial
from itertools import groupby
from typing import Final

from data import ledger, results, shares, standings
from data.database import Database
from data.errors import AlreadyVoided, BadMove, NotCounted, StalePreview, UnknownDeal
from data.ledger import NOBODY, NOT_A_RESULT, Booked
from data.standings import Row
from engine.events import places
from engine.ledger import Posting, account, move
from engine.seats import Seat, parse_seat

CORRECTION: Final = "correction"
VOID: Final = "void"
"""Causes."""


@dataclass(frozen=True, slots=True)
class Move:
    """``units`` of ``deal``, more than 0, go from a seat's record to another's."""

    deal: int
    from_seat: Seat
    to_seat: Seat
    units: int


@dataclass(frozen=True, slots=True)
class Preview:
    """The season's standings before and after, and what the correction books; ``token`` stands for all."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]
    postings: tuple[Booked, ...]
    token: str


@dataclass(frozen=True, slots=True)
class NewCorrection:
    """``move`` is None if the sitting is voided."""

    season_id: int
    table_id: int
    move: Move | None
    reason: str
    user_id: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Correction(NewCorrection):
    id: int


async def preview(database: Database, season_id: int, table_id: int, change: Move | None) -> Preview:
    """What moving units, or (None) voiding the sitting, would do. Nothing is stored.

    Raises NotCounted, AlreadyVoided, UnknownDeal or BadMove.
    """
    return await database.write(partial(_preview, season_id, table_id, change))


async def correct(
    database: Database,
    season_id: int,
    table_id: int,
    change: Move | None,
    reason: str,
    user_id: int,
    at_ms: int,
    *,
    expected: str,
) -> int:
    """Do what the preview with the token ``expected`` has shown, and return the correction's id.

    Raises StalePreview, and what ``preview`` raises.
    """
    new = NewCorrection(season_id, table_id, change, reason, user_id, at_ms)
    return await database.write(partial(_correct, new, expected))


async def corrections(database: Database, season_id: int) -> tuple[Correction, ...]:
    """Oldest first."""
    return await database.read(lambda reader: _found(reader, "season_id = ?", season_id))


def of_table(reader: sqlite3.Connection, table_id: int) -> tuple[Correction, ...]:
    """Oldest first."""
    return _found(reader, "table_id = ?", table_id)


def moved(change: Move) -> tuple[Posting, ...]:
    """What a move books, in its deal."""
    return move(CORRECTION, account(change.from_seat), account(change.to_seat), change.units)


def taken_back(posting: Posting) -> Posting:
    """What voiding a sitting books for a posting."""
    cause = posting.cause if posting.cause in NOT_A_RESULT else VOID
    return Posting(posting.account, cause, -posting.units)


def places_by(booked: Iterable[Posting], seats: int) -> tuple[int, ...]:
    """The places of a sitting, by seat, by what was won and lost in it."""
    nets = [0] * seats
    for posting in booked:
        if posting.account not in NOBODY and posting.cause not in NOT_A_RESULT:
            nets[parse_seat(posting.account.removeprefix("bonus:"), seats)] += posting.units
    return places(tuple(nets))


def _preview(season_id: int, table_id: int, change: Move | None, writer: sqlite3.Connection) -> Preview:
    writer.execute("SAVEPOINT preview")
    try:
        _, preview = _try(NewCorrection(season_id, table_id, change, "preview", 0, 0), writer)
        return preview
    finally:
        writer.execute("ROLLBACK TO preview")
        writer.execute("RELEASE preview")


def _correct(new: NewCorrection, expected: str, writer: sqlite3.Connection) -> int:
    correction_id, preview = _try(new, writer)
    if preview.token != expected:
        raise StalePreview(new.table_id)
    return correction_id


def _try(new: NewCorrection, writer: sqlite3.Connection) -> tuple[int, Preview]:
    before = standings.ranked(writer, new.season_id)
    correction_id = _book(new, writer)
    after = standings.ranked(writer, new.season_id)
    booked = _booked(writer, "correction_id = ?", correction_id)
    shown = repr((new.table_id, new.move, before, after, booked))
    return correction_id, Preview(before, after, booked, hashlib.sha256(shown.encode()).hexdigest())


def _book(new: NewCorrection, writer: sqlite3.Connection) -> int:
    _check_counted(writer, new.season_id, new.table_id)
    line = _line_of(writer, new.table_id, new.move) if new.move else 0
    columns = "season_id, table_id, kind, reason, user_id, at_ms, deal, from_seat, to_seat, units"
    moved_units = astuple(new.move) if new.move else (None,) * 4
    kind = "move" if new.move else "void"
    (correction_id,) = writer.execute(
        f"INSERT INTO correction ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (new.season_id, new.table_id, kind, new.reason, new.user_id, new.at_ms, *moved_units),
    ).fetchone()
    if new.move:
        ledger.correct(writer, new.table_id, line, new.move.deal, moved(new.move), correction_id)
    else:
        _void(writer, new.table_id, correction_id)
    results.rebook(writer, new.table_id, _places(writer, new), new.at_ms, correction_id)
    return int(correction_id)


def _check_counted(reader: sqlite3.Connection, season_id: int, table_id: int) -> None:
    if shares.is_voided(reader, table_id):
        raise AlreadyVoided(table_id)
    counted = "SELECT 1 FROM credit WHERE season_id = ? AND table_id = ?"
    if not reader.execute(counted, (season_id, table_id)).fetchone():
        raise NotCounted(season_id, table_id)


def _line_of(reader: sqlite3.Connection, table_id: int, change: Move) -> int:
    """The last line of the deal. Raises UnknownDeal or BadMove."""
    played = "SELECT coalesce(seq, 0) FROM proof WHERE table_id = ? AND deal = ? AND NOT void"
    row = reader.execute(played, (table_id, change.deal)).fetchone()
    if row is None:
        raise UnknownDeal(table_id, change.deal)
    seats = {change.from_seat, change.to_seat} & set(range(_seats(reader, table_id)))
    if len(seats) < 2 or change.units <= 0:
        raise BadMove(table_id, change.from_seat, change.to_seat, change.units)
    return int(row[0])


def _void(writer: sqlite3.Connection, table_id: int, correction_id: int) -> None:
    booked = _booked(writer, "table_id = ?", table_id)
    for (seq, deal), together in groupby(booked, key=lambda each: (each.seq, each.deal)):
        back = tuple(taken_back(each.posting) for each in together)
        ledger.correct(writer, table_id, seq, deal, back, correction_id)
    shares.uncount(writer, table_id)


def _places(reader: sqlite3.Connection, new: NewCorrection) -> tuple[int, ...] | None:
    if new.move is None:
        return None
    booked = [each.posting for each in _booked(reader, "table_id = ?", new.table_id)]
    return places_by(booked, _seats(reader, new.table_id))


def _seats(reader: sqlite3.Connection, table_id: int) -> int:
    (count,) = reader.execute("SELECT count(*) FROM seat WHERE table_id = ?", (table_id,)).fetchone()
    return int(count)


def _booked(reader: sqlite3.Connection, condition: str, number: int) -> tuple[Booked, ...]:
    query = f"SELECT seq, deal, account, cause, units FROM posting WHERE {condition} ORDER BY id"
    return tuple(Booked(seq, deal, Posting(*rest)) for seq, deal, *rest in reader.execute(query, (number,)))


def _found(reader: sqlite3.Connection, condition: str, number: int) -> tuple[Correction, ...]:
    query = (
        "SELECT deal, from_seat, to_seat, units, season_id, table_id, reason, user_id, at_ms, id"
        f" FROM correction WHERE {condition} ORDER BY id"
    )
    return tuple(_row(*row) for row in reader.execute(query, (number,)))


def _row(
    deal: int | None,
    from_seat: int | None,
    to_seat: int | None,
    units: int | None,
    season_id: int,
    table_id: int,
    reason: str,
    user_id: int,
    at_ms: int,
    id: int,
) -> Correction:
    change = None
    if deal is not None and from_seat is not None and to_seat is not None and units is not None:
        change = Move(deal, from_seat, to_seat, units)
    return Correction(season_id, table_id, change, reason, user_id, at_ms, id)
