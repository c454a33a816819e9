"""B-2.4: hands are dealt, then the dealer's last card is turned. Everything here is an act of chance."""

from functools import cache
from typing import Self

from engine.actions import Action, Legal, TurnUp
from engine.bourre.actions import PACK
from engine.bourre.deal import ALONE, Deal
from engine.bourre.declaring import DECLARING
from engine.bourre.sealing import Sealing
from engine.cards import Card
from engine.dealer import CardsDue, Due, TurnUpDue
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import CHANCE, Seat, from_left


@cache
def dues(dealer: Seat, seats: int, hand_size: int) -> tuple[CardsDue | TurnUpDue, ...]:
    """What the dealer owes, in order. Cards go one at a time, so a hand is every ``seats``-th card."""
    cards = seats * hand_size
    hands = [CardsDue(seat, tuple(range(i, cards, seats))) for i, seat in enumerate(from_left(dealer, seats))]
    return (*hands, TurnUpDue(cards - 1))


class Dealing:
    """``dealt`` of the ``dues`` are met; ``last`` is the card dealt last."""

    __slots__ = ("dealt", "dues", "last")

    def __init__(self, dues: tuple[CardsDue | TurnUpDue, ...]) -> None:
        self.dues = dues
        self.dealt = 0
        self.last: Card | None = None

    def due(self, deal: Deal) -> Due:
        return self.dues[self.dealt]

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != CHANCE:
            raise IllegalAction(Refusal.NOT_NOW, "B-2.4")
        due = self.dues[self.dealt]
        if isinstance(due, CardsDue):
            self.last = deal.give(action, due.seat, len(due.places), "B-2.4")[-1]
            self.dealt += 1
        else:
            self._turn(deal, action, due.place + 1)
        return ()

    def _turn(self, deal: Deal, action: Action, dealt: int) -> None:
        if not isinstance(action, TurnUp) or action.card is not self.last:
            raise IllegalAction(Refusal.NOT_DUE, "B-2.4", due=f"turn {self.last}")
        deal.place = dealt
        deal.turn_up = PACK.bit[action.card]
        deal.trumps = PACK.suit_of[deal.turn_up]
        if deal.rules.is_sealed:
            deal.phase = Sealing()
            deal.acting = tuple(range(len(deal.order)))
        else:
            deal.phase = DECLARING[0]
            deal.acting = ALONE[deal.order[0]]

    def copy(self) -> Self:
        new = type(self)(self.dues)
        new.dealt = self.dealt
        new.last = self.last
        return new
