"""O-1, O-5: what a Bouillotte table can choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.ledger import UNITS
from engine.options import Choice, Count, Rules, Word

SEATS: Final = 4
ANTE: Final = UNITS
"""O-1.3: the dealer's, in units."""
CAVE: Final = 100 * UNITS
"""O-1.2: what everybody begins with, and what a refill brings, in units."""


@dataclass(frozen=True)
class BouillotteRules(Rules):
    """Every default is the one of the `series` preset."""

    deals: int | None = 12
    """O-5.1; None: open-ended, until the players agree to stop."""
    refill: str = "always"
    """O-5.2: does an empty cave fill by itself, or is its owner asked?"""

    CHOICES: ClassVar[Mapping[str, Choice]] = {
        "deals": Count(1, 999, absent="open"),
        "refill": Word(("always", "ask")),
    }
    PRESETS: ClassVar[Mapping[str, Rules]]
    CLAUSE: ClassVar[str] = "O-1"

    @property
    def asks(self) -> bool:
        return self.refill == "ask"


BouillotteRules.PRESETS = {"series": BouillotteRules("series")}
