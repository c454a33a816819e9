"""O-5.2: a new cave for who has none left, and who deals where somebody would rather sit out."""

from typing import ClassVar, Final

from engine.actions import Action, Legal
from engine.bouillotte.actions import REFILL_NO, REFILL_YES, Refill
from engine.bouillotte.deal import Accounts, Deal, Phase
from engine.bouillotte.doubling import ante
from engine.bouillotte.events import CaveRefilled
from engine.bouillotte.options import CAVE, SEATS
from engine.bouillotte.refusals import BouillotteRefusal
from engine.errors import IllegalAction
from engine.events import Event
from engine.seats import Seat, from_left
from engine.values import value


@value
class Refilling(Phase):
    """The empty seats are asked, in order from the one whose deal it would be."""

    clause: ClassVar[str] = "O-5.2"
    left: tuple[Seat, ...]

    def offers(self, deal: Deal) -> tuple[Legal, ...]:
        return (REFILL_YES,) if self._must(deal) else (REFILL_YES, REFILL_NO)

    def _must(self, deal: Deal) -> bool:
        """Somebody has to deal, so the last of four without chips takes a cave."""
        return len(self.left) == 1 and not any(deal.accounts.caves)

    def refusal(self, deal: Deal, action: Action) -> IllegalAction:
        if isinstance(action, Refill):
            return IllegalAction(BouillotteRefusal.SOMEBODY_DEALS, self.clause)
        return Phase.refusal(self, deal, action)

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        seat = self.left[0]
        refilled: tuple[Event, ...] = ()
        if action == REFILL_YES:
            refilled = (refill(deal.accounts, seat, asked=True),)
        else:
            deal.stances[seat] = "out"
        if self.left[1:]:
            deal.enter(Refilling(self.left[1:]))
            return refilled
        return (*refilled, *begin(deal))


NOBODY_ASKED: Final = Refilling(())


def turns(first: Seat) -> tuple[Seat, ...]:
    """All seats once, beginning with ``first``."""
    return from_left((first - 1) % SEATS, SEATS)


def open_deal(deal: Deal) -> tuple[Event, ...]:
    """Refill the empty caves, or ask their owners; then the ante."""
    accounts = deal.accounts
    if all(accounts.caves):
        return ante(deal)
    empty = [seat for seat in turns(deal.dealer) if not accounts.caves[seat]]
    if not deal.rules.asks:
        return (*[refill(accounts, seat, asked=False) for seat in empty], *ante(deal))
    deal.enter(Refilling(tuple(empty)))
    return ()


def refill(accounts: Accounts, seat: Seat, *, asked: bool) -> Event:
    accounts.caves[seat] += CAVE
    accounts.refills[seat] += CAVE
    return CaveRefilled(seat, CAVE, asked)


def begin(deal: Deal) -> tuple[Event, ...]:
    """The first with chips deals, beginning with the seat whose deal it would be."""
    deal.seat_dealer(next(seat for seat in turns(deal.dealer) if deal.accounts.caves[seat]))
    return ante(deal)
