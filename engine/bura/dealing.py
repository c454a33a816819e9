"""U-2.2: three cards each, one by one, and the turned card. Everything here is an act of chance."""

from functools import cache

from engine.actions import Action, Legal, TurnUp
from engine.bura.actions import PACK
from engine.bura.deal import TURNED, Deal, other
from engine.bura.playing import Deciding
from engine.dealer import CardsDue, Due, TurnUpDue
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import CHANCE, Seat
from engine.values import value


@cache
def dues(dealer: Seat) -> tuple[CardsDue, ...]:
    """The hands that are owed, in order. Cards go one at a time, so a hand is every second card."""
    return tuple(
        [CardsDue(seat, tuple(range(i, TURNED, 2))) for i, seat in enumerate((other(dealer), dealer))]
    )


@value
class Dealing:
    """``dealt`` of the hands are dealt."""

    dealt: int = 0

    def due(self, deal: Deal) -> Due:
        hands = dues(deal.dealer)
        return hands[self.dealt] if self.dealt < len(hands) else TurnUpDue(TURNED)

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != CHANCE:
            raise IllegalAction(Refusal.NOT_NOW, "U-2.2")
        due = self.due(deal)
        if isinstance(due, CardsDue):
            deal.give(action, due, "U-2.2")
            deal.enter(Dealing(self.dealt + 1))
        else:
            self._turn(deal, action)
        return ()

    def _turn(self, deal: Deal, action: Action) -> None:
        if not isinstance(action, TurnUp):
            raise IllegalAction(Refusal.NOT_DUE, "U-2.2", due=self.due(deal))
        bit = PACK.bit[action.card]
        if not bit & deal.stock:
            raise IllegalAction(Refusal.NOT_IN_STOCK, "U-2.2", card=action.card)
        deal.turn_up = bit
        deal.trumps = PACK.suit_of[bit]
        eldest = other(deal.dealer)
        deal.enter(Deciding(eldest), eldest)
