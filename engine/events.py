"""Events that several games share: what followed from an action.

An event knows its record line (the words behind ``=``, if it has one) and its postings.
"""

from collections.abc import Iterable
from typing import ClassVar

from engine.ledger import BANK, POT, Posting, account, amount, batch, move
from engine.seats import Seat, seat_name
from engine.values import value


class Event:
    """``key`` is the first word of the record line and the key of the sentence people read."""

    __slots__ = ()
    key: ClassVar[str]

    @property
    def line(self) -> str | None:
        """The record's words behind ``=``; None if the record does not tell this event."""
        return self.key

    @property
    def aside(self) -> str | None:
        """Words that a record may tell behind ``=`` though our own writer leaves them out."""
        return None

    def postings(self) -> tuple[Posting, ...]:
        return ()


def postings(events: Iterable[Event]) -> tuple[Posting, ...]:
    """What the events book; each event's batch sums to zero."""
    return tuple([posting for event in events for posting in batch(event.postings())])


class Untold(Event):
    """Base of the events that a record does not tell."""

    __slots__ = ()

    @property
    def line(self) -> None:
        return None


@value
class OfSeat(Event):
    """Base of the events that a record tells by their key and a seat."""

    seat: Seat

    @property
    def line(self) -> str:
        return f"{self.key} {seat_name(self.seat)}"


@value
class SittingOpened(Untold):
    """Each seat's opening record, in units."""

    key: ClassVar[str] = "opening"
    records: tuple[int, ...]

    def postings(self) -> tuple[Posting, ...]:
        seats = tuple(Posting(account(seat), "opening", units) for seat, units in enumerate(self.records))
        return (*seats, Posting(BANK, "opening", -sum(self.records)))


@value
class SeatAmount(Event):
    """Base of the events that a record tells by their key, a seat and its chips."""

    seat: Seat
    units: int

    @property
    def line(self) -> str:
        return f"{self.key} {seat_name(self.seat)} {amount(self.units)}"


@value
class SeatPaid(SeatAmount):
    """Base of the events in which one seat pays the pot: ``key`` is line and cause."""

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, account(self.seat), POT, self.units)


@value
class PaidUntold(Untold):
    """Base of the events in which a seat pays the pot and the line before says so already."""

    seat: Seat
    units: int

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, account(self.seat), POT, self.units)


@value
class AntePaid(SeatPaid):
    key: ClassVar[str] = "ante"


@value
class SeatGot(SeatAmount):
    """Base of the events in which the pot pays one seat."""

    def postings(self) -> tuple[Posting, ...]:
        return move(self.key, POT, account(self.seat), self.units)


@value
class PotWon(SeatGot):
    key: ClassVar[str] = "win"


@value
class Voided(SeatGot):
    """A deal ended by agreement: the seat takes back what the deal moved."""

    key: ClassVar[str] = "void"


@value
class PotCarried(Event):
    key: ClassVar[str] = "carry"
    units: int

    @property
    def line(self) -> str:
        return f"{self.key} {amount(self.units)}"


@value
class TrickTaken(OfSeat):
    key: ClassVar[str] = "trick"


@value
class RecordsStood(Event):
    """Every seat's record when a deal is closed."""

    key: ClassVar[str] = "records"
    records: tuple[int, ...]

    @property
    def line(self) -> str:
        return " ".join([self.key, *map(amount, self.records)])


@value
class PotStood(Event):
    """What lies in the pot when a deal is closed."""

    key: ClassVar[str] = "pot"
    units: int

    @property
    def line(self) -> str:
        return f"{self.key} {amount(self.units)}"


@value
class PotShared(Event):
    """At the end each of ``seats`` gets ``units`` of what was left in the pot."""

    key: ClassVar[str] = "share"
    units: int
    seats: int

    @property
    def line(self) -> str:
        return f"{self.key} {amount(self.units)}"

    def postings(self) -> tuple[Posting, ...]:
        shares = tuple(Posting(account(seat), self.key, self.units) for seat in range(self.seats))
        return (Posting(POT, self.key, -self.units * self.seats), *shares)


@value
class Placed(Event):
    """The sitting is over; ``places`` by seat, equal results sharing one."""

    key: ClassVar[str] = "places"
    places: tuple[int, ...]

    @property
    def line(self) -> str:
        return " ".join([self.key, *map(str, self.places)])


def places(results: tuple[int, ...]) -> tuple[int, ...]:
    """Places by result, highest first; equal results share the place: 1, 1, 3."""
    return tuple([1 + sum([other > result for other in results]) for result in results])
