"""Words in pictures: the font, what it can draw, and labels as coverage masks."""

import unicodedata
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont

TEXT: Final = 1 / 64
BOLD: Final = 1 / 32
"""Strokes laid round a letter, in parts of its size: the font has one weight only, and a thin one."""

NO_GLYPH: Final = "\uffff"
"""Never a character, so every font draws its "missing" box for it."""


@lru_cache(32)
def font(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "Pillow was built with FreeType"
    return found


@lru_cache(2048)
def label(text: str, size: int, weight: float = TEXT) -> Image.Image:
    """Coverage of ``text`` in one line, as wide as the text and as high as any line of this ``size``."""
    ascent, descent = font(size).getmetrics()
    stroke = size * weight
    mask = Image.new("L", (_width(text, size, weight), ascent + descent))
    ImageDraw.Draw(mask).text((stroke, 0), text, font=font(size), fill=255, stroke_width=stroke)
    return mask


def line(name: str, otherwise: str, size: int, width: int) -> Image.Image:
    """The label of ``name``, shortened to ``width`` pixels; of ``otherwise`` if the font cannot draw it."""
    return label(shortened(drawable(name) or otherwise, size, width), size)


@lru_cache(2048)
def shortened(text: str, size: int, width: int) -> str:
    """``text``, with an ellipsis in place of the end that would not fit."""
    if _width(text, size, TEXT) <= width:
        return text
    kept = text
    while kept and _width(kept + "…", size, TEXT) > width:
        kept = kept[:-1].rstrip()
    return kept + "…"


def _width(text: str, size: int, weight: float) -> int:
    return ceil(font(size).getlength(text) + 2 * size * weight)


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
    drawn = label(char, 26)
    return drawn.getbbox() is not None and drawn.tobytes() != label(NO_GLYPH, 26).tobytes()
