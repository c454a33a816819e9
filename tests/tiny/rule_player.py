"""A computer player: it lays the highest card it may, and gives up a hand without a court card."""

from engine.actions import Action
from engine.game import Chooser, Observation
from tiny.actions import KNOCK, PACK, Lay


def choose(seen: Observation, chooser: Chooser) -> Action:
    if all(card.rank in "T9" for card in seen.hand):
        return KNOCK
    lays = [each for each in seen.legal if isinstance(each, Lay)]
    return min(lays, key=lambda lay: PACK.above[PACK.bit[lay.card]].bit_count())
