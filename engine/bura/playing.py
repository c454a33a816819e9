"""U-3, U-4: the circle a deal goes round: window, lead, answer, draw, and the window before the next lead."""

from functools import cache
from typing import Final

from engine.actions import Action, Legal
from engine.bura.actions import (
    ANNOUNCE,
    CLAIM,
    HAND_SIZE,
    PACK,
    WAIVE,
    Announce,
    Claim,
    Kind,
    Play,
    Waive,
    points,
)
from engine.bura.deal import STOCK, Deal, other, wrong_turn
from engine.bura.events import Announced, Claimed, StockSetAside
from engine.bura.hands import TOPS, is_one_suit, kind_of, leads, plays
from engine.bura.matching import covers
from engine.bura.over import ClaimedFalsely, Unclaimed, Won
from engine.bura.refusals import BuraRefusal
from engine.cards import Card
from engine.dealer import CardsDue, Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event, TrickTaken
from engine.seats import CHANCE, Seat
from engine.values import value

ENOUGH: Final = 31
"""U-5.1."""


@cache
def decisions(announced: Kind | None, kind: Kind | None) -> tuple[Action, ...]:
    """What may be done behind what was ``announced`` with a hand of a ``kind``, if it is of any."""
    plain = (WAIVE,) if announced is Kind.BURA else (WAIVE, CLAIM)
    return (*plain, ANNOUNCE[kind]) if kind is not None and kind in TOPS[announced] else plain


