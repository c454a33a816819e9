"""B-2.4: hands are dealt, then the dealer's last card is turned. Everything here is an act of chance."""

from typing import Self

from engine.actions import Action, DealCards, Legal, TurnUp
from engine.bourre.actions import PACK
from engine.bourre.deal import Deal
from engine.bourre.declaring import Declaring
from engine.cards import Card
from engine.dealer import CardsDue, Due, TurnUpDue
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import CHANCE, Seat


class Dealing:
    """``dealt`` hands are out, in dealing order; ``last`` is the card dealt last."""

    __slots__ = ("dealt", "last")

    def __init__(self, dealt: int = 0, last: Card | None = None) -> None:
        self.dealt = dealt
        self.last = last

    def to_act(self, deal: Deal) -> tuple[Seat, ...]:
        return ()

    def due(self, deal: Deal) -> Due:
        seats = len(deal.order)
        cards = seats * deal.rules.hand_size
        if self.dealt == seats:
            return TurnUpDue(cards - 1)
        return CardsDue(deal.order[self.dealt], tuple(range(self.dealt, cards, seats)))

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != CHANCE:
            raise IllegalAction(Refusal.NOT_NOW, "B-2.4")
        if self.dealt == len(deal.order):
            self._turn(deal, action)
        else:
            deal.give(action, self.due(deal), "B-2.4")
            self.dealt += 1
            assert isinstance(action, DealCards)
            self.last = action.cards[-1]
        return ()

    def _turn(self, deal: Deal, action: Action) -> None:
        if not isinstance(action, TurnUp) or action.card is not self.last:
            raise IllegalAction(Refusal.NOT_DUE, "B-2.4", due=f"turn {self.last}")
        deal.place = len(deal.order) * deal.rules.hand_size
        deal.turn_up = PACK.bit[action.card]
        deal.trumps = PACK.suit_of[deal.turn_up]
        deal.phase = Declaring()

    def copy(self) -> Self:
        return type(self)(self.dealt, self.last)
