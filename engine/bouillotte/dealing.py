"""O-1.5: hands of three, then the retourné. Everything here is an act of chance."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final

from engine.actions import Action, DealCards, TurnUp
from engine.bouillotte.actions import PACK
from engine.bouillotte.betting import begin_betting
from engine.bouillotte.deal import Deal, Phase
from engine.bouillotte.options import SEATS
from engine.cards import Card
from engine.dealer import CardsDue, TurnUpDue
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import Seat, from_left
from engine.values import value

HAND: Final = 3
CLAUSE: Final = "O-1.5"


@cache
def dues(dealer: Seat) -> tuple[CardsDue | TurnUpDue, ...]:
    """What is owed, in order. Cards go one by one, so a hand is every fourth card of the pile."""
    hands = [
        CardsDue(seat, tuple(range(i, HAND * SEATS, SEATS)))
        for i, seat in enumerate(from_left(dealer, SEATS))
    ]
    return (*hands, TurnUpDue(HAND * SEATS))


@value
class Dealing(Phase):
    """``dealt`` hands are dealt."""

    clause: ClassVar[str] = CLAUSE
    left: tuple[Seat, ...] = ()
    dealt: int = 0

    def due(self, deal: Deal) -> CardsDue | TurnUpDue:
        return dues(deal.dealer)[self.dealt]

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        due = self.due(deal)
        if isinstance(due, CardsDue):
            if not isinstance(action, DealCards) or action.seat != due.seat or len(action.cards) != HAND:
                raise IllegalAction(Refusal.NOT_DUE, CLAUSE, due=due)
            deal.hands[due.seat] = draw(deal, action.cards)
            deal.enter(DEALING[self.dealt + 1])
            return ()
        if not isinstance(action, TurnUp):
            raise IllegalAction(Refusal.NOT_DUE, CLAUSE, due=due)
        deal.turn_up = draw(deal, (action.card,))
        return begin_betting(deal)


DEALING: Final = tuple([Dealing(dealt=dealt) for dealt in range(SEATS + 1)])


def draw(deal: Deal, cards: Sequence[Card]) -> int:
    """Take cards from the stock."""
    stock = deal.stock
    for card in cards:
        bit = PACK.bit.get(card, 0)
        if not bit & stock:
            raise IllegalAction(Refusal.NOT_IN_STOCK, CLAUSE, card=card)
        stock ^= bit
    drawn = deal.stock ^ stock
    deal.stock = stock
    return drawn
