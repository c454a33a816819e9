"""What a message may hold: Discord's limits on content, embeds, components and files."""

from typing import Any

from bot.sandbox.components import CLASSIC, DISPLAY, check_components
from bot.sandbox.objects import COMPONENTS_V2, EPHEMERAL, SUPPRESS_NOTIFICATIONS
from bot.sandbox.shapes import (
    Address,
    Faults,
    Many,
    Maybe,
    Moment,
    OneOf,
    Path,
    Record,
    Shape,
    Snowflake,
    Text,
    Truth,
    Whole,
)

EMBEDS, EMBED_TOTAL, FILES = 10, 6000, 10
FILE_SIZE = 10 * 1024 * 1024
"""Bytes a file may have: what Discord allows without a subscription."""
SUPPRESS_EMBEDS = 1 << 2

_picture = Address(("http", "https", "attachment"))
# an embed that was received may be sent again, with what Discord had added to it
_added: dict[str, Shape] = {
    **dict.fromkeys(("proxy_url", "proxy_icon_url", "content_type"), Maybe(Text(2048))),
    **dict.fromkeys(("width", "height", "flags"), Maybe(Whole())),
}
_image = Record({**_added, "url": _picture}, ("url",))
_embed = Record(
    {
        "type": Maybe(OneOf(("rich",))),
        "flags": Maybe(Whole()),
        "title": Maybe(Text(256)),
        "description": Maybe(Text(4096)),
        "url": Maybe(Address()),
        "color": Maybe(Whole(0, 0xFFFFFF)),
        "timestamp": Maybe(Moment()),
        "fields": Maybe(
            Many(
                Record({"name": Text(256, 1), "value": Text(1024, 1), "inline": Truth()}, ("name", "value")),
                25,
            )
        ),
        "author": Maybe(
            Record(
                {**_added, "name": Text(256, 1), "url": Maybe(Address()), "icon_url": Maybe(_picture)},
                ("name",),
            )
        ),
        "footer": Maybe(
            Record({**_added, "text": Text(2048, 1), "icon_url": Maybe(_picture)}, ("text",)),
        ),
        "image": Maybe(_image),
        "thumbnail": Maybe(_image),
    }
)
_mentions = Record(
    {
        "parse": Maybe(Many(OneOf(("users", "roles", "everyone")), 3)),
        "users": Maybe(Many(Snowflake(), 100)),
        "roles": Maybe(Many(Snowflake(), 100)),
        "replied_user": Maybe(Truth()),
    }
)
_attachment = Record(
    {
        "id": Snowflake(),
        "filename": Maybe(Text(1024, 1)),
        "description": Maybe(Text(1024)),
        # discord.py sends back whole what it was given about a file that is to stay
        **dict.fromkeys(("size", "width", "height", "flags"), Maybe(Whole())),
        **dict.fromkeys(("url", "proxy_url", "content_type"), Maybe(Text(2048))),
        **dict.fromkeys(("spoiler", "is_spoiler", "ephemeral"), Maybe(Truth())),
    },
    ("id",),
)
_reference = Record(
    {
        "type": Maybe(OneOf((0,))),
        "message_id": Snowflake(),
        "channel_id": Maybe(Snowflake()),
        "guild_id": Maybe(Snowflake()),
        "fail_if_not_exists": Maybe(Truth()),
    },
    ("message_id",),
)
_body: dict[str, Shape] = {
    "content": Maybe(Text(2000)),
    "embeds": Maybe(Many(_embed, EMBEDS)),
    "allowed_mentions": Maybe(_mentions),
    "attachments": Maybe(Many(_attachment, FILES)),
    "flags": Maybe(Whole(0)),
    "tts": Maybe(OneOf((False,))),
}
_nonce: dict[str, Shape] = {"nonce": Maybe(Text(25)), "enforce_nonce": Maybe(Truth())}

ORDINARY = SUPPRESS_NOTIFICATIONS | COMPONENTS_V2 | SUPPRESS_EMBEDS


def check_message(body: Any, where: str, path: Path = (), *, channel_post: bool = False) -> dict[str, Any]:
    """``body`` once it is a message that Discord would take. ``path`` is where in the request it stands.

    ``channel_post``: sent to a channel, so it may answer another message but not be for one person alone.
    """
    faults = Faults(where)
    display = isinstance(body, dict) and bool(_flags(body) & COMPONENTS_V2)
    shape: dict[str, Shape] = {**_body, "components": Maybe(DISPLAY if display else CLASSIC)}
    if channel_post:
        shape |= {**_nonce, "message_reference": Maybe(_reference)}
    Record(shape).check(body, path, faults)
    faults.settle()
    _check_flags(body, path, ORDINARY if channel_post else ORDINARY | EPHEMERAL, faults)
    _check_embed_total(body.get("embeds") or [], path, faults)
    _check_mentions(body.get("allowed_mentions") or {}, path, faults)
    check_components(body.get("components") or [], (*path, "components"), faults)
    faults.settle()
    return dict(body)


def _flags(body: dict[str, Any]) -> int:
    flags = body.get("flags")
    return flags if isinstance(flags, int) else 0


def _check_flags(body: dict[str, Any], path: Path, allowed: int, faults: Faults) -> None:
    if _flags(body) & ~allowed:
        message = "The embedded server does not know these flags."
        faults.note((*path, "flags"), "SANDBOX_UNKNOWN_FLAGS", message)
    if _flags(body) & COMPONENTS_V2:
        for name in ("content", "embeds"):
            if body.get(name):
                message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                faults.note((*path, name), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_mentions(allowed: dict[str, Any], path: Path, faults: Faults) -> None:
    for kind in ("users", "roles"):
        if allowed.get(kind) and kind in (allowed.get("parse") or []):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            faults.note((*path, "allowed_mentions"), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _check_embed_total(embeds: list[dict[str, Any]], path: Path, faults: Faults) -> None:
    if sum(map(_embed_length, embeds)) > EMBED_TOTAL:
        message = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        faults.note((*path, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", message)


def _embed_length(embed: dict[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("author") or {}).get("name"), (embed.get("footer") or {}).get("text")]
    texts += [text for field in embed.get("fields") or [] for text in (field["name"], field["value"])]
    return sum(len(text) for text in texts if text)
