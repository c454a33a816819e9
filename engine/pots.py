"""Pots by what each seat put in: the uncalled part, and the main and side pots. Amounts are in units."""

from collections.abc import Mapping, Sequence

from engine.seats import Seat
from engine.values import value


@value
class Pot:
    """So many ``units``, which one of ``contenders`` wins."""

    units: int
    contenders: tuple[Seat, ...]


def uncalled(put: Sequence[int]) -> tuple[Seat, int]:
    """Who put in most, and by how much that exceeds the second largest; 0 if others put in as much."""
    *_, second, most = sorted(put)
    return put.index(most), most - second


def layers(put: Sequence[int], reach: Mapping[Seat, int], carried: int = 0) -> list[Pot]:
    """The main pot, then the side pots. ``reach`` tells of each contender up to what contribution he shares.

    ``carried`` lay in the pot before and belongs to the main one. What others put in stays in the layers that
    it reached; nobody put in more than some contender reaches.
    """
    pots = []
    below = -carried
    for level in sorted(set(reach.values())):
        up_to = sum([min(units, level) for units in put])
        pots.append(Pot(up_to - below, tuple([seat for seat, most in reach.items() if most >= level])))
        below = up_to
    return pots
