"""Actions: what a seat chooses, and what the dealer's hands do. ``str`` gives the record's words."""

from collections.abc import Mapping
from typing import ClassVar

from engine.cards import Card, run
from engine.seats import Seat, seat_name
from engine.values import value


class Action:
    """A choice or an act of chance; ``verb`` is the first word of its record line after the actor."""

    __slots__ = ()
    verb: ClassVar[str]
    takes_back: ClassVar[bool] = False
    """Does it take back the cards that the seat laid last?"""
    fleeting: ClassVar[bool] = False
    """Is there nothing to tell of it any more once cards are laid?"""

    def __str__(self) -> str:
        return self.verb

    def told(self) -> Mapping[str, object] | None:
        """What everybody at the table learns of it, as values for the sentence ``told.<verb>``.

        None: nothing.
        """
        return {}


def laid(legal: "Action | Span") -> tuple[Card, ...]:
    """The cards that an action lays on the table; none if it is of another kind."""
    told = legal.told() if isinstance(legal, Action) else None
    cards = told.get("cards", ()) if told else ()
    assert isinstance(cards, tuple)
    return cards


class Secret(Action):
    """An act of which the table learns nothing but what its events say."""

    __slots__ = ()

    def told(self) -> None:
        return None


@value
class Span:
    """A family of legal actions: ``verb`` with any number (of cards, of chips) from ``low`` to ``high``."""

    verb: str
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.verb} {self.low}-{self.high}"


Legal = Action | Span


@value
class NextDeal(Action):
    """A new deal begins. Its line is ``deal N``, without an actor."""

    verb: ClassVar[str] = "next-deal"
    number: int

    def __str__(self) -> str:
        return f"deal {self.number}"

    def told(self) -> Mapping[str, object]:
        return {"number": self.number}


@value
class DealCards(Secret):
    verb: ClassVar[str] = "deal"
    seat: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {seat_name(self.seat)} {run(self.cards)}"


@value
class TurnUp(Action):
    verb: ClassVar[str] = "turn"
    card: Card

    def __str__(self) -> str:
        return f"turn {self.card}"

    def told(self) -> Mapping[str, object]:
        return {"card": self.card}


@value
class Shuffle(Action):
    """What lies thrown away became the stock."""

    verb: ClassVar[str] = "shuffle"


@value
class End(Action):
    """The players agreed to stop."""

    verb: ClassVar[str] = "end"
