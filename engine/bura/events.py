"""Events only Bura has."""

from dataclasses import dataclass
from typing import ClassVar

from engine.bura.actions import Kind
from engine.cards import Card
from engine.events import Event, PaidUntold, Untold
from engine.seats import Seat, seat_name


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """U-4.2: the seat has shown its hand."""

    key: ClassVar[str] = "announced"
    seat: Seat
    kind: Kind
    cards: tuple[Card, ...]

    @property
    def line(self) -> str:
        return f"{self.key} {seat_name(self.seat)} {self.kind}"


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """U-5.1: the seat's tricks were opened, and count so many points."""

    key: ClassVar[str] = "claimed"
    seat: Seat
    points: int

    @property
    def line(self) -> str:
        return f"{self.key} {seat_name(self.seat)} {self.points}"


@dataclass(frozen=True, slots=True)
class StockSetAside(Untold):
    """U-3.5: so many cards could not refill both hands; nobody draws any more."""

    key: ClassVar[str] = "set-aside"
    n: int


@dataclass(frozen=True, slots=True)
class FalseClaimPaid(PaidUntold):
    """U-5.3."""

    key: ClassVar[str] = "false-claim"


@dataclass(frozen=True, slots=True)
class NoClaimPaid(PaidUntold):
    """U-5.5."""

    key: ClassVar[str] = "no-claim"
