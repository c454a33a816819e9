"""Words in pictures: the font, what it can draw, and labels as coverage masks."""

import unicodedata
from functools import lru_cache
from importlib import resources
from io import BytesIO
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw, ImageFont

TEXT: Final = "Open Sans"
"""The face of names and numbers: it has Latin, Greek and Cyrillic letters."""

BOLD: Final = "Pillow's own"
"""The face of card ranks and the pot: ASCII only, but its J and Q stand on the line, as high as K."""

STROKES: Final = {TEXT: 0.0, BOLD: 1 / 32}
"""Laid round a letter, in parts of its size: Pillow's own font has one weight only, and a thin one."""

NO_GLYPH: Final = "\uffff"
"""Never a character, so every font draws its "missing" box for it."""


@lru_cache(32)
def font(size: int, face: str = TEXT) -> ImageFont.FreeTypeFont:
    if face == TEXT:
        file = resources.files("ttf_opensans") / "ttf" / "OpenSans-SemiBold.ttf"
        return ImageFont.truetype(BytesIO(file.read_bytes()), size)
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "Pillow was built with FreeType"
    return found


@lru_cache(2048)
def label(text: str, size: int, face: str = TEXT) -> Image.Image:
    """Coverage of ``text`` in one line, as wide as the text and as high as any line of this ``size``."""
    used, stroke = font(size, face), size * STROKES[face]
    left, right = _ends(text, size, face)
    mask = Image.new("L", (right - left, sum(used.getmetrics())))
    ImageDraw.Draw(mask).text((-left, 0), text, font=used, fill=255, stroke_width=stroke)
    return mask


def line(name: str, otherwise: str, size: int, width: int) -> Image.Image:
    """The label of ``name``, shortened to ``width`` pixels; of ``otherwise`` if the font cannot draw it."""
    return label(shortened(drawable(name) or otherwise, size, width), size)


@lru_cache(2048)
def shortened(text: str, size: int, width: int) -> str:
    """``text``, with an ellipsis in place of the end that would not fit."""
    if _width(text, size) <= width:
        return text
    kept = text
    while kept and _width(kept + "…", size) > width:
        kept = kept[:-1].rstrip()
    return kept + "…"


def _width(text: str, size: int) -> int:
    left, right = _ends(text, size, TEXT)
    return right - left


def _ends(text: str, size: int, face: str) -> tuple[int, int]:
    """Where ``text`` begins and ends, from where it is written: a J reaches to the left of that."""
    used = font(size, face)
    left, _, right, _ = used.getbbox(text, stroke_width=size * STROKES[face])
    return min(0, floor(left)), ceil(max(right, used.getlength(text)))


@lru_cache(2048)
def drawable(name: str) -> str:
    """What of ``name`` the font can draw; empty if it lacks a letter.

    A letter may lose its accent; a sign that the font lacks (an emoji) is left out.
    """
    kept = []
    for char in unicodedata.normalize("NFC", name):
        for part in char if _has_glyph(char) else unicodedata.normalize("NFKD", char):
            if _has_glyph(part):
                kept.append(part)
            elif unicodedata.category(part)[0] in "LN":
                return ""
    return " ".join("".join(kept).split())


@lru_cache(4096)
def _has_glyph(char: str) -> bool:
    """Whether something of ``char`` is seen; a space counts, other invisible characters do not."""
    if char == " ":
        return True
    if not char.isprintable():  # Pillow cannot lay out some of these
        return False
    drawn = label(char, 26)
    return drawn.getbbox() is not None and drawn.tobytes() != label(NO_GLYPH, 26).tobytes()
