"""One deal of Bourré, from the first card dealt to the last trick. Cards only: chips are the sitting's.

The deal is what all phases share; each phase (``dealing``, ``declaring``, ``playing``) is a type that holds
what only it needs, and says who may act, what is legal, and what an action changes.
"""

from typing import Final, Protocol, Self

from engine.actions import Action, DealCards, Legal
from engine.bourre.actions import PACK
from engine.bourre.faults import NO_FAULTS, Faults
from engine.bourre.options import BourreRules
from engine.cards import Card
from engine.dealer import Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import Seat, from_left, seat_name

BIT: Final = PACK.bit
ORDERS: Final = tuple(tuple(from_left(dealer, seats) for dealer in range(seats)) for seats in range(9))
"""``ORDERS[seats][dealer]``: the seats from the eldest hand to the dealer."""


ALONE: Final = tuple((seat,) for seat in range(8))
"""What ``acting`` is when a seat is on turn."""


class Phase(Protocol):
    """What a phase of a deal does with it. ``apply`` raises IllegalAction, and then nothing has changed."""

    def due(self, deal: "Deal") -> Due | None: ...

    def legal(self, deal: "Deal", seat: Seat) -> tuple[Legal, ...]: ...

    def apply(self, deal: "Deal", actor: Seat, action: Action) -> tuple[Event, ...]: ...

    def copy(self) -> Self: ...


class Deal:
    """Mutable; ``copy`` is cheap; nothing changes when an action is refused.

    ``hands`` and ``discards`` are sets of PACK by seat. ``stock`` is the set of the undealt cards, which lie
    in the pile from ``place`` on. ``order`` runs from the eldest hand to the dealer. ``acting`` is the seat
    on turn, if any; phases keep it.
    """

    __slots__ = (
        "acting",
        "dealer",
        "discards",
        "drew",
        "exposed",
        "hands",
        "order",
        "phase",
        "place",
        "rules",
        "stayed",
        "stock",
        "taken",
        "thrown_in",
        "trumps",
        "turn_up",
    )

    def __init__(self, rules: BourreRules, seats: int, dealer: Seat, phase: Phase) -> None:
        self.rules = rules
        self.dealer = dealer
        self.acting: tuple[Seat, ...] = ()
        self.order = ORDERS[seats][dealer]
        self.hands = [0] * seats
        self.discards = [0] * seats
        self.drew: list[int | None] = [None] * seats
        self.stock = PACK.all
        self.place = 0
        self.stayed: tuple[Seat, ...] = ()
        self.thrown_in = 0
        """The hands of those who passed, or gave up."""
        self.exposed = 0
        """The turned card once the dealer has passed or discarded it: everybody knows it is out of play,
        as long as it was not shuffled back."""
        self.turn_up = 0
        self.trumps = 0
        self.taken = [0] * seats
        self.phase = phase

    def copy(self) -> "Deal":
        new = Deal.__new__(Deal)
        new.rules = self.rules
        new.dealer = self.dealer
        new.acting = self.acting
        new.order = self.order
        new.hands = self.hands[:]
        new.discards = self.discards[:]
        new.drew = self.drew[:]
        new.stock = self.stock
        new.place = self.place
        new.stayed = self.stayed
        new.thrown_in = self.thrown_in
        new.exposed = self.exposed
        new.turn_up = self.turn_up
        new.trumps = self.trumps
        new.taken = self.taken[:]
        new.phase = self.phase.copy()
        return new

    def end(self, phase: "Over") -> None:
        self.phase = phase
        self.acting = ()

    def give(self, action: Action, seat: Seat, count: int, clause: str) -> tuple[Card, ...]:
        """Move the cards dealt from the stock to the hand of ``seat``, if these are due by ``clause``."""
        if not isinstance(action, DealCards) or action.seat != seat or len(action.cards) != count:
            raise IllegalAction(Refusal.NOT_DUE, clause, due=self.phase.due(self))
        dealt = 0
        for card in action.cards:
            dealt |= BIT[card]
        stock = self.stock & ~dealt
        if self.stock.bit_count() - stock.bit_count() != count:
            raise IllegalAction(Refusal.NOT_IN_STOCK, clause, card=self._missing(action.cards))
        self.hands[seat] |= dealt
        self.stock = stock
        return action.cards

    def _missing(self, cards: tuple[Card, ...]) -> Card:
        """The first of ``cards`` that is not in the stock, or is there before."""
        gone = [
            card for place, card in enumerate(cards) if not BIT[card] & self.stock or card in cards[:place]
        ]
        return gone[0]


class Over:
    """No action is legal any more. ``past`` are the tricks that were played, as Playing holds them."""

    __slots__ = ("faults", "past")

    def __init__(
        self, past: tuple[tuple[tuple[Seat, int], ...], ...] = (), faults: Faults = NO_FAULTS
    ) -> None:
        self.past = past
        self.faults = faults

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        raise IllegalAction(Refusal.OVER, "B-6.1")

    def copy(self) -> Self:
        return self


class Void(Over):
    """Ended by agreement before its end (B-9.4)."""

    __slots__ = ()


def wrong_turn(turn: Seat, clause: str) -> IllegalAction:
    return IllegalAction(Refusal.NOT_YOUR_TURN, clause, turn=seat_name(turn))
