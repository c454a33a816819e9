"""Every sentence the bot says: ``say(locale, key, **values)``.

The bot's own sentences are in ``locale/*.toml``; refusals, events and acts of the games come from the games'.
A locale Levée has no file for is English.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from engine import words
from engine.errors import IllegalAction

FOLDER: Final = Path(__file__).parent / "locale"
LOCALES: Final = tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def sentences(locale: str) -> Mapping[str, str]:
    return {**words.catalogue(locale), **words.load(FOLDER / f"{locale}.toml")}


def known(locale: str) -> str:
    """The locale we have for Discord's (``en-GB`` → ``en``)."""
    short = locale.partition("-")[0]
    return short if short in LOCALES else words.DEFAULT


def say(locale: str, key: str, **values: object) -> str:
    """Raises KeyError for a key no file has; a test keeps that impossible."""
    return words.fill(sentences(known(locale)), key, **values)


def knows(locale: str, key: str) -> bool:
    words = sentences(known(locale))
    return key in words or f"{key}.other" in words


def described(key: str) -> str:
    """The description of a command or option, in the language Discord is given by default."""
    return say(words.DEFAULT, f"command.{key}")


def refusal(locale: str, refused: IllegalAction) -> str:
    return words.refusal_words(refused, known(locale))
