"""Bourré's actions as record lines write them (contract §2); ``str`` of an action is the other way."""

from engine.actions import Action
from engine.bourre.actions import ABANDON, CLAIM, EARLY, PACK, PASS, PLAY, RETRACT, STAY, Draw
from engine.cards import Card, parse_cards


def parse(verb: str, rest: str) -> Action | None:
    """The action of a seat; None if Bourré has no such words.

    Raises BadCard for what should be cards and is not.
    """
    match verb, bool(rest):
        case "stay", False:
            return STAY
        case "pass", False:
            return PASS
        case "draw", _:
            return Draw(parse_cards(rest))
        case "play", True:
            return PLAY[PACK.bit[Card.parse(rest)]]
        case "claim", False:
            return CLAIM
        case "retract", False:
            return RETRACT
        case "abandon", False:
            return ABANDON
        case "early", True:
            return EARLY.get(rest)
        case _:
            return None
