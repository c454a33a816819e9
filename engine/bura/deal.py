"""One deal of Bura, from the first card dealt to a claim, a bura or the last window. Chips are the sitting's.

The deal is what all phases share; each phase (``dealing``, ``playing``, ``over``) is a type that holds what
only it needs, and says who may act, what is legal, and what an action changes. Phases never change.
"""

from typing import Final, Protocol

from engine.actions import Action, DealCards, Legal
from engine.bura.actions import PACK
from engine.bura.refusals import BuraRefusal
from engine.dealer import CardsDue, Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import Seat, seat_name

TURNED: Final = 6
"""The place in the pile of the card that is turned, behind the two hands."""
STOCK: Final = (*range(TURNED + 1, len(PACK.cards)), TURNED)
"""The places in the pile of the stock's cards as they are drawn: the turned one last (U-2.2)."""

ALONE: Final = ((0,), (1,))
"""What ``acting`` is when a seat is on turn."""


class Phase(Protocol):
    """What a phase of a deal does with it. ``apply`` raises IllegalAction, and then nothing has changed."""

    def due(self, deal: "Deal") -> Due | None: ...

    def legal(self, deal: "Deal", seat: Seat) -> tuple[Legal, ...]: ...

    def apply(self, deal: "Deal", actor: Seat, action: Action) -> tuple[Event, ...]: ...


class Deal:
    """Mutable; ``copy`` is cheap; nothing changes when an action is refused.

    ``hands``, ``captured`` and ``shown`` are sets of PACK by seat; both hands are always equally large when
    a card is led (so that U-3.6 keeps itself). ``stock`` is the set of the cards not dealt yet, the turned
    one included; ``aside`` what could not refill both hands. ``shown`` are cards of announced hands.
    ``acting`` is the seat on turn, if any.
    """

    __slots__ = (
        "acting",
        "aside",
        "captured",
        "dealer",
        "hands",
        "phase",
        "shown",
        "stock",
        "taken",
        "trumps",
        "turn_up",
    )

    def __init__(self, dealer: Seat, phase: Phase) -> None:
        self.dealer = dealer
        self.acting: tuple[Seat, ...] = ()
        self.hands = [0, 0]
        self.captured = [0, 0]
        self.taken = [0, 0]
        """Tricks."""
        self.shown = [0, 0]
        self.stock = PACK.all
        self.aside = 0
        self.turn_up = 0
        self.trumps = 0
        self.phase = phase

    def copy(self) -> "Deal":
        new = Deal.__new__(Deal)
        new.dealer = self.dealer
        new.acting = self.acting
        new.hands = self.hands[:]
        new.captured = self.captured[:]
        new.taken = self.taken[:]
        new.shown = self.shown[:]
        new.stock = self.stock
        new.aside = self.aside
        new.turn_up = self.turn_up
        new.trumps = self.trumps
        new.phase = self.phase
        return new

    def enter(self, phase: Phase, turn: Seat | None = None) -> None:
        """Go on with ``phase``, in which ``turn`` is to act."""
        self.phase = phase
        self.acting = () if turn is None else ALONE[turn]

    def give(self, action: Action, due: CardsDue, clause: str) -> None:
        """Move the cards dealt from the stock to the hand they are due to by ``clause``."""
        if (
            not isinstance(action, DealCards)
            or action.seat != due.seat
            or len(action.cards) != len(due.places)
        ):
            raise IllegalAction(Refusal.NOT_DUE, clause, due=due)
        given = PACK.mask(action.cards)
        loose = self.stock & ~self.turn_up
        if given & ~loose or given.bit_count() != len(due.places) or due.places[-1] == TURNED:
            self._check(action, due, clause)
        self.stock ^= given
        self.hands[due.seat] |= given

    def _check(self, action: DealCards, due: CardsDue, clause: str) -> None:
        """Card by card: each comes from the stock, the turned one as its last."""
        given = 0
        for card, place in zip(action.cards, due.places, strict=True):
            bit = PACK.bit[card]
            if not bit & self.stock or bit & given:
                raise IllegalAction(Refusal.NOT_IN_STOCK, clause, card=card)
            if (bit == self.turn_up) != (place == TURNED):
                raise IllegalAction(BuraRefusal.TURNED_CARD_LAST, "U-3.5", card=PACK.card[self.turn_up])
            given |= bit


def other(seat: Seat) -> Seat:
    return 1 - seat


def wrong_turn(turn: Seat, clause: str) -> IllegalAction:
    return IllegalAction(Refusal.NOT_YOUR_TURN, clause, turn=seat_name(turn))
