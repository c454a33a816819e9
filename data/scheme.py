"""Points for a sitting: by place, by the net record, or both."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.season_errors import BadScheme
from engine.ledger import UNITS

DEFAULT: Final = "places 10 7 5 4 3 2 1 0"
MOST_POINTS: Final = 1000
"""For a place."""

_TEXT: Final = re.compile(r"places((?: [0-9]{1,4}){1,8})( \+ net)?|net")


@dataclass(frozen=True, slots=True)
class Scheme:
    """``places``: units of points for the first, second … place, none beyond. ``net``: units won or lost are
    points too.
    """

    places: tuple[int, ...]
    net: bool

    @classmethod
    def parse(cls, text: str) -> "Scheme":
        """Read ``places 10 7 5``, ``net`` or ``places 10 7 5 + net``. Raises BadScheme."""
        match = _TEXT.fullmatch(" ".join(text.lower().replace("+", " + ").split()))
        if match is None:
            raise BadScheme(text)
        points = [int(number) for number in (match[1] or "").split()]
        if points != sorted(points, reverse=True) or max(points, default=0) > MOST_POINTS:
            raise BadScheme(text)
        return cls(tuple(number * UNITS for number in points), net=match[1] is None or match[2] is not None)

    def __str__(self) -> str:
        places = " ".join(["places", *(str(units // UNITS) for units in self.places)]) if self.places else ""
        return " + ".join(part for part in (places, "net" if self.net else "") if part)

    def by_place(self, places: Sequence[int]) -> tuple[int, ...]:
        """Units of points for the places alone, by seat. Who share a place share equally what it and the next
        ones earn.
        """
        sharing = Counter(places)
        return tuple(
            sum(self.places[place - 1 : place - 1 + sharing[place]]) // sharing[place] for place in places
        )

    def points(self, places: Sequence[int], nets: Sequence[int]) -> tuple[int, ...]:
        """Units of points by seat, for the places and the units won or lost."""
        by_place = self.by_place(places)
        return tuple(map(sum, zip(by_place, nets, strict=True))) if self.net else by_place
