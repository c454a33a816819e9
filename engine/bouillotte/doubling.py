"""O-1.3, O-1.4: the ante, and the blind doubling before cards are dealt."""

from functools import cache
from typing import ClassVar, Final

from engine.actions import Action, Legal
from engine.bouillotte.actions import CARRE, DECLINE, Carre
from engine.bouillotte.deal import Deal, Phase
from engine.bouillotte.dealing import DEALING
from engine.bouillotte.events import Doubled
from engine.bouillotte.options import ANTE
from engine.bouillotte.refusals import BouillotteRefusal
from engine.bouillotte.settling import take
from engine.errors import IllegalAction
from engine.events import AntePaid, Event
from engine.ledger import amount
from engine.seats import Seat
from engine.values import value


@value
class Doubling(Phase):
    """The seats that have chips are asked, until one declines."""

    clause: ClassVar[str] = "O-1.4"
    left: tuple[Seat, ...]

    def offers(self, deal: Deal) -> tuple[Legal, ...]:
        enough = deal.accounts.caves[self.left[0]] >= deal.accounts.pot
        return (CARRE, DECLINE) if enough else (DECLINE,)

    def refusal(self, deal: Deal, action: Action) -> IllegalAction:
        if isinstance(action, Carre):
            pot = amount(deal.accounts.pot)
            return IllegalAction(BouillotteRefusal.CARRE_TOO_DEAR, self.clause, pot=pot)
        return Phase.refusal(self, deal, action)

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        seat = self.left[0]
        if not isinstance(action, Carre):
            deal.stances[seat] = "declined"
            deal.enter(DEALING[0])
            return ()
        units = deal.accounts.pot
        deal.accounts.pay(seat, units)
        deal.last_carre = seat
        deal.stances[seat] = "doubled"
        deal.enter(doubling(self.left[1:]) if self.left[1:] else DEALING[0])
        return (Doubled(seat, units),)


doubling: Final = cache(Doubling)


def ante(deal: Deal) -> tuple[Event, ...]:
    """The dealer antes. If all the others sit out, the pot is his (O-5.2)."""
    accounts = deal.accounts
    deal.live = tuple([seat for seat in deal.order if accounts.caves[seat]])
    accounts.pay(deal.dealer, ANTE)
    deal.played_for = accounts.pot
    paid = AntePaid(deal.dealer, ANTE)
    if len(deal.live) == 1:
        return (paid, *take(deal, deal.dealer))
    deal.enter(doubling(deal.able()))
    return (paid,)
