"""Sittings by all options in which anything legal may happen, and nothing else can."""

from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from positions import header
from sitting_machine import SittingMachine

from engine.actions import Action, DealCards, End, NextDeal, Shuffle, Span, TurnUp
from engine.bourre.actions import (
    ABANDON,
    CLAIM,
    EARLY,
    PACK,
    PASS,
    PLAY,
    RETRACT,
    STAY,
    Draw,
    Play,
)
from engine.bourre.deal import Deal, Over, Phase, Void
from engine.bourre.honour import HonourPlaying
from engine.bourre.observing import observe
from engine.bourre.playing import Playing
from engine.bourre.sealing import Sealing
from engine.bourre.sitting import BourreSitting
from engine.dealer import DealDue
from engine.events import Event
from engine.game import Observation
from engine.ledger import balances
from engine.replay import Replay
from engine.seats import CHANCE

CHOICES: tuple[Action, ...] = (STAY, PASS, CLAIM, RETRACT, ABANDON, *PLAY.values())
OPTIONS = {
    "hand_size": ("4", "5"),
    "declare": ("in-turn-with-draw", "all-then-draw", "simultaneous"),
    "undertrump": ("required", "free"),
    "ante": ("1", "2"),
    "ante_by": ("each", "dealer"),
    "second_ante": ("off", "on"),
    "pot_limit": ("none", "3"),
    "cinch": ("on", "off"),
    "deals": ("1", "2", "3", "open"),
    "start": ("0", "100"),
    "conduct": ("strict", "honour"),
}
RULES = st.builds(
    lambda preset, options: " ".join([preset, *(f"{key}={value}" for key, value in options.items())]),
    st.sampled_from(("series", "classic", "wiki")),
    st.fixed_dictionaries({}, optional={key: st.sampled_from(texts) for key, texts in OPTIONS.items()}),
)
CARDS = st.lists(st.sampled_from(PACK.cards), max_size=6)


