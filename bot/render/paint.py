"""The colours of pictures, and the fixed palette that every picture is reduced to."""

from functools import lru_cache
from typing import Final

from PIL import Image

from engine.cards import Suit

Colour = tuple[int, int, int]

ROOM: Final[Colour] = (22, 20, 24)
RAIL: Final[Colour] = (74, 44, 28)
RAIL_LIGHT: Final[Colour] = (128, 82, 50)
RAIL_DARK: Final[Colour] = (44, 26, 18)
CLOTH: Final[Colour] = (20, 88, 62)
CLOTH_LIGHT: Final[Colour] = (26, 102, 72)
CLOTH_DARK: Final[Colour] = (14, 66, 48)
PAPER: Final[Colour] = (252, 249, 240)
EDGE: Final[Colour] = (10, 40, 30)
PLATE: Final[Colour] = (24, 28, 34)
PLATE_TURN: Final[Colour] = (58, 46, 18)
PLATE_PASSED: Final[Colour] = (28, 46, 42)
IVORY: Final[Colour] = (250, 246, 232)
GOLD: Final[Colour] = (246, 196, 84)
BRASS: Final[Colour] = (150, 120, 62)
GREY: Final[Colour] = (150, 166, 160)
BACK: Final[Colour] = (142, 30, 48)
BACK_LIGHT: Final[Colour] = (196, 96, 104)
INK: Final[dict[Suit, Colour]] = {
    Suit.CLUBS: (20, 116, 60),
    Suit.DIAMONDS: (28, 92, 196),
    Suit.HEARTS: (206, 28, 44),
    Suit.SPADES: (18, 20, 26),
}
"""Four colours: at a phone's size a club and a spade of one colour look alike."""


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """``part`` of ``other`` in ``one``."""
    r, g, b = (round(x + (y - x) * part) for x, y in zip(one, other, strict=True))
    return r, g, b


FADE: Final = 0.62
"""How far something dimmed goes towards the cloth."""


def faded(colour: Colour) -> Colour:
    return mix(colour, CLOTH_DARK, FADE)


def _ramps() -> list[tuple[Colour, Colour, int]]:
    """The blends that edges need: from, to, and the steps between."""
    light = [(PAPER, ink, 8) for ink in INK.values()]
    cards = light + [(faded(one), faded(other), 6) for one, other, _ in light]
    plates = [(PLATE, IVORY, 8), (PLATE, GOLD, 6), (PLATE_TURN, IVORY, 8), (PLATE_TURN, GOLD, 6)]
    cloth = [(CLOTH_DARK, CLOTH_LIGHT, 6), (CLOTH_DARK, GOLD, 6), (CLOTH, IVORY, 8), (CLOTH_DARK, IVORY, 6)]
    rest = [(ROOM, RAIL_DARK, 2), (RAIL_DARK, RAIL, 3), (RAIL, RAIL_LIGHT, 3), (RAIL_DARK, EDGE, 2)]
    edges = [
        (EDGE, PAPER, 5),
        (EDGE, CLOTH, 3),
        (EDGE, faded(PAPER), 3),
        (PLATE_PASSED, GREY, 6),
        (BRASS, ROOM, 3),
    ]
    return (
        cards
        + plates
        + cloth
        + rest
        + edges
        + [(BACK, BACK_LIGHT, 4), (BACK_LIGHT, PAPER, 3), (GOLD, PAPER, 3)]
    )


@lru_cache(1)
def palette() -> Image.Image:
    """The fixed palette, as the 1x1 picture that Pillow wants it in."""
    colours = dict.fromkeys(
        mix(one, other, step / steps) for one, other, steps in _ramps() for step in range(steps + 1)
    )
    assert len(colours) <= 256
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image
