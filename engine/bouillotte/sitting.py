"""O-5: the series: caves, bonus accounts and the pot around the deals."""

from typing import Final, Self

from engine.actions import Action, End, Legal, NextDeal
from engine.bouillotte.actions import PACK
from engine.bouillotte.deal import Accounts, Deal, Void
from engine.bouillotte.events import CaveOpened
from engine.bouillotte.observing import observe
from engine.bouillotte.options import CAVE, SEATS, BouillotteRules
from engine.bouillotte.refilling import NOBODY_ASKED, open_deal
from engine.dealer import DealDue, Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event, Placed, PotShared, PotStood, RecordsStood, Voided, places
from engine.game import DealReport, Observation
from engine.seats import CHANCE, Seat

BETWEEN_DEALS: Final = (NextDeal, End)


class BouillotteSitting:
    """Amounts are in units. A seat's record is its cave."""

    __slots__ = ("_first", "_places", "accounts", "deal", "number", "rules")

    seats: Final = SEATS

    def __init__(self, rules: BouillotteRules, dealer: Seat) -> None:
        self.rules = rules
        self.accounts = Accounts(CAVE)
        self.number = 0
        self.deal: Deal | None = None
        self._first = dealer
        self._places: tuple[int, ...] | None = None

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.rules = self.rules
        new.accounts = self.accounts.copy()
        new.number = self.number
        new.deal = self.deal and self.deal.copy(new.accounts)
        new._first = self._first
        new._places = self._places
        return new

    @property
    def records(self) -> tuple[int, ...]:
        return tuple(self.accounts.caves)

    @property
    def pot(self) -> int:
        return self.accounts.pot

    @property
    def places(self) -> tuple[int, ...] | None:
        return self._places

    @property
    def results(self) -> tuple[int, ...]:
        """O-5.4; the share is in the cave by then."""
        accounts = self.accounts
        each = zip(accounts.caves, accounts.bonuses, accounts.refills, strict=True)
        return tuple([cave + bonus - CAVE - refills for cave, bonus, refills in each])

    @property
    def dealer(self) -> Seat:
        """Of the current or last deal; before the first, of that."""
        return self.deal.dealer if self.deal else self._first

    @property
    def next_dealer(self) -> Seat:
        """O-1.3: right of the last one; the first deal's was drawn by lot."""
        return (self.deal.dealer + 1) % SEATS if self.deal else self._first

    @property
    def cutter(self) -> Seat:
        """O-1.5: to the dealer's left."""
        return (self.next_dealer - 1) % SEATS

    def to_act(self) -> tuple[Seat, ...]:
        return self.deal.acting if self.deal is not None else ()

    def due(self) -> Due | None:
        deal = self.deal
        if deal is not None and not deal.phase.is_over:
            return deal.phase.due(deal)
        return None if self._places else DealDue(self.number + 1)

    def legal(self, seat: Seat) -> tuple[Legal, ...]:
        return self.deal.legal(seat) if self.deal is not None else ()

    def observe(self, seat: Seat | None) -> Observation:
        return observe(self, seat)

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor == CHANCE and isinstance(action, BETWEEN_DEALS):
            return self._go_on(action)
        deal = self.deal
        if deal is None:
            raise IllegalAction(Refusal.NOT_NOW, "O-1.3")
        events = deal.apply(actor, action)
        return (*events, *self._close()) if deal.phase.is_over else events

    def _go_on(self, action: NextDeal | End) -> tuple[Event, ...]:
        if self._places:
            raise IllegalAction(Refusal.OVER, "O-5.1")
        return self._begin(action) if isinstance(action, NextDeal) else self._end()

    def _begin(self, action: NextDeal) -> tuple[Event, ...]:
        if action.number != self.number + 1 or (self.deal and not self.deal.is_over):
            raise IllegalAction(Refusal.NOT_NOW, "O-1.3")
        opened = self._opened()
        self.accounts.put = [0] * SEATS
        self.deal = Deal(self.rules, self.next_dealer, self.accounts, NOBODY_ASKED)
        self.number += 1
        events = open_deal(self.deal)
        return (*opened, *events, *(self._close() if self.deal.is_over else ()))

    def _opened(self) -> tuple[Event, ...]:
        return () if self.number else tuple([CaveOpened(seat, CAVE) for seat in range(SEATS)])

    def _close(self) -> tuple[Event, ...]:
        return (*self._stand(), *(self._finish() if self.number == self.rules.deals else ()))

    def _stand(self) -> tuple[Event, ...]:
        return RecordsStood(self.records), PotStood(self.pot)

    def _finish(self) -> tuple[Event, ...]:
        """O-5.3, O-5.4."""
        shared = self._share() if self.pot else ()
        self._places = places(self.results)
        return (*shared, Placed(self._places))

    def _share(self) -> tuple[Event, ...]:
        each = self.pot // SEATS
        for seat in range(SEATS):
            self.accounts.win(seat, each)
        return (PotShared(each, SEATS), *self._stand())

    def _end(self) -> tuple[Event, ...]:
        """O-5.5: by agreement; inside a deal that deal is void."""
        voided = self._void(self.deal) if self.deal and not self.deal.is_over else ()
        return (*self._opened(), *voided, *self._stand(), *self._finish())

    def _void(self, deal: Deal) -> list[Event]:
        """What the seats put in goes back; a cave that was filled up stays filled."""
        put = [(seat, units) for seat, units in enumerate(self.accounts.put) if units]
        for seat, units in put:
            self.accounts.win(seat, units)
        deal.enter(Void())
        return [Voided(seat, units) for seat, units in put]

    def report(self) -> DealReport | None:
        deal = self.deal
        if deal is None:
            return None
        return DealReport(
            number=self.number,
            dealer=deal.dealer,
            turn_up=PACK.card[deal.turn_up] if deal.turn_up else None,
            pot=deal.played_for,
            tricks=None,
            complete=deal.is_over and not isinstance(deal.phase, Void),
        )
