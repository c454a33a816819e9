"""How soon the bot answers, as the embedded server sees it."""

import time
from typing import Any

from bot.sandbox import Sandbox
from bot.sandbox.world import Event


class Stopwatch:
    """Milliseconds from telling the bot of each interaction to its first answer."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.taken_ms: list[float] = []
        self._began: dict[int, float] = {}
        sandbox.world.listeners.insert(0, self._hear)

    def _hear(self, event: Event, subject: Any) -> None:
        if event is Event.INTERACTION_CREATE:
            self._began[subject.id] = time.perf_counter()
        elif event is Event.INTERACTION_STATUS and (began := self._began.pop(subject[0].id, None)):
            self.taken_ms.append((time.perf_counter() - began) * 1000)
