"""A sitting of Knock: three cards each, one trick, and the pot."""

from copy import copy
from dataclasses import dataclass, replace
from typing import Self

from engine.actions import Action, DealCards, End, Legal, NextDeal
from engine.cards import Card
from engine.dealer import CardsDue, DealDue, Due
from engine.errors import IllegalAction, Refusal
from engine.events import (
    AntePaid,
    Event,
    Placed,
    PotStood,
    PotWon,
    RecordsStood,
    SittingOpened,
    TrickTaken,
    Voided,
    places,
)
from engine.game import DealReport, Observation, SeatView
from engine.ledger import UNITS
from engine.seats import CHANCE, Seat, from_left, seat_name
from tiny.actions import HAND_SIZE, KNOCK, PACK, KnockRefusal, Lay
from tiny.options import KnockRules

ANTE = UNITS


@dataclass(frozen=True, slots=True)
class Deal:
    """``hands`` are by seat; None is not dealt yet. ``over`` without a ``winner`` is void."""

    dealer: Seat
    hands: tuple[tuple[Card, ...] | None, ...]
    trick: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    out: frozenset[Seat] = frozenset()
    winner: Seat | None = None
    over: bool = False

    @property
    def order(self) -> tuple[Seat, ...]:
        return tuple(from_left(self.dealer, len(self.hands)))

    @property
    def turn(self) -> Seat | None:
        """Nobody's while cards are due, or when the deal is over."""
        if self.over or None in self.hands:
            return None
        laid = {seat for seat, _ in self.trick}
        return next((seat for seat in self.order if seat not in laid | self.out), None)

    def lays(self, seat: Seat) -> tuple[Lay, ...]:
        """K-3.1, K-3.2."""
        hand = self.hands[seat] or ()
        led = self.trick[0][1][0].suit if self.trick else None
        return tuple(Lay(card) for card in hand if card.suit is led) or tuple(map(Lay, hand))

    def holding(self, seat: Seat, cards: tuple[Card, ...]) -> "Deal":
        return replace(self, hands=(*self.hands[:seat], cards, *self.hands[seat + 1 :]))

    def after(self, seat: Seat, action: Action) -> "Deal":
        if not isinstance(action, Lay):
            return replace(self.holding(seat, ()), out=self.out | {seat})
        left = tuple(card for card in self.hands[seat] or () if card is not action.card)
        return replace(self.holding(seat, left), trick=(*self.trick, (seat, (action.card,))))

    def best(self) -> Seat:
        """K-4.1: who has laid the highest card of the suit led, or is left alone."""
        left = [seat for seat in self.order if seat not in self.out]
        if len(left) == 1:
            return left[0]
        led = self.trick[0][1][0].suit
        followed = [(PACK.bit[card], seat) for seat, (card,) in self.trick if card.suit is led]
        return max(followed)[1]


