"""A list of who stands where as a PNG, laid out for a phone, which shows its 900 pixels in about 360."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.render import paint
from bot.render.lettering import label, line

WIDE: Final = 900
MARGIN: Final = 26
TITLE: Final = 36
HEADER: Final = 24
TEXT: Final = 30
TITLE_HIGH: Final = 66
HEADER_HIGH: Final = 42
ROW_HIGH: Final = 54
BETWEEN: Final = 26
"""Pixels between two columns."""
NAME: Final = 250
"""A name gets at least so much; the last columns are left out if they would take it away."""


@dataclass(frozen=True, slots=True)
class Column:
    """Texts aligned on the right under a heading; the first column is the one that the order goes by."""

    heading: str
    texts: tuple[str, ...]

    @property
    def width(self) -> int:
        widths = [label(text, TEXT).width for text in self.texts]
        return max(label(self.heading, HEADER).width, *widths)


@dataclass(frozen=True, slots=True)
class Board:
    """``title`` and ``names`` with what stands for one that the font cannot draw."""

    title: str
    otherwise: str
    ranks: Sequence[str]
    names: Sequence[str]
    nameless: str
    columns: Sequence[Column]


def board_picture(board: Board) -> bytes:
    """Needs at least one row."""
    high = TITLE_HIGH + HEADER_HIGH + ROW_HIGH * len(board.ranks) + MARGIN // 2
    image = Image.new("RGB", (WIDE, high), paint.PLATE)
    draw = ImageDraw.Draw(image)
    heading = line(board.title, board.otherwise, TITLE, WIDE - 2 * MARGIN)
    image.paste(paint.GOLD, (MARGIN, 10), heading)
    for row in range(len(board.ranks)):
        top = _top(row)
        draw.line((MARGIN, top, WIDE - MARGIN, top), fill=paint.BRASS, width=2)
    left = _draw_ranks(image, board.ranks)
    right = WIDE - MARGIN
    for place, column in reversed(list(enumerate(_fitting(board.columns, WIDE - MARGIN - left)))):
        _draw_column(image, column, right, paint.IVORY if place else paint.GOLD)
        right -= column.width + BETWEEN
    for row, name in enumerate(board.names):
        mask = line(name, board.nameless, TEXT, right - left)
        image.paste(paint.IVORY, (left, _top(row) + 5), mask)
    draw.rectangle((0, 0, WIDE - 1, high - 1), outline=paint.BRASS, width=3)
    return _png(image)


def _fitting(columns: Sequence[Column], room: int) -> Iterator[Column]:
    """As many as leave ``room`` for names."""
    for column in columns:
        room -= column.width + BETWEEN
        if room < NAME:
            return
        yield column


def _top(row: int) -> int:
    return TITLE_HIGH + HEADER_HIGH + ROW_HIGH * row


def _draw_ranks(image: Image.Image, ranks: Sequence[str]) -> int:
    """Aligned on the right; gives the x at which names begin."""
    masks = [label(rank, TEXT) for rank in ranks]
    right = MARGIN + max(mask.width for mask in masks)
    for row, mask in enumerate(masks):
        image.paste(paint.GOLD, (right - mask.width, _top(row) + 5), mask)
    return right + BETWEEN


def _draw_column(image: Image.Image, column: Column, right: int, colour: paint.Colour) -> None:
    heading = label(column.heading, HEADER)
    image.paste(paint.GREY, (right - heading.width, TITLE_HIGH + 2), heading)
    for row, text in enumerate(column.texts):
        mask = label(text, TEXT)
        image.paste(colour, (right - mask.width, _top(row) + 5), mask)


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    reduced = image.quantize(palette=paint.palette(), dither=Image.Dither.NONE)
    reduced.save(out, "PNG", compress_level=6)
    return out.getvalue()
