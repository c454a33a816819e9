"""What application commands may look like."""

from typing import Any

from bot.sandbox.shapes import (
    Faults,
    Many,
    Maybe,
    Number,
    OneOf,
    Path,
    Record,
    Shape,
    Text,
    Truth,
    Whole,
)

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
OPTIONS, CHOICES, COMMANDS, TOTAL = 25, 25, 100, 8000
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


class _Name:
    """1 to 32 letters, digits, ``-``, ``_`` or ``'``, lower case where there is case."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        Text(32, 1).check(value, path, faults)
        if not isinstance(value, str):
            return
        if value != value.lower() or not all(c.isalnum() or c in "-_'" for c in value):
            faults.note(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


class _NumberOrText:
    """The value of a choice."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        if isinstance(value, str):
            Text(100, 1).check(value, path, faults)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            faults.note(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")


def _localized(shape: Shape) -> Shape:
    return Maybe(Record(dict.fromkeys(LOCALES, shape)))


_named: dict[str, Shape] = {
    "name": _Name(),
    "name_localizations": _localized(_Name()),
    "description": Text(100, 1),
    "description_localizations": _localized(Text(100, 1)),
}
_choice = Record(
    {"name": Text(100, 1), "name_localizations": _localized(Text(100, 1)), "value": _NumberOrText()},
    ("name", "value"),
)
_value_option = Record(
    {
        **_named,
        "type": Whole(STRING, NUMBER),
        "required": Maybe(Truth()),
        "choices": Maybe(Many(_choice, CHOICES)),
        "autocomplete": Maybe(Truth()),
        "min_value": Maybe(Number()),
        "max_value": Maybe(Number()),
        "min_length": Maybe(Whole(0, 6000)),
        "max_length": Maybe(Whole(1, 6000)),
        "channel_types": Maybe(Many(Whole(0, 20), 20)),
    },
    ("type", "name", "description"),
)


class _Option:
    """A value, a subcommand with values, or a group of subcommands."""

    def check(self, value: Any, path: Path, faults: Faults) -> None:
        kind = value.get("type") if isinstance(value, dict) else None
        shape: Shape = _value_option
        if kind in (SUBCOMMAND, GROUP):
            inner: Shape = _value_option if kind == SUBCOMMAND else _Option()
            fields = {**_named, "type": Whole(), "required": Maybe(Truth())}
            shape = Record({**fields, "options": Maybe(Many(inner, OPTIONS))}, ("name", "description"))
        shape.check(value, path, faults)


_command = Record(
    {
        **_named,
        "id": Maybe(Text(20)),
        "type": Maybe(OneOf((1,))),
        "options": Maybe(Many(_Option(), OPTIONS)),
        "default_member_permissions": Maybe(_NumberOrText()),
        "dm_permission": Maybe(Truth()),
        "nsfw": Maybe(OneOf((False,))),
        "contexts": Maybe(Many(OneOf((0, 1, 2)), 3)),
        "integration_types": Maybe(Many(OneOf((0, 1)), 2)),
    },
    ("name", "description"),
)


def check_commands(commands: Any, where: str) -> list[dict[str, Any]]:
    """``commands`` once Discord would register them all."""
    faults = Faults(where)
    Many(_command, COMMANDS).check(commands, (), faults)
    faults.settle()
    names = [command["name"] for command in commands]
    for index, command in enumerate(commands):
        if command["name"] in names[:index]:
            message = "Application command names must be unique"
            faults.note((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        if _length(command) > TOTAL:
            message = f"Command exceeds maximum size ({TOTAL})"
            faults.note((index,), "APPLICATION_COMMAND_TOO_LARGE", message)
        _check_options(command.get("options") or [], (index, "options"), faults)
    faults.settle()
    return list(commands)


def _check_options(options: list[dict[str, Any]], path: Path, faults: Faults) -> None:
    """What no single option shows: names twice, required after optional, subcommands mixed with values."""
    optional_seen, names = False, [option["name"] for option in options]
    for index, option in enumerate(options):
        here = (*path, index)
        if option["name"] in names[:index]:
            message = "Option names must be unique"
            faults.note((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            faults.note(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen |= not option.get("required")
        _check_option(option, here, faults)
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        faults.note(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _check_option(option: dict[str, Any], path: Path, faults: Faults) -> None:
    if option.get("autocomplete") and option.get("choices"):
        message = "Autocomplete options cannot have choices"
        faults.note(path, "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", message)
    _check_options(option.get("options") or [], (*path, "options"), faults)


def _length(part: dict[str, Any]) -> int:
    """Names, descriptions and values, as Discord adds them up."""
    own = len(part["name"]) + len(part.get("description", ""))
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or [])
    return own + choices + sum(_length(option) for option in part.get("options") or [])
