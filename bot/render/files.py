"""Texts as files, made smaller if Discord would not take them."""

import gzip
import io
from collections.abc import Mapping

import discord

from bot.archive import Kept
from bot.errors import Refused


def record_file(found: Kept, text: str) -> discord.File:
    return text_file(f"levee-table-{found.row.id}.rec", text)


def text_file(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), name)


def attached(files: Mapping[str, bytes]) -> list[discord.File]:
    return [discord.File(io.BytesIO(content), name) for name, content in files.items()]


def packed(texts: Mapping[str, str], most: int) -> dict[str, bytes]:
    """The files by their names, which together have ``most`` bytes at most; else each of them as gzip has it.

    Raises Refused if that is still too much.
    """
    plain = {name: text.encode() for name, text in texts.items()}
    if _size(plain) <= most:
        return plain
    small = {f"{name}.gz": gzip.compress(content) for name, content in plain.items()}
    if _size(small) > most:
        raise Refused("refused.files-too-large", size=_mebibytes(_size(small)), most=_mebibytes(most))
    return small


def _size(files: Mapping[str, bytes]) -> int:
    return sum(map(len, files.values()))


def _mebibytes(size: int) -> str:
    return f"{size / 2**20:.1f}"