@value
class Deciding:
    """U-4. ``leader`` decides, and once he ``has_decided`` the other. ``announced`` is what he announced."""

    leader: Seat
    has_decided: bool = False
    announced: Kind | None = None

    @property
    def turn(self) -> Seat:
        return other(self.leader) if self.has_decided else self.leader

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return (
            decisions(self.announced, kind_of(deal.hands[seat], deal.trumps)) if seat in deal.acting else ()
        )

    def offered(self) -> tuple[Action, ...]:
        """What may be done whatever is held."""
        return decisions(self.announced, None)

    def asked(self, deal: Deal) -> str:
        """What the seat on turn is asked, whatever it holds."""
        if self.announced is not None:
            return "bura" if self.announced is Kind.BURA else "top"
        if not deal.hands[self.leader]:
            return "last"
        return "other" if self.has_decided else "leader"

    def silence(self, deal: Deal) -> Action | None:
        """The other waives by silence, and after the last trick, when no lead follows, the leader too."""
        return WAIVE if self.has_decided or not deal.hands[self.leader] else None

    def ahead(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """What the leader may lead if he keeps the lead; after a bura there is none."""
        if seat != self.leader or self.announced is Kind.BURA:
            return ()
        return leads(deal.hands[seat])

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor not in deal.acting:
            raise wrong_turn(self.turn, "U-4")
        match action:
            case Waive():
                self._go_on(deal, None)
                return ()
            case Announce(kind):
                return self._announce(deal, actor, kind)
            case Claim():
                return self._claim(deal, actor)
            case _:
                raise IllegalAction(BuraRefusal.DECIDE_FIRST, "U-4")

    def _claim(self, deal: Deal, seat: Seat) -> tuple[Event, ...]:
        if self.announced is Kind.BURA:
            raise IllegalAction(BuraRefusal.CLAIM_TOO_LATE, "U-4")
        counted = points(deal.captured[seat])
        deal.enter(Won(seat, by_claim=True) if counted >= ENOUGH else ClaimedFalsely(seat))
        return (Claimed(seat, counted),)

    def _announce(self, deal: Deal, seat: Seat, kind: Kind) -> tuple[Event, ...]:
        hand = deal.hands[seat]
        if kind is not kind_of(hand, deal.trumps):
            raise IllegalAction(BuraRefusal.NO_SUCH_HAND, "U-4.2", kind=kind)
        if kind not in TOPS[self.announced]:
            raise IllegalAction(BuraRefusal.NOT_HIGHER, "U-4.3", kind=kind)
        deal.shown[seat] = hand
        self._go_on(deal, kind)
        return (Announced(seat, kind, PACK.sorted(hand)),)

    def _go_on(self, deal: Deal, announced: Kind | None) -> None:
        """The seat on turn has decided."""
        if not self.has_decided:
            deal.enter(deciding(self.leader, True, announced), other(self.leader))
        elif Kind.BURA in (self.announced, announced):
            deal.enter(Won(self._winner_of_bura(deal, announced), by_claim=False))
        elif deal.hands[self.leader]:
            leader = self.leader if announced is None else other(self.leader)
            deal.enter(leading(leader), leader)
        else:
            deal.enter(Unclaimed())

    def _winner_of_bura(self, deal: Deal, announced: Kind | None) -> Seat:
        """U-4.4: of two, the leader lays first, and the other must cover all his trumps."""
        mine, theirs = deal.hands[self.leader], deal.hands[other(self.leader)]
        leader_wins = announced is None or (
            self.announced is Kind.BURA and not covers(mine, theirs, deal.trumps)
        )
        return self.leader if leader_wins else other(self.leader)


def held(deal: Deal, seat: Seat, action: Action, clause: str) -> Play:
    """The action, if it plays cards of the seat's hand."""
    if not isinstance(action, Play):
        raise IllegalAction(BuraRefusal.DECIDED, "U-4")
    missing = action.mask & ~deal.hands[seat]
    if missing:
        raise IllegalAction(Refusal.NOT_HELD, clause, card=PACK.in_mask(missing)[0])
    return action


@value
class Leading:
    leader: Seat

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return leads(deal.hands[seat]) if seat == self.leader else ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != self.leader:
            raise wrong_turn(self.leader, "U-3.1")
        play = held(deal, actor, action, "U-3.1")
        if not is_one_suit(play.mask):
            raise IllegalAction(BuraRefusal.ONE_SUIT, "U-3.1")
        deal.hands[actor] ^= play.mask
        deal.enter(Answering(actor, play.cards, play.mask), other(actor))
        return ()


@value
class Answering:
    """``led`` are the cards that ``leader`` led, in the order he laid them; ``mask`` is their set."""

    leader: Seat
    led: tuple[Card, ...]
    mask: int

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return plays(deal.hands[seat], len(self.led)) if seat == other(self.leader) else ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != other(self.leader):
            raise wrong_turn(other(self.leader), "U-3.2")
        play = held(deal, actor, action, "U-3.2")
        if len(play.cards) != len(self.led):
            raise IllegalAction(BuraRefusal.AS_MANY, "U-3.2", n=len(self.led))
        deal.hands[actor] ^= play.mask
        winner = actor if covers(self.mask, play.mask, deal.trumps) else self.leader
        return self._take(deal, winner, self.mask | play.mask)

    def _take(self, deal: Deal, winner: Seat, cards: int) -> tuple[Event, ...]:
        """U-3.4, U-3.5: the tricks lie face down; then both draw, if the stock refills both hands."""
        deal.captured[winner] |= cards
        deal.taken[winner] += 1
        deal.shown = [0, 0]
        missing = HAND_SIZE - deal.hands[winner].bit_count()
        left = deal.stock.bit_count()
        if left >= 2 * missing:
            deal.enter(Serving(winner, served(winner, missing, len(STOCK) - left)))
            return (TrickTaken(winner),)
        deal.enter(deciding(winner), winner)
        if not left:
            return (TrickTaken(winner),)
        deal.aside, deal.stock = deal.stock, 0
        return TrickTaken(winner), StockSetAside(left)


@value
class Serving:
    """U-3.5: the ``winner`` of the trick, then the loser is served what they are ``owed``."""

    winner: Seat
    owed: tuple[CardsDue, ...]

    def due(self, deal: Deal) -> CardsDue:
        return self.owed[0]

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != CHANCE:
            raise IllegalAction(Refusal.NOT_NOW, "U-3.5")
        now, *later = self.owed
        deal.give(action, now, "U-3.5")
        if later:
            deal.enter(Serving(self.winner, tuple(later)))
        else:
            deal.enter(deciding(self.winner), self.winner)
        return ()


@cache
def served(winner: Seat, missing: int, drawn: int) -> tuple[CardsDue, CardsDue]:
    """Both are owed ``missing`` cards, one by one, of a stock from which so many were ``drawn`` before.

    One line a hand; the loser's cards lie between the winner's.
    """
    places = STOCK[drawn : drawn + 2 * missing]
    return CardsDue(winner, places[::2]), CardsDue(other(winner), places[1::2])


deciding: Final = cache(Deciding)
leading: Final = cache(Leading)
"""Phases never change, so one object is enough for all that are equal."""
