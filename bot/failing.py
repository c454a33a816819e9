"""A disk that fails is said plainly, and not by everybody who meets it."""

import logging
import time
from pathlib import Path
from typing import Final

from data.errors import Failing

log = logging.getLogger(__name__)

AGAIN_S: Final = 60.0
"""So long the same is not said again."""


class Said:
    """What the log was told last of ``database``."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._text = ""
        self._at_s = 0.0

    def say(self, fault: Failing) -> None:
        text, now_s = str(fault), time.monotonic()
        if text == self._text and now_s < self._at_s + AGAIN_S:
            return
        log.error("%s: %s", self.database, text)
        self._text, self._at_s = text, now_s
