"""Events only Bourré has."""

from typing import ClassVar

from engine.events import AntePaid, OfSeat, SeatPaid, Untold
from engine.ledger import POT, Posting, account, amount, move
from engine.seats import Seat, seat_name
from engine.values import value


@value
class Bourred(SeatPaid):
    """B-6.3, B-8.6: the seat stayed and took no trick, or gave up, and pays this fine into the next pot."""

    key: ClassVar[str] = "bourre"


@value
class Reneged(SeatPaid):
    """B-8.3: the seat broke B-4 or B-5 and did not mend it in time. Known when the deal is over."""

    key: ClassVar[str] = "renege"


@value
class SecondAntePaid(AntePaid):
    """B-3.9. A record calls it an ante as well."""

    key: ClassVar[str] = "second-ante"

    @property
    def line(self) -> str:
        return f"{AntePaid.key} {seat_name(self.seat)} {amount(self.units)}"

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, account(self.seat), POT, self.units)


@value
class Spoke(Untold):
    """Base of what a seat is heard to say; a record has the saying itself."""

    seat: Seat


@value
class Stayed(Spoke):
    key: ClassVar[str] = "stayed"


@value
class Passed(Spoke):
    key: ClassVar[str] = "passed"


@value
class Skipped(Spoke):
    """B-2.5: the turn to deal passes over the seat."""

    key: ClassVar[str] = "skipped"


@value
class Barred(OfSeat):
    """B-8.2, B-8.6: the seat cannot win this pot."""

    key: ClassVar[str] = "barred"


@value
class DealMissed(OfSeat):
    """B-8.2, B-8.5: the seat loses its next turn to deal."""

    key: ClassVar[str] = "misses-deal"
