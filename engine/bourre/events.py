"""Events only Bourré has."""

from dataclasses import dataclass
from typing import ClassVar

from engine.events import SeatPaid


@dataclass(frozen=True, slots=True)
class Bourred(SeatPaid):
    """B-6.3: the seat stayed, took no trick, and pays this fine into the next pot."""

    key: ClassVar[str] = "bourre"
