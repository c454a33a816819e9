"""What a hand can do: special hands (U-4.1), and the ways to lead and to answer. Hands are sets of PACK."""

from functools import cache
from itertools import combinations
from typing import Final

from engine.bura.actions import HAND_SIZE, PACK, Kind, Play

ACES: Final = PACK.mask(card for card in PACK.cards if card.rank == "A")
TOPS: Final[dict[Kind | None, frozenset[Kind]]] = {
    None: frozenset(Kind),
    Kind.MOLODKA: frozenset({Kind.ACES, Kind.BURA}),
    Kind.ACES: frozenset({Kind.BURA}),
    Kind.BURA: frozenset({Kind.BURA}),
}
"""U-4.3: what may still be announced after an announcement."""


def is_one_suit(cards: int) -> bool:
    return not cards & ~PACK.suit_of[cards & -cards]


@cache
def kind_of(hand: int, trumps: int) -> Kind | None:
    """What a hand may be announced as. No hand is of two kinds."""
    if hand.bit_count() < HAND_SIZE:
        return None
    if is_one_suit(hand):
        return Kind.BURA if hand & trumps else Kind.MOLODKA
    return None if hand & ~ACES else Kind.ACES


@cache
def plays(hand: int, count: int) -> tuple[Play, ...]:
    """Every way to play ``count`` cards of a hand."""
    return tuple([Play(cards) for cards in combinations(PACK.sorted(hand), count)])


@cache
def leads(hand: int) -> tuple[Play, ...]:
    """U-3.1: one card, or more of one suit."""
    counts = range(1, HAND_SIZE + 1)
    return tuple([play for count in counts for play in plays(hand, count) if is_one_suit(play.mask)])
