"""Words for people: sentences by key, from ``*.toml`` files, one file a language.

A catalogue is the union of several files: the engine's, each game's, and what the caller adds. Sentences are
whole; ``{n}`` picks the form ``key.zero``, ``key.one`` or ``key.other``.
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


@cache
def catalogue(locale: str = DEFAULT) -> Mapping[str, str]:
    """The engine's sentences and every game's."""
    words: dict[str, str] = {}
    for folder in (HERE, *(game.folder for game in games().values())):
        words |= load(folder / f"words.{locale}.toml")
    return words


def readable(value: object) -> object:
    """A value as it stands in a sentence: cards and suits by their symbols."""
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
    """The clause behind an event, by its key: ``win`` is ``B-6.1``. Empty if no clause is named for it."""
    return _clauses(game.folder).get(key, "")


@cache
def _clauses(folder: Path) -> Mapping[str, str]:
    words = load(folder / f"words.{DEFAULT}.toml")
    return {key.removeprefix("clause."): text for key, text in words.items() if key.startswith("clause.")}


def refusal_words(refused: IllegalAction, locale: str = DEFAULT) -> str:
    """``B-4.3: you hold a heart …``"""
    sentence = fill(catalogue(locale), f"refused.{refused.refusal.value}", **refused.details)
    return f"{refused.clause}: {sentence}"
