"""What message components and modals may look like."""

from collections.abc import Iterator
from typing import Any

from bot.sandbox.shapes import (
    Address,
    ByType,
    Faults,
    Many,
    Maybe,
    OneOf,
    Path,
    Record,
    Shape,
    Snowflake,
    Text,
    Truth,
    Whole,
)

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
LINK_STYLE = 5
ROWS, ROW_WIDTH, COMPONENTS, DISPLAYED_TEXT = 5, 5, 40, 4000

ID: dict[str, Shape] = {"type": Whole(), "id": Maybe(Whole())}
CUSTOM_ID = Text(100, 1)
EMOJI = Record({"id": Maybe(Snowflake()), "name": Text(32), "animated": Maybe(Truth())}, ("name",))
MEDIA = Record({"url": Address(("http", "https", "attachment"))}, ("url",))

_button = Record(
    {
        **ID,
        "custom_id": Maybe(CUSTOM_ID),
        "style": OneOf((1, 2, 3, 4, 5)),
        "label": Maybe(Text(80)),
        "disabled": Maybe(Truth()),
        "url": Maybe(Address(("http", "https", "discord"), 512)),
        "emoji": Maybe(EMOJI),
    },
    ("style",),
)
_option = Record(
    {
        "label": Text(100, 1),
        "value": Text(100, 1),
        "description": Maybe(Text(100)),
        "default": Maybe(Truth()),
        "emoji": Maybe(EMOJI),
    },
    ("label", "value"),
)
_select: dict[str, Shape] = {
    **ID,
    "custom_id": CUSTOM_ID,
    "placeholder": Maybe(Text(150)),
    "min_values": Maybe(Whole(0, 25)),
    "max_values": Maybe(Whole(1, 25)),
    "disabled": Maybe(Truth()),
    "required": Maybe(Truth()),
}
_string_select = Record({**_select, "options": Many(_option, 25, 1)}, ("custom_id", "options"))
_default = Record({"id": Snowflake(), "type": OneOf(("user",))}, ("id", "type"))
_user_select = Record({**_select, "default_values": Maybe(Many(_default, 25))}, ("custom_id",))
_in_row = ByType({BUTTON: _button, STRING_SELECT: _string_select, 5: _user_select})
_row = Record({**ID, "components": Many(_in_row, ROW_WIDTH, 1)}, ("components",))

_text = Record({**ID, "content": Text(DISPLAYED_TEXT, 1)}, ("content",))
_caption: dict[str, Shape] = {"description": Maybe(Text(1024, 1)), "spoiler": Maybe(Truth())}
_thumbnail = Record({**ID, **_caption, "media": MEDIA}, ("media",))
_gallery = Record({**ID, "items": Many(Record({**_caption, "media": MEDIA}, ("media",)), 10, 1)}, ("items",))
_file = Record({**ID, "spoiler": Maybe(Truth()), "file": MEDIA}, ("file",))
_separator = Record({**ID, "spacing": Maybe(OneOf((1, 2))), "divider": Maybe(Truth())})
_section = Record(
    {
        **ID,
        "components": Many(ByType({TEXT_DISPLAY: _text}), 3, 1),
        "accessory": ByType({BUTTON: _button, THUMBNAIL: _thumbnail}),
    },
    ("components", "accessory"),
)
_display: dict[int, Shape] = {
    ROW: _row,
    SECTION: _section,
    TEXT_DISPLAY: _text,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
}
_container = Record(
    {
        **ID,
        "components": Many(ByType(_display), COMPONENTS, 1),
        "accent_color": Maybe(Whole(0, 0xFFFFFF)),
        "spoiler": Maybe(Truth()),
    },
    ("components",),
)

CLASSIC = Many(ByType({ROW: _row}), ROWS)
DISPLAY = Many(ByType({**_display, CONTAINER: _container}), COMPONENTS)

