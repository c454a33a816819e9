"""Names in messages: escaped, so that no name can format, ping or hide anything."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

import discord

from data.rows import SeatRow
from engine.ledger import amount
from engine.seats import Seat

LONGEST: Final = 32
_BLANK: Final = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))
"""Letters that look like nothing."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
_ISOLATE, _POP = "\u2068", "\u2069"


def plain(name: str) -> str:
    """A name for places that show no markdown, such as pictures and select options.

    Invisible characters and marks of direction are left out: no name may look empty or reorder its line.
    """
    visible = "".join(each for each in name.translate(_BLANK) if each.isprintable() or each.isspace())
    return " ".join(visible.split())[:LONGEST] or "?"


def is_blank(name: str) -> bool:
    """Whether nothing of a name can be seen."""
    return plain(name) == "?" and name.strip() != "?"


def in_line(name: str) -> str:
    """A plain name among other words. One from right to left is closed in, or they would move."""
    return _closed_in(plain(name))


def escaped(name: str) -> str:
    """A name in a message."""
    quiet = discord.utils.escape_mentions(discord.utils.escape_markdown(plain(name), ignore_links=False))
    return _closed_in(quiet.replace("<", r"\<"))  # channels, times and custom emoji


def _closed_in(text: str) -> str:
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text):
        return f"{_ISOLATE}{text}{_POP}"
    return text


def is_somebody(user_id: int) -> bool:
    """Whoever was forgotten has a negative id, which Discord would not know."""
    return user_id > 0


def called(names: Mapping[int, str], user_id: int) -> str:
    """Who it is, in an embed: there a mention, for who has no name here, pings nobody."""
    return escaped(names[user_id]) if user_id in names else f"<@{user_id}>"


def shown(row: SeatRow) -> str:
    """A seat's player in a message; computer players and seats they look after carry a mark."""
    return f"**{escaped(row.name)}**" + ("\N{NO-BREAK SPACE}🤖" if row.computer else "")


def values(fields: Mapping[str, object], rows: Sequence[SeatRow]) -> dict[str, object]:
    """An event's or act's fields as they stand in a sentence: seats by name, units as chips."""
    return {name: _value(name, value, rows) for name, value in fields.items()}


def _value(name: str, value: object, rows: Sequence[SeatRow]) -> object:
    if name == "seat" and isinstance(value, Seat):
        return shown(rows[value])
    if name == "seats" and isinstance(value, tuple):
        return ", ".join(shown(rows[seat]) for seat in value)
    return amount(value) if name == "units" and isinstance(value, int) else value
