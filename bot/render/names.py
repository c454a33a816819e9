"""Names in messages: escaped, so that no name can format, ping or hide anything."""

from collections.abc import Sequence

import discord

from data.rows import SeatRow
from engine.ledger import amount
from engine.seats import Seat

LONGEST = 32
_INVISIBLE = dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
"""Zero-width and direction marks: a name must not reorder the line it stands in."""


def plain(name: str) -> str:
    """A name for places that show no markdown, such as pictures and select options."""
    shown = " ".join(name.translate(_INVISIBLE).split())
    return shown[:LONGEST] or "?"


def escaped(name: str) -> str:
    quiet = discord.utils.escape_mentions(discord.utils.escape_markdown(plain(name), ignore_links=False))
    return quiet.replace("<", r"\<")  # channels, times and custom emoji


def shown(row: SeatRow) -> str:
    """A seat's player in a message; computer players and seats they look after carry a mark."""
    return f"**{escaped(row.name)}**" + (" 🤖" if row.computer else "")


def values(fields: dict[str, object], rows: Sequence[SeatRow]) -> dict[str, object]:
    """An event's or act's fields as they stand in a sentence: seats by name, units as chips."""
    return {name: _value(name, value, rows) for name, value in fields.items()}


def _value(name: str, value: object, rows: Sequence[SeatRow]) -> object:
    if name == "seat" and isinstance(value, Seat):
        return shown(rows[value])
    return amount(value) if name == "units" and isinstance(value, int) else value
