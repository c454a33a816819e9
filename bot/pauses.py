"""A table stands still and goes on: by its opener and staff at once, else by vote. Knows no Discord."""

from bot.errors import Refused
from bot.table import Table
from bot.tables import Tables
from bot.timing import lengthened
from data import clocks


async def pause(
    tables: Tables, table: Table, user_id: int, staff: bool, interaction_id: int | None = None
) -> bool:
    """Whether the table stands still; if not, more have to ask for it. Raises Refused."""
    async with table.lock:
        _check_playing(table)
        if table.is_paused:
            raise Refused("refused.paused-already")
        if not _is_carried(table, user_id, staff, interaction_id):
            return False
        await _stand_still(tables, table)
        return True


async def _stand_still(tables: Tables, table: Table) -> None:
    now_ms = tables.now_ms()
    await clocks.pause(tables.database, table.id, now_ms)
    table.note(paused_at_ms=now_ms)
    table.voters.clear()
    tables.clock.watch(table)


async def resume(
    tables: Tables, table: Table, user_id: int, staff: bool, interaction_id: int | None = None
) -> bool:
    """Whether the table goes on; if not, more have to ask for it. Raises Refused."""
    async with table.lock:
        _check_playing(table)
        if not table.is_paused:
            raise Refused("refused.not-paused")
        if not table.people:
            raise Refused("refused.nobody-back")
        if not _is_carried(table, user_id, staff, interaction_id):
            return False
        await _go_on(tables, table)
        return True


async def _go_on(tables: Tables, table: Table) -> None:
    paused_at_ms, now_ms = table.row.paused_at_ms, tables.now_ms()
    assert paused_at_ms is not None, "only what stands still goes on"
    times = lengthened(table.times, paused_at_ms, now_ms)
    await clocks.resume(tables.database, table.id, times.values(), now_ms)
    table.note(paused_at_ms=None)
    table.times = times
    table.voters.clear()
    table.overdue.clear()
    await tables.drive(table)


async def count_anew(tables: Tables, table: Table) -> None:
    """After somebody has left: fewer have to ask now. The caller holds the table's lock."""
    if table.voters and table.people and table.votes_missing <= 0:
        await (_go_on if table.is_paused else _stand_still)(tables, table)


def _check_playing(table: Table) -> None:
    if table.is_closed:
        raise Refused("refused.table-closed")
    if table.sitting is None:
        raise Refused("refused.not-started")


def _is_carried(table: Table, user_id: int, staff: bool, interaction_id: int | None) -> bool:
    """A player who asks again takes that back. Raises Refused for who has no say."""
    if staff or user_id == table.row.opener_id:
        return True
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused("refused.may-not-pause")
    if table.seats[seat].computer:
        raise Refused("refused.seat-left")
    table.voters.turn(user_id, interaction_id)
    return table.votes_missing <= 0
