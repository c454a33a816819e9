"""B-4, B-5: the play of the tricks."""

from typing import Final, Self

from engine.actions import Action, Legal
from engine.bourre import cinch
from engine.bourre.actions import CLAIM, PACK, PLAY, Claim, Play
from engine.bourre.deal import Deal, Over, wrong_turn
from engine.bourre.obligations import BEATS, allowed
from engine.bourre.refusals import BourreRefusal
from engine.dealer import Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event, TrickTaken
from engine.seats import Seat

TAKEN: Final = tuple(TrickTaken(seat) for seat in range(8))
SUIT_OF: Final = PACK.suit_of


class Playing:
    """``live`` seats play clockwise; ``live[turn]`` is to play.

    ``trick`` holds (seat, card) in the order played; ``live[head]`` heads it with the card ``best``, and
    ``beaters`` would take it from him. ``shown_void`` is the set of seats (bit ``1 << seat``) that have
    shown that they hold no trump.
    """

    __slots__ = (
        "_playable",
        "beaters",
        "best",
        "head",
        "led",
        "live",
        "past",
        "played",
        "shown_void",
        "trick",
        "turn",
    )

    def __init__(self, live: tuple[Seat, ...]) -> None:
        self.live = live
        self.turn = 0
        self.head = 0
        self.led = 0
        self.best = 0
        self.beaters = 0
        self.trick: tuple[tuple[Seat, int], ...] = ()
        self.past: tuple[tuple[tuple[Seat, int], ...], ...] = ()
        self.played = 0
        self.shown_void = 0
        self._playable = 0

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.live = self.live
        new.turn = self.turn
        new.head = self.head
        new.led = self.led
        new.best = self.best
        new.beaters = self.beaters
        new.trick = self.trick
        new.past = self.past
        new.played = self.played
        new.shown_void = self.shown_void
        new._playable = self._playable
        return new

    def to_act(self, deal: Deal) -> tuple[Seat, ...]:
        return (self.live[self.turn],)

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        if seat != self.live[self.turn]:
            return ()
        playable = self.playable(deal)
        plays: list[Legal] = []
        while playable:
            bit = playable & -playable
            plays.append(PLAY[bit])
            playable ^= bit
        if not self.trick and self.claim_fault(deal) is None:
            plays.append(CLAIM)
        return tuple(plays)

    def playable(self, deal: Deal) -> int:
        """The cards that the seat on turn may play; the only statement of B-4 and B-5 in the code."""
        if self._playable:
            return self._playable
        seat = self.live[self.turn]
        hand = deal.hands[seat]
        rules = deal.rules
        cards = hand
        if self.trick:
            cards = allowed(hand, self.led, deal.trumps, self.beaters, rules.undertrump == "required")
        held = hand & deal.trumps
        if held & cards and rules.cinch and deal.taken[seat] + held.bit_count() >= rules.need:
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
        others = [live for live in self.live if live != seat and not self.shown_void >> live & 1]
        if not others:
            return 0
        return deal.trumps & ~(deal.hands[seat] | deal.discards[seat] | self.played | deal.exposed)

    def claim_fault(self, deal: Deal) -> BourreRefusal | None:
        """Why B-5.9 does not let the seat on turn claim; None if it does."""
        seat = self.live[self.turn]
        hand = deal.hands[seat]
        if not deal.rules.cinch:
            return BourreRefusal.CLAIM_OFF
        if self.trick:
            return BourreRefusal.CLAIM_NOT_ON_LEAD
        if hand & ~deal.trumps or cinch.sure_tricks(hand, self.unseen(deal, seat)) < hand.bit_count():
            return BourreRefusal.CLAIM_NOT_SURE
        return None

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != self.live[self.turn]:
            raise wrong_turn(self.live[self.turn], "B-4.1")
        if isinstance(action, Play):
            return self._play(deal, actor, action)
        if isinstance(action, Claim):
            return self._claim(deal, actor)
        raise IllegalAction(Refusal.NOT_NOW, "B-4.1")

    def _play(self, deal: Deal, seat: Seat, action: Play) -> tuple[Event, ...]:
        card = action.bit
        if not card & self.playable(deal):
            raise self._refusal(deal, seat, action)
        trumps = deal.trumps
        if not self.trick:
            self.led = SUIT_OF[card]
            self._head(card, trumps)
        elif card & self.beaters:
            self._head(card, trumps)
        elif not card & (self.led | trumps) and self._shows_void(deal):
            self.shown_void |= 1 << seat
        deal.hands[seat] ^= card
        self.played |= card
        self.trick = (*self.trick, (seat, card))
        self._playable = 0
        if len(self.trick) == len(self.live):
            return self._close_trick(deal)
        self.turn = (self.turn + 1) % len(self.live)
        return ()

    def _head(self, card: int, trumps: int) -> None:
        self.head = self.turn
        self.best = card
        self.beaters = BEATS[trumps][card]

    def _shows_void(self, deal: Deal) -> bool:
        """B-5.2: does a side card thrown now show that its player holds no trump?"""
        if deal.rules.undertrump == "required" or self.led == deal.trumps:
            return True
        return not self.best & deal.trumps

    def _close_trick(self, deal: Deal) -> tuple[Event, ...]:
        winner = self.live[self.head]
        deal.taken[winner] += 1
        self.past = (*self.past, self.trick)
        self.trick = ()
        self.turn = self.head
        if not deal.hands[winner]:
            deal.phase = Over(self.past)
        return (TAKEN[winner],)

    def _claim(self, deal: Deal, seat: Seat) -> tuple[Event, ...]:
        if fault := self.claim_fault(deal):
            raise IllegalAction(fault, "B-5.9")
        left = deal.hands[seat].bit_count()
        deal.taken[seat] += left
        deal.phase = Over(self.past)
        return (TAKEN[seat],) * left

    def _refusal(self, deal: Deal, seat: Seat, action: Play) -> IllegalAction:
        """The clause that ``action`` breaks; only asked when it is known to break one."""
        hand = deal.hands[seat]
        card = action.bit
        if not card & hand:
            return IllegalAction(Refusal.NOT_HELD, "B-4", card=action.card)
        if not self.trick:
            return IllegalAction(BourreRefusal.CINCH_LEAD, "B-5.4", card=action.card)
        by_suit = allowed(hand, self.led, deal.trumps, self.beaters, deal.rules.undertrump == "required")
        if card & by_suit:
            return IllegalAction(BourreRefusal.CINCH_ANSWER, "B-5.5", card=action.card)
        if hand & self.led:
            if not card & self.led:
                suit = PACK.card[self.led & -self.led].suit
                return IllegalAction(BourreRefusal.MUST_FOLLOW, "B-4.3", card=action.card, suit=suit)
        elif not card & deal.trumps:
            return IllegalAction(BourreRefusal.MUST_TRUMP, "B-4.4", card=action.card)
        return IllegalAction(BourreRefusal.MUST_WIN, "B-4.5", card=action.card)
