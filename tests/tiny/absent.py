"""What is done for a seat whose time is up: it gives up the deal."""

from engine.actions import Action
from engine.game import Observation
from tiny.actions import KNOCK


def absent(seen: Observation) -> Action:
    return KNOCK
