"""What a player of Bura can keep in mind of a deal: what was played, and who has taken how much.

People are shown none of it again (U-2.4); who listens may remember it all.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.bura.actions import PACK, points
from engine.bura.events import Announced
from engine.cards import Card
from engine.events import TrickTaken
from engine.hearing import Heard


@dataclass(frozen=True, slots=True)
class Memory:
    """``played`` and ``shown`` are sets of PACK, ``shown`` by seat; ``points`` by seat."""

    points: tuple[int, int] = (0, 0)
    played: int = 0
    shown: tuple[int, int] = (0, 0)
    """Cards of announced hands that are still held."""


NOTHING: Final = Memory()


def remember(heard: Iterable[Heard]) -> Memory:
    """The memory of who has ``heard`` the running deal from its beginning."""
    taken, shown = [0, 0], [0, 0]
    played = trick = 0
    for act in heard:
        cards = _cards(act)
        played |= cards
        trick |= cards
        for event in act.events:
            if isinstance(event, TrickTaken):
                taken[event.seat] += points(trick)
                trick = 0
            elif isinstance(event, Announced):
                shown[event.seat] = PACK.mask(event.cards)
    return Memory((taken[0], taken[1]), played, (shown[0] & ~played, shown[1] & ~played))


def _cards(act: Heard) -> int:
    """What was played for all to see."""
    cards = (act.told or {}).get("cards", ())
    assert isinstance(cards, tuple)
    return PACK.mask(card for card in cards if isinstance(card, Card))
