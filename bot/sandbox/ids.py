"""Discord's ids: 64-bit snowflakes, ordered by time, milliseconds since 2015 in the upper 42 bits."""

from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
Clock = Callable[[], float]
"""Seconds since 1970, as ``time.time``; tests hand in one they can move."""


class Snowflakes:
    """Gives out ids, each greater than every one before, also after a restart or a clock set back."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def seen(self, snowflake: int) -> None:
        self._last = max(self._last, snowflake)

    def next(self) -> int:
        now = int(self._clock() * 1000) - DISCORD_EPOCH_MS
        self._last = max(now << 22, self._last + 1)
        return self._last


def created_s(snowflake: int) -> float:
    """When ``snowflake`` was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """``seconds`` since 1970 as Discord writes a time."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def as_id(text: object) -> int:
    """The id that ``text`` spells, or 0, which no object has."""
    text = str(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else 0
