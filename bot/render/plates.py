"""A seat's plate: whose it is, what it has, what it did in this deal."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render import paint, sprites
from bot.render.lettering import label, line
from bot.render.places import Place
from engine.game import SeatView
from engine.ledger import amount

TEXT: Final = 26
INSET: Final = 12


@dataclass(frozen=True, slots=True)
class Look:
    """How a plate is coloured; ``thick`` is its edge in pixels."""

    fill: paint.Colour
    edge: paint.Colour
    thick: int
    text: paint.Colour
    money: paint.Colour


AT_REST: Final = Look(paint.PLATE, paint.BRASS, 2, paint.IVORY, paint.GOLD)
ON_TURN: Final = Look(paint.PLATE_TURN, paint.GOLD, 5, paint.IVORY, paint.GOLD)
OUT: Final = Look(paint.PLATE_PASSED, paint.PLATE_PASSED, 2, paint.GREY, paint.GREY)


@dataclass(frozen=True, slots=True)
class Plate:
    """What stands on a plate. ``tricks`` is None while none is counted."""

    name: str
    otherwise: str
    """The name to use if ``name`` cannot be drawn."""
    view: SeatView
    is_dealer: bool
    is_on_turn: bool
    tricks: int | None

    @property
    def look(self) -> Look:
        if self.is_on_turn:
            return ON_TURN
        return OUT if self.view.plays is False else AT_REST


def draw_plate(image: Image.Image, place: Place, plate: Plate) -> None:
    """Two lines, name over record, with the tricks beside the cards that show behind the plate."""
    _draw_board(image, place, plate.look)
    right = place.right - INSET
    if plate.is_dealer:
        right = _draw_disc(image, plate.look, right, place.top + 5)
    _draw_name(image, plate, place.left + INSET, place.top + 2, right)
    right = _draw_drew(image, plate, place.right - INSET, place.top + 35)
    _draw_record(image, plate, place.left + INSET, place.top + 35, right)
    level = place.bottom + 8 if place.is_at_top else place.top - 40
    _draw_tricks(image, plate, place.right - 4, level, paint.IVORY)


def draw_own_plate(image: Image.Image, place: Place, plate: Plate) -> None:
    """The same in one line."""
    _draw_board(image, place, plate.look)
    right, top = place.right - INSET, place.top + 2
    if plate.is_dealer:
        right = _draw_disc(image, plate.look, right, top + 3) - 4
    right = _draw_tricks(image, plate, right, top, plate.look.text)
    right = _draw_drew(image, plate, right, top)
    left = right - 34 - label(amount(plate.view.record), TEXT).width
    _draw_record(image, plate, left, top, right)
    _draw_name(image, plate, place.left + INSET, top, left)


# The parts are set from the right: each takes the x it may reach to, and gives the x left of it


def _draw_board(image: Image.Image, place: Place, look: Look) -> None:
    board = sprites.plate(place.width, place.height, look.fill, look.edge, look.thick)
    image.paste(board, (place.left, place.top), board)


def _draw_name(image: Image.Image, plate: Plate, left: int, top: int, right: int) -> None:
    image.paste(plate.look.text, (left, top), line(plate.name, plate.otherwise, TEXT, right - left))


def _draw_record(image: Image.Image, plate: Plate, left: int, top: int, right: int) -> None:
    """The chips the seat has; a chip before the number if there is room."""
    number = label(amount(plate.view.record), TEXT)
    if left + 28 + number.width <= right:
        sign = sprites.chip(22, plate.look.money)
        image.paste(sign, (left, top + 5), sign)
        left += 28
    image.paste(plate.look.money, (left, top), number)


def _draw_drew(image: Image.Image, plate: Plate, right: int, top: int) -> int:
    if plate.view.drew is None:
        return right
    number = label(str(plate.view.drew), TEXT)
    right -= number.width
    image.paste(plate.look.text, (right, top), number)
    right -= 24
    image.paste(plate.look.text, (right, top + 6), sprites.exchange(20))
    return right - 8


def _draw_disc(image: Image.Image, look: Look, right: int, top: int) -> int:
    disc = sprites.dealer_disc(26, look.text)
    image.paste(disc, (right - disc.width, top), disc)
    return right - disc.width - 4


def _draw_tricks(image: Image.Image, plate: Plate, right: int, top: int, colour: paint.Colour) -> int:
    """The tricks as a small pile with their number; before the play, a tick for who stays."""
    if plate.tricks is None:
        if plate.view.plays:
            right -= 26
            image.paste(colour, (right, top + 4), sprites.tick(24))
        return right - 8
    number = label(str(plate.tricks), TEXT)
    right -= number.width
    image.paste(colour, (right, top), number)
    mark = sprites.trick_mark(taken=plate.tricks > 0)
    marks = min(max(plate.tricks, 1), 5)
    for i in range(marks):
        image.paste(mark, (right - 19 - 6 * i, top + 6), mark)
    return right - 24 - 6 * marks
