"""What a Bura table can choose (U-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.ledger import UNITS
from engine.options import Choice, Count, Rules

PLAYERS: Final = 2
STAKE: Final = UNITS
"""U-2.1, U-5.4, U-5.5: what each puts in, in units."""

LARGEST_POT: Final = 2**40 * UNITS
"""Ours, so that amounts stay storable: a false claim doubles the pot no further. Claims stay lawful there,
for refusing a false one would tell what is in the tricks (U-2.4)."""


@dataclass(frozen=True)
class BuraRules(Rules):
    pots: int = 5
    """U-6.1: the series ends when so many pots are won."""

    CHOICES: ClassVar[Mapping[str, Choice]] = {"pots": Count(1, 99)}
    PRESETS: ClassVar[Mapping[str, Rules]]
    CLAUSE: ClassVar[str] = "U-6.1"


SERIES: Final = BuraRules("series")

BuraRules.PRESETS = {"series": SERIES}
