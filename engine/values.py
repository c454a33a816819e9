"""What actions, events and phases are: values, equal if their fields are, that never change."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[Kind]) -> type[Kind]:
    """A dataclass that the type checker keeps frozen: frozen as it runs, it would be slower to make."""
    return dataclass(slots=True, unsafe_hash=True)(kind)
