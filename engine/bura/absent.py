"""What is done for a seat whose time is up: as little as the rules let it."""

from engine.actions import Action
from engine.bura.actions import PACK, WAIVE, Play
from engine.game import Observation


def absent(seen: Observation) -> Action:
    """Waive; lead or lay the lowest cards, as few as may be, and trumps only if there are no others."""
    if WAIVE in seen.legal:
        return WAIVE
    plays = [each for each in seen.legal if isinstance(each, Play)]

    def worth(play: Play) -> tuple[int, int, int]:
        trumps = sum(card.suit is seen.trump for card in play.cards)
        lower = sum(PACK.above[PACK.bit[card]].bit_count() for card in play.cards)
        return len(play.cards), trumps, -lower

    return min(plays, key=worth)
