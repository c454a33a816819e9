"""Reading request bodies: JSON, or a form with the JSON and files."""

import re
from typing import Any

from aiohttp import BodyPartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from bot.sandbox.context import SENT
from bot.sandbox.errors import not_json, too_large
from bot.sandbox.limits import FILE_SIZE
from bot.sandbox.messages import Upload
from bot.sandbox.reading import parsed
from bot.sandbox.shapes import Faults

_FILE_FIELD = re.compile(r"files\[(\d{1,2})\]")


async def read_json(request: web.Request) -> Any:
    request[SENT] = body = _parsed(await request.read())
    return body


async def read_object(request: web.Request) -> dict[str, Any]:
    return _as_object(await read_json(request))


async def read_with_files(request: web.Request) -> tuple[dict[str, Any], list[Upload]]:
    """The body, and the files that came with it."""
    kind = request.headers.get("Content-Type", "").partition(";")[0]  # a form's is slow to parse whole
    if kind.strip().lower() != "multipart/form-data":
        return await read_object(request), []
    try:
        return await _read_form(request)
    except (ValueError, LookupError, RuntimeError, HttpProcessingError) as error:
        raise not_json() from error  # what aiohttp makes of a broken form


async def _read_form(request: web.Request) -> tuple[dict[str, Any], list[Upload]]:
    body: dict[str, Any] = {}
    uploads = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise not_json()
        if part.name == "payload_json":
            request[SENT] = body = _as_object(_parsed(await _bytes(part)))
        else:
            uploads.append(await _upload(part, request))
    return body, uploads


def _parsed(raw: bytes) -> Any:
    try:
        return parsed(raw)
    except ValueError as error:
        raise not_json() from error


def _as_object(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise not_json()
    return body


async def _upload(part: BodyPartReader, request: web.Request) -> Upload:
    field = _FILE_FIELD.fullmatch(part.name or "")
    if field is None:
        faults = Faults(f"{request.method} {request.match_info.route.resource}")
        faults.unknown(((part.name or "?").encode(errors="replace").decode(),))
        raise faults.error()
    return Upload(int(field[1]), part.filename or "file", await _bytes(part))


async def _bytes(part: BodyPartReader) -> bytes:
    content = bytearray()
    while chunk := await part.read_chunk(1 << 16):
        content += chunk
        if len(content) > FILE_SIZE:
            raise too_large()
    return bytes(part.decode(bytes(content)))
