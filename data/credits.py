"""To whom a sitting's result is credited: to each user who held a seat, as his season's rule for that says.

A deal belongs to who held the seat at its last line. Computer players take places like anybody, and earn
nothing.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from data.ledger import NOBODY, NOT_A_RESULT
from data.scheme import Scheme
from data.stints import Holders, holders
from engine.game import games
from engine.ledger import account

_PROOFS: Final = "SELECT deal, coalesce(seq, 0) FROM proof WHERE table_id = ? AND NOT void ORDER BY deal"
_POSTINGS: Final = (
    "SELECT account, deal, cause, units FROM posting WHERE table_id = ? AND coalesce(correction_id, 0) <= ?"
)
EVERY: Final = 2**63 - 1
"""No correction has a greater id."""


@dataclass(frozen=True, slots=True)
class Credit:
    """What a sitting brings ``user_id``. ``points`` and ``net`` are units; ``wins`` is 1 for who won it.

    Of several seats that he held, ``seat`` is the one in which he played most, and ``place`` its place.
    ``sittings`` is -1 in a credit that takes another back.
    """

    seat: int
    user_id: int
    sittings: int
    place: int
    points: int
    net: int
    deals: int
    wins: int
    fines: int

    @property
    def taken_back(self) -> "Credit":
        return Credit(
            self.seat,
            self.user_id,
            -self.sittings,
            self.place,
            -self.points,
            -self.net,
            -self.deals,
            -self.wins,
            -self.fines,
        )


@dataclass(frozen=True, slots=True)
class SeatDeal:
    """A deal at one seat: who played it (None: a computer player) and the units it brought."""

    user_id: int | None
    net: int
    fined: bool


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """``rest`` is what the seat won or lost outside of its deals, as in the share after a void deal."""

    seat: int
    deals: tuple[SeatDeal, ...]
    rest: int


def credits(
    reader: sqlite3.Connection,
    table_id: int,
    places: Sequence[int],
    scheme: Scheme,
    rule: str,
    upto: int = EVERY,
) -> list[Credit]:
    """One a user; at least one deal was finished. ``places`` by seat, ``rule`` is the season's ``credit``.

    ``upto`` is the last correction that is heeded; 0: none.
    """
    held = holders(reader, table_id)
    points = scheme.by_place(places)
    each = [
        credit
        for seat in _played(reader, table_id, held, upto)
        for credit in _of_seat(seat, places[seat.seat], points[seat.seat], _split(seat, held, rule))
    ]
    joined = _one_a_user(each)
    return [replace(credit, points=credit.points + credit.net) for credit in joined] if scheme.net else joined


def _played(reader: sqlite3.Connection, table_id: int, held: Holders, upto: int) -> Iterator[PlayedSeat]:
    proofs = reader.execute(_PROOFS, (table_id,)).fetchall()
    nets: defaultdict[tuple[str, int], int] = defaultdict(int)
    fines = set()
    causes = {game.fine for game in games().values()}
    for name, deal, cause, units in reader.execute(_POSTINGS, (table_id, upto)):
        owner = name.removeprefix("bonus:")
        if name not in NOBODY and cause not in NOT_A_RESULT:
            nets[owner, deal] += units
        if cause in causes and units < 0:
            fines.add((owner, deal))
    for seat in sorted(held.by_seat):
        owner = account(seat)
        deals = tuple(
            SeatDeal(held.at(seat, seq), nets.pop((owner, deal), 0), (owner, deal) in fines)
            for deal, seq in proofs
        )
        yield PlayedSeat(seat, deals, rest=sum(units for (other, _), units in nets.items() if other == owner))


def _split(seat: PlayedSeat, held: Holders, rule: str) -> dict[int | None, list[SeatDeal]]:
    """The seat's deals by whom they are credited to; the last of them is the one who finished."""
    if rule == "starter":
        return {held.starter(seat.seat): list(seat.deals)}
    if rule == "finisher":
        return {held.finisher(seat.seat): list(seat.deals)}
    by_user: dict[int | None, list[SeatDeal]] = {}
    for deal in seat.deals:
        by_user[deal.user_id] = [*by_user.pop(deal.user_id, []), deal]
    return by_user


def _of_seat(
    seat: PlayedSeat, place: int, points: int, split: dict[int | None, list[SeatDeal]]
) -> Iterator[Credit]:
    """``points`` are shared by deals, in whole units; who finished has the rest of them, and the win."""
    *_, finisher = split
    shares = {user_id: points * len(deals) // len(seat.deals) for user_id, deals in split.items()}
    shares[finisher] += points - sum(shares.values())
    for user_id, deals in split.items():
        if user_id is not None:
            finished = user_id == finisher
            yield Credit(
                seat.seat,
                user_id,
                sittings=1,
                place=place,
                points=shares[user_id],
                net=sum(deal.net for deal in deals) + finished * seat.rest,
                deals=len(deals),
                wins=int(finished and place == 1),
                fines=sum(deal.fined for deal in deals),
            )


def _one_a_user(each: Iterable[Credit]) -> list[Credit]:
    by_user: dict[int, list[Credit]] = {}
    for credit in each:
        by_user.setdefault(credit.user_id, []).append(credit)
    return [
        replace(
            max(own, key=lambda credit: credit.deals),
            points=sum(credit.points for credit in own),
            net=sum(credit.net for credit in own),
            deals=sum(credit.deals for credit in own),
            wins=sum(credit.wins for credit in own),
            fines=sum(credit.fines for credit in own),
        )
        for own in by_user.values()
    ]
