"""What is stored about a person: handed out whole, or made nobody's.

Forgetting changes who it was and nothing else: every row, sum and proof stays. What a deal was cut with stays
too, for without it nobody could check that deal any more, and it does not say whose it was.
"""

import sqlite3
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Final

from data.database import Database
from data.errors import Seated

PERSONS: Final = (
    ("appeal", "decided_by"),
    ("appeal", "user_id"),
    ("correction", "user_id"),
    ("credit", "user_id"),
    ("entry", "user_id"),
    ("fixture_player", "user_id"),
    ("game_table", "opener_id"),
    ("house_rules", "saved_by"),
    ("person", "user_id"),
    ("season", "created_by"),
    ("season_total", "user_id"),
    ("seat", "user_id"),
    ("stint", "user_id"),
    ("total", "user_id"),
)
"""Every column that holds a user's id, by table."""
UNTOLD: Final = "…"
"""What stands for the words of somebody forgotten."""

_SAT: Final = (
    "(SELECT table_id, seat FROM seat WHERE user_id = :user"
    " UNION SELECT table_id, seat FROM stint WHERE user_id = :user)"
)
_THERE: Final = f"table_id IN (SELECT table_id FROM {_SAT})"
_PLAYED: Final = {
    "posting": f"SELECT posting.* FROM posting JOIN {_SAT} AS sat"
    " ON sat.table_id = posting.table_id"
    " AND account IN ('p' || (sat.seat + 1), 'bonus:p' || (sat.seat + 1)) ORDER BY posting.id",
    "line": f"SELECT * FROM line WHERE {_THERE} ORDER BY table_id, seq",
    "proof": "SELECT table_id, deal, commit_hex, cut, void FROM proof"
    f" WHERE {_THERE} ORDER BY table_id, deal",
}
"""What names no user, but was done from a user's seats."""

Row = dict[str, str | int | float | None]
Rows = list[Row]


async def export(database: Database, user_id: int) -> dict[str, Rows]:
    """All that is stored about a user, by table, and nothing of who else a row names; of what was played, the
    deals that are over.
    """
    return await database.read(partial(_export, user_id))


async def forget(
    database: Database, user_id: int, at_ms: int, name_of: Callable[[int], str] = "Former player {}".format
) -> int:
    """Make a person nobody everywhere, and out of rounds to come; returns the id that stands for them now.

    It is negative, and ``name_of`` makes a name of its number. Raises Seated at a table that is not closed.
    """
    return await database.write(partial(_forget, user_id, at_ms, name_of))


def _export(user_id: int, reader: sqlite3.Connection) -> dict[str, Rows]:
    found = {}
    for table, columns in groupby(PERSONS, key=lambda column: column[0]):
        condition = " OR ".join(f"{column} = :user" for _, column in columns)
        rows = _rows(reader, f"SELECT * FROM {table} WHERE {condition}", user_id)
        found[table] = [_own(table, row, user_id) for row in rows]
    for table, query in _PLAYED.items():
        found[table] = _rows(reader, query, user_id)
    return found


def _own(table: str, row: Row, user_id: int) -> Row:
    """The row without the ids of others, and without what others wrote in an appeal."""
    told = {name: value for name, value in row.items() if value == user_id or (table, name) not in PERSONS}
    if table == "appeal" and "user_id" not in told:
        del told["text"]
    return told


def _rows(reader: sqlite3.Connection, query: str, user_id: int) -> Rows:
    cursor = reader.execute(query, {"user": user_id})
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _forget(user_id: int, at_ms: int, name_of: Callable[[int], str], writer: sqlite3.Connection) -> int:
    _check_not_seated(writer, user_id)
    nobody = _next_nobody(writer)
    name = name_of(-nobody)
    _forget_words(writer, user_id, name)
    _leave(writer, user_id, at_ms)
    for table, column in PERSONS:
        writer.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (nobody, user_id))
    _call(writer, nobody, name)
    return nobody


def _check_not_seated(writer: sqlite3.Connection, user_id: int) -> None:
    query = (
        "SELECT id FROM game_table JOIN seat ON seat.table_id = id"
        " WHERE seat.user_id = ? AND state <> 'closed' ORDER BY id"
    )
    if open_tables := writer.execute(query, (user_id,)).fetchall():
        raise Seated(tuple(table_id for (table_id,) in open_tables))


def _next_nobody(writer: sqlite3.Connection) -> int:
    used = " UNION ALL ".join(f"SELECT min({column}) AS id FROM {table}" for table, column in PERSONS)
    (lowest,) = writer.execute(f"SELECT coalesce(min(id), 0) FROM ({used})").fetchone()
    return min(0, int(lowest)) - 1


def _forget_words(writer: sqlite3.Connection, user_id: int, name: str) -> None:
    """What they wrote, and where others mentioned them."""
    writer.execute("UPDATE appeal SET text = ? WHERE user_id = ?", (UNTOLD, user_id))
    for mention in (f"<@{user_id}>", f"<@!{user_id}>"):
        for table, column in (("appeal", "text"), ("correction", "reason")):
            writer.execute(
                f"UPDATE {table} SET {column} = replace({column}, ?, ?) WHERE instr({column}, ?)",
                (mention, name, mention),
            )


def _leave(writer: sqlite3.Connection, user_id: int, at_ms: int) -> None:
    """No round to come seats them, and no message in their direct messages is known any more."""
    writer.execute(
        "UPDATE entry SET left_at_ms = ? WHERE user_id = ? AND left_at_ms IS NULL", (at_ms, user_id)
    )
    messages = "UPDATE seat SET dm_channel_id = NULL, dm_message_id = NULL, dm_closed = 0 WHERE user_id = ?"
    writer.execute(messages, (user_id,))


def _call(writer: sqlite3.Connection, nobody: int, name: str) -> None:
    for table in ("seat", "stint"):
        writer.execute(f"UPDATE {table} SET name = ? WHERE user_id = ?", (name, nobody))
    writer.execute(
        "INSERT INTO person SELECT guild_id, :user, :name FROM person WHERE user_id = :user"
        " UNION SELECT guild_id, :user, :name FROM total WHERE user_id = :user"
        " UNION SELECT guild_id, :user, :name FROM season JOIN entry ON season_id = id WHERE user_id = :user"
        " ON CONFLICT DO UPDATE SET name = excluded.name",
        {"user": nobody, "name": name},
    )
