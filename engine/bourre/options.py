"""B-1: what a Bourré table can choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from engine.errors import BadRules
from engine.ledger import UNITS
from engine.options import Chips, Choice, Count, Rules, Switch, Word

PACK_SIZE: Final = 52


@dataclass(frozen=True)
class BourreRules(Rules):
    """Every default is the one of the `series` preset. Amounts are in units."""

    players: int | None = 5
    """Seats; None where the preset leaves it open and the table has not said yet."""
    hand_size: int = 5
    declare: str = "in-turn-with-draw"
    """B-3.3, B-3.10: who stays when, and when those who stay draw."""
    undertrump: str = "required"
    """B-4.4: must a trump be played that cannot win?"""
    ante: int = UNITS
    ante_by: str = "each"
    """B-2.3."""
    second_ante: bool = False
    """B-3.9."""
    pot_limit: int | None = None
    """B-6.6: the most that one fine can cost."""
    cinch: bool = True
    """B-5: the duties of who cannot lose, and the claim."""
    deals: int | None = 12
    """None: open-ended, until the players agree to stop."""
    start: int = 100 * UNITS
    """Each player's opening record."""
    conduct: str = "strict"
    """B-8."""

    CHOICES: ClassVar[Mapping[str, Choice]] = {
        "players": Count(2, 8),
        "hand_size": Count(4, 5),
        "declare": Word(("in-turn-with-draw", "all-then-draw", "simultaneous")),
        "undertrump": Word(("required", "free")),
        "ante": Chips(1),
        "ante_by": Word(("each", "dealer")),
        "second_ante": Switch(),
        "pot_limit": Chips(1, absent="none"),
        "cinch": Switch(),
        "deals": Count(1, 999, absent="open"),
        "start": Chips(0),
        "conduct": Word(("strict", "honour")),
    }
    PRESETS: ClassVar[Mapping[str, Rules]]

    @cached_property
    def need(self) -> int:
        """B-5.3: tricks that win the pot whatever the others take."""
        return self.hand_size // 2 + 1

    @cached_property
    def must_undertrump(self) -> bool:
        return self.undertrump == "required"

    @cached_property
    def max_draw(self) -> int:
        """B-3.7."""
        return self.hand_size

    @property
    def most_players(self) -> int:
        return 7

    def check(self) -> None:
        if self.players is not None and self.players > self.most_players:
            raise BadRules(
                f"players={self.players} is not possible: {self.preset} seats 2 to {self.most_players} (B-1)."
            )
        for name in NOT_YET:
            if getattr(self, name) != getattr(SERIES, name):
                text = self.CHOICES[name].text(getattr(self, name))
                raise BadRules(f"{name}={text} is not played here yet; leave {name} as it is.")


SERIES: Final = BourreRules("series")

NOT_YET: Final = (
    "hand_size",
    "declare",
    "undertrump",
    "ante",
    "ante_by",
    "second_ante",
    "pot_limit",
    "cinch",
    "start",
    "conduct",
)
"""Options whose other values are not played yet."""

BourreRules.PRESETS = {"series": SERIES}
