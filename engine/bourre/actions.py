"""What a seat can do in Bourré. There is one Play per card, made once."""

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar, Final

from engine.actions import Action, Secret
from engine.cards import Card, Pack, run
from engine.values import value

PACK: Final = Pack("AKQJT98765432")


@value
class Stay(Secret):
    """Told by an event, or with the draw that follows at once: it may be sealed (B-3.10)."""

    verb: ClassVar[str] = "stay"


@value
class Pass(Secret):
    verb: ClassVar[str] = "pass"


@value
class Draw(Action):
    """Discard these cards and draw as many; none is to stand pat."""

    verb: ClassVar[str] = "draw"
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.verb} {run(self.cards)}".rstrip()

    def told(self) -> Mapping[str, object]:
        """How many cards, never which (B-3.12)."""
        return {"n": len(self.cards)}


@value
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


@value
class Claim(Action):
    """B-5.9: all the remaining tricks, by sure trumps alone."""

    verb: ClassVar[str] = "claim"


@value
class Early(Action):
    """B-8.5: a stay or pass announced before one's turn; ``word`` is what was said."""

    verb: ClassVar[str] = "early"
    word: str

    def __str__(self) -> str:
        return f"{self.verb} {self.word}"


@value
class Retract(Action):
    """B-8.2: take back the unlawful card just played."""

    verb: ClassVar[str] = "retract"
    takes_back: ClassVar[bool] = True


@value
class Abandon(Action):
    """B-8.6: give up the hand."""

    verb: ClassVar[str] = "abandon"


STAY: Final = Stay()
PASS: Final = Pass()
CLAIM: Final = Claim()
RETRACT: Final = Retract()
ABANDON: Final = Abandon()
EARLY: Final = {word: Early(word) for word in (Stay.verb, Pass.verb)}
PLAY: Final = {bit: Play(card) for bit, card in PACK.card.items()}
"""By the card's bit in PACK."""


def each_play(cards: int) -> tuple[Play, ...]:
    """A play of each card of a set, which is often a single one."""
    if cards in PLAY:
        return (PLAY[cards],)
    plays = []
    while cards:
        low = cards & -cards
        plays.append(PLAY[low])
        cards ^= low
    return tuple(plays)
