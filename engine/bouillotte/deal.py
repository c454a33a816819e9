"""One deal of Bouillotte, from its refills to the pot won or carried, and the chips it moves.

The deal is what all phases share; each phase (``refilling``, ``doubling``, ``dealing``, ``betting``) is a
value that holds what only it needs, and says who may act, what is legal, and what an action changes.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Self

from engine.actions import Action, Legal, Span
from engine.bouillotte.actions import PACK, Stake
from engine.bouillotte.options import SEATS, BouillotteRules
from engine.dealer import Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.ledger import UNITS
from engine.seats import CHANCE, Seat, from_left, seat_name


class Accounts:
    """The sitting's chips in units, by seat. ``put`` is what each put into the pot in the current deal."""

    __slots__ = ("bonuses", "caves", "pot", "put", "refills")

    def __init__(self, cave: int) -> None:
        self.caves = [cave] * SEATS
        self.bonuses = [0] * SEATS
        self.refills = [0] * SEATS
        self.put = [0] * SEATS
        self.pot = 0

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.caves = self.caves[:]
        new.bonuses = self.bonuses[:]
        new.refills = self.refills[:]
        new.put = self.put[:]
        new.pot = self.pot
        return new

    @property
    def largest(self) -> int:
        """The largest contribution in this deal."""
        return max(self.put)

    @property
    def carried(self) -> int:
        """What lay in the pot before this deal, until a seat wins it."""
        return self.pot - sum(self.put)

    def most(self, seat: Seat) -> int:
        """The total that a seat reaches with its whole cave."""
        return self.put[seat] + self.caves[seat]

    def pay(self, seat: Seat, units: int) -> None:
        self.caves[seat] -= units
        self.put[seat] += units
        self.pot += units

    def win(self, seat: Seat, units: int) -> None:
        self.caves[seat] += units
        self.pot -= units


class Phase(ABC):
    """Base of the phases. ``clause`` is the canon's that says what may be done.

    ``left`` are the seats still to act, in turn; nobody while chance is to act, or when the deal is over.
    """

    __slots__ = ()
    clause: ClassVar[str]
    is_over: ClassVar[bool] = False
    left: tuple[Seat, ...]

    def due(self, deal: "Deal") -> Due | None:
        return None

    def offers(self, deal: "Deal") -> tuple[Legal, ...]:
        """What the first of ``left`` may do."""
        return ()

    def refusal(self, deal: "Deal", action: Action) -> IllegalAction:
        """Why ``action`` is none of the offers; only asked when it is none."""
        return IllegalAction(Refusal.NOT_NOW, self.clause)

    @abstractmethod
    def apply(self, deal: "Deal", action: Action) -> tuple[Event, ...]:
        """Let the first of ``left``, or chance, do what is offered. Chance's may still be refused."""


class Deal:
    """Mutable; ``copy`` is cheap; nothing changes when an action is refused.

    ``hands`` are sets of PACK by seat, ``stock`` the undealt cards. ``live`` are the seats that can win the
    pot, in ``order``, which runs from the dealer's right to the dealer. ``stances`` are keys for words.
    ``acting`` is the seat on turn, if any; ``offers`` is what it may do, once somebody has asked.
    """

    __slots__ = (
        "accounts",
        "acting",
        "dealer",
        "hands",
        "last_carre",
        "live",
        "offers",
        "order",
        "phase",
        "played_for",
        "rules",
        "stances",
        "stock",
        "turn_up",
    )

    def __init__(self, rules: BouillotteRules, dealer: Seat, accounts: Accounts, phase: Phase) -> None:
        self.rules = rules
        self.seat_dealer(dealer)
        self.accounts = accounts
        self.hands = [0] * SEATS
        self.stock = PACK.all
        self.turn_up = 0
        self.live: tuple[Seat, ...] = ()
        self.last_carre: Seat | None = None
        self.stances = [""] * SEATS
        self.played_for = accounts.pot
        """The pot once the ante is in."""
        self.enter(phase)

    def copy(self, accounts: Accounts) -> "Deal":
        """A copy that moves the chips of ``accounts``."""
        new = Deal.__new__(Deal)
        new.rules = self.rules
        new.dealer = self.dealer
        new.order = self.order
        new.accounts = accounts
        new.hands = self.hands[:]
        new.stock = self.stock
        new.turn_up = self.turn_up
        new.live = self.live
        new.last_carre = self.last_carre
        new.stances = self.stances[:]
        new.played_for = self.played_for
        new.phase = self.phase
        new.acting = self.acting
        new.offers = self.offers
        return new

    def seat_dealer(self, dealer: Seat) -> None:
        self.dealer = dealer
        self.order = from_left(dealer, SEATS)

    def enter(self, phase: Phase) -> None:
        """Go on with ``phase``."""
        self.phase = phase
        self.acting = phase.left[:1]
        self.offers: tuple[Legal, ...] | None = None

    @property
    def is_over(self) -> bool:
        return self.phase.is_over

    def legal(self, seat: Seat) -> tuple[Legal, ...]:
        if seat not in self.acting:
            return ()
        if self.offers is None:
            self.offers = self.phase.offers(self)
        return self.offers

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        phase = self.phase
        if self.acting:
            if actor not in self.acting:
                turn = seat_name(self.acting[0])
                raise IllegalAction(Refusal.NOT_YOUR_TURN, phase.clause, turn=turn)
            if not is_among(self.legal(actor), action):
                raise phase.refusal(self, action)
        elif actor != CHANCE:
            raise phase.refusal(self, action)
        return phase.apply(self, action)

    def able(self) -> tuple[Seat, ...]:
        """The live seats that could still add chips, in ``order``."""
        caves = self.accounts.caves
        return tuple([seat for seat in self.live if caves[seat]])

    def others_able(self, seat: Seat) -> tuple[Seat, ...]:
        """All these but ``seat``, from its right on."""
        live, caves = self.live, self.accounts.caves
        around = from_left(seat, SEATS)
        return tuple([other for other in around if other != seat and caves[other] and other in live])


def is_among(offers: Sequence[Legal], action: Action) -> bool:
    """Is ``action`` one of the offers, or of a family offered?"""
    if not isinstance(action, Stake):
        return action in offers
    chips, rest = divmod(action.total, UNITS)
    for each in offers:
        if isinstance(each, Span) and each.verb == action.verb:
            return not rest and each.low <= chips <= each.high
    return False


class Over(Phase):
    """No action is legal any more. ``is_shown``: it came to a showdown, and all hands lie open."""

    __slots__ = ("is_shown",)
    clause = "O-2.5"
    is_over = True
    left = ()

    def __init__(self, is_shown: bool = False) -> None:
        self.is_shown = is_shown

    def refusal(self, deal: Deal, action: Action) -> IllegalAction:
        return IllegalAction(Refusal.OVER, self.clause)

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        raise self.refusal(deal, action)


class Void(Over):
    """Ended by agreement before its end (O-5.5)."""

    __slots__ = ()
