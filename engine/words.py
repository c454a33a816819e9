"""Words for people: sentences by key, from ``*.toml`` files, one file a language.

A catalogue is the union of several files: the engine's, a game's, and what the caller adds. What a game says
in its own file is said so at its tables, even if the engine has that key too. Sentences are whole; ``{n}``
picks the form ``key.zero``, ``key.one`` or ``key.other``.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from engine.cards import Card, Suit
from engine.errors import IllegalAction
from engine.game import Game, games

DEFAULT: Final = "en"
FORMS: Final = ("zero", "one", "other")
HERE: Final = Path(__file__).parent


def _flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value).strip()


def load(file: Path) -> dict[str, str]:
    """The sentences of a file, by dotted key."""
    return dict(_flatten(tomllib.loads(file.read_text("utf-8"))))


def catalogue(locale: str = DEFAULT, game: Game | None = None) -> Mapping[str, str]:
    """The sentences of a table that plays ``game``: its own go before the engine's.

    Away from any table, the engine's and every game's, each under the key of the first that has one.
    """
    if game:
        return _catalogue(locale, (game.folder, HERE))
    return _catalogue(locale, (HERE, *(each.folder for each in games().values())))


@cache
def _catalogue(locale: str, folders: tuple[Path, ...]) -> Mapping[str, str]:
    words: dict[str, str] = {}
    for folder in folders:
        said = load(folder / f"words.{locale}.toml")
        words |= {key: said[key] for key in said.keys() - _with_forms(words)}
    return words


def _with_forms(words: Mapping[str, str]) -> set[str]:
    """The keys, and for a sentence of one form or several the keys that would give it others."""
    bare = {key.removesuffix(f".{form}") for key in words for form in FORMS}
    return {*words, *bare, *(f"{key}.{form}" for key in bare for form in FORMS)}


def readable(value: object) -> object:
    """A value as it stands in a sentence: cards and suits by their symbols."""
    if isinstance(value, tuple):
        return " ".join(str(readable(each)) for each in value)
    return value.symbol if isinstance(value, Card | Suit) else value


def fill(words: Mapping[str, str], key: str, **values: object) -> str:
    """The sentence for ``key``. Raises KeyError for a key no file has."""
    sentence = words[_form(words, key, values.get("n"))]
    return sentence.format(**{name: readable(value) for name, value in values.items()})


def _form(words: Mapping[str, str], key: str, n: object) -> str:
    """The key of the form for ``n``; ``key`` itself where the sentence has but one."""
    if not isinstance(n, int) or f"{key}.other" not in words:
        return key
    form = {0: f"{key}.zero", 1: f"{key}.one"}.get(n, f"{key}.other")
    return form if form in words else f"{key}.other"


def clause_of(game: Game, key: str) -> str:
    """The clause behind an event, by its key such as ``win``. Empty if no clause is named for it."""
    return _clauses(game.folder).get(key, "")


@cache
def _clauses(folder: Path) -> Mapping[str, str]:
    words = load(folder / f"words.{DEFAULT}.toml")
    return {key.removeprefix("clause."): text for key, text in words.items() if key.startswith("clause.")}


def refusal_words(refused: IllegalAction, locale: str = DEFAULT, game: Game | None = None) -> str:
    """The clause, and why: ``…: you hold a heart, so you must follow suit``."""
    sentence = fill(catalogue(locale, game), f"refused.{refused.refusal.value}", **refused.details)
    return f"{refused.clause}: {sentence}"
