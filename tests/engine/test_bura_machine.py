"""Series of Bura in which anything legal may happen, and nothing else can."""

from random import Random

from bura_positions import header, seen_by, sitting_of
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from sitting_machine import SittingMachine

from engine.actions import Action, DealCards, End, NextDeal, Shuffle, TurnUp
from engine.bura.actions import ANNOUNCE, CLAIM, PACK, WAIVE, Play
from engine.bura.deal import Deal
from engine.bura.memory import Memory, remember
from engine.bura.over import ClaimedFalsely, Void, Won
from engine.bura.playing import Answering, Leading
from engine.bura.sitting import BuraSitting
from engine.dealer import DealDue
from engine.hearing import Heard
from engine.ledger import balances
from engine.replay import Replay
from engine.seats import CHANCE

EVERYBODY = (None, 0, 1)
CHOICES: tuple[Action, ...] = (WAIVE, CLAIM, *ANNOUNCE.values())
CARDS = st.lists(st.sampled_from(PACK.cards), min_size=1, max_size=4, unique=True)


class AnySeries(SittingMachine):
    PACK = PACK
    CLAUSES = "U-"

    heard: list[Heard]

    @initialize(dealer=st.sampled_from(("p1", "p2")), pots=st.integers(1, 3))
    def open(self, dealer: str, pots: int) -> None:
        self.replay = Replay(header(f"series pots={pots}", dealer))
        self.heard = []

    @property
    def sitting(self) -> BuraSitting:
        return sitting_of(self.replay)

    def apply(self, actor: int, action: Action) -> None:
        if isinstance(action, NextDeal):
            self.heard.clear()
        self.heard.append(Heard.of(actor, action, self.replay.apply(actor, action)))

    # ---- what may happen

    @precondition(lambda self: not isinstance(self.sitting.due(), DealDue))
    @rule(times=st.integers(1, 30), data=st.data())
    def go_on(self, times: int, data: st.DataObject) -> None:
        self.go_on_for(times, data)

    def act(self, data: st.DataObject) -> None:
        """Claims are rare, or no deal would go far."""
        (seat,) = self.sitting.to_act()
        legal = self.sitting.observe(seat).legal
        action = data.draw(st.sampled_from(legal))
        assert isinstance(action, Action)
        if action is CLAIM and data.draw(st.integers(0, 7)):
            action = WAIVE
        copy, before = self.sitting.copy(), self.views()
        copy.apply(seat, action)
        assert self.views() == before, "a copy shares nothing"
        self.apply(seat, action)
        assert [copy.observe(each) for each in EVERYBODY] == self.views()

    @precondition(lambda self: not self.is_over and self.sitting.number)
    @rule(sure=st.integers(0, 19))
    def agree_to_stop(self, sure: int) -> None:
        if not sure:
            unfinished = self.sitting.pot
            records = self.sitting.records
            paid = self.sitting.paid
            self.apply(CHANCE, End())
            assert self.is_over
            assert sum(paid) == unfinished
            assert self.sitting.records == tuple(map(sum, zip(records, paid, strict=True)))

    # ---- what may not

    @rule(seat=st.integers(-1, 2), choice=st.sampled_from(CHOICES))
    def choose_what_is_not_legal(self, seat: int, choice: Action) -> None:
        if choice not in self.sitting.legal(seat):
            self.refused(seat, choice)

    @rule(seat=st.integers(-1, 2), cards=CARDS)
    def play_what_is_not_legal(self, seat: int, cards: list[object]) -> None:
        play = Play(tuple(cards))  # type: ignore[arg-type]  # they are cards
        if play not in self.sitting.legal(seat):
            self.refused(seat, play)

    @rule(actor=st.integers(-1, 1), number=st.integers(1, 4))
    def begin_out_of_turn(self, actor: int, number: int) -> None:
        if actor != CHANCE or self.sitting.due() != DealDue(number):
            self.refused(actor, NextDeal(number))

    @rule(actor=st.integers(-1, 1), cards=CARDS, seat=st.integers(0, 1))
    def deal_what_is_not_due(self, actor: int, cards: list[object], seat: int) -> None:
        wrong = DealCards(seat, tuple(cards))  # type: ignore[arg-type]  # they are cards
        if actor != CHANCE or str(self.sitting.due()) != f"d deal p{seat + 1} and {len(cards)} card(s)":
            self.refused(actor, wrong)
        self.refused(actor, Shuffle())
        if str(self.sitting.due()) != "d turn and a card":
            self.refused(actor, TurnUp(PACK.cards[0]))

    # ---- what holds

    @precondition(lambda self: self.sitting.deal is not None)
    @rule(seat=st.sampled_from(EVERYBODY), mixing=st.integers(0, 2**32))
    def what_a_seat_cannot_see_makes_no_difference(self, seat: int | None, mixing: int) -> None:
        other = self.sitting.copy()
        assert other.deal is not None
        mix_hidden(other.deal, seat, Random(mixing))
        assert other.observe(seat) == self.sitting.observe(seat)

    @invariant()
    def nobody_is_reminded(self) -> None:
        """U-2.4: of the tricks that were taken nothing is shown, and no running total."""
        for seat in EVERYBODY:
            seen = seen_by(self.replay, seat)
            assert seen.past == ()
            assert seen.memory == Memory()

    @precondition(lambda self: self.sitting.deal is not None)
    @invariant()
    def who_listens_knows_what_was_played(self) -> None:
        deal = self.sitting.deal
        assert deal is not None
        if isinstance(deal.phase, Void):
            return  # what was led then is in no trick
        memory = remember(self.heard)
        on_table = deal.phase.mask if isinstance(deal.phase, Answering) else 0
        assert memory.played == deal.captured[0] | deal.captured[1] | on_table
        assert not memory.shown[0] & ~deal.hands[0]
        assert not memory.shown[1] & ~deal.hands[1]

    @invariant()
    def cards_are_conserved(self) -> None:
        deal = self.sitting.deal
        if deal is None or isinstance(deal.phase, Void):
            return
        on_table = deal.phase.mask if isinstance(deal.phase, Answering) else 0
        heaps = [*deal.hands, *deal.captured, deal.stock, deal.aside, on_table]
        assert sum(heap.bit_count() for heap in heaps) == 36
        assert sum(heaps) == PACK.all, "a sum of disjoint sets is their union"

    @invariant()
    def who_leads_never_holds_more_than_the_other(self) -> None:
        """U-3.6, which therefore needs no rule."""
        deal = self.sitting.deal
        if deal is not None and isinstance(deal.phase, Leading):
            assert deal.hands[0].bit_count() == deal.hands[1].bit_count() <= 3

    @invariant()
    def chips_are_conserved(self) -> None:
        sitting = self.sitting
        assert sum(sitting.records) + sitting.pot == 0
        booked = balances(posting for deal in self.replay.deals for posting in deal.postings)
        assert (booked["p1"], booked["p2"]) == sitting.records
        assert booked["pot"] == sitting.pot
        assert sitting.pots_won <= sitting.rules.pots

    @invariant()
    def it_always_goes_on_or_is_over(self) -> None:
        sitting = self.sitting
        assert bool(sitting.to_act()) + (sitting.due() is not None) + self.is_over == 1
        for seat in range(sitting.seats):
            assert bool(sitting.legal(seat)) == (seat in sitting.to_act())
        offered = sitting.observe(None).offered
        assert set(offered) <= set(sitting.legal(sitting.to_act()[0])) if offered else True


