"""B-2, B-6, B-7, B-9: the series: antes, pots and records around the deals."""

from collections.abc import Iterable
from typing import Final, Self

from engine.actions import Action, End, Legal, NextDeal
from engine.bourre.actions import PACK
from engine.bourre.deal import Deal, Over, Void
from engine.bourre.dealing import Dealing, dues
from engine.bourre.events import Bourred, DealMissed, Reneged, SecondAntePaid, Skipped
from engine.bourre.faults import NOBODY
from engine.bourre.honour import only_by_honour
from engine.bourre.observing import observe
from engine.bourre.options import BourreRules
from engine.bourre.settle import antes_of, settle
from engine.bourre.turns import less, more, next_turn
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
    """Amounts are in units. ``played_for`` is the P of the current or last deal, ``anted`` what went into it.

    ``lost`` are each seat's turns to deal that are lost and not used up yet.
    """

    __slots__ = (
        "_places",
        "_records",
        "anted",
        "deal",
        "dealer",
        "exempt",
        "lost",
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
        self.exempt = NOBODY
        self.anted: tuple[AntePaid, ...] = ()
        self.lost = (0,) * seats
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
        new.lost = self.lost
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
    def cutter(self) -> Seat:
        """B-2.4: to the next dealer's right."""
        dealer, _ = self._next_dealer()
        return (dealer - 1) % self.seats

    def _next_dealer(self) -> tuple[Seat, tuple[Seat, ...]]:
        """And who is skipped. The first deal's dealer was drawn by lot."""
        return next_turn(self.dealer, self.lost) if self.number else (self.dealer, ())

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
        try:
            events = deal.phase.apply(deal, actor, action)
        except IllegalAction as refused:
            raise only_by_honour(self.rules, action) or refused from None
        if events and self.rules.books_in_deals:
            self._book(events)
        if deal.acting or not isinstance(deal.phase, Over):
            return events
        return (*events, *self._close(deal, deal.phase))

    def _go_on(self, action: NextDeal | End) -> tuple[Event, ...]:
        if self._places:
            raise IllegalAction(Refusal.OVER, "B-9.2")
        return self._begin(action) if isinstance(action, NextDeal) else self._end()

    def _begin(self, action: NextDeal) -> tuple[Event, ...]:
        if action.number != self.number + 1 or not (self.deal is None or isinstance(self.deal.phase, Over)):
            raise IllegalAction(Refusal.NOT_NOW, "B-2.5")
        opened = self._opened()
        self.dealer, skipped = self._next_dealer()
        if skipped:
            self.lost = less(self.lost, skipped)
        self.number += 1
        self.anted = self._antes()
        self._collect(self.anted)
        self.played_for = self.pot
        owed = dues(self.dealer, self.seats, self.rules.hand_size)
        self.deal = Deal(self.rules, self.seats, self.dealer, Dealing(owed))
        return (*opened, *[Skipped(seat) for seat in skipped], *self.anted)

    def _antes(self) -> tuple[AntePaid, ...]:
        """B-2.2, B-2.3, B-7; with a second ante everyone owes the first (B-3.9)."""
        exempt = NOBODY if self.rules.second_ante else self.exempt
        antes = antes_of(self.seats, exempt, self.rules.ante)
        if self.rules.ante_by == "each" or not antes:
            return antes
        return (AntePaid(self.dealer, self.rules.ante * len(antes)),)

    def _collect(self, antes: Iterable[AntePaid]) -> None:
        records, pot = list(self._records), self.pot
        for ante in antes:
            records[ante.seat] -= ante.units
            pot += ante.units
        self._records, self.pot = tuple(records), pot

    def _opened(self) -> tuple[Event, ...]:
        return () if self.number else (SittingOpened(self._records),)

    def _pay(self, seats: Iterable[Seat], units: int) -> None:
        """Each of ``seats`` pays the pot so much; less than 0 is taken out."""
        records = list(self._records)
        for seat in seats:
            records[seat] -= units
            self.pot += units
        self._records = tuple(records)

    def _book(self, events: Iterable[Event]) -> None:
        """What the deal's events mean around it: second antes, and turns to deal that are lost."""
        for event in events:
            if isinstance(event, SecondAntePaid):
                self._collect((event,))
                self.played_for += event.units
                self.anted = (*self.anted, event)
            elif isinstance(event, DealMissed):
                self.lost = more(self.lost, event.seat)

    def _close(self, deal: Deal, over: Over) -> tuple[Event, ...]:
        """B-6: the deal is over. After the last one the pot is shared out."""
        pot = self.played_for
        winner, bourred, reneged, fine, self.exempt = settle(
            self.rules, pot, deal.stayed, deal.taken, over.faults
        )
        if winner is not None:
            self._pay((winner,), -pot)
        self._pay((*bourred, *reneged), fine)
        return (
            PotCarried(pot) if winner is None else PotWon(winner, pot),
            *[Bourred(seat, fine) for seat in bourred],
            *[Reneged(seat, fine) for seat in reneged],
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
        paid = [0] * self.seats
        for ante in self.anted:
            paid[ante.seat] += ante.units
        voided = [Voided(seat, units) for seat, units in enumerate(paid) if units]
        for back in voided:
            self._pay((back.seat,), -back.units)
        deal.end(Void())
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
