"""What Discord sends and cannot be read: it is left out, where discord.py would end with it."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

log = logging.getLogger(__name__)

Parser = Callable[[Any], None]


def forgiving(parsers: Mapping[str, Parser]) -> dict[str, Parser]:
    """discord.py's readers of events by name, each of which skips what it cannot read."""
    return {event: partial(_read, event, parser) for event, parser in parsers.items()}


def _read(event: str, parser: Parser, payload: Any) -> None:
    try:
        parser(payload)
    except Exception as fault:
        log.warning("an event %s could not be read: %s", event, type(fault).__name__)
