"""The log: what happened, and never what is secret.

Libraries tell payloads and parameters below WARNING, hands among them, and addresses with tokens above it. A
fault's own words may hold what it stumbled over, such as a card; where it happened says enough.
"""

import asyncio
import logging
import re
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

import discord

from bot.restoring import Unreplayable
from data.errors import NotStored, Unusable

log = logging.getLogger(__name__)

OURS: Final = ("bot", "data", "engine")
_TOKENS: Final = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/|/(?:play|join)/|\btoken=)[^\s/?&'\"),]+")
SPEAKING: Final = (
    OSError,
    sqlite3.Error,
    discord.HTTPException,
    discord.ConnectionClosed,
    NotStored,
    Unreplayable,
    Unusable,
)
"""Faults of files, network and database: they tell of these, not of what was done with them."""

Fault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def open_log(level: str) -> None:
    """Write to standard error: what we say from ``level`` on, what libraries say from WARNING on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=max(logging.WARNING, logging.getLevelName(level)), handlers=[handler])
    for name in OURS:
        logging.getLogger(name).setLevel(level)


class Discreet(logging.Formatter):
    """Cuts tokens out of addresses, and shows where a fault happened but not all that it says."""

    def format(self, record: logging.LogRecord) -> str:
        return _TOKENS.sub(r"\1…", super().format(record))

    def formatException(self, ei: Fault) -> str:
        return "\n".join(reversed([*_told(ei[1])]))


def _told(fault: BaseException | None) -> Iterator[str]:
    """A fault, and those that it came of."""
    while fault is not None:
        words = f": {fault}" if isinstance(fault, SPEAKING) else ""
        yield f"{''.join(traceback.format_tb(fault.__traceback__))}{type(fault).__qualname__}{words}"
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def note_stray(loop: asyncio.AbstractEventLoop) -> None:
    """Log faults that nobody waits for without what they were at, which asyncio would tell."""
    loop.set_exception_handler(_stray)
    loop.slow_callback_duration = float("inf")  # in asyncio's debug mode it would tell slow calls whole


def _stray(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    log.error("a fault that nobody waited for", exc_info=context.get("exception"))
