"""A small language for saying what a request body may hold, with Discord's words for what is wrong.

A shape looks at a value and notes its faults under the value's path. A field that no shape names is refused
and said aloud in the log: Discord might ignore it, but the bot could rely on what is not shown here.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.sandbox.errors import DiscordError, invalid_form_body

log = logging.getLogger(__name__)
Path = tuple[str | int, ...]
MOST_EXACT = 2**53 - 1
"""The greatest number that JSON carries exactly everywhere; Discord takes none beyond."""


class Faults:
    """What is wrong with one body, as the tree that Discord sends as ``errors``."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.tree: dict[str, Any] = {}

    def note(self, path: Path, code: str, message: str) -> None:
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def unknown(self, path: Path) -> None:
        field = ".".join(map(str, path))
        log.warning("sandbox: unknown field %r in %s", field, self.where)
        self.note(path, "SANDBOX_UNKNOWN_FIELD", f"The embedded server does not know the field {field!r}.")

    def error(self) -> DiscordError:
        return invalid_form_body(self.tree)

    def settle(self) -> None:
        """Raise what was noted, if anything was."""
        if self.tree:
            raise self.error()


class Shape(Protocol):
    def check(self, value: Any, path: Path, faults: Faults) -> None: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A string of ``least`` to ``most`` characters."""

    most: int
    least: int = 0

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, str):
            faults.note(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif self.least and not self.least <= len(value) <= self.most:
            message = f"Must be between {self.least} and {self.most} in length."
            faults.note(path, "BASE_TYPE_BAD_LENGTH", message)
        elif len(value) > self.most:
            faults.note(path, "BASE_TYPE_MAX_LENGTH", f"Must be {self.most} or fewer in length.")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``low`` to ``high``."""

    low: int = -MOST_EXACT
    high: int = MOST_EXACT

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            faults.note(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value > self.high:
            faults.note(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {self.high}.")
        elif value < self.low:
            faults.note(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {self.low}.")


@dataclass(frozen=True, slots=True)
class Number:
    """A number, whole or not."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, int | float) or isinstance(value, bool):
            faults.note(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif isinstance(value, int):
            Whole().check(value, path, faults)


@dataclass(frozen=True, slots=True)
class Truth:
    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, bool):
            faults.note(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    values: tuple[Any, ...]

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if isinstance(value, bool) != isinstance(self.values[0], bool) or value not in self.values:
            shown = ", ".join(map(repr, self.values))
            faults.note(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{shown}}}.")


@dataclass(frozen=True, slots=True)
class Snowflake:
    def check(self, value: Any, path: Path, faults: Faults) -> None:
        text = str(value)
        if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) <= 20):
            faults.note(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True, slots=True)
class Address:
    """A URL of one of ``schemes``, at most ``most`` characters."""

    schemes: tuple[str, ...] = ("http", "https")
    most: int = 2048

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        Text(self.most).check(value, path, faults)
        if isinstance(value, str) and not value.startswith(tuple(f"{scheme}://" for scheme in self.schemes)):
            message = f"Scheme must be one of {self.schemes}, or the address is not well formed."
            faults.note(path, "URL_TYPE_INVALID_SCHEME", message)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time as ISO 8601 writes it."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        try:
            datetime.fromisoformat(value)
        except (TypeError, ValueError):
            faults.note(path, "DATE_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


@dataclass(frozen=True, slots=True)
class Maybe:
    """The shape, or null."""

    shape: Shape

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if value is not None:
            self.shape.check(value, path, faults)


@dataclass(frozen=True, slots=True)
class Later:
    """An object that is checked once it is known what it must be."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, dict):
            faults.note(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")


@dataclass(frozen=True, slots=True)
class Many:
    """A list of ``least`` to ``most`` things of one shape."""

    shape: Shape
    most: int
    least: int = 0

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, list):
            faults.note(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if len(value) > self.most or len(value) < self.least:
            limit = f"between {self.least} and {self.most}" if self.least else f"{self.most} or fewer"
            code = "BASE_TYPE_BAD_LENGTH" if self.least else "BASE_TYPE_MAX_LENGTH"
            faults.note(path, code, f"Must be {limit} in length.")
        for index, item in enumerate(value):
            self.shape.check(item, (*path, index), faults)


class Record:
    """An object with these fields and no other. ``required`` names those that must be there."""

    def __init__(self, fields: Mapping[str, Shape], required: tuple[str, ...] = ()) -> None:
        self.fields = fields
        self.required = required

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, dict):
            faults.note(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return
        for name in self.required:
            if value.get(name) is None:
                faults.note((*path, name), "BASE_TYPE_REQUIRED", "This field is required")
        for name, item in value.items():
            if name not in self.fields:
                faults.unknown((*path, name))
            elif item is not None or name not in self.required:
                self.fields[name].check(item, (*path, name), faults)


class ByType:
    """An object whose whole number ``type`` says which shape it has."""

    def __init__(self, shapes: Mapping[int, Shape]) -> None:
        self.shapes = shapes

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        kind = value.get("type") if isinstance(value, dict) else None
        shape = self.shapes.get(kind) if isinstance(kind, int) else None
        if shape is None:
            known = ", ".join(map(str, self.shapes))
            faults.note(
                (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({known}).'
            )
        else:
            shape.check(value, path, faults)


def checked(shape: Shape, body: Any, where: str, path: Path = ()) -> Any:
    """``body``, once ``shape`` finds nothing wrong with it. ``path`` is where in the request it stands."""
    faults = Faults(where)
    shape.check(body, path, faults)
    faults.settle()
    return body
