"""What a seat can do in Bura, and the cards it does it with."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import ClassVar, Final

from engine.actions import Action
from engine.cards import Card, Pack, run
from engine.values import value

PACK: Final = Pack("ATKQJ9876")
HAND_SIZE: Final = 3
WORTH: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""U-1.1: points by rank; the others have none."""

BEATS: Final = PACK.beaters()
"""U-1.2."""

_POINTS: Final = {bit: WORTH[card.rank] for bit, card in PACK.card.items() if card.rank in WORTH}
_COURT: Final = sum(_POINTS)


def points(cards: int) -> int:
    """What a set of PACK is worth."""
    return sum([_POINTS[bit] for bit in PACK.bits(cards & _COURT)])


class Kind(StrEnum):
    """U-4.1: the special hands, weakest first. The value is the record's word."""

    MOLODKA = "molodka"
    ACES = "aces"
    BURA = "bura"


@value
class Waive(Action):
    verb: ClassVar[str] = "waive"
    fleeting: ClassVar[bool] = True


@value
class Claim(Action):
    """U-5.1: "I have 31 or more in my tricks"."""

    verb: ClassVar[str] = "claim"


@value
class Announce(Action):
    """U-4.1: the hand is of this kind, and is shown."""

    verb: ClassVar[str] = "announce"
    kind: Kind

    def __str__(self) -> str:
        return f"{self.verb} {self.kind}"

    def told(self) -> Mapping[str, object]:
        return {"kind": self.kind}


@value
class Play(Action):
    """Cards led, or an answer. In what order they are laid makes no difference; a record keeps it."""

    verb: ClassVar[str] = "play"
    cards: tuple[Card, ...] = field(compare=False)
    mask: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", PACK.mask(self.cards))

    def __str__(self) -> str:
        return f"{self.verb} {run(self.cards)}"

    def told(self) -> Mapping[str, object]:
        return {"cards": self.cards}


WAIVE: Final = Waive()
CLAIM: Final = Claim()
ANNOUNCE: Final = {kind: Announce(kind) for kind in Kind}
