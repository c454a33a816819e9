"""House rules that a server keeps by name: at most one of a name and game, whatever its case."""

import sqlite3
import unicodedata
from dataclasses import astuple, dataclass
from functools import partial
from typing import Final

from data.database import Database
from data.errors import HouseRulesFull

_COLUMNS: Final = "guild_id, game, name, rules, saved_by, saved_at_ms"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``rules`` is the text of a record's Rules line."""

    guild_id: int
    game: str
    name: str
    rules: str
    saved_by: int
    saved_at_ms: int


def folded(name: str) -> str:
    """What two names have in common that differ by case or by how their letters are encoded."""
    return unicodedata.normalize("NFKC", name).casefold()


async def save(database: Database, new: HouseRules, most: int) -> HouseRules | None:
    """Keep ``new``, in place of what had its name, which is returned.

    Raises HouseRulesFull if ``most`` are kept for the game already.
    """
    return await database.write(partial(_save, new, most))


async def delete(database: Database, kept: HouseRules) -> bool:
    """Whether it was still there."""
    query = "DELETE FROM house_rules WHERE guild_id = ? AND game = ? AND folded = ?"
    key = (kept.guild_id, kept.game, folded(kept.name))
    return await database.write(lambda writer: writer.execute(query, key).rowcount > 0)


async def of_guild(database: Database, guild_id: int) -> tuple[HouseRules, ...]:
    """By game and name."""
    query = f"SELECT {_COLUMNS} FROM house_rules WHERE guild_id = ? ORDER BY game, folded"
    return await database.read(
        lambda reader: tuple(HouseRules(*row) for row in reader.execute(query, (guild_id,)))
    )


def _save(new: HouseRules, most: int, writer: sqlite3.Connection) -> HouseRules | None:
    key = (new.guild_id, new.game, folded(new.name))
    found = writer.execute(
        f"SELECT {_COLUMNS} FROM house_rules WHERE guild_id = ? AND game = ? AND folded = ?", key
    ).fetchone()
    count = "SELECT count(*) FROM house_rules WHERE guild_id = ? AND game = ?"
    if not found and writer.execute(count, key[:2]).fetchone()[0] >= most:
        raise HouseRulesFull(*key[:2], most)
    writer.execute(
        f"INSERT OR REPLACE INTO house_rules ({_COLUMNS}, folded) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*astuple(new), key[2]),
    )
    return HouseRules(*found) if found else None
