"""Sittings of Bouillotte in which anything legal may happen, and nothing else can."""

from collections.abc import Sequence
from random import Random

from bouillotte_positions import header, seen_by, sitting_of
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from sitting_machine import SittingMachine

from engine.actions import Action, DealCards, End, NextDeal, Shuffle, Span, TurnUp
from engine.bouillotte.actions import PACK, Open, Raise, Stake
from engine.bouillotte.deal import Deal, Over
from engine.bouillotte.sitting import BouillotteSitting
from engine.bouillotte.words import PLAIN
from engine.cards import Card
from engine.dealer import DealDue
from engine.ledger import UNITS, balances
from engine.replay import Replay
from engine.seats import CHANCE

CARDS = st.lists(st.sampled_from(PACK.cards), max_size=4)


class AnySitting(SittingMachine):
    PACK = PACK
    CLAUSES = "O-"

    reckless = False

    @initialize(
        dealer=st.integers(1, 4),
        deals=st.sampled_from(("1", "2", "5", "open")),
        refill=st.sampled_from(("always", "ask")),
        reckless=st.booleans(),
    )
    def open(self, dealer: int, deals: str, refill: str, reckless: bool) -> None:
        self.replay = Replay(header(f"series deals={deals} refill={refill}", f"p{dealer}"))
        self.reckless = reckless

    @property
    def sitting(self) -> BouillotteSitting:
        return sitting_of(self.replay)

    # ---- what may happen

    @precondition(lambda self: not isinstance(self.sitting.due(), DealDue))
    @rule(times=st.integers(1, 12), data=st.data())
    def go_on(self, times: int, data: st.DataObject) -> None:
        self.go_on_for(times, data)

    def act(self, data: st.DataObject) -> None:
        (seat,) = self.sitting.to_act()
        legal = data.draw(st.sampled_from(self.sitting.legal(seat)))
        action = self.drawn(data, legal) if isinstance(legal, Span) else legal
        copy, before = self.sitting.copy(), self.views()
        events = copy.apply(seat, action)
        assert self.views() == before, "a copy shares nothing"
        assert self.replay.apply(seat, action) == events
        assert copy.observe(seat) == self.sitting.observe(seat)

    def drawn(self, data: st.DataObject, span: Span) -> Stake:
        """Reckless sittings stake all or little, and so come to side pots and empty caves."""
        ends = st.sampled_from((span.low, span.high))
        chips = data.draw(ends if self.reckless else st.integers(span.low, span.high))
        return (Open if span.verb == "open" else Raise)(chips * UNITS)

    @precondition(lambda self: not self.is_over and self.sitting.number)
    @rule(sure=st.integers(0, 19))
    def agree_to_stop(self, sure: int) -> None:
        if not sure:
            self.replay.apply(CHANCE, End())
            assert self.is_over

    # ---- what may not

    @rule(seat=st.integers(0, 3), choice=st.sampled_from(tuple(PLAIN.values())))
    def choose_what_is_not_legal(self, seat: int, choice: Action) -> None:
        if choice not in self.sitting.legal(seat):
            self.refused(seat, choice)

    @rule(seat=st.integers(0, 3), units=st.integers(-UNITS, 500 * UNITS), raises=st.booleans())
    def stake_what_is_not_legal(self, seat: int, units: int, raises: bool) -> None:
        action = (Raise if raises else Open)(units)
        spans = [each for each in self.sitting.legal(seat) if isinstance(each, Span)]
        fits = [each for each in spans if each.low * UNITS <= units <= each.high * UNITS]
        if units % UNITS or action.verb not in [each.verb for each in fits]:
            self.refused(seat, action)

    @rule(actor=st.integers(-1, 3), number=st.integers(1, 4))
    def begin_out_of_turn(self, actor: int, number: int) -> None:
        if actor != CHANCE or self.sitting.due() != DealDue(number):
            self.refused(actor, NextDeal(number))

    @rule(actor=st.integers(-1, 3), cards=CARDS, seat=st.integers(0, 3))
    def deal_what_is_not_due(self, actor: int, cards: list[Card], seat: int) -> None:
        if actor != CHANCE or str(self.sitting.due()) != f"d deal p{seat + 1} and {len(cards)} card(s)":
            self.refused(actor, DealCards(seat, tuple(cards)))
        self.refused(actor, Shuffle())
        if str(self.sitting.due()) != "d turn and a card":
            self.refused(actor, TurnUp(PACK.cards[0]))

    # ---- what holds

    @precondition(lambda self: self.sitting.deal is not None)
    @rule(data=st.data(), mixing=st.integers(0, 2**32))
    def what_a_seat_cannot_see_makes_no_difference(self, data: st.DataObject, mixing: int) -> None:
        seat = data.draw(st.sampled_from((None, *range(4))))
        other = self.sitting.copy()
        assert other.deal is not None
        mix_hidden(other.deal, seat, Random(mixing))
        assert other.observe(seat) == self.sitting.observe(seat)

    @invariant()
    def cards_are_conserved(self) -> None:
        deal = self.sitting.deal
        if deal is not None:
            heaps = [*deal.hands, deal.stock, deal.turn_up]
            assert sum(heap.bit_count() for heap in heaps) == 20
            assert sum(heaps) == PACK.all, "a sum of disjoint sets is their union"

    @invariant()
    def o_5_6_chips_and_bonuses_are_conserved(self) -> None:
        sitting, accounts = self.sitting, self.sitting.accounts
        assert sum(sitting.records) + sitting.pot == 400 * UNITS + sum(accounts.refills)
        assert sum(accounts.bonuses) == 0
        assert min(sitting.records) >= 0
        booked = balances(posting for deal in self.replay.deals for posting in deal.postings)
        if booked:
            assert tuple(booked[f"p{seat + 1}"] for seat in range(4)) == sitting.records
            assert [booked[f"bonus:p{seat + 1}"] for seat in range(4)] == accounts.bonuses
            assert booked["pot"] == sitting.pot

    @invariant()
    def o_5_4_results_and_places(self) -> None:
        results = self.sitting.results
        if self.is_over:
            assert sum(results) == 0
            assert self.sitting.places == tuple(
                1 + sum(other > each for other in results) for each in results
            )

    @invariant()
    def it_always_goes_on_or_is_over(self) -> None:
        sitting = self.sitting
        assert bool(sitting.to_act()) + (sitting.due() is not None) + self.is_over == 1
        for seat in range(4):
            assert bool(sitting.legal(seat)) == (seat in sitting.to_act())

    @invariant()
    def pots_seen_are_the_pot(self) -> None:
        seen = seen_by(self.replay, None)
        if seen.pots:
            assert sum(pot.units for pot in seen.pots) == seen.pot

    @invariant()
    def hands_are_seen_at_a_showdown_only(self) -> None:
        """O-1.5, O-4.3."""
        seen, lines = seen_by(self.replay, None), self.replay.body
        assert seen.hand == ()
        here = lines[max((i for i, line in enumerate(lines) if line.startswith("deal ")), default=0) :]
        shown = any(line.startswith(("= point", "= brelan")) for line in here)
        assert bool(seen.shown) == bool(seen.sums) == shown
        if any(seen_by(self.replay, seat).hand for seat in range(4)):
            assert seen.phase not in ("refilling", "doubling")


def mix_hidden(deal: Deal, seat: int | None, chance: Random) -> None:
    """Deal anew what ``seat`` cannot see: the other hands and the stock."""
    shown = isinstance(deal.phase, Over) and deal.phase.is_shown
    hidden: Sequence[int] = [] if shown else [other for other in range(4) if other != seat]
    cards = list(PACK.bits(sum(deal.hands[other] for other in hidden) + deal.stock))
    chance.shuffle(cards)
    for other in hidden:
        deal.hands[other] = sum(cards.pop() for _ in range(deal.hands[other].bit_count()))
    deal.stock = sum(cards)


TestAnySitting = AnySitting.TestCase
TestAnySitting.settings = settings(stateful_step_count=40)
