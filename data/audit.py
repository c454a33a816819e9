"""One table checked: what follows from its lines is compared with the postings and credits that are stored.

Only what is over is looked at: of a running deal neither lines nor postings.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Final

from data import corrections, replaying, results
from data.corrections import Correction
from data.credits import Credit
from data.differences import Difference, of_fields, of_postings, unread
from data.replaying import Played, Replayed, Table
from engine.ledger import Posting

Batch = tuple[int, int]
"""A deal and the correction that booked in it; 0: as it was played."""
Postings = dict[Batch, list[Posting]]
Key = tuple[int, int, int]
"""A credit's correction (0: none), user and sign."""

_POSTINGS: Final = """
    SELECT deal, coalesce(correction_id, 0), account, cause, units FROM posting
    WHERE table_id = ? ORDER BY posting.id"""
_LINES: Final = """
    SELECT deal, seq, account || ' ' || cause FROM posting
    WHERE table_id = ? AND NOT (seq = 0 AND correction_id IS NOT NULL) ORDER BY id"""
_CREDITS: Final = """
    SELECT coalesce(correction_id, 0), season_id, at_ms,
           seat, user_id, sittings, place, points, net, deals, wins, fines
    FROM credit WHERE table_id = ? ORDER BY id"""


@dataclass(frozen=True, slots=True)
class Audit:
    """How many deals and postings were compared, and what was not equal."""

    deals: int
    postings: int
    differences: tuple[Difference, ...]


def audit(reader: sqlite3.Connection, table_id: int) -> Audit:
    try:
        return _audit(reader, table_id)
    except (LookupError, ValueError, OverflowError) as fault:
        # of rows that make no sense; other tables are still checked
        return Audit(0, 0, (unread("table", fault, table_id),))


def _audit(reader: sqlite3.Connection, table_id: int) -> Audit:
    played = replaying.replayed(reader, table_id)
    stored = _stored(reader, played)
    computed = _as_played(played.replay)
    corrected = corrections.of_table(reader, table_id)
    for correction in corrected:
        computed |= _as_corrected(correction, computed)
    found = [*played.differences, *_lines(reader, played)]
    for deal, by in sorted(stored.keys() | computed.keys()):
        there, due = stored.get((deal, by), []), computed.get((deal, by), [])
        found += of_postings(there, due, table_id, deal, by or None)
    found += _credited(reader, played.table, _credits_due(reader, played, computed, corrected))
    return Audit(len(played.published), sum(map(len, stored.values())), tuple(found))


def _lines(reader: sqlite3.Connection, played: Played) -> Iterator[Difference]:
    """Postings whose line is none of their deal: it says whose they are."""
    ended = played.replay.ended if played.replay else {}
    for deal, seq, what in reader.execute(_LINES, (played.table.id,)):
        first = ended.get(deal - 1, 0) + 1
        # lines after the last deal, such as that of the last share, are its own
        last = ended[deal] if deal + 1 in ended else played.table.seq
        if deal in ended and not first <= seq <= last:
            yield Difference(
                "posting", f"{what} seq", str(seq), f"{first}-{last}", table_id=played.table.id, deal=deal
            )


def _stored(reader: sqlite3.Connection, played: Played) -> Postings:
    """Those of the deals that are over, and those that belong to no deal at all."""
    running = len(played.published) + 1 if played.table.running else None
    batches: defaultdict[Batch, list[Posting]] = defaultdict(list)
    for deal, by, *posting in reader.execute(_POSTINGS, (played.table.id,)):
        if deal != running:
            batches[deal, by].append(Posting(*posting))
    return dict(batches)


def _as_played(replay: Replayed | None) -> Postings:
    deals = replay.deals if replay else ()
    return {(number, 0): list(deal.postings) for number, deal in enumerate(deals, 1) if deal.postings}


def _as_corrected(correction: Correction, before: Postings) -> Postings:
    if correction.move:
        return {(correction.move.deal, correction.id): list(corrections.moved(correction.move))}
    back: defaultdict[Batch, list[Posting]] = defaultdict(list)
    for (deal, _), booked in before.items():
        back[deal, correction.id] += [corrections.taken_back(posting) for posting in booked]
    return dict(back)


def _credits_due(
    reader: sqlite3.Connection, played: Played, computed: Postings, corrected: tuple[Correction, ...]
) -> dict[Key, dict[str, object]]:
    """The credits of the table, as they were booked and corrected, each in its turn."""
    table, places = played.table, played.replay.sitting.places if played.replay else None
    if places is None or table.season_id is None:
        return {}
    current = results.due(reader, table.id, places, upto=0)
    due = _rows(0, table.season_id, table.closed_at_ms, current)
    for correction in corrected:
        back, current = [credit.taken_back for credit in current], []
        if correction.move:
            booked = [each for (_, by), batch in computed.items() if by <= correction.id for each in batch]
            by_result = corrections.places_by(booked, table.seats)
            current = results.due(reader, table.id, by_result, upto=correction.id)
        due |= _rows(correction.id, table.season_id, correction.at_ms, [*back, *current])
    return due


def _credited(
    reader: sqlite3.Connection, table: Table, due: dict[Key, dict[str, object]]
) -> Iterator[Difference]:
    there: dict[Key, dict[str, object]] = {}
    for by, season_id, at_ms, *columns in reader.execute(_CREDITS, (table.id,)):
        there |= _rows(by, season_id, at_ms, [Credit(*columns)])
    for key in sorted(there.keys() | due.keys()):
        for what, stored, wanted in of_fields(there.get(key), due.get(key)):
            by, user_id, _ = key
            yield Difference(
                "credit",
                what,
                stored,
                wanted,
                table_id=table.id,
                season_id=table.season_id,
                user_id=user_id,
                correction_id=by or None,
            )


def _rows(
    by: int, season_id: int, at_ms: int | None, booked: Iterable[Credit]
) -> dict[Key, dict[str, object]]:
    return {
        (by, credit.user_id, credit.sittings): {
            "sittings": credit.sittings,
            "season_id": season_id,
            "at_ms": at_ms,
            **asdict(credit),
        }
        for credit in booked
    }
