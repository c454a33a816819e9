"""What a seat can do in Bourré. There is one Play per card, made once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.actions import Action
from engine.cards import Card, Pack, run

PACK: Final = Pack("AKQJT98765432")


@dataclass(frozen=True, slots=True)
class Stay(Action):
    verb: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Discard these cards and draw as many; none is to stand pat."""

    verb: ClassVar[str] = "draw"
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.verb} {run(self.cards)}".rstrip()

    def told(self) -> Mapping[str, object]:
        """How many cards, never which (B-3.12)."""
        return {"n": len(self.cards)}


@dataclass(frozen=True, slots=True)
class Play(Action):
    verb: ClassVar[str] = "play"
    card: Card
    bit: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", PACK.bit[self.card])

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"

    def told(self) -> Mapping[str, object]:
        return {"cards": (self.card,)}


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """B-5.9: all the remaining tricks, by sure trumps alone."""

    verb: ClassVar[str] = "claim"


STAY: Final = Stay()
PASS: Final = Pass()
CLAIM: Final = Claim()
PLAY: Final = {bit: Play(card) for bit, card in PACK.card.items()}
"""By the card's bit in PACK."""


def each_play(cards: int) -> tuple[Play, ...]:
    """A play of each card of a set."""
    plays = []
    while cards:
        low = cards & -cards
        plays.append(PLAY[low])
        cards ^= low
    return tuple(plays)
