"""How events come to a session: at once, once and in order, unless that goes wrong on purpose."""

import asyncio
import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypedDict, TypeVar, Unpack
from weakref import WeakKeyDictionary

from bot.sandbox.chance import Chance
from bot.sandbox.session import Session
from bot.sandbox.wire import Json


class Events(TypedDict, total=False):
    """The events that a fault meets: all, or those of a ``name``, no more than ``times``, as ``dice`` say."""

    name: str
    times: int
    dice: random.Random


@dataclass(frozen=True, slots=True)
class Rule:
    name: str | None
    chance: Chance

    def meets(self, event: str) -> bool:
        return self.name in (None, event) and self.chance.strikes()


@dataclass(frozen=True, slots=True)
class Twice(Rule):
    later_s: float


@dataclass(frozen=True, slots=True)
class Late(Rule):
    seconds: float
    in_order: bool


R = TypeVar("R", bound=Rule)


class Delivery:
    def __init__(self) -> None:
        self._twice: list[Twice] = []
        self._late: list[Late] = []
        self._due: WeakKeyDictionary[Session, float] = WeakKeyDictionary()
        """When the last event comes of those that keep their order, on the loop's clock."""

    def duplicate(self, share: float = 1.0, *, later_s: float = 0.0, **events: Unpack[Events]) -> None:
        """Tell ``share`` of the events again: the same, as a new dispatch, ``later_s`` after the first."""
        self._twice.append(Twice(*_which(share, events), later_s))

    def delay(
        self, seconds: float, share: float = 1.0, *, in_order: bool = True, **events: Unpack[Events]
    ) -> None:
        """Tell ``share`` of the events late; those behind wait too if ``in_order``, or else overtake."""
        self._late.append(Late(*_which(share, events), seconds, in_order))

    def clear(self) -> None:
        """Nothing more goes wrong; what is under way already comes as it was to come."""
        self._twice.clear()
        self._late.clear()

    def bring(self, session: Session, event: str, data: Json) -> None:
        self._bring(session, event, data)
        for again in _meeting(self._twice, event):
            if again.later_s:
                asyncio.get_running_loop().call_later(again.later_s, session.dispatch, event, data)
            else:
                self._bring(session, event, data)

    def _bring(self, session: Session, event: str, data: Json) -> None:
        late = _meeting(self._late, event)
        wait_s = sum(each.seconds for each in late)
        if not all(each.in_order for each in late):
            asyncio.get_running_loop().call_later(wait_s, session.dispatch, event, data)
        elif late or session in self._due:
            self._line_up(session, event, data, wait_s)
        else:
            session.dispatch(event, data)

    def _line_up(self, session: Session, event: str, data: Json, wait_s: float) -> None:
        loop = asyncio.get_running_loop()
        # strictly one after the other: of two handles for the same moment the loop may run either first
        after_last = math.nextafter(self._due.get(session, 0.0), math.inf)
        due = self._due[session] = max(loop.time() + wait_s, after_last)
        loop.call_at(due, session.dispatch, event, data)


def _which(share: float, events: Events) -> tuple[str | None, Chance]:
    rest: dict[str, Any] = dict(events)
    name = rest.pop("name", None)
    return name, Chance(share, **rest)


def _meeting(rules: Iterable[R], event: str) -> list[R]:
    return [rule for rule in rules if rule.meets(event)]
