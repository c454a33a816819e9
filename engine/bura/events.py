"""Events only Bura has."""

from typing import ClassVar

from engine.bura.actions import Kind
from engine.cards import Card
from engine.events import Event, PaidUntold, Untold
from engine.seats import Seat, seat_name
from engine.values import value


@value
class Announced(Event):
    """U-4.2: the seat has shown its hand."""

    key: ClassVar[str] = "announced"
    seat: Seat
    kind: Kind
    cards: tuple[Card, ...]

    @property
    def line(self) -> str:
        return f"{self.key} {seat_name(self.seat)} {self.kind}"


@value
class Claimed(Event):
    """U-5.1: the seat's tricks were opened, and count so many points."""

    key: ClassVar[str] = "claimed"
    seat: Seat
    points: int

    @property
    def line(self) -> str:
        return f"{self.key} {seat_name(self.seat)} {self.points}"


@value
class StockSetAside(Untold):
    """U-3.5: so many cards could not refill both hands; nobody draws any more."""

    key: ClassVar[str] = "set-aside"
    n: int


@value
class FalseClaimPaid(PaidUntold):
    """U-5.3."""

    key: ClassVar[str] = "false-claim"


@value
class NoClaimPaid(PaidUntold):
    """U-5.5."""

    key: ClassVar[str] = "no-claim"
