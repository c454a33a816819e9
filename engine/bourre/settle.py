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
    most = max([taken[seat] for seat in stayed])
    top = [seat for seat in stayed if taken[seat] == most]
    bourred = tuple(sorted([seat for seat in stayed if not taken[seat]]))
    tied = top if len(top) > 1 else []
    return Settlement(
        winner=None if tied else top[0],
        bourred=bourred,
        fine=pot if rules.pot_limit is None else min(pot, rules.pot_limit),
        exempt=frozenset([*bourred, *tied]),
    )
