"""Where things lie on the picture of a table. Pixels; (0, 0) is top left."""

from dataclasses import dataclass
from typing import Final

SIZE: Final = (900, 500)
MIDDLE: Final = (450, 247)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's plate, centred on ``x``, ``y``, and the centre of the card that it plays.

    The seat's cards show above its plate, or below it at the top of the table.
    """

    x: int
    y: int
    spot: tuple[int, int]
    width: int = 216
    height: int = 72

    @property
    def left(self) -> int:
        return self.x - self.width // 2

    @property
    def right(self) -> int:
        return self.x + self.width // 2

    @property
    def top(self) -> int:
        return self.y - self.height // 2

    @property
    def bottom(self) -> int:
        return self.y + self.height // 2

    @property
    def is_at_top(self) -> bool:
        return self.y < SIZE[1] // 4


PLACES: Final = {
    "bottom": Place(450, 458, (450, 325)),
    "bottom left": Place(118, 458, (330, 325)),
    "left": Place(118, 264, (264, 247)),
    "top left": Place(118, 42, (330, 169)),
    "top half left": Place(270, 42, (350, 169)),
    "top": Place(450, 42, (450, 169)),
    "top half right": Place(630, 42, (550, 169)),
    "top right": Place(782, 42, (570, 169)),
    "right": Place(782, 264, (636, 247)),
    "bottom right": Place(782, 458, (570, 325)),
}

OWN: Final = Place(450, 478, PLACES["bottom"].spot, width=420, height=38)
"""The bottom place of who sees the own hand: one line, the cards lie open above it."""

ROUND: Final = {
    2: ("bottom", "top"),
    3: ("bottom", "top half left", "top half right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top half left", "top half right", "right"),
    6: ("bottom", "bottom left", "top left", "top", "top right", "bottom right"),
    7: ("bottom", "bottom left", "left", "top half left", "top half right", "right", "bottom right"),
    8: ("bottom", "bottom left", "left", "top left", "top", "top right", "right", "bottom right"),
}
"""The places of so many seats, clockwise from the bottom."""


def places(seats: int, bottom: int, clockwise: bool) -> tuple[Place, ...]:
    """By seat; seat ``bottom`` sits at the bottom, the next ones ``clockwise`` from it, or against it."""
    step = 1 if clockwise else -1
    return tuple([PLACES[ROUND[seats][(seat - bottom) * step % seats]] for seat in range(seats)])
