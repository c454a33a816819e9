"""What is done for a seat whose time is up: as little as the rules let it."""

from typing import Final

from engine.actions import Action
from engine.bouillotte.actions import DECLINE, DONE, FOLD, PASS, REFILL_NO, REFILL_YES
from engine.game import Observation

LEAST: Final = (DECLINE, PASS, FOLD, DONE, REFILL_NO, REFILL_YES)
"""Whatever is asked, one of these may be said; the last alone where somebody has to deal (O-5.2)."""


def absent(seen: Observation) -> Action:
    return next(least for least in LEAST if least in seen.legal)
