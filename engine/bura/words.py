"""Bura's actions as record lines write them; ``str`` of an action is the other way."""

from engine.actions import Action
from engine.bura.actions import ANNOUNCE, CLAIM, PACK, WAIVE, Kind, Play
from engine.cards import BadCard, Card, parse_cards


def parse(verb: str, rest: str) -> Action | None:
    """The action of a seat; None if Bura has no such words.

    Raises BadCard for what should be cards of Bura's pack and is not.
    """
    match verb, bool(rest):
        case "waive", False:
            return WAIVE
        case "claim", False:
            return CLAIM
        case "announce", True if rest in Kind.__members__.values():
            return ANNOUNCE[Kind(rest)]
        case "play", True:
            return Play(_cards(rest))
        case _:
            return None


def _cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    for card in cards:
        if card not in PACK.bit:
            raise BadCard(str(card))
    return cards
