"""One table replayed from its lines, and where lines or proofs do not hold."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from data import proofs
from data.differences import Difference
from data.proofs import Published
from engine.actions import Action
from engine.dealer import DealDue
from engine.errors import IllegalAction
from engine.events import Event
from engine.fair import Unfair, WatchedReplay
from engine.game import games
from engine.record import Header, Malformed
from engine.seats import Seat, seat_name
from engine.shuffle import Proof
from engine.words import refusal_words

Lines = list[tuple[int, str]]

_TABLE: Final = """
    SELECT id, game, rules, dealer, seq, closed_at_ms, season_id,
           (SELECT count(*) FROM seat WHERE table_id = id),
           (SELECT count(*) FROM running WHERE table_id = id)
    FROM game_table WHERE id = ?"""


@dataclass(frozen=True, slots=True)
class Table:
    """``running`` is the number of lines of the deal that runs."""

    id: int
    game: str
    rules: str
    dealer: int | None
    seq: int
    closed_at_ms: int | None
    season_id: int | None
    seats: int
    running: int


class Replayed(WatchedReplay):
    """``ended``: the last line of each deal that is over, by its number."""

    def __init__(self, header: Header, proven: dict[int, Proof]) -> None:
        super().__init__(header, proven)
        self.ended: dict[int, int] = {}

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        events = super().apply(actor, action)
        if self.deals and (self.sitting.places is not None or isinstance(self.sitting.due(), DealDue)):
            self.ended.setdefault(len(self.deals), len(self.body))
        return events


@dataclass(frozen=True, slots=True)
class Played:
    """``replay`` is None for a table that never started; it ends at the first line that does not hold."""

    table: Table
    published: tuple[Published, ...]
    replay: Replayed | None
    differences: tuple[Difference, ...]


def replayed(reader: sqlite3.Connection, table_id: int) -> Played:
    table = Table(*reader.execute(_TABLE, (table_id,)).fetchone())
    published = proofs.published(reader, table_id)
    query = "SELECT seq, text FROM line WHERE table_id = ? ORDER BY seq"
    lines = reader.execute(query, (table_id,)).fetchall()
    replay = _begin(table, published)
    found = [*_counted(table, lines)]
    if replay:
        found += _fed(table, replay, lines)
    found += _proved(reader, table, replay, published)
    return Played(table, published, replay, tuple(found))


def _begin(table: Table, published: tuple[Published, ...]) -> Replayed | None:
    """None for a table that never started."""
    if table.dealer is None:
        return None
    game = games()[table.game]
    names = tuple(seat_name(seat) for seat in range(table.seats))
    proven = {each.deal: _proof(table, each) for each in published}
    return Replayed(Header(game, game.rules.parse(table.rules), table.rules, names, table.dealer), proven)


def _proof(table: Table, published: Published) -> Proof:
    return Proof(table.id, published.deal, published.secret, published.salt, published.cut)


def _counted(table: Table, lines: Lines) -> Iterator[Difference]:
    last = (lines[-1][0] if lines else 0) + table.running
    if table.seq != last:
        yield Difference(
            key="line", what="count", stored=str(table.seq), computed=str(last), table_id=table.id
        )


def _fed(table: Table, replay: Replayed, lines: Lines) -> Iterator[Difference]:
    """The first line that does not hold, or the first consequence that is not told."""
    for seq, text in lines:
        try:
            replay.feed(text)
            continue
        except Malformed as fault:
            due = f"{fault.reason}; {fault.instead}"
        except IllegalAction as fault:
            due = refusal_words(fault)
        except Unfair as fault:
            due = str(fault)
        yield _line(table, replay, seq, text, due)
        return
    yield from _untold(table, replay, lines)


def _untold(table: Table, replay: Replayed, lines: Lines) -> Iterator[Difference]:
    """Consequences that have to stand between the lines; the first is told."""
    for place, due in enumerate(replay.body):
        seq, text = lines[place] if place < len(lines) else (place + 1, "")
        if text != due:
            yield _line(table, replay, seq, text, due)
            return


def _line(table: Table, replay: Replayed, seq: int, stored: str, computed: str) -> Difference:
    return Difference(
        key="line",
        what=str(seq),
        stored=stored,
        computed=computed,
        table_id=table.id,
        deal=len(replay.deals) or None,
    )


def _proved(
    reader: sqlite3.Connection, table: Table, replay: Replayed | None, published: tuple[Published, ...]
) -> Iterator[Difference]:
    """The proofs' commits, and what a proof says of its deal."""

    def difference(key: str, what: str, deal: int, stored: object, computed: object) -> Difference:
        told = ("" if each is None else str(each) for each in (stored, computed))
        return Difference(key, what, *told, table_id=table.id, deal=deal)

    for each in published:
        commit = _proof(table, each).commit
        if each.commit_hex != commit:
            yield difference("proof", "commit", each.deal, each.commit_hex, commit)
    query = "SELECT deal, void, seq FROM proof WHERE table_id = ?"
    there = {deal: (void, seq) for deal, void, seq in reader.execute(query, (table.id,))}
    due = _ended(replay) if replay else {}
    for deal in sorted(there.keys() | due.keys()):
        (void, seq), (is_void, last) = there.get(deal, (None, None)), due.get(deal, (None, None))
        if void != is_void:
            yield difference("deal", "void", deal, void, is_void)
        elif seq is not None and seq != last:
            yield difference("deal", "seq", deal, seq, last)


def _ended(replay: Replayed) -> dict[int, tuple[int, int]]:
    """Of each deal that is over, whether it is void and its last line."""
    return {
        number: (int(not deal.report.complete), replay.ended[number])
        for number, deal in enumerate(replay.deals, 1)
        if deal.report and number in replay.ended
    }
