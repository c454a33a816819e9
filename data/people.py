"""What people were called when they were last seen, so that those who have left can still be named."""

import json
from collections.abc import Collection

from data.database import Database


async def note(database: Database, guild_id: int, user_id: int, name: str) -> None:
    insert = (
        "INSERT INTO person VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET name = excluded.name WHERE name <> excluded.name"
    )
    await database.write(lambda writer: writer.execute(insert, (guild_id, user_id, name)))


async def names(database: Database, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
    """Of those that were ever noted."""
    query = (
        "SELECT user_id, name FROM person WHERE guild_id = ? AND user_id IN (SELECT value FROM json_each(?))"
    )
    arguments = (guild_id, json.dumps(list(user_ids)))
    return dict(await database.read(lambda reader: reader.execute(query, arguments).fetchall()))
