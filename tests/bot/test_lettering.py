import pytest
from sample_pictures import observation

from bot.render import lettering
from bot.render.picture import table_picture

DRAWABLE = [
    ("Ana", "Ana"),
    ("François", "Francois"),
    ("Žofie", "Zofie"),
    ("★ Ana 🃏", "Ana"),
    ("𝓐𝓷𝓪", "Ana"),
    ("a\u202eb\u200dc\td\n", "abcd"),
    ("Гриша", ""),
    ("李雷", ""),
    ("김민준", ""),
    ("さくら", ""),
    ("عمر", ""),
    ("דוד", ""),
    ("प्रिया", ""),
    ("Ольга 2", ""),
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


@pytest.mark.parametrize("text", ["W" * 32, "i" * 500, "Ana Maria von und zu Hohenfels", "WWWWW"])
def test_a_long_name_ends_in_an_ellipsis(text: str) -> None:
    short = lettering.shortened(text, 28, 120)
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert lettering.label(short, 28).width <= 120


def test_a_name_that_fits_is_left_alone() -> None:
    assert lettering.shortened("Ana", 28, 120) == "Ana"
