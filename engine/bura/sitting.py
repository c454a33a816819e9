"""U-2.1, U-5, U-6: the series: stakes, pots and records around the deals."""

from collections.abc import Iterable
from typing import Final, Self

from engine.actions import Action, End, Legal, NextDeal
from engine.bura.actions import PACK
from engine.bura.deal import Deal
from engine.bura.dealing import Dealing
from engine.bura.events import FalseClaimPaid, NoClaimPaid
from engine.bura.observing import observe
from engine.bura.options import LARGEST_POT, PLAYERS, STAKE, BuraRules
from engine.bura.over import ClaimedFalsely, Over, Void, Won
from engine.dealer import DealDue, Due
from engine.errors import IllegalAction, Refusal
from engine.events import (
    AntePaid,
    Event,
    Placed,
    PotStood,
    PotWon,
    RecordsStood,
    SittingOpened,
    Voided,
    places,
)
from engine.game import DealReport, Observation
from engine.seats import CHANCE, Seat

BOTH: Final = (0, 1)
BETWEEN_DEALS: Final = (NextDeal, End)


class BuraSitting:
    """Amounts are in units. ``paid`` is what each has put in since the pot was last won, by seat.

    ``dealer`` is the current or last deal's, ``next_dealer`` the coming one's; ``played_for`` is what lay in
    the pot when the current or last deal began.
    """

    __slots__ = (
        "_places",
        "_records",
        "deal",
        "dealer",
        "next_dealer",
        "number",
        "paid",
        "played_for",
        "pots_won",
        "rules",
        "seats",
    )

    def __init__(self, rules: BuraRules, dealer: Seat) -> None:
        self.rules = rules
        self.seats = PLAYERS
        self.dealer = dealer
        self.next_dealer = dealer
        self.number = 0
        self.deal: Deal | None = None
        self.paid = (0, 0)
        self.played_for = 0
        self.pots_won = 0
        self._records: tuple[int, ...] = (0, 0)
        self._places: tuple[int, ...] | None = None

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.rules = self.rules
        new.seats = self.seats
        new.dealer = self.dealer
        new.next_dealer = self.next_dealer
        new.number = self.number
        new.deal = self.deal and self.deal.copy()
        new.paid = self.paid
        new.played_for = self.played_for
        new.pots_won = self.pots_won
        new._records = self._records
        new._places = self._places
        return new

    @property
    def records(self) -> tuple[int, ...]:
        return self._records

    @property
    def pot(self) -> int:
        return sum(self.paid)

    @property
    def places(self) -> tuple[int, ...] | None:
        return self._places

    @property
    def cutter(self) -> Seat:
        """U-2.2: the non-dealer."""
        return 1 - self.next_dealer

    def to_act(self) -> tuple[Seat, ...]:
        return self.deal.acting if self.deal is not None else ()

    def due(self) -> Due | None:
        deal = self.deal
        if deal is not None and not isinstance(deal.phase, Over):
            return deal.phase.due(deal)
        return None if self._places else DealDue(self.number + 1)

    def legal(self, seat: Seat) -> tuple[Legal, ...]:
        deal = self.deal
        return deal.phase.legal(deal, seat) if deal is not None else ()

    def observe(self, seat: Seat | None) -> Observation:
        return observe(self, seat)

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor == CHANCE and isinstance(action, BETWEEN_DEALS):
            return self._go_on(action)
        deal = self.deal
        if deal is None:
            raise IllegalAction(Refusal.NOT_NOW, "U-2.2")
        events = deal.phase.apply(deal, actor, action)
        if isinstance(deal.phase, Over):
            return (*events, *self._close(deal.phase))
        return events

    def _go_on(self, action: NextDeal | End) -> tuple[Event, ...]:
        if self._places:
            raise IllegalAction(Refusal.OVER, "U-6.1")
        opened = () if self.number else (SittingOpened(self._records),)
        return (*opened, *(self._begin(action) if isinstance(action, NextDeal) else self._end()))

    def _begin(self, action: NextDeal) -> tuple[Event, ...]:
        if action.number != self.number + 1 or not (self.deal is None or isinstance(self.deal.phase, Over)):
            raise IllegalAction(Refusal.NOT_NOW, "U-5.6")
        self.dealer = self.next_dealer
        self.number += 1
        anted = () if self.pot else BOTH
        self._pay(anted, STAKE)
        self.played_for = self.pot
        self.deal = Deal(self.dealer, Dealing())
        return tuple([AntePaid(seat, STAKE) for seat in anted])

    def _pay(self, seats: Iterable[Seat], units: int) -> None:
        """Each of ``seats`` puts so much into the pot."""
        records, paid = list(self._records), list(self.paid)
        for seat in seats:
            records[seat] -= units
            paid[seat] += units
        self._records = tuple(records)
        self.paid = (paid[0], paid[1])

    def _close(self, ended: Over) -> tuple[Event, ...]:
        """U-5: the deal is over. The series is, too, if the last pot was won."""
        settled = self._settle(ended)
        if self.pots_won < self.rules.pots:
            return (*settled, *self._stand())
        self._places = places(self._records)
        return (*settled, *self._stand(), Placed(self._places))

    def _settle(self, ended: Over) -> tuple[Event, ...]:
        pot = self.pot
        match ended:
            case Won(seat):
                self.next_dealer = seat
                self._empty_pot(won_by=seat)
                self.pots_won += 1
                return (PotWon(seat, pot),)
            case ClaimedFalsely(seat):
                self.next_dealer = seat
                added = max(0, min(pot, LARGEST_POT - pot))
                self._pay((seat,), added)
                return (FalseClaimPaid(seat, added),)
            case _:  # U-5.5
                self._pay(BOTH, STAKE)
                return tuple([NoClaimPaid(seat, STAKE) for seat in BOTH])

    def _empty_pot(self, won_by: Seat) -> None:
        records = list(self._records)
        records[won_by] += self.pot
        self._records = tuple(records)
        self.paid = (0, 0)

    def _stand(self) -> tuple[Event, ...]:
        return RecordsStood(self._records), PotStood(self.pot)

    def _end(self) -> tuple[Event, ...]:
        """U-6.3: by agreement; what was put in since the pot was last won goes back."""
        deal = self.deal
        if deal is not None and not isinstance(deal.phase, Over):
            deal.enter(Void())
        paid = self.paid
        self._records = tuple([record + back for record, back in zip(self._records, paid, strict=True)])
        self.paid = (0, 0)
        self._places = places(self._records)
        voided = [Voided(seat, units) for seat, units in enumerate(paid) if units]
        return (*voided, *self._stand(), Placed(self._places))

    def report(self) -> DealReport | None:
        deal = self.deal
        if deal is None:
            return None
        return DealReport(
            number=self.number,
            dealer=self.dealer,
            turn_up=PACK.card[deal.turn_up] if deal.turn_up else None,
            pot=self.played_for,
            tricks=dict(enumerate(deal.taken)),
            complete=isinstance(deal.phase, Over) and not isinstance(deal.phase, Void),
        )
