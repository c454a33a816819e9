"""How long a turn may take at a table, as people type it: ``60``, ``60+300``, ``off``."""

import re
from dataclasses import dataclass
from typing import Final

from bot.errors import Refused

LEAST_S: Final = 3
"""As long as Discord waits for an answer."""
MOST_S: Final = 24 * 60 * 60
OFF: Final = "off"
_TEXT: Final = re.compile(r"([0-9]{1,6})(?:\s*\+\s*([0-9]{1,6}))?")


@dataclass(frozen=True, slots=True)
class TurnClock:
    """``turn_s`` for each turn; who needs more uses up ``bank_s``, which last for the whole sitting."""

    turn_s: int
    bank_s: int = 0

    @classmethod
    def stored(cls, text: str) -> "TurnClock":
        """The inverse of ``str``."""
        return cls(*map(int, text.split("+")))

    def __str__(self) -> str:
        return f"{self.turn_s}+{self.bank_s}" if self.bank_s else str(self.turn_s)


def read_clock(text: str) -> TurnClock | None:
    """None for ``off``. Raises Refused."""
    if text.strip().casefold() == OFF:
        return None
    match = _TEXT.fullmatch(text.strip())
    if match is None:
        raise Refused("refused.bad-clock", text=text, least=LEAST_S, most=MOST_S)
    clock = TurnClock(int(match[1]), int(match[2] or 0))
    if not LEAST_S <= clock.turn_s <= MOST_S or clock.bank_s > MOST_S:
        raise Refused("refused.bad-clock", text=text, least=LEAST_S, most=MOST_S)
    return clock
