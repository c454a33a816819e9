"""The games' rule books, cut into topics."""

import re
from collections.abc import Mapping
from functools import cache

from engine.game import Game


@cache
def topics(game: Game) -> Mapping[str, str]:
    """Heading → passage, in the book's order."""
    book = (game.folder / "rules.md").read_text("utf-8")
    _, *sections = re.split(r"^## +", book, flags=re.MULTILINE)
    cut = (section.partition("\n") for section in sections)
    return {heading.strip(): passage.strip() for heading, _, passage in cut}


def find(game: Game, wanted: str) -> tuple[str, str] | None:
    """The topic of this name; else the one whose passage states the clause or holds the words asked for."""
    wanted = wanted.strip().lower()
    book = topics(game)
    for heading, passage in book.items():
        if heading.lower() == wanted:
            return heading, passage
    for heading, passage in book.items():
        if wanted in heading.lower():
            return heading, passage
    for heading, passage in book.items():
        if wanted in passage.lower():
            return heading, passage
    return None
