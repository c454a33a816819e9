"""What a component's ``custom_id`` holds: an address, never state. The seat decides whose press it is.

``act:<table>:<seq>:<verb>[:<argument>]`` is an action of a game; ``seq`` is the line the player saw last.
``pick:<table>:<seq>:<verb>`` is a select whose values are the action's argument.
``ask:<table>:<seq>:<verb>:<low>:<high>`` opens a form for an amount.
``table:<table>:<what>[:<seq>]`` is something about the table itself, with ``seq`` about one deal of it.
``rule:<game>:<clause>`` is a passage of a rule book.
"""

from dataclasses import dataclass
from typing import Final

_SEEN: Final = r"(?P<table>[0-9]{1,18}):(?P<seq>[0-9]{1,9}):(?P<verb>[a-z-]{1,20})"
ACT: Final = rf"act:{_SEEN}(?::(?P<argument>[0-9A-Za-z]{{1,40}}))?"
PICK: Final = rf"pick:{_SEEN}"
ASK: Final = rf"ask:{_SEEN}:(?P<low>[0-9]{{1,9}}):(?P<high>[0-9]{{1,9}})"
TABLE: Final = r"table:(?P<table>[0-9]{1,18}):(?P<what>[a-z-]{1,20})(?::(?P<seq>[0-9]{1,9}))?"
RULE: Final = r"rule:(?P<game>[a-z-]{1,30}):(?P<clause>[A-Z]-[0-9.]{1,6})"


@dataclass(frozen=True, slots=True)
class ActAddress:
    """``words`` are the action as a record line has it behind the seat."""

    table: int
    seq: int
    verb: str
    argument: str = ""

    @property
    def words(self) -> str:
        return f"{self.verb} {self.argument}".rstrip()

    def __str__(self) -> str:
        return f"act:{self.table}:{self.seq}:{self.verb}" + (f":{self.argument}" if self.argument else "")


@dataclass(frozen=True, slots=True)
class PickAddress:
    table: int
    seq: int
    verb: str

    def __str__(self) -> str:
        return f"pick:{self.table}:{self.seq}:{self.verb}"


@dataclass(frozen=True, slots=True)
class AskAddress:
    """An amount of chips between ``low`` and ``high`` is asked for in a form."""

    table: int
    seq: int
    verb: str
    low: int
    high: int

    def __str__(self) -> str:
        return f"ask:{self.table}:{self.seq}:{self.verb}:{self.low}:{self.high}"


@dataclass(frozen=True, slots=True)
class TableAddress:
    table: int
    what: str
    seq: int | None = None

    def __str__(self) -> str:
        return f"table:{self.table}:{self.what}" + ("" if self.seq is None else f":{self.seq}")


@dataclass(frozen=True, slots=True)
class RuleAddress:
    game: str
    clause: str

    def __str__(self) -> str:
        return f"rule:{self.game}:{self.clause}"
