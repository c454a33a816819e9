"""The games' rule books, cut into topics and clauses."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot import limits
from engine.game import Game, games

CLAUSE: Final = r"[A-Z]-[0-9]{1,2}(?:\.[0-9]{1,2})?"
_BEGINS: Final = re.compile(rf"^\*\*({CLAUSE})\*\* ", re.MULTILINE)
_TYPED: Final = re.compile(r"([A-Za-z])[- ]?([0-9]{1,2}(?:\.[0-9]{1,2})?)\.?")
_BEGUN: Final = re.compile(r"([A-Za-z])(?:-|[- ]?(?=[0-9]))([0-9.]*)")
_WRAP: Final = re.compile(r"(?<!\n)\n(?!\n|[-*] |[0-9]+\. ) *")
"""Where a line of a book goes on in the next one. Discord would break it there, on a phone too."""
SEPARATOR: Final = " · "
"""Between a game's title and a heading."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A topic whole, or a clause, quoted, between its neighbours."""

    game: Game
    heading: str
    text: str


@cache
def topics(game: Game) -> Mapping[str, str]:
    """Heading → passage, in the book's order."""
    book = _WRAP.sub(" ", (game.folder / "rules.md").read_text("utf-8"))
    _, *sections = re.split(r"^## +", book, flags=re.MULTILINE)
    cut = (section.partition("\n") for section in sections)
    return {heading.strip(): passage.strip() for heading, _, passage in cut}


@cache
def clauses(game: Game) -> Mapping[str, Passage]:
    """By ``X-4.3``, in the book's order; a section whole by ``X-4``."""
    found: dict[str, Passage] = {}
    for heading, text in topics(game).items():
        if number := re.match(rf"{CLAUSE}(?= )", heading):
            found[number[0]] = Passage(game, heading, text)
        stated = _stated(text)
        for at, clause in enumerate(stated):
            found[clause] = Passage(game, heading, _among(list(stated.values()), at))
    return found


def _stated(text: str) -> dict[str, str]:
    """The clauses of a section, each with what follows it up to the next."""
    begins = [*_BEGINS.finditer(text)]
    ends = [*(match.start() for match in begins), len(text)][1:]
    return {match[1]: text[match.start() : end].strip() for match, end in zip(begins, ends, strict=True)}


def _among(stated: Sequence[str], at: int) -> str:
    quoted = "\n".join(f"> {line}" for line in stated[at].splitlines())
    return "\n\n".join([*stated[max(at - 1, 0) : at], quoted, *stated[at + 1 : at + 2]])


def clause(wanted: str) -> Passage | None:
    """The clause of this number in whichever book states it; no two books share a letter."""
    return next((found[wanted] for game in games().values() if wanted in (found := clauses(game))), None)


def find(books: Sequence[Game], wanted: str) -> Passage | None:
    """The clause or topic asked for, else one that holds the words; in the first of the books that has it.

    ``Title · Heading`` names the book as well.
    """
    for game in books:
        title, named, heading = wanted.partition(SEPARATOR)
        if named and title.lower() == game.title.lower():
            return find([game], heading)
    if typed := _TYPED.fullmatch(wanted.strip()):
        number = f"{typed[1].upper()}-{typed[2]}"
        return next((clauses(game)[number] for game in books if number in clauses(game)), None)
    return next((found for game in books for found in _holding(game, wanted.strip().lower())), None)


def _holding(game: Game, words: str) -> Iterator[Passage]:
    """What has these words as its heading, then in its heading, then in its text."""
    passages = [Passage(game, heading, text) for heading, text in topics(game).items()]
    yield from (each for each in passages if each.heading.lower() == words)
    yield from (each for each in passages if words in each.heading.lower())
    yield from (each for each in passages if words in each.text.lower())


def offered(books: Sequence[Game], typed: str) -> list[tuple[str, str]]:
    """Topics, and clauses once one is begun (``B-``), as a choice's name and value.

    Those of the first book go by their headings, the others' under their game's title too.
    """
    first, *others = books
    headings = [
        *topics(first),
        *(f"{game.title}{SEPARATOR}{each}" for game in others for each in topics(game)),
    ]
    fitting = [(heading, heading) for heading in headings if typed.lower() in heading.lower()]
    if begun := _BEGUN.fullmatch(typed.strip()):
        number = f"{begun[1].upper()}-{begun[2]}"
        fitting += [each for game in books for each in _numbered(game, number)]
    return [(name[: limits.CHOICE], value[: limits.CHOICE]) for name, value in fitting]


def _numbered(game: Game, begun: str) -> Iterator[tuple[str, str]]:
    """The clauses whose number begins so, each with how its text does."""
    for text in topics(game).values():
        for number, stated in _stated(text).items():
            if number.startswith(begun):
                yield " ".join(re.sub(r"[*`]", "", stated).split()), number
