"""Events only Bouillotte has."""

from typing import ClassVar

from engine.cards import Card, Suit
from engine.events import Event, PaidUntold, SeatGot, Untold
from engine.ledger import BANK, Posting, account, amount, move
from engine.seats import Seat, seat_name
from engine.values import value


@value
class CaveOpened(Untold):
    """O-1.2: the seat's first cave."""

    key: ClassVar[str] = "opening"
    seat: Seat
    units: int

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, BANK, account(self.seat), self.units)


@value
class CaveRefilled(Event):
    """O-5.2. Our writer leaves a cave that fills by itself out: nobody was asked, and nobody chose."""

    key: ClassVar[str] = "refill"
    seat: Seat
    units: int
    asked: bool

    @property
    def line(self) -> str | None:
        return self._words if self.asked else None

    @property
    def aside(self) -> str | None:
        return None if self.asked else self._words

    @property
    def _words(self) -> str:
        return f"{self.key} {seat_name(self.seat)} {amount(self.units)}"

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, BANK, account(self.seat), self.units)


@value
class Doubled(PaidUntold):
    """O-1.4."""

    key: ClassVar[str] = "carre"


@value
class Bet(PaidUntold):
    """O-2.3, O-2.4."""

    key: ClassVar[str] = "bet"


@value
class Returned(SeatGot):
    """O-4.1: what nobody called."""

    key: ClassVar[str] = "back"


@value
class MainPotCut(Untold):
    """O-4.1: where there are side pots, how much the main pot is, and which ``seats`` can win it."""

    key: ClassVar[str] = "main-pot"
    units: int
    seats: tuple[Seat, ...]


@value
class SidePotCut(MainPotCut):
    key: ClassVar[str] = "side-pot"


@value
class HandShown(Untold):
    """O-4.3: a hand laid open at a showdown."""

    key: ClassVar[str] = "hand"
    seat: Seat
    cards: tuple[Card, ...]


@value
class BrelanShown(Event):
    """O-3.1: three of ``rank`` in hand."""

    key: ClassVar[str] = "brelan"
    seat: Seat
    rank: str

    @property
    def line(self) -> str:
        return f"brelan {seat_name(self.seat)} {self.rank}"


@value
class BrelanCarreShown(BrelanShown):
    """The fourth was turned up."""

    key: ClassVar[str] = "brelan-carre"


@value
class SuitsCounted(Untold):
    """O-3.2: what the thirteen cards shown add up to, by suit."""

    key: ClassVar[str] = "sums"
    clubs: int
    diamonds: int
    hearts: int
    spades: int


@value
class SuitSkipped(Untold):
    """O-3.3: of those who can win this pot nobody holds it."""

    key: ClassVar[str] = "skipped-suit"
    suit: Suit


@value
class SuitsEqual(Untold):
    """O-3.4: of those who hold the highest cards of ``suits``, ``seat`` is the first right of the dealer."""

    key: ClassVar[str] = "equal-suits"
    suits: tuple[Suit, ...]
    seat: Seat


@value
class PointMade(Event):
    """O-3.2: the suit that decides, and its sum."""

    key: ClassVar[str] = "point"
    suit: Suit
    points: int

    @property
    def line(self) -> str:
        return f"{self.key} {self.suit.value} {self.points}"


@value
class HighestHeld(Untold):
    """O-3.2: who of the contenders holds the highest card of the suit that decides."""

    key: ClassVar[str] = "highest"
    seat: Seat
    card: Card


@value
class BonusesNetted(Event):
    """O-4.3: what the deal's brelans change on each seat's bonus account, in units."""

    key: ClassVar[str] = "bonus"
    changes: tuple[int, ...]

    @property
    def line(self) -> str:
        return " ".join([self.key, *map(amount, self.changes)])

    def postings(self) -> tuple[Posting, ...]:
        return tuple(
            [
                Posting(f"bonus:{account(seat)}", BrelanShown.key, units)
                for seat, units in enumerate(self.changes)
            ]
        )
