"""B-4, B-5: the play of the tricks."""

from collections.abc import Mapping
from functools import cache
from typing import Final, Self

from engine.actions import Action, Legal
from engine.bourre import cinch
from engine.bourre.actions import CLAIM, PACK, Claim, Play, each_play
from engine.bourre.deal import ALONE, Deal, Over, wrong_turn
from engine.bourre.obligations import BEATS, allowed
from engine.bourre.refusals import BourreRefusal
from engine.dealer import Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event, TrickTaken
from engine.seats import Seat

TAKEN: Final = tuple((TrickTaken(seat),) for seat in range(8))
"""The events of a trick by the seat that takes it."""
SUIT_OF: Final = PACK.suit_of


@cache
def following(live: tuple[Seat, ...]) -> Mapping[Seat, Seat]:
    """The seat that plays after each."""
    return dict(zip(live, (*live[1:], live[0]), strict=True))


class Playing:
    """``live`` seats play, in turn ``after`` one another; ``turn`` is to play.

    ``trick`` holds (seat, card) in the order played; the seat ``head`` heads it, and ``beaters`` would take
    it from him. ``shown_void`` is the set of seats (bit ``1 << seat``) that have shown to hold no trump.
    """

    __slots__ = (
        "_playable",
        "after",
        "beaters",
        "head",
        "led",
        "live",
        "past",
        "shown_void",
        "trick",
        "turn",
    )

    def __init__(self, live: tuple[Seat, ...]) -> None:
        self.live = live
        self.after = following(live)
        self.turn = live[0]
        self.head = live[0]
        self.led = 0
        self.beaters = 0
        self.trick: tuple[tuple[Seat, int], ...] = ()
        self.past: tuple[tuple[tuple[Seat, int], ...], ...] = ()
        self.shown_void = 0
        self._playable = 0

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.live = self.live
        new.after = self.after
        new.turn = self.turn
        new.head = self.head
        new.led = self.led
        new.beaters = self.beaters
        new.trick = self.trick
        new.past = self.past
        new.shown_void = self.shown_void
        new._playable = self._playable
        return new

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        if seat != self.turn:
            return ()
        cards = self._playable or self.playable(deal)
        plays = each_play(cards)
        if self.trick or deal.hands[seat] & ~deal.trumps or self.claim_fault(deal):
            return plays
        return (*plays, CLAIM)

    def playable(self, deal: Deal) -> int:
        """The cards that the seat on turn may play; the only statement of B-4 and B-5 in the code."""
        seat = self.turn
        cards = hand = deal.hands[seat]
        rules = deal.rules
        if self.trick:
            cards = allowed(hand, self.led, deal.trumps, self.beaters, rules.must_undertrump)
        held = hand & deal.trumps
        if held & cards and deal.taken[seat] + held.bit_count() >= rules.need and rules.cinch:
            cards = self._with_cinch(deal, seat, cards, held)
        self._playable = cards
        return cards

    def _with_cinch(self, deal: Deal, seat: Seat, cards: int, held: int) -> int:
        """B-5.4 to B-5.8: of the ``cards`` that B-4 allows, those that a cinch leaves."""
        if len(self.trick) == len(self.live) - 1:
            return cards  # B-5.6
        counted = held
        top = 1 << (held.bit_length() - 1)
        if self.trick and not top & self.beaters:
            counted ^= top  # B-5.3: it is given up
        unseen = self.unseen(deal, seat)
        if deal.taken[seat] + cinch.sure_tricks(counted, unseen) < deal.rules.need:
            return cards
        return cards & cinch.top_equivalents(held, unseen)

    def unseen(self, deal: Deal, seat: Seat) -> int:
        """B-5.1, B-5.2: the trumps that, for all that ``seat`` has seen, another may hold."""
        if all([other == seat or self.shown_void >> other & 1 for other in self.live]):
            return 0
        seen = deal.hands[seat] | deal.discards[seat] | deal.exposed
        for trick in (*self.past, self.trick):
            for _, card in trick:
                seen |= card
        return deal.trumps & ~seen

    def claim_fault(self, deal: Deal) -> BourreRefusal | None:
        """Why B-5.9 does not let the seat on turn claim; None if it does."""
        seat = self.turn
        hand = deal.hands[seat]
        if not deal.rules.cinch:
            return BourreRefusal.CLAIM_OFF
        if self.trick:
            return BourreRefusal.CLAIM_NOT_ON_LEAD
        if hand & ~deal.trumps or cinch.sure_tricks(hand, self.unseen(deal, seat)) < hand.bit_count():
            return BourreRefusal.CLAIM_NOT_SURE
        return None

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != self.turn:
            raise wrong_turn(self.turn, "B-4.1")
        if not isinstance(action, Play):
            return self._claim(deal, actor, action)
        card = action.bit
        if not card & (self._playable or self.playable(deal)):
            raise self._refusal(deal, actor, action)
        trick = self.trick
        if not trick:
            self.led = SUIT_OF[card]
        if not trick or card & self.beaters:
            self.head = actor
            self.beaters = BEATS[deal.trumps][card]
        elif not card & (self.led | deal.trumps) and self._shows_void(deal):
            self.shown_void |= 1 << actor
        deal.hands[actor] ^= card
        self.trick = (*trick, (actor, card))
        self._playable = 0
        if len(trick) == len(self.live) - 1:
            return self._close_trick(deal)
        self.turn = self.after[actor]
        deal.acting = ALONE[self.turn]
        return ()

    def _shows_void(self, deal: Deal) -> bool:
        """B-5.2: does a side card thrown now show that its player holds no trump?"""
        if deal.rules.must_undertrump or self.led == deal.trumps:
            return True
        return not deal.trumps & ~self.beaters  # every trump would take the trick, so none heads it

    def _close_trick(self, deal: Deal) -> tuple[Event, ...]:
        winner = self.head
        deal.taken[winner] += 1
        self.past = (*self.past, self.trick)
        self.trick = ()
        self.turn = winner
        deal.acting = ALONE[winner]
        if not deal.hands[winner]:
            deal.end(self._over())
        return TAKEN[winner]

    def _over(self) -> Over:
        return Over(self.past)

    def _claim(self, deal: Deal, seat: Seat, action: Action) -> tuple[Event, ...]:
        if not isinstance(action, Claim):
            raise IllegalAction(Refusal.NOT_NOW, "B-4.1")
        if fault := self.claim_fault(deal):
            raise IllegalAction(fault, "B-5.9")
        return self._take_rest(deal, seat)

    def _take_rest(self, deal: Deal, seat: Seat) -> tuple[Event, ...]:
        """The seat gets all the tricks that are left."""
        left = deal.rules.hand_size - sum(deal.taken)
        deal.taken[seat] += left
        deal.end(self._over())
        return TAKEN[seat] * left

    def _refusal(self, deal: Deal, seat: Seat, action: Play) -> IllegalAction:
        """The clause that ``action`` breaks; only asked when it is known to break one."""
        hand = deal.hands[seat]
        card = action.bit
        if not card & hand:
            return IllegalAction(Refusal.NOT_HELD, "B-4", card=action.card)
        if not self.trick:
            return IllegalAction(BourreRefusal.CINCH_LEAD, "B-5.4", card=action.card)
        by_suit = allowed(hand, self.led, deal.trumps, self.beaters, deal.rules.must_undertrump)
        if card & by_suit:
            return IllegalAction(BourreRefusal.CINCH_ANSWER, "B-5.5", card=action.card)
        if hand & self.led:
            if not card & self.led:
                suit = PACK.card[self.led & -self.led].suit
                return IllegalAction(BourreRefusal.MUST_FOLLOW, "B-4.3", card=action.card, suit=suit)
        elif not card & deal.trumps:
            return IllegalAction(BourreRefusal.MUST_TRUMP, "B-4.4", card=action.card)
        return IllegalAction(BourreRefusal.MUST_WIN, "B-4.5", card=action.card)
