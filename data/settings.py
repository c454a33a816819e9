"""What staff have chosen for their server."""

import sqlite3
from dataclasses import astuple, dataclass, replace
from functools import partial

from data.database import Database


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """None: not chosen. Staff are who has the role or may manage the server; ``timezone`` is IANA's name,
    ``clock`` that of new tables.
    """

    staff_role_id: int | None = None
    appeals_channel_id: int | None = None
    timezone: str | None = None
    clock: str | None = None


async def settings(database: Database, guild_id: int) -> GuildSettings:
    return await database.read(lambda reader: _settings(reader, guild_id))


async def change(database: Database, guild_id: int, **changed: int | str | None) -> GuildSettings:
    """Change the named fields of GuildSettings, the others stay; what is chosen now."""
    return await database.write(partial(_change, guild_id, changed))


def _settings(reader: sqlite3.Connection, guild_id: int) -> GuildSettings:
    query = "SELECT staff_role_id, appeals_channel_id, timezone, clock FROM guild_setting WHERE guild_id = ?"
    row = reader.execute(query, (guild_id,)).fetchone()
    return GuildSettings(*row) if row else GuildSettings()


def _change(guild_id: int, changed: dict[str, int | str | None], writer: sqlite3.Connection) -> GuildSettings:
    chosen = replace(_settings(writer, guild_id), **changed)  # type: ignore[arg-type]  # names its own fields
    insert = "INSERT OR REPLACE INTO guild_setting VALUES (?, ?, ?, ?, ?)"
    writer.execute(insert, (guild_id, *astuple(chosen)))
    return chosen
