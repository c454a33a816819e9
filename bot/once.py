"""Discord may tell of an interaction again, at once or after a lost connection: it is taken up once."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from bot.payloads import Parser

log = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""So many interactions are known again. What comes later still Discord lets nobody answer twice."""


class Once:
    """Reads interactions by ``parser``, but none whose id is among the last ones, oldest first."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._heard: dict[str, None] = {}

    def __call__(self, payload: Any) -> None:
        interaction_id = str(payload["id"])
        if interaction_id in self._heard:
            log.info("interaction %s came again", interaction_id)
            return
        self._heard[interaction_id] = None
        if len(self._heard) > REMEMBERED:
            del self._heard[next(iter(self._heard))]
        self._parser(payload)


def once_each(parsers: Mapping[str, Parser]) -> dict[str, Parser]:
    """discord.py's readers of events by name, with that of interactions made to read each once."""
    return {**parsers, "INTERACTION_CREATE": Once(parsers["INTERACTION_CREATE"])}