def mix_hidden(deal: Deal, seat: int | None, chance: Random) -> None:
    """Deal anew what ``seat`` cannot see: the other hand, the stock, what lies aside, and won tricks.

    What all have seen stays: the turned card, announced hands, and the tricks a claimer opened.
    """
    heaps = [("hands", each) for each in (0, 1) if each != seat]
    heaps += [("captured", each) for each in (0, 1) if each != claimer(deal)]
    mix(deal, chance, heaps)


def claimer(deal: Deal) -> int | None:
    match deal.phase:
        case Won(seat, by_claim=True) | ClaimedFalsely(seat):
            return seat
    return None


def mix(deal: Deal, chance: Random, heaps: list[tuple[str, int]]) -> None:
    known = deal.turn_up | deal.shown[0] | deal.shown[1]
    before = [(name, i, getattr(deal, name)[i]) for name, i in heaps]
    loose = [deal.stock & ~known, deal.aside & ~known, *(heap & ~known for _, _, heap in before)]
    cards = list(PACK.bits(sum(loose)))
    chance.shuffle(cards)
    mixed = [sum(cards.pop() for _ in range(heap.bit_count())) for heap in loose]
    deal.stock = deal.stock & known | mixed[0]
    deal.aside = deal.aside & known | mixed[1]
    for (name, i, heap), new in zip(before, mixed[2:], strict=True):
        getattr(deal, name)[i] = heap & known | new


TestAnySeries = AnySeries.TestCase
TestAnySeries.settings = settings(stateful_step_count=40)
