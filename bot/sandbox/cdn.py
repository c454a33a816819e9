"""Files of messages, under addresses nobody can guess."""

import secrets

from aiohttp import web

from bot.sandbox.context import context, reply
from bot.sandbox.ids import as_id
from bot.sandbox.objects import Attachment
from bot.sandbox.world import World

SHOWN = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""What a browser may show; anything else is only saved, so that nobody's file runs as a page of ours."""


async def attachment(request: web.Request) -> web.Response:
    world = context(request).world
    asked = as_id(request.match_info["attachment_id"])
    found, content = _kept(world, as_id(request.match_info["channel_id"]), asked) or _replaced(world, asked)
    given = request.query.get("hm", "")
    if found is None or content is None or not secrets.compare_digest(found.secret.encode(), given.encode()):
        return reply({"error": "There is no such file."}, 404)
    shown = found.content_type in SHOWN
    headers = {"Cache-Control": "private, max-age=86400"}
    headers["Content-Disposition"] = f'{"inline" if shown else "attachment"}; filename="{found.filename}"'
    kind = found.content_type if shown else "application/octet-stream"
    return web.Response(body=content, content_type=kind, headers=headers)


def _kept(world: World, channel_id: int, id: int) -> tuple[Attachment, bytes | None] | None:
    held = reversed(world.messages.get(channel_id, {}).values())  # the newest are asked for most
    found = next((a for m in held for a in m.attachments if a.id == id), None)
    return (found, world.store.file(id)) if found else None


def _replaced(world: World, id: int) -> tuple[Attachment | None, bytes | None]:
    return next((each for each in world.replaced if each[0].id == id), (None, None))
