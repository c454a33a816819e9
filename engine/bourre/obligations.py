"""B-4: which cards may be played, before any duty of a cinch. Cards are bits and sets of PACK."""

from typing import Final

from engine.bourre.actions import PACK

BEATS: Final = PACK.beaters()
"""``BEATS[trumps][card]``: the cards that, played later, take the trick from ``card`` (B-4.8).

Only cards of the suit led and trumps can ever head a trick, so "higher of its suit, or a trump" is enough.
"""


def allowed(hand: int, led: int, trumps: int, beaters: int, undertrump: bool) -> int:
    """The cards of ``hand`` that B-4 lets answer a trick.

    ``led`` and ``trumps`` are whole suits, ``beaters`` the cards that would take the trick as it stands;
    ``undertrump`` says that a trump must be played even if it cannot win.
    """
    suited = hand & led
    if suited:  # B-4.3; nothing of a trumped trick's suit beats it, so B-4.6 is the same line as B-4.5
        return suited & beaters or suited
    held = hand & trumps
    if held:  # B-4.4
        return held & beaters or (held if undertrump else hand)
    return hand  # B-4.7
