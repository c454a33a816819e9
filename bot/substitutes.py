"""A substitute takes over a seat, in the lobby or in the middle of a turn. Knows no Discord.

The seat's account goes on; what each of the two is credited with, the season says. The record names those who
sat there when it started.
"""

from bot import league
from bot.errors import Refused
from bot.table import Table
from bot.tables import Tables
from bot.timing import counted_anew
from data import tables as rows
from data.errors import AlreadySeated, TableClosed
from data.rows import NewSeat
from engine.seats import Seat


async def substitute(
    tables: Tables, table: Table, out_id: int, new_id: int, name: str, *, staff: bool
) -> Seat:
    """Let another user hold a user's seat from now on; which it is. Raises Refused."""
    async with table.lock:
        if table.is_closed:
            raise Refused("refused.table-closed")
        if table.seat_of(new_id) is not None:
            raise Refused("refused.substitute-seated")
        seat = _seat_of(table, out_id)
        await _check_season(tables, table, new_id, staff)
        await _hand_on(tables, table, seat, new_id, name)
        table.cutters.forget(out_id)
        table.enders.forget(out_id)
        await tables.drive(table)  # the deal may have waited for his cut
        return seat


def _seat_of(table: Table, user_id: int) -> Seat:
    seat = table.seat_of(user_id)
    if seat is None and table.in_lobby and table.fixture is not None:
        seat = league.drawn_seats(table.fixture).get(user_id)
        if seat in table.seats:
            seat = None
    if seat is None:
        raise Refused("refused.nothing-to-hand-on", user=f"<@{user_id}>")
    return seat


async def _check_season(tables: Tables, table: Table, user_id: int, staff: bool) -> None:
    if table.season is None:
        return
    if staff:
        await league.enter_substitute(tables.database, table.season, user_id, tables.now_ms())
    elif user_id not in await league.entered(tables.database, table.season.id):
        raise Refused("refused.substitute-not-entered", user=f"<@{user_id}>")


async def _hand_on(tables: Tables, table: Table, seat: Seat, user_id: int, name: str) -> None:
    try:
        if seat in table.seats:
            await rows.substitute(tables.database, table.id, seat, user_id, name)
            table.times = counted_anew(table.times, [seat])
        else:
            await rows.seat(tables.database, table.id, NewSeat(seat, name, user_id))
    except AlreadySeated:
        raise Refused("refused.substitute-seated") from None
    except TableClosed:
        raise Refused("refused.table-closed") from None
    finally:
        await tables.refresh(table)
