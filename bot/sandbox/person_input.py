"""What a person's command, click or form must be: what Discord's own client checks before it sends."""

from typing import Any

from bot.sandbox.command_limits import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from bot.sandbox.components import LABEL, ROW, SELECTS, STRING_SELECT, TEXT_INPUT, walk
from bot.sandbox.ids import as_id
from bot.sandbox.objects import Channel, Guild, Message, User
from bot.sandbox.permissions import ALL, Permission
from bot.sandbox.world import World

Json = dict[str, Any]
LONGEST_VALUE = 6000


class Refused(Exception):
    """The person may not, or not like that; the text is one sentence for him."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


def is_offered(world: World, user: User, command: Json, guild: Guild) -> bool:
    """Whether ``command`` is offered to ``user`` in ``guild`` at all."""
    known_here = command.get("guild_id", str(guild.id)) == str(guild.id) and world.bot_id in guild.members
    return known_here and _suffices(world.guild_permissions(user, guild), command)


def may_use(world: World, user: User, command: Json, where: Channel) -> bool:
    """Whether ``command`` is offered to ``user`` in ``where``."""
    contexts, guild = command["contexts"], world.guild_of(where)
    if guild is None:
        anywhere = bool(command["dm_permission"]) if contexts is None else 1 in contexts
        return anywhere and "guild_id" not in command
    if contexts is not None and 0 not in contexts:
        return False
    return is_offered(world, user, command, guild) and _suffices(world.permissions(user, where), command)


def _suffices(bits: int, command: Json) -> bool:
    needed = command["default_member_permissions"]
    if not bits & Permission.USE_APPLICATION_COMMANDS or needed is None:
        return bool(bits & Permission.USE_APPLICATION_COMMANDS)
    return bits == ALL or (int(needed) != 0 and bits & int(needed) == int(needed))


def command_data(world: World, user: User, where: Channel, sent: Json, *, typing: bool) -> tuple[Json, str]:
    """The data of the interaction, and the command's full name. ``typing``: values may still be anything."""
    command = world.command(as_id(sent.get("id")))
    if command is None or not may_use(world, user, command, where):
        raise Refused("This command is not available to you here.", 403)
    options, name = _options(world, command["options"], sent.get("options") or [], typing)
    data = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data, " ".join([command["name"], *name])


def _options(world: World, known: list[Json], sent: list[Json], typing: bool) -> tuple[list[Json], list[str]]:
    """The options checked against what the command has, and the names of the subcommands chosen."""
    by_name = {option["name"]: option for option in known}
    unknown = [o.get("name") for o in sent if o.get("name") not in by_name]
    if unknown:
        raise Refused(f"This command has no option called {unknown[0]}.")
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in known):
        return _subcommand(world, by_name, sent, typing)
    given = {o["name"] for o in sent}
    missing = [option["name"] for option in known if option.get("required") and option["name"] not in given]
    if missing and not typing:
        raise Refused(f"The option {missing[0]} is required.")
    return [_value(world, by_name[option["name"]], option, typing) for option in sent], []


def _subcommand(
    world: World, by_name: dict[str, Json], sent: list[Json], typing: bool
) -> tuple[list[Json], list[str]]:
    if len(sent) != 1:
        raise Refused("Choose one of the command's subcommands.")
    chosen = by_name[sent[0]["name"]]
    inner, names = _options(world, chosen.get("options", []), sent[0].get("options") or [], typing)
    data = {"name": chosen["name"], "type": chosen["type"], "options": inner}
    return [data], [chosen["name"], *names]


def _value(world: World, known: Json, sent: Json, typing: bool) -> Json:
    option = {"name": known["name"], "type": known["type"], "value": sent.get("value")}
    if typing:
        return {**option, "focused": True} if sent.get("focused") else option
    _check_value(world, known, option["value"])
    return option


