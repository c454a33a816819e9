"""B-8: what stands against the seats of a deal that is played by honour."""

from dataclasses import dataclass, replace
from typing import Final, Self

from engine.seats import Seat

NOBODY: Final[frozenset[Seat]] = frozenset()


@dataclass(frozen=True, slots=True)
class Faults:
    """``retracted`` and ``abandoned`` are known to everybody, ``reneged`` only when the deal is over."""

    retracted: frozenset[Seat] = NOBODY
    reneged: frozenset[Seat] = NOBODY
    abandoned: frozenset[Seat] = NOBODY

    def retracting(self, seat: Seat) -> Self:
        return replace(self, retracted=self.retracted | {seat})

    def reneging(self, seat: Seat) -> Self:
        return replace(self, reneged=self.reneged | {seat})

    def abandoning(self, seat: Seat) -> Self:
        return replace(self, abandoned=self.abandoned | {seat})

    def bar(self, seat: Seat) -> bool:
        """Do they keep the seat from winning the pot?"""
        return seat in self.retracted or seat in self.reneged or seat in self.abandoned


NO_FAULTS: Final = Faults()
