"""A panel that shows a hand to its owner alone: what it lets him do, in the words of a record."""

import re
from collections.abc import Iterator
from typing import Any, Final

from tests.sandbox.reading import components_of

Json = dict[str, Any]

EPHEMERAL: Final = 64
GREY: Final = 2
ACT: Final = re.compile(r"act:\d+:\d+:(?P<verb>[a-z-]+)(?::(?P<argument>\w+))?")
PICK: Final = re.compile(r"pick:\d+:\d+:(?P<verb>[a-z-]+)")
ASK: Final = re.compile(r"ask:\d+:\d+:(?P<verb>[a-z-]+):(?P<low>\d+):(?P<high>\d+)")


def is_panel(message: Json) -> bool:
    """Whether it shows a hand to its owner alone."""
    ids = (c.get("custom_id", "") for c in components_of(message))
    return bool(message["flags"] & EPHEMERAL) and any(re.fullmatch(r"table:\d+:hand", id) for id in ids)


def hand_of(panel: Json) -> str:
    """The line that shows the cards held; what lies on the table stands elsewhere in a panel."""
    (embed,) = panel["embeds"]
    return next((line for line in embed["description"].split("\n") if line.startswith("**")), "")


def _match(pattern: re.Pattern[str], component: Json) -> re.Match[str] | None:
    return None if component.get("disabled") else pattern.fullmatch(component.get("custom_id", ""))


def _words(component: Json) -> str | None:
    found = _match(ACT, component)
    return f"{found['verb']} {found['argument'] or ''}".rstrip() if found else None


def component_for(panel: Json, words: str) -> Json:
    """The button that says it; else the list of its verb, or the button of the form."""
    for component in components_of(panel):
        if _words(component) == words:
            return component
    verb = words.partition(" ")[0]
    asking = [(_match(PICK, c) or _match(ASK, c), c) for c in components_of(panel)]
    return next(component for found, component in asking if found and found["verb"] == verb)


def values_of(panel: Json, used: str) -> list[str]:
    """Of the list with this id."""
    listed = next(c for c in components_of(panel) if c.get("custom_id") == used)
    return [option["value"] for option in listed["options"]]


def ids_of(message: Json) -> set[str]:
    return {component.get("custom_id", "") for component in components_of(message)}


def choices_of(panel: Json) -> Iterator[str]:
    for component in components_of(panel):
        if words := _words(component):
            yield words
        elif found := _match(PICK, component):
            yield from (f"{found['verb']} {option['value']}" for option in component["options"])
        elif found := _match(ASK, component):
            yield f"{found['verb']} {found['low']}-{found['high']}"


def two_by_two(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def unlawful(panel: Json) -> list[str]:
    """The cards that can be played though the panel does not let them stand out."""
    return [
        words
        for component in components_of(panel)
        if (words := _words(component)) and words.startswith("play ") and component["style"] == GREY
    ]
