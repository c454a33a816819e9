"""Bouillotte's actions as record lines write them (contract §2); ``str`` of an action is the other way."""

from collections.abc import Mapping
from typing import Final

from engine.actions import Action
from engine.bouillotte.actions import (
    CALL,
    CARRE,
    DECLINE,
    DONE,
    FOLD,
    PASS,
    REFILL_NO,
    REFILL_YES,
    Open,
    Raise,
)
from engine.ledger import parse_amount

PLAIN: Final[Mapping[str, Action]] = {
    str(action): action for action in (CARRE, DECLINE, PASS, CALL, FOLD, DONE, REFILL_YES, REFILL_NO)
}


def parse(verb: str, rest: str) -> Action | None:
    """The action of a seat; None if Bouillotte has no such words.

    Raises BadAmount for what should be an amount and is not.
    """
    match verb:
        case "open":
            return Open(parse_amount(rest))
        case "raise":
            return Raise(parse_amount(rest))
        case _:
            return PLAIN.get(f"{verb} {rest}" if rest else verb)
