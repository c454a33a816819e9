"""What people did and what they heard of it, against what the journal says."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tests.soak.cards import Followed
from tests.whole.panel import two_by_two

_LAID: Final = re.compile(r"([a-z-]+) ((?:[2-9TJQKA][cdhs])+)")


class Outcome(StrEnum):
    WAITING = "waiting"
    """Nobody knows, and perhaps never will: it may be stored or not."""
    DONE = "done"
    AHEAD = "ahead"
    """It is to be done as soon as it is lawful, and forgotten by a restart."""
    REFUSED = "refused"


@dataclass
class Act:
    """What a user asked for at a seat, in the words of a record; ``seat`` is "" if he has none there."""

    who: str
    table_id: int
    seat: str
    words: str
    outcome: Outcome = Outcome.WAITING
    is_stored: bool = False

    def __str__(self) -> str:
        return f"{self.who} ({self.seat or 'no seat'}) at table {self.table_id}: {self.words} {self.outcome}"

    def may_be(self, words: str) -> bool:
        return not self.is_stored and self.outcome is not Outcome.REFUSED and same(self.words, words)


@dataclass
class Tally:
    """``counted`` acts were acknowledged and stored."""

    acts: list[Act] = field(default_factory=list)
    counted: int = 0
    refused: int = 0

    def wrong(self, table: Followed, lines: list[str]) -> Iterator[str]:
        """Those of a table's new ``lines`` that nobody asked for."""
        for line in lines:
            seat, _, words = line.partition(" ")
            if seat.startswith("p") and not self._account_for(table, seat, words):
                yield f"nobody at table {table.stored.id} asked for “{line}”: {[*map(str, self.acts)]}"

    def _account_for(self, table: Followed, seat: str, words: str) -> bool:
        ours = [act for act in self.acts if (act.table_id, act.seat) == (table.stored.id, seat)]
        if found := [act for act in ours if act.may_be(words)]:
            min(found, key=lambda act: act.outcome is not Outcome.DONE).is_stored = True
            return True
        leads = [act for act in ours if act.words.startswith("play") and act.outcome is not Outcome.REFUSED]
        return bool(words == "waive" and leads) or table.may_act_unasked(seat)

    def lost(self) -> Iterator[str]:
        """Acts that somebody was told to be done and that were not stored; the others are counted."""
        for act in self.acts:
            if act.outcome is Outcome.DONE and not act.is_stored:
                yield f"it is not stored: {act}"
            self.counted += act.outcome is Outcome.DONE and act.is_stored
            self.refused += act.outcome is Outcome.REFUSED
        open = (Outcome.WAITING, Outcome.AHEAD)
        self.acts = [act for act in self.acts if act.outcome in open and not act.is_stored]

    def forget(self, table_ids: set[int]) -> None:
        """What was asked for at tables that are closed will not happen any more."""
        self.acts = [act for act in self.acts if act.table_id not in table_ids]


def same(asked: str, stored: str) -> bool:
    """Whether the words ask for the same; of several cards in any order."""
    laid, line = _LAID.fullmatch(asked), _LAID.fullmatch(stored)
    if laid and line:
        return laid[1] == line[1] and set(two_by_two(laid[2])) == set(two_by_two(line[2]))
    return asked == stored
