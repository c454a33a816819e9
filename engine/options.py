"""Table options: a preset and what differs from it, as the ``Rules:`` line of a record writes them.

A game's options are a frozen dataclass of str, int, bool and ``int | None`` fields. Presets are values of it.
Each field has a Choice beside it (in the class's ``CHOICES``), which reads and writes its text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Protocol, Self

from engine.errors import BadAmount, BadRules, short
from engine.ledger import UNITS, amount, parse_amount


class Choice(Protocol):
    """How one option is read, written and explained."""

    def parse(self, text: str) -> object:
        """Raises BadRules with what is allowed."""

    def text(self, value: object) -> str: ...

    def allowed(self) -> str: ...

    def samples(self) -> tuple[str, ...]:
        """Some texts to offer."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]

    def parse(self, text: str) -> object:
        if text not in self.words:
            raise BadRules(self.allowed())
        return text

    def text(self, value: object) -> str:
        return str(value)

    def allowed(self) -> str:
        return " or ".join(self.words)

    def samples(self) -> tuple[str, ...]:
        return self.words


@dataclass(frozen=True, slots=True)
class Switch:
    """``on`` or ``off``."""

    def parse(self, text: str) -> object:
        if text not in ("on", "off"):
            raise BadRules(self.allowed())
        return text == "on"

    def text(self, value: object) -> str:
        return "on" if value else "off"

    def allowed(self) -> str:
        return "on or off"

    def samples(self) -> tuple[str, ...]:
        return ("on", "off")


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number; ``absent``, if given, is the word for None."""

    low: int
    high: int
    absent: str | None = None

    def parse(self, text: str) -> object:
        if text == self.absent:
            return None
        if not (
            text.isascii()
            and text.isdecimal()
            and self.low <= int(text[:9]) <= self.high
            and text == str(int(text[:9]))
        ):
            raise BadRules(self.allowed())
        return int(text)

    def text(self, value: object) -> str:
        return str(self.absent if value is None else value)

    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}" + (
            f" or {self.absent}" if self.absent else ""
        )

    def samples(self) -> tuple[str, ...]:
        some = tuple(str(count) for count in range(self.low, min(self.high, 8) + 1))
        return (*some, self.absent) if self.absent else some


@dataclass(frozen=True, slots=True)
class Chips:
    """A whole number of chips, kept in units; whole, so that every later share is exact."""

    low: int
    high: int = 1_000_000
    absent: str | None = None

    def parse(self, text: str) -> object:
        if text == self.absent:
            return None
        try:
            units = parse_amount(text)
        except BadAmount:
            raise BadRules(self.allowed()) from None
        if units % UNITS or not self.low <= units // UNITS <= self.high:
            raise BadRules(self.allowed())
        return units

    def text(self, value: object) -> str:
        return amount(value) if isinstance(value, int) else str(self.absent)

    def allowed(self) -> str:
        return f"whole chips from {self.low} to {self.high}" + (f" or {self.absent}" if self.absent else "")

    def samples(self) -> tuple[str, ...]:
        some = tuple(str(chips) for chips in (1, 2, 5, 10, 20, 50, 100) if self.low <= chips <= self.high)
        return (*some, self.absent) if self.absent else some


@dataclass(frozen=True)
class Rules:
    """Base of a game's options. ``preset`` names the values the others are compared with."""

    CHOICES: ClassVar[Mapping[str, Choice]]
    PRESETS: ClassVar[Mapping[str, "Rules"]]
    CLAUSE: ClassVar[str] = ""
    """Where the game's book tells of its options."""

    preset: str

    def __str__(self) -> str:
        return " ".join([self.preset, *(f"{key}={text}" for key, text in self.changes().items())])

    def changes(self) -> dict[str, str]:
        """The options that differ from the preset, as text, in the canon's order."""
        usual = self.PRESETS[self.preset]
        return {
            name: choice.text(getattr(self, name))
            for name, choice in self.CHOICES.items()
            if getattr(self, name) != getattr(usual, name)
        }

    def check(self) -> None:
        """Raises BadRules naming options that are impossible together."""

    def check_opening(self) -> None:
        """Raises BadRules naming options that can be played, but that no table should begin with."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The options of a ``Rules:`` line: a preset's name, then ``key=value`` for what differs.

        Raises BadRules.
        """
        name, *changes = text.split() or [""]
        if name not in cls.PRESETS:
            raise cls._refusal(f"There is no preset “{short(name)}”; presets are {', '.join(cls.PRESETS)}")
        texts: dict[str, str] = {}
        for change in changes:
            key, equals, value = change.partition("=")
            if change in cls.PRESETS:
                raise cls._refusal(f"{name} and {change} are both presets; keep one of them")
            if not equals or key not in cls.CHOICES:
                raise cls._refusal(
                    f"There is no option “{short(change)}”; options are {', '.join(cls.CHOICES)}"
                )
            if key in texts:
                both = f"{key}={short(texts[key])} and {short(change)}"
                raise cls._refusal(f"The option {key} is given twice, {both}; keep one of them")
            texts[key] = value
        values = {key: cls._value(key, text) for key, text in texts.items()}
        preset = cls.PRESETS[name]
        assert isinstance(preset, cls)
        return preset.having(**values)

    @classmethod
    def _value(cls, key: str, text: str) -> object:
        try:
            return cls.CHOICES[key].parse(text)
        except BadRules as allowed:
            raise cls._refusal(f"{key}={short(text)} is not possible: {key} is {allowed}") from None

    @classmethod
    def _refusal(cls, text: str) -> BadRules:
        return BadRules(f"{text} ({cls.CLAUSE})." if cls.CLAUSE else f"{text}.", cls.CLAUSE)

    def having(self, **values: object) -> Self:
        """The same rules with some options changed, checked. Raises BadRules."""
        assert values.keys() <= {field.name for field in fields(self)}
        rules = replace(self, **values)  # type: ignore[arg-type]  # the Choices made the values
        rules.check()
        return rules
