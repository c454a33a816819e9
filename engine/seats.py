"""Seats: ``0`` in code is ``p1`` in text, in the order of play."""

from functools import cache

Seat = int

CHANCE: Seat = -1
"""The actor of what the dealer's hands did (``d`` in records)."""


class BadSeat(ValueError):
    """The text names no seat of this table."""


def seat_name(seat: Seat) -> str:
    return "d" if seat == CHANCE else f"p{seat + 1}"


def parse_seat(text: str, seats: int) -> Seat:
    """Raises BadSeat unless the text is ``p1`` … ``p<seats>``."""
    if len(text) == 2 and text[0] == "p" and text[1] in "12345678"[:seats]:
        return int(text[1]) - 1
    raise BadSeat(text)


@cache
def from_left(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats once, beginning left of ``seat`` and ending with it."""
    return tuple([(seat + step) % seats for step in range(1, seats + 1)])
