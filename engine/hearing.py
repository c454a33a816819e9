"""What everybody at a table hears of an act: so much a player may remember, whatever is shown him later."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from engine.actions import Action
from engine.events import Event
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Heard:
    """``told`` is None where the table learns nothing of the act but its events."""

    actor: Seat
    told: Mapping[str, object] | None
    events: tuple[Event, ...]

    @classmethod
    def of(cls, actor: Seat, action: Action, events: tuple[Event, ...]) -> Self:
        return cls(actor, action.told(), events)
