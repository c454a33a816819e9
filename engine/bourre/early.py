"""B-8.5: what a seat says before it is asked."""

from collections.abc import Sequence
from typing import Final

from engine.actions import Action
from engine.bourre.actions import Early
from engine.bourre.deal import Deal
from engine.bourre.events import DealMissed
from engine.bourre.refusals import BourreRefusal
from engine.errors import IllegalAction
from engine.events import Event
from engine.seats import Seat

MISSED: Final = tuple((DealMissed(seat),) for seat in range(8))


def out_of_turn(
    deal: Deal, actor: Seat, action: Action, silent: Sequence[Seat], refusal: IllegalAction
) -> tuple[Event, ...]:
    """While somebody else acts, the ``silent`` seats, yet to speak, may be heard; by honour alone.

    What was said has no effect on the deal. Raises IllegalAction: for all else, ``refusal``.
    """
    if not isinstance(action, Early) or not deal.rules.by_honour:
        raise refusal
    if actor not in silent:
        raise IllegalAction(BourreRefusal.NOT_BEFORE_TURN, "B-8.5")
    return MISSED[actor]
