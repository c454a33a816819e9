"""Players' doubts about deals, and what staff decided."""

import sqlite3
from dataclasses import dataclass, fields
from functools import partial
from typing import Final

from data.database import Database
from data.errors import AlreadyAppealed, AlreadyDecided, NotAtTable, UnknownAppeal, UnknownDeal, UnknownTable

_SAT: Final = """
    SELECT user_id FROM seat WHERE table_id = :table AND user_id = :user
    UNION SELECT user_id FROM stint WHERE table_id = :table AND user_id = :user"""


@dataclass(frozen=True, slots=True)
class NewAppeal:
    guild_id: int
    table_id: int
    deal: int
    user_id: int
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Appeal:
    """``accepted`` is None until staff have decided, ``message_id`` until they have been told."""

    id: int
    guild_id: int
    table_id: int
    deal: int
    user_id: int
    text: str
    at_ms: int
    accepted: bool | None
    decided_by: int | None
    decided_at_ms: int | None
    message_id: int | None


_APPEALS: Final = f"SELECT {', '.join(field.name for field in fields(Appeal))} FROM appeal"


async def appeal(database: Database, new: NewAppeal) -> Appeal:
    """Store a doubt about a deal that is over, by somebody who sat there.

    Raises UnknownTable, UnknownDeal, NotAtTable or AlreadyAppealed.
    """
    return await database.write(partial(_appeal, new))


async def told(database: Database, appeal_id: int, message_id: int) -> None:
    """Note down the message that tells staff of an appeal."""
    query = "UPDATE appeal SET message_id = ? WHERE id = ?"
    await database.write(lambda writer: writer.execute(query, (message_id, appeal_id)))


async def decide(
    database: Database, guild_id: int, appeal_id: int, accepted: bool, by: int, at_ms: int
) -> Appeal:
    """Raises UnknownAppeal or AlreadyDecided."""
    return await database.write(partial(_decide, guild_id, appeal_id, accepted, by, at_ms))


async def appeals(database: Database, table_id: int) -> tuple[Appeal, ...]:
    """Oldest first."""
    query = f"{_APPEALS} WHERE table_id = ? ORDER BY id"
    return await database.read(lambda reader: tuple(_row(*row) for row in reader.execute(query, (table_id,))))


def _appeal(new: NewAppeal, writer: sqlite3.Connection) -> Appeal:
    here = "SELECT 1 FROM game_table WHERE id = ? AND guild_id = ?"
    if not writer.execute(here, (new.table_id, new.guild_id)).fetchone():
        raise UnknownTable(new.table_id)
    over = "SELECT 1 FROM proof WHERE table_id = ? AND deal = ?"
    if not writer.execute(over, (new.table_id, new.deal)).fetchone():
        raise UnknownDeal(new.table_id, new.deal)
    if not writer.execute(_SAT, {"table": new.table_id, "user": new.user_id}).fetchone():
        raise NotAtTable(new.table_id, new.user_id)
    stored = writer.execute(
        "INSERT INTO appeal (guild_id, table_id, deal, user_id, text, at_ms) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, deal, user_id) DO NOTHING RETURNING id",
        (new.guild_id, new.table_id, new.deal, new.user_id, new.text, new.at_ms),
    ).fetchone()
    if stored is None:
        raise AlreadyAppealed(new.table_id, new.deal)
    return _found(writer, new.guild_id, stored[0])


def _decide(
    guild_id: int, appeal_id: int, accepted: bool, by: int, at_ms: int, writer: sqlite3.Connection
) -> Appeal:
    if _found(writer, guild_id, appeal_id).accepted is not None:
        raise AlreadyDecided(appeal_id)
    writer.execute(
        "UPDATE appeal SET accepted = ?, decided_by = ?, decided_at_ms = ? WHERE id = ?",
        (accepted, by, at_ms, appeal_id),
    )
    return _found(writer, guild_id, appeal_id)


def _found(reader: sqlite3.Connection, guild_id: int, appeal_id: int) -> Appeal:
    query = f"{_APPEALS} WHERE id = ? AND guild_id = ?"
    row = reader.execute(query, (appeal_id, guild_id)).fetchone()
    if row is None:
        raise UnknownAppeal(appeal_id)
    return _row(*row)


def _row(
    id: int,
    guild_id: int,
    table_id: int,
    deal: int,
    user_id: int,
    text: str,
    at_ms: int,
    accepted: int | None,
    decided_by: int | None,
    decided_at_ms: int | None,
    message_id: int | None,
) -> Appeal:
    verdict = None if accepted is None else bool(accepted)
    decision = verdict, decided_by, decided_at_ms
    return Appeal(id, guild_id, table_id, deal, user_id, text, at_ms, *decision, message_id)
