"""What pictures are made of: cards, plates and signs. Each is drawn once, large, and reduced."""

from functools import lru_cache
from math import copysign, cos, pi, sin
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.render import paint
from bot.render.lettering import BOLD, label
from engine.cards import Card, Suit

Point = tuple[float, float]
Outline = tuple[Point, ...]

SCALE: Final = 4
"""Sprites are drawn this many times larger than they are shown: Pillow's shapes have hard edges."""


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image)


def tinted(mask: Image.Image, colour: paint.Colour) -> Image.Image:
    image = Image.new("RGBA", mask.size, (*colour, 0))
    image.putalpha(mask)
    return image


# Suits, as outlines in the unit square


def _circle(x: float, y: float, radius: float) -> Outline:
    turns = [2 * pi * step / 48 for step in range(48)]
    return tuple([(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns])


def _heart() -> Outline:
    turns = [2 * pi * step / 96 for step in range(96)]
    return tuple(
        [
            (
                0.5 + 0.5 * sin(turn) ** 3,
                0.43 - (13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)) / 32,
            )
            for turn in turns
        ]
    )


def _diamond() -> Outline:
    """Sides drawn in a little, as on printed cards."""
    turns = [2 * pi * step / 96 for step in range(96)]

    def bent(part: float) -> float:
        return copysign(abs(part) ** 2.25, part)

    return tuple([(0.5 + 0.42 * bent(cos(turn)), 0.5 + 0.52 * bent(sin(turn))) for turn in turns])


STEM: Final[Outline] = ((0.5, 0.55), (0.54, 0.78), (0.68, 0.98), (0.32, 0.98), (0.46, 0.78))


def _outlines(suit: Suit) -> tuple[Outline, ...]:
    match suit:
        case Suit.HEARTS:
            return (_heart(),)
        case Suit.DIAMONDS:
            return (_diamond(),)
        case Suit.SPADES:
            return (tuple([(x, 0.82 - 0.86 * y) for x, y in _heart()]), STEM)
        case Suit.CLUBS:
            return (_circle(0.5, 0.25, 0.235), _circle(0.25, 0.57, 0.235), _circle(0.75, 0.57, 0.235), STEM)


@lru_cache(64)
def suit_shape(suit: Suit, size: int) -> Image.Image:
    """Coverage of the suit's sign, ``size`` pixels square."""
    large = size * SCALE
    mask = Image.new("L", (large, large))
    draw = ImageDraw.Draw(mask)
    for outline in _outlines(suit):
        draw.polygon([(x * large, y * large) for x, y in outline], fill=255)
    return mask.reduce(SCALE)


# Cards


def card_height(width: int) -> int:
    return width * 43 // 30


def _sheet(width: int, fill: paint.Colour, edge: paint.Colour) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A card without its print."""
    height = card_height(width)
    image, draw = _blank(width, height)
    box = (0, 0, width * SCALE - 1, height * SCALE - 1)
    draw.rounded_rectangle(box, width * SCALE // 9, fill=fill, outline=edge, width=SCALE + SCALE // 2)
    return image, draw


@lru_cache(512)
def face(card: Card, width: int, dimmed: bool = False) -> Image.Image:
    """A card's face, made to be read small: its rank as an index, its suit as large as there is room for."""
    ink = paint.INK[card.suit]
    sheet, _ = _sheet(width, paint.PAPER, paint.EDGE)
    image = sheet.reduce(SCALE)
    rank = _rank(card.rank, round(width * 0.60), round(width * 0.62))
    image.paste(ink, (round(width * 0.09), round(width * 0.07)), rank)
    sign = suit_shape(card.suit, round(width * 0.60))
    image.paste(ink, (round(width * 0.34), round(width * 0.74)), sign)
    return _dimmed(image) if dimmed else image


@lru_cache(64)
def _rank(rank: str, height: int, width: int) -> Image.Image:
    """Coverage of the rank's letter, ``height`` high and at most ``width`` wide: ``10`` is drawn narrower."""
    large = label("10" if rank == "T" else rank, height * SCALE, BOLD)
    large = large.crop(large.getbbox())
    wide = min(width, round(large.width * height / large.height))
    return large.resize((wide, height), Image.Resampling.LANCZOS)


def _dimmed(image: Image.Image) -> Image.Image:
    faded = Image.blend(image.convert("RGB"), Image.new("RGB", image.size, paint.CLOTH_DARK), paint.FADE)
    faded.putalpha(image.getchannel("A"))
    return faded


@lru_cache(8)
def back(width: int) -> Image.Image:
    image, draw = _sheet(width, paint.PAPER, paint.EDGE)
    height = card_height(width)
    rim = 4 * SCALE
    inner = (rim, rim, image.width - rim, image.height - rim)
    draw.rounded_rectangle(inner, 2 * SCALE, fill=paint.BACK)
    lattice, lines = _blank(width, height)
    for x in range(-image.height, image.width, 6 * SCALE):
        lines.line((x, 0, x + image.height, image.height), paint.BACK_LIGHT, SCALE)
        lines.line((x + image.height, 0, x, image.height), paint.BACK_LIGHT, SCALE)
    lattice = lattice.crop(inner)
    image.paste(lattice, (rim, rim), lattice)
    return image.reduce(SCALE)


