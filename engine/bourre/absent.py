"""What is done for a seat whose time is up: as little as the rules let it."""

from engine.actions import Action
from engine.bourre.actions import PACK, PASS, STAY, Draw, Play
from engine.game import Observation


def absent(seen: Observation) -> Action:
    """Pass, or stay if bound to; draw none; play the lowest lawful card, a trump if there is no other."""
    for declaration in (PASS, STAY):
        if declaration in seen.legal:
            return declaration
    plays = [each for each in seen.legal if isinstance(each, Play)]
    if not plays:
        return Draw(())
    return min(plays, key=lambda play: (play.card.suit is seen.trump, -PACK.above[play.bit].bit_count()))
