"""What can go wrong, in families that are never mixed.

IllegalAction is the player's, BadRecord and BadRules a text's. A refusal is a code with details and a
clause of the canon; the words are found where people read them.
"""

from enum import StrEnum
from typing import Final

LONGEST_SHOWN: Final = 120
"""Letters that a fault shows of what it is about."""


def short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


class Refusal(StrEnum):
    """Why an action is refused, in every game. The value is the key of the message shown."""

    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"
    NOT_HELD = "not-held"
    NOT_DUE = "not-due"
    NOT_IN_STOCK = "not-in-stock"
    OVER = "over"


class IllegalAction(Exception):
    """The rules refuse this action; the state is unchanged.

    ``clause`` is the canon's: a letter for the game and numbers; ``details`` fill the message of ``refusal``.
    """

    def __init__(self, refusal: StrEnum, clause: str, **details: object) -> None:
        super().__init__(refusal, clause, details)
        self.refusal = refusal
        self.clause = clause
        self.details = details

    def __str__(self) -> str:
        told = ", ".join(f"{key} {value}" for key, value in self.details.items())
        return f"{self.clause}: {self.refusal.value}" + (f" ({told})" if told else "")


class BadRules(ValueError):
    """The options of a table are unknown, out of range, or impossible together. The text is the sentence.

    ``clause`` is where the canon tells of them, such as ``"X-1"``.
    """

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.clause = clause


class BadAmount(ValueError):
    """The text is not an amount."""
