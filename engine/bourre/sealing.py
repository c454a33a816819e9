"""B-3.10: all decide in secret, and what they chose is shown when the last has chosen."""

from typing import Self

from engine.actions import Action, Legal
from engine.bourre.actions import STAY, Pass, Stay
from engine.bourre.deal import Deal
from engine.bourre.declaring import all_have_spoken
from engine.bourre.refusals import BourreRefusal
from engine.bourre.speaking import PASSED, STAYED, lay_aside, may_declare, second_antes
from engine.dealer import Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import Seat


class Sealing:
    """``chosen`` holds what the seats have committed; who has not is in ``deal.acting``. Never changes."""

    __slots__ = ("chosen",)

    def __init__(self, chosen: tuple[tuple[Seat, Action], ...] = ()) -> None:
        self.chosen = chosen

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return may_declare(deal, seat) if seat in deal.acting else ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if not isinstance(action, Stay | Pass):
            raise IllegalAction(Refusal.NOT_NOW, "B-3.10")
        if actor not in deal.acting:
            raise IllegalAction(BourreRefusal.SEALED_ALREADY, "B-3.10")
        if action not in may_declare(deal, actor):
            raise IllegalAction(BourreRefusal.DEALER_MUST_STAY, "B-3.5")
        chosen = (*self.chosen, (actor, action))
        deal.acting = tuple([seat for seat in deal.acting if seat != actor])
        if deal.acting:
            deal.phase = Sealing(chosen)
            return ()
        return reveal(deal, {seat for seat, choice in chosen if choice is STAY})

    def copy(self) -> Self:
        return self


def reveal(deal: Deal, staying: set[Seat]) -> tuple[Event, ...]:
    """If nobody stays the dealer takes the pot, and no second ante is asked of him (B-3.9)."""
    spoken = [(STAYED if seat in staying else PASSED)[seat][0] for seat in deal.order]
    antes = second_antes(deal, sorted(staying))
    deal.stayed = tuple([seat for seat in deal.order if seat in staying]) or (deal.dealer,)
    for seat in deal.order:
        if seat not in deal.stayed:
            lay_aside(deal, seat)
    all_have_spoken(deal)
    return (*spoken, *antes)
