"""B-1: what a Bourré table can choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from engine.errors import BadRules
from engine.ledger import UNITS, amount
from engine.options import Chips, Choice, Count, Rules, Switch, Word

SHORT_DRAW: Final = 3
"""B-3.7: what may be discarded where a whole hand may not."""


@dataclass(frozen=True)
class BourreRules(Rules):
    """Every default is the one of the `series` preset. Amounts are in units.

    ``most_players`` and ``whole_draw_players`` come with the preset and cannot be chosen.
    """

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
    most_players: int = 7
    """Five cards for eight are 40: whatever is chosen can be dealt from 52."""
    whole_draw_players: int = 7
    """B-3.7: with more players than these nobody discards a whole hand."""

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
    CLAUSE: ClassVar[str] = "B-1"

    @cached_property
    def need(self) -> int:
        """B-5.3: tricks that win the pot whatever the others take."""
        return self.hand_size // 2 + 1

    @cached_property
    def must_undertrump(self) -> bool:
        return self.undertrump == "required"

    @cached_property
    def draws_at_once(self) -> bool:
        """B-3.3: does who stays draw before the next seat speaks?"""
        return self.declare == "in-turn-with-draw"

    @cached_property
    def is_sealed(self) -> bool:
        """B-3.10: do all decide in secret?"""
        return self.declare == "simultaneous"

    @cached_property
    def by_honour(self) -> bool:
        return self.conduct == "honour"

    @cached_property
    def books_in_deals(self) -> bool:
        """Can a deal's acts cost more than its end says: a second ante, a turn to deal?"""
        return self.second_ante or self.by_honour

    @cached_property
    def max_draw(self) -> int:
        """B-3.7."""
        assert self.players is not None, "a table has its seats"
        return self.hand_size if self.players <= self.whole_draw_players else SHORT_DRAW

    def check(self) -> None:
        if self.players is not None and self.players > self.most_players:
            wider = " or ".join(name for name, rules in self.PRESETS.items() if self._fits(rules))
            raise BadRules(
                f"players={self.players} is not possible with {self.preset}, which seats 2 to "
                f"{self.most_players}; {wider} seats {self.players} (B-1).",
                self.CLAUSE,
            )

    def _fits(self, other: Rules) -> bool:
        assert isinstance(other, BourreRules)
        assert self.players is not None
        return self.players <= other.most_players

    def check_opening(self) -> None:
        """Who pays a fine is free of the next ante (B-7): if it costs less, to stay and lose is a gain."""
        if self.pot_limit is not None and self.pot_limit < self.ante:
            limit, ante = amount(self.pot_limit), amount(self.ante)
            raise BadRules(
                f"pot_limit={limit} does not go with ante={ante}: a fine may not cost less than the ante "
                f"it excuses from. Raise the limit to {ante} or more, or lower the ante (B-6.6).",
                "B-6.6",
            )


SERIES: Final = BourreRules("series")
CLASSIC: Final = BourreRules("classic", players=None, undertrump="free", deals=None, start=0, most_players=8)
WIKI: Final = BourreRules(
    "wiki",
    players=None,
    declare="all-then-draw",
    undertrump="free",
    deals=None,
    start=0,
    whole_draw_players=6,
)

BourreRules.PRESETS = {rules.preset: rules for rules in (SERIES, CLASSIC, WIKI)}
