"""Who has left the server leaves the tables there, and who opened one hands that on. Knows no Discord."""

from collections.abc import Collection

from bot import lobby, play
from bot.errors import Refused
from bot.render.names import is_somebody
from bot.table import Notice, Table
from bot.tables import Tables
from data import tables as rows
from data.rows import SeatRow


def concerned(table: Table) -> list[int]:
    """Whose leaving the server matters: the people playing, or who could come back, and who opened it."""
    seated = [row.user_id for row in table.people or table.row.seats if row.user_id is not None]
    return [user_id for user_id in {*seated, table.row.opener_id} if is_somebody(user_id)]


async def depart(tables: Tables, table: Table, gone: Collection[int]) -> bool:
    """Let the users go who have left the server; whether anything has changed at the table.

    In the lobby their seats are free again, in play the computer plays on. Where nobody is left it is closed.
    """
    left = [row for row in table.people if row.user_id in gone and await _leaves(tables, table, row)]
    async with table.lock:
        handed_on = await _hand_opening_on(tables, table, gone)
    if not table.is_closed and set(concerned(table)) <= set(gone):
        await play.end(tables, table)
        table.notices.append(Notice("table.nobody-left", {}))
        return True
    return bool(left) or handed_on


async def _leaves(tables: Tables, table: Table, row: SeatRow) -> bool:
    assert row.user_id is not None
    in_lobby = table.in_lobby
    try:
        await (lobby.leave if in_lobby else play.leave)(tables, table, row.user_id)
    except Refused:
        return False  # he has left the table by himself, or it is closed
    table.notices.append(Notice("table.gone-lobby" if in_lobby else "table.gone", {"name": row}))
    return True


async def _hand_opening_on(tables: Tables, table: Table, gone: Collection[int]) -> bool:
    """To the first of those who are there; whether it was done."""
    opener_id = table.row.opener_id
    if table.is_closed or (is_somebody(opener_id) and opener_id not in gone):
        return False
    heirs = (row for row in (*table.people, *table.row.seats) if row.user_id and row.user_id not in gone)
    if (heir := next(heirs, None)) is None:
        return False
    assert heir.user_id is not None
    await rows.set_opener(tables.database, table.id, heir.user_id)
    table.note(opener_id=heir.user_id)
    table.notices.append(Notice("table.heir", {"name": heir}))
    return True