@lru_cache(16)
def frame(width: int, height: int, thick: int) -> Image.Image:
    """A gold frame to lay round something of this size, ``thick`` pixels outside of it."""
    image, draw = _blank(width + 2 * thick, height + 2 * thick)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(box, (width // 9 + thick) * SCALE, outline=paint.GOLD, width=(thick + 1) * SCALE)
    return image.reduce(SCALE)


# Plates and signs


@lru_cache(2)
def trick_mark(*, taken: bool) -> Image.Image:
    """A taken trick, face down and small, or the empty place of the first."""
    image, draw = _blank(14, 22)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(
        box, 2 * SCALE, fill=paint.BACK if taken else None, outline=paint.PAPER, width=2 * SCALE
    )
    return image.reduce(SCALE)


@lru_cache(64)
def plate(width: int, height: int, fill: paint.Colour, edge: paint.Colour, thick: int) -> Image.Image:
    image, draw = _blank(width, height)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(box, 14 * SCALE, fill=fill, outline=edge, width=thick * SCALE)
    return image.reduce(SCALE)


@lru_cache(8)
def dealer_disc(size: int, fill: paint.Colour) -> Image.Image:
    image, draw = _blank(size, size)
    draw.ellipse((0, 0, image.width - 1, image.height - 1), fill=fill)
    letter = label("D", round(size * 0.74) * SCALE, BOLD)
    letter = letter.crop(letter.getbbox())
    image.paste(paint.ROOM, ((image.width - letter.width) // 2, (image.height - letter.height) // 2), letter)
    return image.reduce(SCALE)


@lru_cache(8)
def chip(size: int, fill: paint.Colour) -> Image.Image:
    image, draw = _blank(size, size)
    full = size * SCALE
    draw.ellipse((0, 0, full - 1, full - 1), fill=fill)
    for turn in range(0, 360, 60):
        draw.pieslice((0, 0, full - 1, full - 1), turn - 14, turn + 14, fill=paint.PLATE)
    for inset, colour in ((0.19, fill), (0.25, paint.PLATE), (0.33, fill)):
        draw.ellipse((full * inset, full * inset, full * (1 - inset), full * (1 - inset)), fill=colour)
    return image.reduce(SCALE)


@lru_cache(8)
def exchange(size: int) -> Image.Image:
    """Coverage of two opposite arrows: cards given up and drawn."""
    mask = Image.new("L", (size * SCALE, size * SCALE))
    draw = ImageDraw.Draw(mask)
    arrow = ((0.0, 0.24), (0.58, 0.24), (0.58, 0.06), (1.0, 0.34), (0.58, 0.62), (0.58, 0.44), (0.0, 0.44))
    for points in (arrow, tuple([(1 - x, 1 - y) for x, y in arrow])):
        draw.polygon([(x * mask.width, (y * 0.94) * mask.height) for x, y in points], fill=255)
    return mask.reduce(SCALE)


@lru_cache(8)
def tick(size: int) -> Image.Image:
    """Coverage of a tick: the seat stays in the deal."""
    mask = Image.new("L", (size * SCALE, size * SCALE))
    points = [(x * mask.width, y * mask.height) for x, y in ((0.1, 0.55), (0.4, 0.84), (0.9, 0.18))]
    ImageDraw.Draw(mask).line(points, fill=255, width=round(0.17 * mask.width), joint="curve")
    return mask.reduce(SCALE)


@lru_cache(1)
def against_the_clock(width: int, height: int) -> Image.Image:
    """Coverage of two arrows that go round something: down at its left, up at its right."""
    mask = Image.new("L", (width * SCALE, height * SCALE))
    draw = ImageDraw.Draw(mask)
    inset, head = 12 * SCALE, 12 * SCALE
    draw.arc((inset, inset, mask.width - inset, mask.height - inset), 150, 210, fill=255, width=5 * SCALE)
    x = mask.width / 2 + (mask.width / 2 - inset) * cos(pi * 150 / 180)
    y = mask.height / 2 + (mask.height / 2 - inset) * sin(pi * 150 / 180)
    draw.polygon([(x + head, y + head), (x - head, y + head / 5), (x + head * 0.7, y - head)], fill=255)
    return ImageChops.lighter(mask, mask.rotate(180)).reduce(SCALE)


@lru_cache(8)
def medallion(suit: Suit, size: int) -> Image.Image:
    """The trump suit on an ivory disc with a gold rim."""
    image, draw = _blank(size, size)
    full = size * SCALE
    draw.ellipse((0, 0, full - 1, full - 1), fill=paint.GOLD)
    draw.ellipse((3 * SCALE, 3 * SCALE, full - 1 - 3 * SCALE, full - 1 - 3 * SCALE), fill=paint.PAPER)
    small = image.reduce(SCALE)
    sign = suit_shape(suit, round(size * 0.64))
    small.paste(paint.INK[suit], ((size - sign.width) // 2, (size - sign.height) // 2), sign)
    return small
