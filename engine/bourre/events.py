"""Events only Bourré has."""

from dataclasses import dataclass
from typing import ClassVar

from engine.events import AntePaid, OfSeat, SeatPaid, Untold
from engine.ledger import POT, Posting, account, amount, move
from engine.seats import Seat, seat_name


@dataclass(frozen=True, slots=True)
class Bourred(SeatPaid):
    """B-6.3, B-8.6: the seat stayed and took no trick, or gave up, and pays this fine into the next pot."""

    key: ClassVar[str] = "bourre"


@dataclass(frozen=True, slots=True)
class Reneged(SeatPaid):
    """B-8.3: the seat broke B-4 or B-5 and did not mend it in time. Known when the deal is over."""

    key: ClassVar[str] = "renege"


@dataclass(frozen=True, slots=True)
class SecondAntePaid(AntePaid):
    """B-3.9. A record calls it an ante as well."""

    key: ClassVar[str] = "second-ante"

    @property
    def line(self) -> str:
        return f"{AntePaid.key} {seat_name(self.seat)} {amount(self.units)}"

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, account(self.seat), POT, self.units)


@dataclass(frozen=True, slots=True)
class Spoke(Untold):
    """Base of what a seat is heard to say; a record has the saying itself."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stayed(Spoke):
    key: ClassVar[str] = "stayed"


@dataclass(frozen=True, slots=True)
class Passed(Spoke):
    key: ClassVar[str] = "passed"


@dataclass(frozen=True, slots=True)
class Skipped(Spoke):
    """B-2.5: the turn to deal passes over the seat."""

    key: ClassVar[str] = "skipped"


@dataclass(frozen=True, slots=True)
class Barred(OfSeat):
    """B-8.2, B-8.6: the seat cannot win this pot."""

    key: ClassVar[str] = "barred"


@dataclass(frozen=True, slots=True)
class DealMissed(OfSeat):
    """B-8.2, B-8.5: the seat loses its next turn to deal."""

    key: ClassVar[str] = "misses-deal"
