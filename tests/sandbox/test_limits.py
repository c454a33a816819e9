"""Discord's limits on what the bot sends, each with the place and the code it is refused with."""

import logging
from typing import Any

import pytest

from bot.sandbox import Sandbox
from tests.sandbox.api import Api

Json = dict[str, Any]


def row(*components: Json) -> Json:
    return {"components": [{"type": 1, "components": list(components)}]}


def button(n: int = 0, **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"id{n}", **more}


def menu(count: int = 1, **more: object) -> Json:
    options = [{"label": "x", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def embed(**fields: object) -> Json:
    return {"embeds": [fields]}


def rows(count: int, width: int = 1) -> Json:
    made = [{"type": 1, "components": [button(10 * y + x) for x in range(width)]} for y in range(count)]
    return {"components": made}


FIELD = {"name": "n", "value": "v", "inline": False}
FULL = {"title": "t" * 256, "description": "d" * 4096, "footer": {"text": "f" * 1648}}
V2 = 1 << 15

ALLOWED: list[Json] = [
    {"content": "x" * 2000},
    embed(title="t" * 256, fields=[FIELD] * 25),
    {"embeds": [FULL]},
    {"embeds": [{"title": "x"}] * 10},
    rows(5, 5),
    {**row(menu(25)), "content": "x"},
    row(button(custom_id="c" * 100, label="l" * 80)),
    {"flags": V2, "components": [{"type": 10, "content": "x" * 4000}]},
    {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
]

REFUSED: list[tuple[Json, tuple[str | int, ...], str]] = [
    ({"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    ({"content": 5}, ("content",), "STRING_TYPE_CONVERT"),
    (embed(title="t" * 257), ("embeds", 0, "title"), "BASE_TYPE_MAX_LENGTH"),
    (embed(description="d" * 4097), ("embeds", 0, "description"), "BASE_TYPE_MAX_LENGTH"),
    (embed(fields=[FIELD] * 26), ("embeds", 0, "fields"), "BASE_TYPE_MAX_LENGTH"),
    (
        embed(fields=[{**FIELD, "name": "n" * 257}]),
        ("embeds", 0, "fields", 0, "name"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        embed(fields=[{**FIELD, "value": "v" * 1025}]),
        ("embeds", 0, "fields", 0, "value"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    (embed(fields=[{"name": "n"}]), ("embeds", 0, "fields", 0, "value"), "BASE_TYPE_REQUIRED"),
    (embed(footer={"text": "f" * 2049}), ("embeds", 0, "footer", "text"), "BASE_TYPE_BAD_LENGTH"),
    (embed(author={"name": "a" * 257}), ("embeds", 0, "author", "name"), "BASE_TYPE_BAD_LENGTH"),
    (embed(image={"url": "file:///etc/passwd"}), ("embeds", 0, "image", "url"), "URL_TYPE_INVALID_SCHEME"),
    (embed(timestamp="yesterday"), ("embeds", 0, "timestamp"), "DATE_TYPE_PARSE"),
    (embed(color=1 << 24), ("embeds", 0, "color"), "NUMBER_TYPE_MAX"),
    ({"embeds": [FULL, {"title": "x"}]}, ("embeds",), "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"title": "x"}] * 11}, ("embeds",), "BASE_TYPE_MAX_LENGTH"),
    (rows(6), ("components",), "BASE_TYPE_MAX_LENGTH"),
    (rows(1, 6), ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    (row(), ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    (row(menu(26)), ("components", 0, "components", 0, "options"), "BASE_TYPE_BAD_LENGTH"),
    (row(menu(), button()), ("components", 0, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (
        row(menu(min_values=2)),
        ("components", 0, "components", 0, "min_values"),
        "COMPONENT_SELECT_MIN_VALUES_TOO_LARGE",
    ),
    (
        row(button(custom_id="c" * 101)),
        ("components", 0, "components", 0, "custom_id"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    (row(button(label="l" * 81)), ("components", 0, "components", 0, "label"), "BASE_TYPE_MAX_LENGTH"),
    (
        row(button(), button()),
        ("components", 0, "components", 1, "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (row(button(style=5)), ("components", 0, "components", 0, "url"), "BASE_TYPE_REQUIRED"),
    (row(button(label=None)), ("components", 0, "components", 0), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (row({"type": 4, "custom_id": "x"}), ("components", 0, "components", 0, "type"), "UNION_TYPE_CHOICES"),
    ({"components": [{"type": 10, "content": "x"}]}, ("components", 0, "type"), "UNION_TYPE_CHOICES"),
    (
        {"flags": V2, "content": "x", "components": [{"type": 10, "content": "x"}]},
        ("content",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        {"flags": V2, "components": [{"type": 10, "content": "x" * 2500}] * 2},
        ("components",),
        "COMPONENT_MAX_TOTAL_TEXT_LENGTH_EXCEEDED",
    ),
    ({"content": "x", "flags": 64}, ("flags",), "SANDBOX_UNKNOWN_FLAGS"),
    ({"content": "x", "poll": {}}, ("poll",), "SANDBOX_UNKNOWN_FIELD"),
    (embed(video={"url": "https://x"}), ("embeds", 0, "video"), "SANDBOX_UNKNOWN_FIELD"),
    (row(button(sku_id="1")), ("components", 0, "components", 0, "sku_id"), "SANDBOX_UNKNOWN_FIELD"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        ("allowed_mentions", "parse", 0),
        "BASE_TYPE_CHOICES",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        ("allowed_mentions",),
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
]


def channel_of(sandbox: Sandbox) -> int:
    return next(iter(sandbox.world.channels))


@pytest.mark.parametrize("body", ALLOWED)
async def test_at_the_limit(sandbox: Sandbox, api: Api, body: Json) -> None:
    assert (await api("POST", f"/channels/{channel_of(sandbox)}/messages", body)).status == 200


@pytest.mark.parametrize(
    ("body", "path", "code"), REFUSED, ids=[f"{'.'.join(map(str, r[1]))}-{r[2]}" for r in REFUSED]
)
async def test_beyond_the_limit(
    sandbox: Sandbox, api: Api, body: Json, path: tuple[str | int, ...], code: str
) -> None:
    answer = await api("POST", f"/channels/{channel_of(sandbox)}/messages", body)
    assert (answer.status, answer.code, answer.body["message"]) == (400, 50035, "Invalid Form Body")
    assert answer.error_at(*path) == code
    assert not sandbox.world.messages[channel_of(sandbox)]


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}, {"content": None}])
async def test_empty_message(sandbox: Sandbox, api: Api, body: Json) -> None:
    answer = await api("POST", f"/channels/{channel_of(sandbox)}/messages", body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_unknown_field_is_said_aloud(
    sandbox: Sandbox, api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        await api("POST", f"/channels/{channel_of(sandbox)}/messages", {"content": "x", "sticker_ids": ["1"]})
    assert "sandbox: unknown field 'sticker_ids'" in caplog.text


def option(name: str = "o", **more: object) -> Json:
    return {"type": 3, "name": name, "description": "d", **more}


def choices(count: int) -> list[Json]:
    return [{"name": f"c{n}", "value": f"v{n}"} for n in range(count)]


def command(**more: object) -> Json:
    return {"name": "play", "description": "Play a card", **more}


BAD_COMMANDS: list[tuple[list[Json], tuple[str | int, ...], str]] = [
    ([command(name="Play")], (0, "name"), "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="play card")], (0, "name"), "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="p" * 33)], (0, "name"), "BASE_TYPE_BAD_LENGTH"),
    ([command(description="")], (0, "description"), "BASE_TYPE_BAD_LENGTH"),
    ([command(description="d" * 101)], (0, "description"), "BASE_TYPE_BAD_LENGTH"),
    ([command(options=[option(f"o{n}") for n in range(26)])], (0, "options"), "BASE_TYPE_MAX_LENGTH"),
    ([command(options=[option(choices=choices(26))])], (0, "options", 0, "choices"), "BASE_TYPE_MAX_LENGTH"),
    (
        [command(options=[option(), option()])],
        (0, "options", 1, "name"),
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    (
        [command(options=[option("a"), option("b", required=True)])],
        (0, "options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        [command(options=[option(autocomplete=True, choices=choices(1))])],
        (0, "options", 0),
        "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
    ),
    (
        [command(options=[option("a"), {"type": 1, "name": "b", "description": "d"}])],
        (0, "options"),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    ([command(), command()], (1, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    (
        [
            command(
                options=[
                    option(
                        f"o{n}", description="d" * 100, choices=[{"name": "n" * 100, "value": "v" * 100}] * 20
                    )
                    for n in range(3)
                ]
            )
        ],
        (0,),
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    (
        [command(options=[{"type": 4, "name": "o", "description": "d", "max_value": 2**53}])],
        (0, "options", 0, "max_value"),
        "NUMBER_TYPE_MAX",
    ),
    ([command(handler=1)], (0, "handler"), "SANDBOX_UNKNOWN_FIELD"),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), BAD_COMMANDS, ids=[r[2] + str(n) for n, r in enumerate(BAD_COMMANDS)]
)
async def test_command_beyond_the_limit(
    sandbox: Sandbox, api: Api, body: list[Json], path: tuple[str | int, ...], code: str
) -> None:
    answer = await api("PUT", f"/applications/{sandbox.world.bot_id}/commands", body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.error_at(*path) == code


async def test_commands_keep_their_ids(sandbox: Sandbox, api: Api) -> None:
    path = f"/applications/{sandbox.world.bot_id}/commands"
    first = (await api("PUT", path, [command(), command(name="stay")])).body
    again = (await api("PUT", path, [command(name="stay", description="Stay in")])).body
    assert again[0]["id"] == first[1]["id"]
    assert (await api("GET", path)).body == again
    mine = f"/applications/{sandbox.world.bot_id}/guilds/{sandbox.world.home.id}/commands"
    assert (await api("PUT", mine, [command()])).body[0]["guild_id"] == str(sandbox.world.home.id)
    assert (await api("GET", path)).body == again