def _check_value(world: World, known: Json, value: Any) -> None:
    kind, name = known["type"], known["name"]
    if not _is_of_type(world, kind, value):
        raise Refused(f"The value of {name} is not of the right kind.")
    choices = [choice["value"] for choice in known.get("choices", [])]
    if choices and value not in choices:
        raise Refused(f"Choose one of the values offered for {name}.")
    size = len(value) if kind == STRING else value if kind in (INTEGER, NUMBER) else None
    low, high = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    if size is not None and size < known.get(low, size):
        raise Refused(f"The value of {name} is too {'short' if kind == STRING else 'small'}.")
    if size is not None and size > known.get(high, LONGEST_VALUE if kind == STRING else size):
        raise Refused(f"The value of {name} is too {'long' if kind == STRING else 'large'}.")


def _is_of_type(world: World, kind: int, value: Any) -> bool:
    if isinstance(value, bool) or kind == BOOLEAN:
        return isinstance(value, bool) and kind == BOOLEAN
    if kind in (USER, CHANNEL, ROLE):
        known: dict[int, dict[int, Any]] = {USER: world.users, CHANNEL: world.channels, ROLE: world.roles}
        return as_id(value) in known[kind]
    kinds: dict[int, Any] = {STRING: str, INTEGER: int, NUMBER: int | float}
    return kind in kinds and isinstance(value, kinds[kind])


def component_data(world: World, message: Message, sent: Json) -> Json:
    """The data of a click on a button, or of a select's choice."""
    custom_id = sent.get("custom_id")
    found = next(
        (c for _, c in walk(message.components) if custom_id and c.get("custom_id") == custom_id), None
    )
    if found is None:
        raise Refused("This button is no longer there.", 404)
    if found.get("disabled"):
        raise Refused("This button is disabled.")
    data = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
    if found["type"] in SELECTS:
        data["values"] = _selected(world, found, sent.get("values") or [])
    return data


def _selected(world: World, select: Json, values: list[Any]) -> list[str]:
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not low <= len(set(values)) <= high or len(set(values)) != len(values):
        raise Refused(f"Choose {low} of the options." if low == high else f"Choose {low} to {high} options.")
    offered = {o["value"] for o in select.get("options", [])}
    if select["type"] == STRING_SELECT and not offered.issuperset(values):
        raise Refused("This option is not offered.")
    if select["type"] != STRING_SELECT and any(as_id(value) not in world.users for value in values):
        raise Refused("There is no such member.")
    return [str(value) for value in values]


def modal_data(world: World, modal: Json, sent: Json) -> Json:
    """The data of a form that was filled in: the form's own layout with what the person entered."""
    entered = {c["custom_id"]: c for _, c in walk(sent.get("components") or []) if c.get("custom_id")}
    filled = [_filled(world, item, entered) for item in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": filled}


def _filled(world: World, item: Json, entered: dict[str, Json]) -> Json:
    shell = {"type": item["type"], "id": item["id"]}
    if item["type"] == ROW:
        return {**shell, "components": [_filled(world, inner, entered) for inner in item["components"]]}
    if item["type"] == LABEL:
        return {**shell, "component": _filled(world, item["component"], entered)}
    given = entered.get(item.get("custom_id", ""), {})
    if item["type"] == TEXT_INPUT:
        return {**shell, "custom_id": item["custom_id"], "value": _entered(item, given.get("value") or "")}
    if item["type"] in SELECTS:
        values = given.get("values") or []
        may_be_empty = item.get("required") is False and not values
        chosen = [] if may_be_empty else _selected(world, item, values)
        return {**shell, "custom_id": item["custom_id"], "values": chosen}
    return shell


def _entered(field: Json, value: Any) -> str:
    name = field.get("label") or "This field"
    if not isinstance(value, str) or (not value and field.get("required") is not False):
        raise Refused(f"{name}: please fill it in.")
    if value and not field.get("min_length", 0) <= len(value) <= field.get("max_length", 4000):
        raise Refused(f"{name}: the length is not right.")
    return value
