"""The `rule` player of Bouillotte: stakes on what its hand is worth against those who may still contest it.

It sees its own observation only. A chance is in hundredths.
"""

from collections.abc import Sequence
from typing import Final

from engine.actions import Action, Legal, Span
from engine.bouillotte.actions import (
    CALL,
    CARRE,
    DECLINE,
    DONE,
    FOLD,
    PACK,
    PASS,
    REFILL_YES,
    Open,
    Raise,
)
from engine.bouillotte.observing import BouillotteObservation
from engine.bouillotte.showdown import brelan_of
from engine.cards import Card
from engine.game import Chooser, Observation
from engine.ledger import UNITS

TOP: Final = {1: (54, 61, 70, 81), 2: (38, 52, 65, 80), 3: (33, 48, 63, 82)}
"""The chance with the highest card of one's best suit, by rivals and by how many cards of it are seen."""
BELOW: Final = {1: 46, 2: 24, 3: 10}
"""The same if one higher card is unseen."""
PER_HIGHER: Final = 6
BRELAN: Final = 97

ENOUGH_TO_OPEN: Final = 50
ENOUGH_TO_RAISE: Final = 74
FEAR: Final = 10
"""A bet tells of a hand: so much less is the chance against one that costs as much as the pot or more."""
NERVE: Final = 8
"""How far a player's mood moves a chance."""
CHEAP: Final = 4 * UNITS
"""The most that is doubled blindly, and then one time in three."""


def choose(seen: Observation, chooser: Chooser) -> Action:
    assert isinstance(seen, BouillotteObservation)
    assert seen.seat is not None
    match seen.phase:
        case "refilling":
            return REFILL_YES
        case "doubling":
            doubles = CARRE in seen.legal and seen.pot <= CHEAP and not chooser.below(3)
            return CARRE if doubles else DECLINE
    hope = chance(seen, rivals(seen)) + chooser.below(2 * NERVE + 1) - NERVE
    if seen.phase == "speaking":
        total = stake(seen, hope, ENOUGH_TO_OPEN)
        return PASS if total is None else Open(total)
    total = stake(seen, hope, ENOUGH_TO_RAISE)
    if total is not None:
        return Raise(total)
    return DONE if DONE in seen.legal else CALL if is_worth_calling(seen, hope) else FOLD


def rivals(seen: BouillotteObservation) -> int:
    """Those who may contest the pot: position counts, as who has passed before an opening hardly will."""
    passed = seen.phase == "speaking"
    others = [seat for seat in seen.live if seat != seen.seat]
    return max(1, sum(not (passed and seen.seats[seat].stance == "passed") for seat in others))


def chance(seen: BouillotteObservation, against: int) -> int:
    """How likely the hand is to win a showdown against so many hands of no more promise than any."""
    assert seen.turn_up is not None
    if brelan_of(PACK.mask(seen.hand), PACK.bit[seen.turn_up]):
        return BRELAN
    known, higher = max(promise(seen.hand, card, seen.turn_up) for card in seen.hand)
    return BELOW[against] + PER_HIGHER * (1 + higher) if higher else TOP[against][known - 1]


def promise(hand: Sequence[Card], card: Card, turn_up: Card) -> tuple[int, int]:
    """Of a card's suit: how many are seen, and less one for each unseen card that is higher."""
    seen = [each for each in (*hand, turn_up) if each.suit is card.suit]
    higher = PACK.above[PACK.bit[card]] & ~PACK.mask(seen)
    return len(seen), -higher.bit_count()


def stake(seen: BouillotteObservation, hope: int, enough: int) -> int | None:
    """The total to open or raise to: the more hope, the more, up to the pot above the least; None if not."""
    offered = offer(seen.legal)
    if offered is None or hope < enough:
        return None
    extra = seen.pot * (hope - enough) // (100 - enough) // UNITS
    return min(offered.low + max(0, extra), offered.high) * UNITS


def offer(legal: Sequence[Legal]) -> Span | None:
    return next((each for each in legal if isinstance(each, Span)), None)


def is_worth_calling(seen: BouillotteObservation, hope: int) -> bool:
    """Do the chances cover the price? A call that costs nothing is always worth it."""
    assert seen.seat is not None
    cost = min(max(seen.put) - seen.put[seen.seat], seen.seats[seen.seat].record)
    fear = FEAR * cost // seen.pot if cost < seen.pot else FEAR
    return max(0, hope - fear) * (seen.pot + cost) >= 100 * cost