_input = Record(
    {
        **ID,
        "custom_id": CUSTOM_ID,
        "style": OneOf((1, 2)),
        "label": Maybe(Text(45, 1)),
        "value": Maybe(Text(4000)),
        "placeholder": Maybe(Text(100)),
        "required": Maybe(Truth()),
        "min_length": Maybe(Whole(0, 4000)),
        "max_length": Maybe(Whole(1, 4000)),
    },
    ("custom_id", "style"),
)
_label = Record(
    {
        **ID,
        "label": Text(45, 1),
        "description": Maybe(Text(100, 1)),
        "component": ByType({STRING_SELECT: _string_select, TEXT_INPUT: _input, 5: _user_select}),
    },
    ("label", "component"),
)
_input_row = Record({**ID, "components": Many(ByType({TEXT_INPUT: _input}), 1, 1)}, ("components",))
MODAL = Record(
    {
        "custom_id": CUSTOM_ID,
        "title": Text(45, 1),
        "components": Many(ByType({ROW: _input_row, LABEL: _label, TEXT_DISPLAY: _text}), 5, 1),
    },
    ("custom_id", "title", "components"),
)


def walk(components: list[dict[str, Any]], path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every component with its path, outer ones first."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components", []), (*here, "components"))
        for name in ("accessory", "component"):
            if name in component:
                yield (*here, name), component[name]


def check_components(components: list[dict[str, Any]], path: Path, faults: Faults) -> None:
    """What no single component shows: custom_ids used twice, rows too full, buttons that do nothing."""
    seen: set[str] = set()
    everything = list(walk(components, path))
    for where, component in everything:
        custom_id = component.get("custom_id")
        if custom_id in seen:
            message = "Component custom id cannot be duplicated"
            faults.note((*where, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        seen.update([custom_id] if custom_id else [])
        _check_one(component, where, faults)
    if len(everything) > COMPONENTS:
        faults.note(path, "BASE_TYPE_MAX_LENGTH", f"Must be {COMPONENTS} or fewer in length.")
    if sum(len(c["content"]) for _, c in everything if c["type"] == TEXT_DISPLAY) > DISPLAYED_TEXT:
        message = f"The total length of displayable text must be {DISPLAYED_TEXT} or fewer."
        faults.note(path, "COMPONENT_MAX_TOTAL_TEXT_LENGTH_EXCEEDED", message)


def _check_one(component: dict[str, Any], path: Path, faults: Faults) -> None:
    kind = component["type"]
    if kind == ROW:
        selects = [c for c in component["components"] if c["type"] in SELECTS]
        if selects and len(component["components"]) > 1:
            message = "The specified component exceeds the maximum width"
            faults.note((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
    elif kind == BUTTON:
        _check_button(component, path, faults)
    elif kind in SELECTS:
        _check_select(component, path, faults)


def _check_button(button: dict[str, Any], path: Path, faults: Faults) -> None:
    needed, other = ("url", "custom_id") if button["style"] == LINK_STYLE else ("custom_id", "url")
    if not button.get(needed):
        message = f"A button of this style must have a {needed}"
        faults.note((*path, needed), "BASE_TYPE_REQUIRED", message)
    if button.get(other):
        message = "A custom id and url cannot both be specified"
        faults.note((*path, other), "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", message)
    if not button.get("label") and not button.get("emoji"):
        faults.note(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")


def _check_select(select: dict[str, Any], path: Path, faults: Faults) -> None:
    low, high = select.get("min_values"), select.get("max_values")
    if (1 if low is None else low) > (1 if high is None else high):
        message = "min_values may not be greater than max_values"
        faults.note((*path, "min_values"), "COMPONENT_SELECT_MIN_VALUES_TOO_LARGE", message)
    values = [option["value"] for option in select.get("options", [])]
    for index, value in enumerate(values):
        if value in values[:index]:
            message = "The specified option value is already used"
            where = (*path, "options", index, "value")
            faults.note(where, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)


def numbered(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The components as Discord gives them back: no nulls, each with an id, selects with their bounds."""
    components = [_without_nulls(component) for component in sent]
    for number, (_, component) in enumerate(walk(components), start=1):
        component.setdefault("id", number)
        if component["type"] in SELECTS:
            component.setdefault("min_values", 1)
            component.setdefault("max_values", 1)
    return components


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value
