"""The picture of who stands where."""

from io import BytesIO

import pytest
from PIL import Image
from sample_pictures import opened

from bot.render import paint
from bot.render.board import NAME, Board, Column, board_picture


def board(rows: int = 10, *, name: str = "Ana", net: str = "+12", title: str = "Winter") -> Board:
    columns = [
        Column(heading, (text,) * rows) for heading, text in (("points", "27"), ("net", net), ("sat", "8"))
    ]
    ranks = [str(rank) for rank in range(1, rows + 1)]
    return Board(title, "Bourré", ranks, [name] * rows, "(see the text)", columns)


def ink(picture: bytes, left: int, top: int, right: int, bottom: int) -> set[paint.Colour]:
    """The pure colours of letters in a part of it."""
    part = Image.open(BytesIO(picture)).convert("RGB").crop((left, top, right, bottom))
    found = {colour for _, colour in part.getcolors(1 << 20) or ()}
    return found & {paint.IVORY, paint.GOLD, paint.GREY}


@pytest.mark.parametrize("rows", [1, 2, 10])
def test_as_high_as_its_rows(rows: int) -> None:
    image = opened(board_picture(board(rows)))
    assert image.width == 900
    assert image.height == opened(board_picture(board(1))).height + 54 * (rows - 1)


def test_the_order_goes_by_the_golden_column() -> None:
    picture = board_picture(board(1))
    points = next(x for x in range(899, 0, -1) if paint.GOLD in ink(picture, x, 112, x + 1, 160))
    assert paint.IVORY in ink(picture, points + 1, 112, 890, 160), "net and sittings on its right"
    assert paint.GOLD not in ink(picture, points + 1, 112, 890, 160)


@pytest.mark.parametrize("name", ["W" * 32, "Бенжамин Константинович", "李小龍", "", "\u202e=1+1"])
def test_any_name_leaves_the_numbers_alone(name: str) -> None:
    def numbers(picture: bytes) -> bytes:
        return Image.open(BytesIO(picture)).convert("RGB").crop((660, 0, 900, 600)).tobytes()

    assert numbers(board_picture(board(name=name))) == numbers(board_picture(board()))


def test_what_cannot_be_drawn_is_said_to_stand_in_the_text() -> None:
    assert board_picture(board(name="李小龍")) == board_picture(board(name="(see the text)"))
    assert board_picture(board(title="李小龍")) == board_picture(board(title="Bourré"))


def test_long_numbers_take_the_room_of_later_columns_not_of_names() -> None:
    wide = board_picture(board(net="-123456789012345/840"))
    assert paint.IVORY in ink(wide, 60, 112, 60 + NAME, 160), "the name is still there"
    without = board()
    fewer = Board(
        without.title, without.otherwise, without.ranks, without.names, without.nameless, without.columns[:1]
    )
    assert board_picture(board(net="-123456789012345678901234567890/840")) == board_picture(fewer)
