"""B-6, B-7: who wins the pot, who is bourré, and who antes next."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.bourre.faults import NO_FAULTS, Faults
from engine.bourre.options import BourreRules
from engine.events import AntePaid
from engine.seats import Seat


class Settlement(NamedTuple):
    """``winner`` is None when the pot is carried; ``exempt`` owe no ante in the next deal.

    Who is fined is in ``bourred`` or in ``reneged``, never in both.
    """

    winner: Seat | None
    bourred: tuple[Seat, ...]
    reneged: tuple[Seat, ...]
    fine: int
    exempt: frozenset[Seat]


def settle(
    rules: BourreRules,
    pot: int,
    stayed: Sequence[Seat],
    taken: Sequence[int],
    faults: Faults = NO_FAULTS,
) -> Settlement:
    """The outcome of a deal played for ``pot`` units; ``taken`` are tricks by seat."""
    tricks = [taken[seat] for seat in stayed]
    most = max(tricks)
    fine = pot if rules.pot_limit is None else min(pot, rules.pot_limit)
    reneged = tuple(sorted(faults.reneged)) if faults.reneged else ()
    bourred: tuple[Seat, ...] = ()
    if 0 in tricks or faults.abandoned:
        idle = [seat for seat in stayed if not taken[seat] or seat in faults.abandoned]
        bourred = tuple(sorted([seat for seat in idle if seat not in reneged]))
    if tricks.count(most) > 1:
        tied = [seat for seat in stayed if taken[seat] == most]
        return Settlement(None, bourred, reneged, fine, frozenset([*bourred, *reneged, *tied]))
    leader = stayed[tricks.index(most)]
    winner = None if faults.bar(leader) else leader
    return Settlement(winner, bourred, reneged, fine, frozenset((*bourred, *reneged)))


@cache
def antes_of(seats: int, exempt: frozenset[Seat], units: int) -> tuple[AntePaid, ...]:
    """What each owes for himself."""
    return tuple(AntePaid(seat, units) for seat in range(seats) if seat not in exempt)
