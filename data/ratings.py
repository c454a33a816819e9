"""How well people play, from their places: Weng and Lin's Plackett-Luce model, as `openskill` computes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """``mu`` is the skill as far as it is known, ``sigma`` how far it may be off."""

    mu: float
    sigma: float


NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)


def rated(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after a sitting in which these people took these places; equal places are a draw."""
    teams = [[_MODEL.rating(rating.mu, rating.sigma)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(Rating(rating.mu, rating.sigma) for (rating,) in after)
