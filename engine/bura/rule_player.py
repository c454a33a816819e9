"""The `rule` player of Bura: counts its tricks, claims as soon as it has 31, and leads what is hard to cover.

It sees its own observation and remembers what it heard. Values are points, of cards taken or thought so.
"""

from collections.abc import Iterable
from itertools import pairwise
from math import comb
from typing import Final

from engine.actions import Action
from engine.bura.actions import BEATS, CLAIM, PACK, WAIVE, Announce, Kind, Play, points
from engine.bura.matching import covers
from engine.bura.observing import BuraObservation
from engine.bura.playing import ENOUGH
from engine.cards import Card
from engine.game import Chooser, Observation

THROWN: Final = 1
"""What a card is worth that the other throws on a lead he does not cover."""
SPENT: Final = 4
"""What a card is worth that he covers a lead with."""
TRUMP: Final = 7
"""What it costs to part with a trump, besides its points."""
LEAD: Final = 3
"""What it is worth to lead next."""
GAME: Final = 30
"""What it is worth to come to 31."""


def choose(seen: Observation, chooser: Chooser) -> Action:
    assert isinstance(seen, BuraObservation)
    plays = [legal for legal in seen.legal if isinstance(legal, Play)]
    if not plays:
        return decide(seen)
    value = answer_value if seen.trick else lead_value
    return max(plays, key=lambda play: value(seen, play))


def decide(seen: BuraObservation) -> Action:
    """A bura wins; a lesser hand is shown only to take the lead away."""
    if CLAIM in seen.legal and own(seen) >= ENOUGH:
        return CLAIM
    for action in seen.legal:
        if isinstance(action, Announce) and (action.kind is Kind.BURA or seen.seat != seen.leader):
            return action
    return WAIVE


def own(seen: BuraObservation) -> int:
    assert seen.seat is not None
    return seen.memory.points[seen.seat]


def others(seen: BuraObservation) -> int:
    assert seen.seat is not None
    return seen.memory.points[1 - seen.seat]


def cost(seen: BuraObservation, play: Play) -> int:
    """What it costs to part with these cards, whoever takes them."""
    return TRUMP * sum(card.suit is seen.trump for card in play.cards)


def gain(taken: int, before: int) -> int:
    """What points are worth to who has so many before."""
    return taken + (GAME if before < ENOUGH <= before + taken else 0)


def answer_value(seen: BuraObservation, play: Play) -> int:
    assert seen.trump is not None
    led = PACK.mask(seen.trick[0][1])
    at_stake = points(led | play.mask)
    if covers(led, play.mask, PACK.suit[seen.trump]):
        return gain(at_stake, own(seen)) + LEAD - cost(seen, play)
    return -gain(at_stake, others(seen)) - cost(seen, play)


def lead_value(seen: BuraObservation, play: Play) -> float:
    """Weighed by how likely the other can cover; if he can, we take it that he does."""
    covered = chance_of_cover(seen, play)
    worth = points(play.mask)
    kept = gain(worth + THROWN * len(play.cards), own(seen)) + LEAD
    lost = gain(worth + SPENT * len(play.cards), others(seen))
    return (1 - covered) * kept - covered * lost - cost(seen, play)


def chance_of_cover(seen: BuraObservation, play: Play) -> float:
    """How likely it is that the other's hand covers the lead, each hand of unseen cards being as likely."""
    assert seen.seat is not None
    assert seen.trump is not None
    trumps = PACK.suit[seen.trump]
    known = PACK.mask(seen.shown[1 - seen.seat])
    unknown = seen.seats[1 - seen.seat].cards - known.bit_count()
    unseen = unseen_cards(seen) & ~known
    beaters = [BEATS[trumps][PACK.bit[card]] for card in downwards(play.cards)]
    wanted = [i - (known & beating).bit_count() for i, beating in enumerate(beaters, 1)]
    sizes = [(unseen & beating).bit_count() for beating in beaters]
    hands = covering_hands(sizes, wanted, unseen.bit_count(), unknown)
    return hands / comb(unseen.bit_count(), unknown)


def unseen_cards(seen: BuraObservation) -> int:
    """What may be in the other's hand. The turned card is not while it lies in the stock or aside."""
    seat = seen.seat
    assert seat is not None
    gone = seen.memory.played | PACK.mask(seen.hand)
    if seen.turn_up is not None and (seen.stock or seen.set_aside):
        gone |= PACK.bit[seen.turn_up]
    return PACK.all & ~gone


def downwards(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=PACK.bit.__getitem__, reverse=True)


def covering_hands(sizes: list[int], wanted: list[int], unseen: int, hand: int) -> int:
    """How many hands of so many unseen cards have ``wanted[i]`` of the first ``sizes[i]`` cards, for each i.

    The sizes never fall: what beats a card beats every lower one of its suit too.
    """
    ways = {0: 1}
    """How many ways there are to have so many of the cards looked at so far."""
    for (before, size), want in zip(pairwise((0, *sizes)), wanted, strict=True):
        ways = {have: count for have, count in _with_more(ways, size - before, hand).items() if have >= want}
    rest = unseen - sizes[-1]
    return sum(count * comb(rest, hand - have) for have, count in ways.items())


def _with_more(ways: dict[int, int], cards: int, hand: int) -> dict[int, int]:
    """The ways after ``cards`` more were looked at, of which any number may be in the hand."""
    more: dict[int, int] = {}
    for have, count in ways.items():
        for drawn in range(min(cards, hand - have) + 1):
            more[have + drawn] = more.get(have + drawn, 0) + count * comb(cards, drawn)
    return more