class AnySitting(SittingMachine):
    PACK = PACK
    CLAUSES = "B-"

    @initialize(rules=RULES, seats=st.integers(2, 8), dealer=st.integers(1, 8))
    def open(self, rules: str, seats: int, dealer: int) -> None:
        most = 8 if rules.startswith("classic") else 7
        seats = min(seats, most)
        self.replay = Replay(header(seats, rules, f"p{1 + dealer % seats}"))

    @property
    def sitting(self) -> BourreSitting:
        assert isinstance(self.replay.sitting, BourreSitting)
        return self.replay.sitting

    # ---- what may happen

    @precondition(lambda self: not isinstance(self.sitting.due(), DealDue))
    @rule(times=st.integers(1, 12), data=st.data())
    def go_on(self, times: int, data: st.DataObject) -> None:
        self.go_on_for(times, data)

    def act(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.sitting.to_act()))
        legal = data.draw(st.sampled_from(self.sitting.legal(seat)))
        self.taken(seat, self.drawn(data, seat, legal) if isinstance(legal, Span) else legal)

    def taken(self, seat: int, action: Action) -> None:
        sealing = isinstance(self.sitting.deal and self.sitting.deal.phase, Sealing)
        copy, before = self.sitting.copy(), self.views()
        events = copy.apply(seat, action)
        assert self.views() == before, "a copy shares nothing"
        assert self.replay.apply(seat, action) == events
        assert copy.observe(seat) == self.sitting.observe(seat)
        if sealing and copy.observe(None).phase == "declaring":
            self.nothing_is_told_of(seat, action, before, events)

    def nothing_is_told_of(
        self, seat: int, action: Action, before: list[Observation], events: tuple[Event, ...]
    ) -> None:
        """B-3.10: that the seat has chosen is seen, what it has chosen is not."""
        assert (action.told(), events) == (None, ())
        for was, now in zip(before, self.views(), strict=True):
            if now.seat != seat:
                assert replace(now, to_act=was.to_act) == was

    @precondition(lambda self: self.sitting.rules.by_honour and isinstance(self.playing, HonourPlaying))
    @rule(data=st.data())
    def play_any_card(self, data: st.DataObject) -> None:
        """B-8.1, unless a card has just been taken back."""
        (seat,) = self.sitting.to_act()
        play = PLAY[PACK.bit[data.draw(st.sampled_from(self.sitting.observe(seat).hand))]]
        lawful = play in self.sitting.legal(seat)
        if isinstance(self.playing, HonourPlaying) and self.playing.mending and not lawful:
            self.refused(seat, play)
            return
        self.taken(seat, play)
        if isinstance(self.playing, HonourPlaying):
            broken = [observe(self.sitting, each).broken for each in range(self.sitting.seats)]
            assert broken[seat].startswith("B-") != lawful
            assert not any(broken[:seat] + broken[seat + 1 :])

    @precondition(lambda self: self.retracting)
    @rule()
    def take_back(self) -> None:
        """B-8.2: all is as it was before the card."""
        (seat,) = self.retracting
        assert isinstance(self.playing, HonourPlaying)
        assert self.playing.pending
        hand = self.sitting.observe(seat).hand
        self.taken(seat, RETRACT)
        assert len(self.sitting.observe(seat).hand) == len(hand) + 1
        assert self.sitting.to_act() == (seat,)
        assert seat in observe(self.sitting, None).barred

    @precondition(lambda self: self.sitting.rules.by_honour and self.sitting.to_act())
    @rule(seat=st.integers(0, 7), word=st.sampled_from(("stay", "pass")))
    def speak_early(self, seat: int, word: str) -> None:
        """B-8.5: of no effect but that a turn to deal is lost."""
        seen = observe(self.sitting, None)
        in_turn = seen.phase in ("declaring", "drawing") and not self.sitting.rules.is_sealed
        if seat >= self.sitting.seats or seat in seen.to_act or seen.seats[seat].stance or not in_turn:
            self.refused(seat, EARLY[word])
            return
        self.taken(seat, EARLY[word])
        more = tuple(turns + (other == seat) for other, turns in enumerate(seen.lost_turns))
        assert self.sitting.observe(None) == replace(seen, lost_turns=more)

    @property
    def playing(self) -> Phase | None:
        return self.sitting.deal.phase if self.sitting.deal else None

    @property
    def retracting(self) -> list[int]:
        return [seat for seat in range(self.sitting.seats) if RETRACT in self.sitting.legal(seat)]

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

    @rule(seat=st.integers(0, 7), choice=st.sampled_from(CHOICES))
    def choose_what_is_not_legal(self, seat: int, choice: Action) -> None:
        by_honour = isinstance(self.playing, HonourPlaying) and isinstance(choice, Play)
        if seat >= self.sitting.seats or (choice not in self.sitting.legal(seat) and not by_honour):
            self.refused(seat, choice)

    @rule(seat=st.integers(0, 6), cards=CARDS)
    def draw_what_is_not_held(self, seat: int, cards: list[object]) -> None:
        hand = self.sitting.observe(seat).hand if seat < self.sitting.seats else ()
        spans = [each for each in self.sitting.legal(seat) if isinstance(each, Span)] if hand else []
        too_many = not spans or len(cards) > spans[0].high
        if too_many or len(set(cards)) < len(cards) or not set(cards) <= set(hand):
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

    # ---- what holds

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
        assert sum(sitting.records) + sitting.pot == sitting.rules.start * sitting.seats
        booked = balances(posting for deal in self.replay.deals for posting in deal.postings)
        if self.replay.deals:
            assert tuple(booked[f"p{seat + 1}"] for seat in range(sitting.seats)) == sitting.records
            assert booked["pot"] == sitting.pot

    @invariant()
    def it_always_goes_on_or_is_over(self) -> None:
        sitting = self.sitting
        assert bool(sitting.to_act()) + (sitting.due() is not None) + self.is_over == 1
        for seat in range(sitting.seats):
            assert bool(sitting.legal(seat)) == (seat in sitting.to_act() or seat in self.retracting)


def played(deal: Deal) -> int:
    match deal.phase:
        case Playing(past=past, trick=trick):
            return PACK.mask(PACK.card[bit] for each in (*past, trick) for _, bit in each)
        case Over(past=past):
            return PACK.mask(PACK.card[bit] for each in past for _, bit in each)
    return 0


def mix_hidden(deal: Deal, seat: int | None, chance: Random) -> None:
    """Change what ``seat`` cannot see: others' cards, the stock, sealed choices, others' faults.

    The turned card stays with the dealer as long as he has not parted from it; then it may lie anywhere.
    """
    open_card = deal.turn_up & deal.hands[deal.dealer]
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
    phase = deal.phase
    if isinstance(phase, Sealing):
        chosen = [(who, what if who == seat else chance.choice((STAY, PASS))) for who, what in phase.chosen]
        deal.phase = Sealing(tuple(chosen))
    elif isinstance(phase, HonourPlaying):
        if phase.pending and phase.pending.seat != seat:
            phase.pending = None
        own = {each for each in phase.faults.reneged if each == seat}
        others = {each for each in range(len(deal.hands)) if each != seat and chance.random() < 0.5}
        phase.faults = replace(phase.faults, reneged=frozenset(own | others))


TestAnySitting = AnySitting.TestCase
TestAnySitting.settings = settings(stateful_step_count=40)
