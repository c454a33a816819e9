"""Messages as Discord's JSON. ``base`` is put before the addresses of files: the server's own, or nothing."""

from urllib.parse import quote

from bot.sandbox.components import CONTAINER, FILE, GALLERY, SECTION, SEPARATOR, THUMBNAIL
from bot.sandbox.ids import created_s, iso
from bot.sandbox.objects import Attachment, Message
from bot.sandbox.wire import Json, user
from bot.sandbox.world import World

COMMAND = 2


def attachment(what: Attachment, channel_id: int, base: str) -> Json:
    url = f"{base}/cdn/attachments/{channel_id}/{what.id}/{quote(what.filename)}?hm={what.secret}"
    body: Json = {
        "id": str(what.id),
        "filename": what.filename,
        "size": what.size,
        "url": url,
        "proxy_url": url,
        "content_type": what.content_type,
    }
    if what.description is not None:
        body["description"] = what.description
    if what.width:
        body |= {"width": what.width, "height": what.height}
    return body


def message(world: World, what: Message, base: str) -> Json:
    """``what`` whole. As on Discord, a file that an embed shows is not listed a second time."""
    files = {a.filename: attachment(a, what.channel_id, base) for a in what.attachments}
    embeds, shown = _embeds(what, files)
    body: Json = {
        "id": str(what.id),
        "channel_id": str(what.channel_id),
        "type": what.type,
        "author": user(world.users[what.author_id]),
        "content": what.content,
        "timestamp": iso(created_s(what.id)),
        "edited_timestamp": iso(what.edited_s) if what.edited_s else None,
        "tts": False,
        "pinned": False,
        "flags": what.flags,
        "mention_everyone": what.mention_everyone,
        "mentions": [user(world.users[id]) for id in what.mentions],
        "mention_roles": [str(id) for id in what.mention_roles],
        "attachments": [files[a.filename] for a in what.attachments if a.filename not in shown],
        "embeds": embeds,
        "components": _components(what, files),
    }
    if what.nonce is not None:
        body["nonce"] = what.nonce
    if what.reply_to:
        body |= _answered(world, what, base)
    if what.from_interaction is not None:
        body |= _by_interaction(world, what.from_interaction)
    return body


def _embeds(what: Message, files: dict[str, Json]) -> tuple[list[Json], set[str]]:
    """The embeds with the addresses of their pictures, and the names of the files they show."""
    shown: set[str] = set()
    embeds = []
    for embed in what.embeds:
        filled = dict(embed)
        for part, key in (
            ("image", "url"),
            ("thumbnail", "url"),
            ("author", "icon_url"),
            ("footer", "icon_url"),
        ):
            name = str((embed.get(part) or {}).get(key) or "").removeprefix("attachment://")
            if name in files:
                shown.add(name)
                filled[part] = {**embed[part], **_picture(files[name], key)}
        embeds.append(filled)
    return embeds, shown


def _picture(file: Json, key: str) -> Json:
    picture = {key: file["url"], f"proxy_{key}": file["proxy_url"]}
    sizes: Json = {name: file[name] for name in ("width", "height") if name in file and key == "url"}
    return {**picture, **sizes}


def _components(what: Message, files: dict[str, Json]) -> list[Json]:
    """The components with all that Discord fills in."""
    return [_component(component, files) for component in what.components]


def _component(component: Json, files: dict[str, Json]) -> Json:
    filled = dict(component)
    kind = component["type"]
    if kind == SEPARATOR:
        filled = {"spacing": 1, "divider": True, **filled}
    elif kind == GALLERY:
        filled["items"] = [_media_item(item, files) for item in component["items"]]
    elif kind in (THUMBNAIL, FILE):
        key = "file" if kind == FILE else "media"
        filled = {"spoiler": False, **filled, key: _media(component[key], files)}
    elif kind == CONTAINER:
        filled = {"accent_color": None, "spoiler": False, **filled}
    if kind == SECTION:
        filled["accessory"] = _component(component["accessory"], files)
    if "components" in component:
        filled["components"] = [_component(inner, files) for inner in component["components"]]
    return filled


def _media_item(item: Json, files: dict[str, Json]) -> Json:
    return {"description": None, "spoiler": False, **item, "media": _media(item["media"], files)}


def _media(media: Json, files: dict[str, Json]) -> Json:
    file = files.get(media["url"].removeprefix("attachment://"))
    if file is None:
        return {"id": "0", "url": media["url"], "proxy_url": media["url"]}
    sizes: Json = {name: file[name] for name in ("width", "height", "content_type") if name in file}
    return {
        "id": file["id"],
        "url": file["url"],
        "proxy_url": file["url"],
        "attachment_id": file["id"],
        **sizes,
    }


def _answered(world: World, what: Message, base: str) -> Json:
    """What a reply says of the message it answers, which may be gone."""
    reference = {"type": 0, "channel_id": str(what.channel_id), "message_id": str(what.reply_to)}
    if (guild := world.guild_of(world.channels[what.channel_id])) is not None:
        reference["guild_id"] = str(guild.id)
    answered = world.messages[what.channel_id].get(what.reply_to)
    if answered is None:
        return {"message_reference": reference, "referenced_message": None}
    inner = message(world, answered, base)
    inner.pop("referenced_message", None)
    return {"message_reference": reference, "referenced_message": inner}


def _by_interaction(world: World, origin: Json) -> Json:
    """Who did what to get this message; ``interaction`` is the older form, for commands alone."""
    who = user(world.users[origin["user_id"]])
    body: Json = {
        "application_id": str(world.bot_id),
        "webhook_id": str(world.bot_id),
        "interaction_metadata": _metadata(world, origin),
    }
    if origin["type"] == COMMAND:
        body["interaction"] = {"id": origin["id"], "type": COMMAND, "name": origin["name"], "user": who}
    return body


def _metadata(world: World, origin: Json) -> Json:
    body: Json = {"id": origin["id"], "type": origin["type"]}
    body["authorizing_integration_owners"] = {"0": origin["installed_in"]}
    body["user"] = user(world.users[origin["user_id"]])
    for name in ("name", "interacted_message_id", "original_response_message_id"):
        if origin.get(name):
            body[name] = origin[name]
    if origin.get("triggering"):
        body["triggering_interaction_metadata"] = _metadata(world, origin["triggering"])
    return body
