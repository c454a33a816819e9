"""The dealer's hands. A sitting says what is due; the dealer answers with an action of chance."""

from copy import copy
from typing import Self, assert_never

from engine.actions import Action, DealCards, NextDeal, Shuffle, TurnUp
from engine.cards import Card, Pack
from engine.seats import Seat, seat_name
from engine.shuffle import Stream
from engine.values import value


@value
class DealDue:
    """A new deal may begin."""

    number: int

    def __str__(self) -> str:
        return f"deal {self.number}"


@value
class CardsDue:
    """``seat`` gets the cards at ``places`` of the pile, counted from its top as it lay when shuffled."""

    seat: Seat
    places: tuple[int, ...]

    def __str__(self) -> str:
        return f"d deal {seat_name(self.seat)} and {len(self.places)} card(s)"


@value
class TurnUpDue:
    """The card at ``place`` is turned face up."""

    place: int

    def __str__(self) -> str:
        return "d turn and a card"


@value
class ShuffleDue:
    """``cards``, in the pack's order, become the new pile."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "d shuffle"


Due = DealDue | CardsDue | TurnUpDue | ShuffleDue


class Dealer:
    """Deals one deal from a stream. Holds the whole pile: never shown to anyone while the deal runs."""

    def __init__(self, pack: Pack, stream: Stream) -> None:
        self._stream = stream
        self._pile = stream.shuffled(pack.cards)

    def copy(self) -> Self:
        """To deal on from here without moving these hands."""
        other = copy(self)
        other._stream = self._stream.copy()  # the pile is only ever replaced
        return other

    def answer(self, due: Due) -> Action:
        match due:
            case CardsDue(seat, places):
                return DealCards(seat, tuple([self._pile[place] for place in places]))
            case TurnUpDue(place):
                return TurnUp(self._pile[place])
            case ShuffleDue(cards):
                self._pile = self._stream.shuffled(cards)
                return Shuffle()
            case DealDue(number):
                return NextDeal(number)
            case _:
                assert_never(due)