class KnockSitting:
    """Amounts are in units. All that changes is replaced, so a shallow copy is a copy."""

    def __init__(self, rules: KnockRules, seats: int, dealer: Seat) -> None:
        self.rules = rules
        self.seats = seats
        self.number = 0
        self.next_dealer = dealer
        self.records: tuple[int, ...] = (0,) * seats
        self.pot = 0
        self.places: tuple[int, ...] | None = None
        self.deal: Deal | None = None

    def copy(self) -> Self:
        return copy(self)

    @property
    def cutter(self) -> Seat:
        return (self.next_dealer - 1) % self.seats

    def to_act(self) -> tuple[Seat, ...]:
        turn = self.deal.turn if self.deal else None
        return () if turn is None else (turn,)

    def due(self) -> Due | None:
        deal = self.deal
        if self.places:
            return None
        if deal is None or deal.over:
            return DealDue(self.number + 1)
        waiting = [place for place, seat in enumerate(deal.order) if deal.hands[seat] is None]
        if not waiting:
            return None
        first = waiting[0] * HAND_SIZE
        return CardsDue(deal.order[waiting[0]], tuple(range(first, first + HAND_SIZE)))

    def legal(self, seat: Seat) -> tuple[Legal, ...]:
        return (*self.deal.lays(seat), KNOCK) if self.deal and seat == self.deal.turn else ()

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        if self.places:
            raise IllegalAction(Refusal.OVER, "K-4.2")
        if actor == CHANCE:
            return self._chance(action)
        deal = self.deal
        if deal is None or deal.turn is None:
            raise IllegalAction(Refusal.NOT_NOW, "K-2.1")
        if actor != deal.turn:
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "K-3.1", turn=seat_name(deal.turn))
        if action not in self.legal(actor):
            raise self._refusal(action, deal.hands[actor] or ())
        self.deal = deal.after(actor, action)
        return self._close(self.deal) if self._is_decided(self.deal) else ()

    def _refusal(self, action: Action, hand: tuple[Card, ...]) -> IllegalAction:
        if isinstance(action, Lay) and action.card not in hand:
            return IllegalAction(Refusal.NOT_HELD, "K-3.1", card=action.card)
        return IllegalAction(KnockRefusal.MUST_FOLLOW, "K-3.2")

    def _is_decided(self, deal: Deal) -> bool:
        return deal.turn is None or len(deal.out) == self.seats - 1

    def _chance(self, action: Action) -> tuple[Event, ...]:
        due = self.due()
        match action, due:
            case End(), _:
                return self._end()
            case NextDeal(number), DealDue(expected) if number == expected:
                return self._begin()
            case DealCards(seat, cards), CardsDue(expected, places) if (seat, len(cards)) == (
                expected,
                len(places),
            ):
                return self._give(seat, cards)
            case _:
                raise IllegalAction(Refusal.NOT_DUE, "K-2.1", due=due)

    def _begin(self) -> tuple[Event, ...]:
        opened = () if self.number else (SittingOpened(self.records),)
        self.number += 1
        self.deal = Deal(self.next_dealer, (None,) * self.seats)
        self.next_dealer = (self.next_dealer + 1) % self.seats
        self.records = tuple(record - ANTE for record in self.records)
        self.pot = ANTE * self.seats
        return (*opened, *(AntePaid(seat, ANTE) for seat in range(self.seats)))

    def _give(self, seat: Seat, cards: tuple[Card, ...]) -> tuple[Event, ...]:
        assert self.deal is not None
        for card in cards:
            if any(card in (hand or ()) for hand in self.deal.hands):
                raise IllegalAction(Refusal.NOT_IN_STOCK, "K-2.1", card=card)
        self.deal = self.deal.holding(seat, cards)
        return ()

    def _close(self, deal: Deal) -> tuple[Event, ...]:
        """K-4: the pot is won; the last deal ends the sitting."""
        winner = deal.best()
        self.deal = replace(deal, winner=winner, over=True)
        self.records = tuple(each + self.pot * (seat == winner) for seat, each in enumerate(self.records))
        trick = (TrickTaken(winner),) if deal.trick else ()
        won = (*trick, PotWon(winner, self.pot))
        self.pot = 0
        return (*won, *self._stand(self.number == self.rules.deals))

    def _stand(self, is_last: bool) -> tuple[Event, ...]:
        self.places = places(self.records) if is_last else None
        placed = (Placed(self.places),) if self.places else ()
        return (RecordsStood(self.records), PotStood(self.pot), *placed)

    def _end(self) -> tuple[Event, ...]:
        """K-4.3: by agreement; a running deal is void."""
        opened = () if self.number else (SittingOpened(self.records),)
        back = self.pot // self.seats
        self.records = tuple(record + back for record in self.records)
        self.pot = 0
        if self.deal and not self.deal.over:
            self.deal = replace(self.deal, hands=((),) * self.seats, trick=(), over=True)
        voided = tuple(Voided(seat, back) for seat in range(self.seats) if back)
        return (*opened, *voided, *self._stand(True))

    def observe(self, seat: Seat | None) -> Observation:
        deal = self.deal
        return Observation(
            seat=seat,
            deal=self.number,
            deals=self.rules.deals,
            dealer=deal.dealer if deal else self.next_dealer,
            phase="over" if self.places else "laying" if self.to_act() else "between",
            to_act=self.to_act(),
            hand=PACK.sorted(PACK.mask(deal.hands[seat] or ())) if deal and seat is not None else (),
            legal=self.legal(seat) if seat is not None else (),
            trump=None,
            turn_up=None,
            pot=self.pot,
            trick=deal.trick if deal and not deal.over else (),
            past=(deal.trick,) if deal and deal.over and deal.trick else (),
            seats=tuple(self._view(each) for each in range(self.seats)),
            offered=(KNOCK,) if self.to_act() else (),
        )

    def _view(self, seat: Seat) -> SeatView:
        deal = self.deal
        is_out = deal is not None and seat in deal.out
        return SeatView(
            cards=len(deal.hands[seat] or ()) if deal else 0,
            stance="knocked" if is_out else "",
            drew=None,
            tricks=int(seat == deal.winner) if deal and deal.over else None,
            record=self.records[seat],
            plays=False if is_out else None,
        )

    def report(self) -> DealReport | None:
        deal = self.deal
        if deal is None:
            return None
        tricks = {seat: int(seat == deal.winner and bool(deal.trick)) for seat in range(self.seats)}
        return DealReport(
            self.number, deal.dealer, None, ANTE * self.seats, tricks, complete=deal.winner is not None
        )
