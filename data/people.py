"""What people were called when they were last seen, so that those who have left can still be named."""

import json
from collections.abc import Collection
from typing import Final

from data.database import Database

_NAMES: Final = """
    SELECT asked.value, coalesce(name, (
        SELECT seat.name FROM seat JOIN game_table ON id = table_id
        WHERE seat.user_id = asked.value AND guild_id = ?1 ORDER BY id DESC LIMIT 1)) AS known
    FROM json_each(?2) AS asked LEFT JOIN person ON guild_id = ?1 AND user_id = asked.value
    WHERE known IS NOT NULL"""


async def note(database: Database, guild_id: int, user_id: int, name: str) -> None:
    insert = (
        "INSERT INTO person VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET name = excluded.name WHERE name <> excluded.name"
    )
    await database.write(lambda writer: writer.execute(insert, (guild_id, user_id, name)))


async def names(database: Database, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
    """Of those who were ever noted or, failing that, sat at a table here."""
    arguments = (guild_id, json.dumps(list(user_ids)))
    return dict(await database.read(lambda reader: reader.execute(_NAMES, arguments).fetchall()))
