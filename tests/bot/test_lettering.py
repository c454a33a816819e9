import pytest
from PIL import Image, ImageDraw
from sample_pictures import observation

from bot.render import lettering, plates
from bot.render.picture import table_picture
from bot.render.places import OWN, PLACES

DRAWABLE = [
    ("Ana", "Ana"),
    ("François", "François"),
    ("Žofie", "Žofie"),
    ("Z\u030cofie", "Žofie"),
    ("Jürgen Gülşah Ömeroğlu", "Jürgen Gülşah Ömeroğlu"),
    ("Nguyễn Ế", "Nguyễn Ế"),
    ("Ǎna Mǐng", "Ana Ming"),
    ("Гриша", "Гриша"),
    ("Ольга 2", "Ольга 2"),
    ("Ёлкина-Щукин", "Ёлкина-Щукин"),
    ("Їжак Ђорђе Љубо Ўлад Ғани", "Їжак Ђорђе Љубо Ўлад Ғани"),
    ("Σωκράτης", "Σωκράτης"),
    ("★ Аня 🃏", "Аня"),
    ("★ Ana 🃏", "Ana"),
    ("𝓐𝓷𝓪", "Ana"),
    ("a\u202eb\u200dc\td\n", "abcd"),
    ("李雷", ""),
    ("Аня 李", ""),
    ("김민준", ""),
    ("さくら", ""),
    ("عمر", ""),
    ("דוד", ""),
    ("प्रिया", ""),
    ("Ana ٣", ""),
    ("Ana\u3000Maria", "Ana Maria"),
    ("🦀🔥", ""),
    ("\u3164", ""),
    ("   ", ""),
    ("", ""),
]


@pytest.mark.parametrize(("name", "kept"), DRAWABLE, ids=[ascii(name) for name, _ in DRAWABLE])
def test_a_name_of_any_script(name: str, kept: str) -> None:
    """The seat's own name stands in where the font lacks a letter."""
    assert lettering.drawable(name) == kept
    shown = [
        table_picture(observation(), ("Ana", "Ben", each, "Dan", "Eve")) for each in (name, kept or "p3")
    ]
    assert shown[0] == shown[1]


def test_names_of_one_length_differ_in_the_picture() -> None:
    """Each is drawn in its own letters: no boxes, no accents lost."""
    names = ("Zofie", "Žofie", "Гриша", "Мишка", "Μάρκο", "Μαρκο")
    shown = {table_picture(observation(), ("Ana", "Ben", name, "Dan", "Eve")) for name in (*names, "p3")}
    assert len(shown) == len(names) + 1


@pytest.mark.parametrize("name", ["ÅÉŽ", "Ёлкина", "ẾỘẪ", "Jörg", "jaj", "Щука", "Ďaď", "Ψηφίο"])
def test_nothing_of_a_name_is_cut_off(name: str) -> None:
    """Beside and above it there is as much ink as there would be on a larger sheet."""
    ink = lettering.label(name, 26)
    sheet = Image.new("L", (400, 200))
    ImageDraw.Draw(sheet).text((100, 100), name, font=lettering.font(26), fill=255)
    assert sheet.crop(sheet.getbbox()).tobytes() == ink.crop(ink.getbbox()).tobytes()


def test_a_line_of_names_is_no_higher_than_half_a_plate() -> None:
    place = PLACES["left"]
    assert lettering.label("ẾЙgщ", plates.TEXT).height <= place.height // 2
    assert lettering.label("ẾЙgщ", plates.TEXT).height <= OWN.height - 2


@pytest.mark.parametrize("text", ["W" * 32, "Щ" * 32, "i" * 500, "Ana Maria von und zu Hohenfels", "WWWWW"])
def test_a_long_name_ends_in_an_ellipsis(text: str) -> None:
    short = lettering.shortened(text, 26, 120)
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert lettering.label(short, 26).width <= 120


def test_a_name_that_fits_is_left_alone() -> None:
    assert lettering.shortened("Ana", 26, 120) == "Ana"
