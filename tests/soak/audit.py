"""What has to be so after every restart: nothing stored has changed, chips add up, and Discord shows it."""

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.render.lobby import lobby_message
from bot.render.message import Message as Wanted
from bot.render.table import table_message
from bot.restoring import rebuild
from bot.sandbox.objects import Message
from bot.sandbox.permissions import Permission
from data import tables
from data.database import Database
from data.rows import TableRow
from tests.soak.soak import Soak

LOCALE: Final = "en-US"
PATIENCE_S: Final = 30.0
LOOK_S: Final = 0.05
_AWAY: Final = re.compile(r"\n-# I was away for .*")
"""What a table says of an outage is not stored."""
NEEDED: Final = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.EMBED_LINKS,
    Permission.ATTACH_FILES,
)


async def look_over(soak: Soak) -> None:
    """After a restart. Raises AssertionError."""
    errors = [*soak.log.errors()]
    assert not errors, "\n".join(errors)
    _check_books(soak)
    await _check_shown(soak)
    for channel_id in {channel.guild_id: channel.id for channel in soak.channels()}.values():
        await soak.verify(channel_id)


def _check_books(soak: Soak) -> None:
    """Raises AssertionError."""
    for table in soak.tables.values():
        stored = [*soak.house.books.lines(table.stored.id)]
        assert stored[: len(table.lines)] == table.lines, f"the record of table {table.stored.id} has changed"
    unbalanced = soak.house.books.unbalanced()
    assert not unbalanced, f"chips came out of nothing at tables {unbalanced}"


async def _check_shown(soak: Soak) -> None:
    """Every table's message comes to show what is stored. Raises AssertionError."""
    until, behind = time.monotonic() + PATIENCE_S, ["not looked yet"]
    while behind and time.monotonic() < until:
        await asyncio.sleep(LOOK_S)
        behind = [*_behind(soak, await _as_stored(soak))]
    assert not behind, f"after a restart Discord does not come to show: {behind}"


async def _as_stored(soak: Soak) -> list[tuple[TableRow, Wanted]]:
    """Each open table with its message, made anew from a copy of what is stored."""
    with TemporaryDirectory() as folder:
        soak.house.books.copy_to(Path(folder) / "copy.db")
        database = await Database.open(Path(folder) / "copy.db")
        try:
            return [(row, await _message(database, row)) for row in await tables.open_tables(database)]
        finally:
            await database.close()


async def _message(database: Database, row: TableRow) -> Wanted:
    table = await rebuild(database, row)
    if table.sitting is None:
        return lobby_message(table, LOCALE)
    return table_message(table, LOCALE)


def _behind(soak: Soak, wanted: list[tuple[TableRow, Wanted]]) -> Iterator[str]:
    world = soak.house.sandbox.world
    for row, message in wanted:
        channel = world.channels.get(row.channel_id)
        if channel is None or not all(world.permissions(world.bot, channel) & each for each in NEEDED):
            continue
        shown = world.messages[channel.id].get(row.message_id or 0)
        if shown is None or not _shows(shown, message):
            yield f"table {row.id} at line {row.seq}: {shown and shown.embeds}, {message.embed.description!r}"


def _shows(shown: Message, wanted: Wanted) -> bool:
    text = _AWAY.sub("", shown.embeds[0].get("description") or "") if shown.embeds else None
    ids = {c.get("custom_id") for r in shown.components for c in r.get("components", [])}
    due = {c.get("custom_id") for r in wanted.view.to_components() for c in r["components"]}
    return text == wanted.embed.description and ids == due
