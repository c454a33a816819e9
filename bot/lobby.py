"""What people do to a table before its first deal. Knows no Discord."""

import secrets
from typing import Final

from bot import league
from bot.errors import Refused, Stale
from bot.table import Notice, Table
from bot.tables import Tables
from data import tables as rows
from data.errors import AlreadySeated, SeatTaken
from data.rows import NewSeat, TableState
from engine.seats import Seat

COMPUTERS: Final = ("Bayou", "Cypress", "Pelican", "Magnolia", "Heron", "Zydeco", "Egret", "Pirogue")
"""What computer players are called."""
ALONE_MS: Final = 60 * 60 * 1000
"""A lobby that nobody touches for so long gives its channel back."""
NEVER_MS: Final = 2**62


def capacity(table: Table) -> int:
    if table.fixture is not None:
        return table.fixture.seats
    return table.game.players(table.rules) or league.MOST_SEATS


async def join(tables: Tables, table: Table, user_id: int, name: str, seat: Seat | None = None) -> Seat:
    """Take a seat, the first free one unless one is named. Raises Refused."""
    async with table.lock:
        _check_lobby(table)
        if table.seat_of(user_id) is not None:
            raise Refused("refused.already-seated")
        taken = _free_seat(table, await league.own_seat(tables.database, table, user_id, seat))
        await _seat(tables, table, NewSeat(taken, name, user_id))
        return taken


def _check_lobby(table: Table) -> None:
    if table.is_closed:
        raise Refused("refused.table-closed")
    if not table.in_lobby:
        raise Refused("refused.already-playing")


def _free_seat(table: Table, wanted: Seat | None) -> Seat:
    if wanted is not None and not 0 <= wanted < capacity(table):
        raise Refused("refused.no-such-seat", seat=wanted + 1, seats=capacity(table))
    if wanted is not None and wanted in table.seats:
        raise Refused("refused.seat-taken", seat=wanted + 1, name=table.seats[wanted])
    free = [seat for seat in range(capacity(table)) if seat not in table.seats]
    if not free:
        raise Refused("refused.table-full", seats=capacity(table))
    return free[0] if wanted is None else wanted


async def _seat(tables: Tables, table: Table, new: NewSeat) -> None:
    try:
        await rows.seat(tables.database, table.id, new)
    except SeatTaken:
        raise Refused("refused.seat-taken", seat=new.seat + 1, name=new.name) from None
    except AlreadySeated:
        raise Refused("refused.already-seated") from None
    finally:
        await tables.refresh(table)


async def leave(tables: Tables, table: Table, user_id: int) -> None:
    """Raises Refused; Stale if somebody has started or closed the table meanwhile."""
    async with table.lock:
        if not table.in_lobby:
            raise Stale("refused.moved-on")
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refused("refused.not-seated")
        await rows.unseat(tables.database, table.id, seat)
        table.enders.forget(user_id)
        await tables.refresh(table)
        if table.would_end:
            await clear(tables, table)


async def clear(tables: Tables, table: Table) -> None:
    """Close a table that has not started. The caller holds its lock."""
    await rows.close_table(tables.database, table.id, tables.now_ms())
    table.note(state=TableState.CLOSED)
    tables.forget(table)


async def clear_if_alone(tables: Tables, table: Table) -> bool:
    """Close a lobby at which nobody has done anything for ALONE_MS; whether it was one."""
    async with table.lock:
        if alone_from_ms(table) > tables.now_ms():
            return False
        await clear(tables, table)
        table.notices.append(Notice("table.alone", {"n": ALONE_MS // 60_000}))
        return True


def alone_from_ms(table: Table) -> int:
    """From when on nobody is expected any more, ms since 1970. A drawn table waits until it is due."""
    if not table.in_lobby:
        return NEVER_MS
    awaited_ms = 0 if table.fixture is None else league.due_ms(table) or NEVER_MS
    return max(table.touched_ms, awaited_ms) + ALONE_MS


async def fill(tables: Tables, table: Table, count: int | None = None, staff: bool = False) -> int:
    """Seat computer players, as many as fit unless said; how many were seated. Raises Refused."""
    async with table.lock:
        _check_lobby(table)
        if table.season is not None and not staff:
            raise Refused("refused.season-computers")
        free = [seat for seat in range(capacity(table)) if seat not in table.seats]
        if not free:
            raise Refused("refused.table-full", seats=capacity(table))
        if count is not None and count > len(free):
            raise Refused("refused.too-many-computers", count=count, n=len(free))
        taken = {row.name for row in table.row.seats}
        names = [name for name in COMPUTERS if name not in taken]
        sitting = [NewSeat(row.seat, row.name, row.user_id) for row in table.row.seats]
        seated = [NewSeat(seat, name) for seat, name in zip(free[:count], names, strict=False)]
        await rows.arrange(tables.database, table.id, [*sitting, *seated])
        await tables.refresh(table)
        return len(seated)


async def start(tables: Tables, table: Table, user_id: int, staff: bool) -> None:
    """Draw the first dealer by lot and deal. Raises Refused; BadRules if the rules do not fit the seats."""
    async with table.lock:
        _check_lobby(table)
        if not (staff or user_id == table.row.opener_id or table.seat_of(user_id) is not None):
            raise Refused("refused.not-seated")
        if not table.people:
            raise Refused("refused.nobody-seated")
        league.check_start(table, staff, tables.now_ms())
        seats = [NewSeat(number, row.name, row.user_id) for number, row in enumerate(table.row.seats)]
        rules = table.game.seated(table.rules, len(seats))
        dealer = secrets.randbelow(len(seats))
        await rows.start_table(tables.database, table.id, str(rules), dealer, seats, at_ms=tables.now_ms())
        await tables.refresh(table)
        table.notices.clear()
        # only now, or who shows the table meanwhile would send hands by seats that were renumbered
        table.rules = rules
        table.sitting = table.game.open(rules, len(seats), dealer)
        await tables.drive(table)
