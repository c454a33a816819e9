"""What a page may send of an interaction, before it is held against what the person was shown."""

from typing import Any

from bot.sandbox.components import CUSTOM_ID
from bot.sandbox.errors import DiscordError
from bot.sandbox.objects import Kind
from bot.sandbox.person_input import LONGEST_VALUE, Refused
from bot.sandbox.shapes import (
    Faults,
    Many,
    Maybe,
    Number,
    Path,
    Record,
    Shape,
    Snowflake,
    Text,
    Truth,
    Whole,
    checked,
)

Json = dict[str, Any]
_MANY = 100
_DEPTH = 3
"""A group, a subcommand, its options; a row or a label and what stands in it is no deeper."""


class _Value:
    """Of an option: text, a number, yes or no."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        known: Shape = Text(LONGEST_VALUE) if isinstance(value, str) else Number()
        (Truth() if isinstance(value, bool) else known).check(value, path, faults)


def _options() -> Shape:
    known: dict[str, Shape] = {"name": Text(32, 1), "type": Whole(), "value": Maybe(_Value())}
    option = Record({**known, "focused": Truth()}, ("name",))
    for _ in range(1, _DEPTH):
        option = Record({**option.fields, "options": Maybe(Many(option, _MANY))}, ("name",))
    return Maybe(Many(option, _MANY))


def _filled() -> Shape:
    values = Maybe(Many(Text(LONGEST_VALUE), _MANY))
    known: dict[str, Shape] = {
        "type": Whole(),
        "id": Maybe(Whole()),
        "custom_id": Maybe(CUSTOM_ID),
        "value": Maybe(Text(LONGEST_VALUE)),
        "values": values,
    }
    part = Record(known)
    for _ in range(1, _DEPTH):
        part = Record({**known, "component": part, "components": Many(part, _MANY)})
    return Maybe(Many(part, _MANY))


_COMMAND = Record({"id": Snowflake(), "name": Maybe(Text(32)), "type": Maybe(Whole()), "options": _options()})
_SHAPES: dict[Kind, Shape] = {
    Kind.COMMAND: _COMMAND,
    Kind.AUTOCOMPLETE: _COMMAND,
    Kind.COMPONENT: Record(
        {"custom_id": CUSTOM_ID, "component_type": Maybe(Whole()), "values": Maybe(Many(Text(100), 25))}
    ),
    Kind.MODAL_SUBMIT: Record({"custom_id": CUSTOM_ID, "components": _filled()}),
}


def sent_data(body: Json) -> tuple[Kind, Json]:
    """The kind of interaction and its data. Raises Refused."""
    kind = next((kind for kind in _SHAPES if kind == body.get("type")), None)
    if kind is None:
        raise Refused("This kind of interaction is not known.")
    if not isinstance(body.get("data"), dict):
        raise Refused("An interaction needs its data.")
    try:
        return kind, dict(checked(_SHAPES[kind], body["data"], "an interaction of the page"))
    except DiscordError:
        raise Refused("An interaction is not sent like that.") from None
