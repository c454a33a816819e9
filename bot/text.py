"""Every sentence the bot says: ``say(locale, key, **values)``.

The bot's own sentences are in ``locale/*.toml``; refusals, events and acts have theirs from the engine
and the games.
A locale Levée has no file for is English.
"""

from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from engine import words
from engine.errors import IllegalAction
from engine.game import Game, games

FOLDER: Final = Path(__file__).parent / "locale"
LOCALES: Final = tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def at_table(locale: str, game: Game) -> str:
    """The language of a table: what its game says in its own way goes before all other sentences."""
    return f"{locale.partition('@')[0]}@{game.key}"


def sentences(locale: str) -> Mapping[str, str]:
    """By key. At a table its game's words go before the bot's own; elsewhere the bot's before all games'."""
    language, _, key = locale.partition("@")
    game = games().get(key)
    maps = words.catalogue(known(language), game), _own(known(language))
    return ChainMap(*(maps if game else maps[::-1]))


@cache
def _own(language: str) -> dict[str, str]:
    return words.load(FOLDER / f"{language}.toml")


def known(locale: str) -> str:
    """The locale we have for Discord's (``en-GB`` → ``en``)."""
    short = locale.partition("@")[0].partition("-")[0]
    return short if short in LOCALES else words.DEFAULT


def say(locale: str, key: str, **values: object) -> str:
    """Raises KeyError for a key no file has; a test keeps that impossible."""
    return words.fill(sentences(locale), key, **values)


def knows(locale: str, key: str) -> bool:
    words = sentences(locale)
    return key in words or f"{key}.other" in words


def described(key: str, **values: object) -> str:
    """The description of a command or option, in the language Discord is given by default."""
    return say(words.DEFAULT, f"command.{key}", **values)


def refusal(locale: str, refused: IllegalAction) -> str:
    return words.refusal_words(refused, known(locale), games().get(locale.partition("@")[2]))
