"""B-2, B-6, B-7, B-9: the series: antes, pots and records around the deals."""

from collections.abc import Iterable
from typing import Final, Self

from engine.actions import Action, End, Legal, NextDeal
from engine.bourre.actions import PACK
from engine.bourre.deal import Deal, Over, Void
from engine.bourre.dealing import Dealing, dues
from engine.bourre.events import Bourred
from engine.bourre.observing import observe
from engine.bourre.options import BourreRules
from engine.bourre.settle import settle
from engine.dealer import DealDue, Due
from engine.errors import IllegalAction, Refusal
from engine.events import (
    AntePaid,
    Event,
    Placed,
    PotCarried,
    PotShared,
    PotStood,
    PotWon,
    RecordsStood,
    SittingOpened,
    Voided,
    places,
)
from engine.game import DealReport, Observation
from engine.seats import CHANCE, Seat

BETWEEN_DEALS: Final = (NextDeal, End)


class BourreSitting:
    """Amounts are in units. ``played_for`` is the P of the current or last deal; ``anted`` anted in it."""

    __slots__ = (
        "_antes",
        "_places",
        "_records",
        "anted",
        "deal",
        "dealer",
        "exempt",
        "number",
        "played_for",
        "pot",
        "rules",
        "seats"
    )  # fmt: skip

    def __init__(self, rules: BourreRules, seats: int, dealer: Seat) -> None:
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        """Of the current deal; between deals, of the next."""
        self.number = 0
        self.deal: Deal | None = None
        self.pot = 0
        self.played_for = 0
        self.exempt: frozenset[Seat] = frozenset()
        self.anted: tuple[Seat, ...] = ()
        self._antes = tuple(AntePaid(seat, rules.ante) for seat in range(seats))
        self._records = (rules.start,) * seats
        self._places: tuple[int, ...] | None = None

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.rules = self.rules
        new.seats = self.seats
        new.dealer = self.dealer
        new.number = self.number
        new.deal = self.deal and self.deal.copy()
        new.pot = self.pot
        new.played_for = self.played_for
        new.exempt = self.exempt
        new.anted = self.anted
        new._antes = self._antes
        new._records = self._records
        new._places = self._places
        return new

    @property
    def records(self) -> tuple[int, ...]:
        return self._records

    @property
    def places(self) -> tuple[int, ...] | None:
        return self._places

    @property
    def next_dealer(self) -> Seat:
        """B-2.5: left of the last one; the first deal's was drawn by lot."""
        return (self.dealer + 1) % self.seats if self.number else self.dealer

    @property
    def cutter(self) -> Seat:
        """B-2.4: to the dealer's right."""
        return (self.next_dealer - 1) % self.seats

    def to_act(self) -> tuple[Seat, ...]:
        deal = self.deal
        return deal.acting if deal is not None else ()

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
            raise IllegalAction(Refusal.NOT_NOW, "B-2.4")
        events = deal.phase.apply(deal, actor, action)
        if deal.acting or not isinstance(deal.phase, Over):
            return events
        return (*events, *self._close(deal))

    def _go_on(self, action: NextDeal | End) -> tuple[Event, ...]:
        if self._places:
            raise IllegalAction(Refusal.OVER, "B-9.2")
        return self._begin(action) if isinstance(action, NextDeal) else self._end()

    def _begin(self, action: NextDeal) -> tuple[Event, ...]:
        if action.number != self.number + 1 or not (self.deal is None or isinstance(self.deal.phase, Over)):
            raise IllegalAction(Refusal.NOT_NOW, "B-2.5")
        opened = self._opened()
        self.dealer = self.next_dealer
        self.number += 1
        anted = tuple([seat for seat in range(self.seats) if seat not in self.exempt])
        self.anted = anted
        self._pay(anted, self.rules.ante)
        self.played_for = self.pot
        owed = dues(self.dealer, self.seats, self.rules.hand_size)
        self.deal = Deal(self.rules, self.seats, self.dealer, Dealing(owed))
        return (*opened, *[self._antes[seat] for seat in anted])

    def _opened(self) -> tuple[Event, ...]:
        return () if self.number else (SittingOpened(self._records),)

    def _pay(self, seats: Iterable[Seat], units: int) -> None:
        """Each of ``seats`` pays the pot so much; less than 0 is taken out."""
        records = list(self._records)
        for seat in seats:
            records[seat] -= units
            self.pot += units
        self._records = tuple(records)

    def _close(self, deal: Deal) -> tuple[Event, ...]:
        """B-6: the deal is over. After the last one the pot is shared out."""
        pot = self.played_for
        winner, bourred, fine, self.exempt = settle(self.rules, pot, deal.stayed, deal.taken)
        if winner is not None:
            self._pay((winner,), -pot)
        self._pay(bourred, fine)
        return (
            PotCarried(pot) if winner is None else PotWon(winner, pot),
            *[Bourred(seat, fine) for seat in bourred],
            *self._stand(),
            *(self._share() if self.number == self.rules.deals else ()),
        )

    def _stand(self) -> tuple[Event, ...]:
        return RecordsStood(self._records), PotStood(self.pot)

    def _share(self) -> tuple[Event, ...]:
        """B-9.2, B-9.3."""
        each = self.pot // self.seats
        self._pay(range(self.seats), -each)
        self._places = places(self._records)
        return (PotShared(each, self.seats), *self._stand(), Placed(self._places))

    def _end(self) -> tuple[Event, ...]:
        """B-9.4: by agreement; inside a deal that deal is void."""
        deal = self.deal
        if deal is None or isinstance(deal.phase, Over):
            return (*self._opened(), *self._share())
        ante = self.rules.ante
        self._pay(self.anted, -ante)
        deal.end(Void())
        voided = [Voided(seat, ante) for seat in self.anted]
        return (*voided, *self._stand(), *self._share())

    def report(self) -> DealReport | None:
        deal = self.deal
        if deal is None:
            return None
        return DealReport(
            number=self.number,
            dealer=self.dealer,
            turn_up=PACK.card[deal.turn_up] if deal.turn_up else None,
            pot=self.played_for,
            tricks={seat: deal.taken[seat] for seat in sorted(deal.stayed)},
            complete=type(deal.phase) is Over,
        )
