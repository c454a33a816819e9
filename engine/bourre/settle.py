"""B-6, B-7: who wins the pot, who is bourré, and who antes next."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.bourre.options import BourreRules
from engine.seats import Seat


class Settlement(NamedTuple):
    """``winner`` is None when the pot is carried; ``exempt`` owe no ante in the next deal."""

    winner: Seat | None
    bourred: tuple[Seat, ...]
    fine: int
    exempt: frozenset[Seat]


def settle(rules: BourreRules, pot: int, stayed: Sequence[Seat], taken: Sequence[int]) -> Settlement:
    """The outcome of a deal played for ``pot`` units; ``taken`` are tricks by seat."""
    tricks = [taken[seat] for seat in stayed]
    most = max(tricks)
    fine = pot if rules.pot_limit is None else min(pot, rules.pot_limit)
    bourred = tuple(sorted([seat for seat in stayed if not taken[seat]])) if 0 in tricks else ()
    if tricks.count(most) == 1:
        return Settlement(stayed[tricks.index(most)], bourred, fine, frozenset(bourred))
    tied = [seat for seat in stayed if taken[seat] == most]
    return Settlement(None, bourred, fine, frozenset([*bourred, *tied]))
