"""What a seat can do in Knock, and how a record line writes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from engine.actions import Action
from engine.cards import BadCard, Card, Pack

PACK: Final = Pack("AKQJT9")
HAND_SIZE: Final = 3


class KnockRefusal(StrEnum):
    MUST_FOLLOW = "knock.must-follow"


@dataclass(frozen=True, slots=True)
class Lay(Action):
    verb: ClassVar[str] = "lay"
    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"

    def told(self) -> Mapping[str, object]:
        return {"cards": (self.card,)}


@dataclass(frozen=True, slots=True)
class Knock(Action):
    """K-3.3: give up this deal."""

    verb: ClassVar[str] = "knock"


KNOCK: Final = Knock()


def parse(verb: str, rest: str) -> Action | None:
    """Raises BadCard for what is no card of the pack."""
    if verb == "lay":
        card = Card.parse(rest)
        if card not in PACK.bit:
            raise BadCard(rest)
        return Lay(card)
    return KNOCK if (verb, rest) == ("knock", "") else None
