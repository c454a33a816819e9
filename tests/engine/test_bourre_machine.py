"""Sittings of two to seven in which anything legal may happen, and nothing else can."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from positions import header

from engine.actions import Action, DealCards, End, NextDeal, Shuffle, Span, TurnUp
from engine.bourre.actions import CLAIM, PACK, PASS, PLAY, STAY, Draw
from engine.bourre.deal import Deal, Over, Void
from engine.bourre.playing import Playing
from engine.bourre.sitting import BourreSitting
from engine.dealer import DealDue, Dealer
from engine.errors import IllegalAction
from engine.game import Observation
from engine.ledger import UNITS, balances
from engine.replay import Replay, replayed
from engine.seats import CHANCE
from engine.shuffle import Stream

CHOICES: tuple[Action, ...] = (STAY, PASS, CLAIM, *PLAY.values())
CARDS = st.lists(st.sampled_from(PACK.cards), max_size=6)


class AnySitting(RuleBasedStateMachine):
    replay: Replay
    dealer: Dealer

    @initialize(
        seats=st.integers(2, 7), dealer=st.integers(1, 7), deals=st.sampled_from(("1", "2", "3", "open"))
    )
    def open(self, seats: int, dealer: int, deals: str) -> None:
        rules = f"series deals={deals}"
        self.replay = Replay(header(seats, rules, f"p{1 + dealer % seats}"))

    @property
    def sitting(self) -> BourreSitting:
        assert isinstance(self.replay.sitting, BourreSitting)
        return self.replay.sitting

    @property
    def is_over(self) -> bool:
        return self.sitting.places is not None

    def views(self) -> list[Observation]:
        return [self.sitting.observe(seat) for seat in (None, *range(self.sitting.seats))]

    # ---- what may happen

    @precondition(lambda self: isinstance(self.sitting.due(), DealDue))
    @rule(secret=st.binary(min_size=32, max_size=32))
    def next_deal(self, secret: bytes) -> None:
        due = self.sitting.due()
        assert isinstance(due, DealDue)
        self.dealer = Dealer(PACK, Stream(secret, ""))
        self.replay.apply(CHANCE, NextDeal(due.number))

    @precondition(lambda self: not isinstance(self.sitting.due(), DealDue))
    @rule(times=st.integers(1, 12), data=st.data())
    def go_on(self, times: int, data: st.DataObject) -> None:
        """Chance deals what is due, else the seat on turn acts."""
        for _ in range(times):
            due = self.sitting.due()
            if isinstance(due, DealDue) or self.is_over:
                return
            if due:
                self.replay.apply(CHANCE, self.dealer.answer(due))
            else:
                self.act(data)

    def act(self, data: st.DataObject) -> None:
        (seat,) = self.sitting.to_act()
        legal = data.draw(st.sampled_from(self.sitting.legal(seat)))
        action = self.drawn(data, seat, legal) if isinstance(legal, Span) else legal
        copy, before = self.sitting.copy(), self.views()
        events = copy.apply(seat, action)
        assert self.views() == before, "a copy shares nothing"
        assert self.replay.apply(seat, action) == events
        assert copy.observe(seat) == self.sitting.observe(seat)

    def drawn(self, data: st.DataObject, seat: int, span: Span) -> Draw:
        hand = st.sampled_from(self.sitting.observe(seat).hand)
        return Draw(tuple(data.draw(st.lists(hand, min_size=span.low, max_size=span.high, unique=True))))

    @precondition(lambda self: not self.is_over and self.sitting.number)
    @rule(sure=st.integers(0, 19))
    def agree_to_stop(self, sure: int) -> None:
        if not sure:
            self.replay.apply(CHANCE, End())
            assert self.is_over

    # ---- what may not

    @rule(seat=st.integers(0, 6), choice=st.sampled_from(CHOICES))
    def choose_what_is_not_legal(self, seat: int, choice: Action) -> None:
        if choice not in self.sitting.legal(seat):
            self.refused(seat, choice)

    @rule(seat=st.integers(0, 6), cards=CARDS)
    def draw_what_is_not_held(self, seat: int, cards: list[object]) -> None:
        hand = self.sitting.observe(seat).hand if seat < self.sitting.seats else ()
        may_draw = any(isinstance(legal, Span) for legal in self.sitting.legal(seat))
        if not may_draw or len(set(cards)) < len(cards) or not set(cards) <= set(hand):
            self.refused(seat, Draw(tuple(cards)))  # type: ignore[arg-type]  # they are cards

    @rule(actor=st.integers(-1, 6), number=st.integers(1, 4))
    def begin_out_of_turn(self, actor: int, number: int) -> None:
        if actor != CHANCE or self.sitting.due() != DealDue(number):
            self.refused(actor, NextDeal(number))

    @rule(actor=st.integers(-1, 6), cards=CARDS, seat=st.integers(0, 6))
    def deal_what_is_not_due(self, actor: int, cards: list[object], seat: int) -> None:
        wrong = DealCards(seat, tuple(cards))  # type: ignore[arg-type]  # they are cards
        if actor != CHANCE or str(self.sitting.due()) != f"d deal p{seat + 1} and {len(cards)} card(s)":
            self.refused(actor, wrong)
        self.refused(actor, Shuffle() if str(self.sitting.due()) != "d shuffle" else STAY)
        if str(self.sitting.due()) != "d turn and a card":
            self.refused(actor, TurnUp(PACK.cards[0]))

    def refused(self, actor: int, action: Action) -> None:
        before, text, due = self.views(), self.replay.text(), self.sitting.due()
        with pytest.raises(IllegalAction) as refusal:
            self.replay.apply(actor, action)
        assert refusal.value.clause.startswith("B-")
        assert (self.views(), self.replay.text(), self.sitting.due()) == (before, text, due)

    # ---- what holds

    @rule()
    def replay_the_text_so_far(self) -> None:
        text = self.replay.text()
        again, fault = replayed(text.removesuffix("\n").split("\n"))
        assert fault is None
        assert again is not None
        assert again.text() == text
        assert [again.sitting.observe(seat) for seat in (None, *range(self.sitting.seats))] == self.views()
        assert again.json() == self.replay.json()

    @precondition(lambda self: self.sitting.deal is not None)
    @rule(data=st.data(), mixing=st.integers(0, 2**32))
    def what_a_seat_cannot_see_makes_no_difference(self, data: st.DataObject, mixing: int) -> None:
        seat = data.draw(st.sampled_from((None, *range(self.sitting.seats))))
        other = self.sitting.copy()
        assert other.deal is not None
        mix_hidden(other.deal, seat, Random(mixing))
        assert other.observe(seat) == self.sitting.observe(seat)

    @invariant()
    def cards_are_conserved(self) -> None:
        deal = self.sitting.deal
        if deal is None or isinstance(deal.phase, Void):
            return
        heaps = [*deal.hands, *deal.discards, deal.thrown_in, deal.stock, played(deal)]
        assert sum(heap.bit_count() for heap in heaps) == 52
        assert sum(heaps) == PACK.all, "a sum of disjoint sets is their union"

    @invariant()
    def chips_are_conserved(self) -> None:
        sitting = self.sitting
        assert sum(sitting.records) + sitting.pot == 100 * UNITS * sitting.seats
        booked = balances(posting for deal in self.replay.deals for posting in deal.postings)
        if booked:
            assert tuple(booked[f"p{seat + 1}"] for seat in range(sitting.seats)) == sitting.records
            assert booked["pot"] == sitting.pot

    @invariant()
    def it_always_goes_on_or_is_over(self) -> None:
        sitting = self.sitting
        assert bool(sitting.to_act()) + (sitting.due() is not None) + self.is_over == 1
        for seat in range(sitting.seats):
            assert bool(sitting.legal(seat)) == (seat in sitting.to_act())


def played(deal: Deal) -> int:
    match deal.phase:
        case Playing(past=past, trick=trick):
            return PACK.mask(PACK.card[bit] for each in (*past, trick) for _, bit in each)
        case Over(past=past):
            return PACK.mask(PACK.card[bit] for each in past for _, bit in each)
    return 0


def mix_hidden(deal: Deal, seat: int | None, chance: Random) -> None:
    """Deal anew what ``seat`` cannot see: other hands and discards, what was thrown in, the stock."""
    open_card = 0 if deal.exposed else deal.turn_up
    heaps = [deal.thrown_in, deal.stock, *deal.hands, *deal.discards]
    mine = () if seat is None else (2 + seat, 2 + len(deal.hands) + seat)
    heaps = [0 if i in mine else heap & ~open_card for i, heap in enumerate(heaps)]
    cards = list(PACK.bits(sum(heaps)))
    chance.shuffle(cards)
    mixed = [sum(cards.pop() for _ in range(heap.bit_count())) for heap in heaps]
    deal.thrown_in, deal.stock = mixed[0], mixed[1]
    for i in range(len(deal.hands)):
        if i != seat:
            deal.hands[i] = mixed[2 + i] | deal.hands[i] & open_card
            deal.discards[i] = mixed[2 + len(deal.hands) + i]


TestAnySitting = AnySitting.TestCase
TestAnySitting.settings = settings(stateful_step_count=40)
