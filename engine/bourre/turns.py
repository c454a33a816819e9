"""B-2.5: the deal passes left, over seats that have lost a turn. ``lost`` are such turns by seat."""

from collections.abc import Sequence

from engine.seats import Seat, from_left


def next_turn(dealer: Seat, lost: Sequence[int]) -> tuple[Seat, tuple[Seat, ...]]:
    """Who deals after ``dealer``, and who is skipped before him.

    If all are skipped, the turn comes to the first of them nevertheless.
    """
    seats = len(lost)
    left = (dealer + 1) % seats
    if not lost[left]:
        return left, ()
    order = from_left(dealer, seats)
    skipped = next((order[:place] for place, seat in enumerate(order) if not lost[seat]), order)
    return order[len(skipped) % seats], skipped


def less(lost: tuple[int, ...], skipped: Sequence[Seat]) -> tuple[int, ...]:
    """To be skipped uses a lost turn up."""
    return tuple([turns - (seat in skipped) for seat, turns in enumerate(lost)])


def more(lost: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return tuple([turns + (other == seat) for other, turns in enumerate(lost)])
