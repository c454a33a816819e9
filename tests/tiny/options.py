"""K-1: what a table of Knock can choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.options import Choice, Count, Rules


@dataclass(frozen=True)
class KnockRules(Rules):
    players: int | None = None
    """Seats; None until the table has said."""
    deals: int = 3

    CHOICES: ClassVar[Mapping[str, Choice]] = {"players": Count(2, 4), "deals": Count(1, 99)}
    PRESETS: ClassVar[Mapping[str, Rules]]


KnockRules.PRESETS = {"series": KnockRules("series")}
