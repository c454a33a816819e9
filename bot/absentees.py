"""Who is absent again and again is played for by a computer from the next deal on, until he comes back."""

from typing import Final

from bot.table import Notice, Table
from bot.timing import counted_anew
from data import clocks
from data.database import Database
from engine.dealer import DealDue

PATIENCE: Final = 2
"""So many time-outs in a row."""


async def seat_computers(database: Database, table: Table, now_ms: int) -> None:
    """Before a deal. Where nobody is left the table stands still, until somebody has come back; so it does
    where those who are left have voted for it.
    """
    if table.sitting is None or not table.times or not isinstance(table.sitting.due(), DealDue):
        return
    absent = [row for row in table.people if table.times[row.seat].missed >= PATIENCE]
    if not absent:
        return
    left = [row for row in table.people if row not in absent]
    is_voted = sum(row.user_id in table.voters for row in left) > len(left) // 2
    paused_at_ms = now_ms if is_voted or not left else None
    await clocks.replace_absent(database, table.id, [row.seat for row in absent], paused_at_ms)
    for row in absent:
        table.note_seat(row.seat, computer=True, left_deal=None)
        table.notices.append(Notice("table.absent", {"name": table.seats[row.seat]}))
    table.times = counted_anew(table.times, [row.seat for row in absent])
    table.note(paused_at_ms=paused_at_ms)
    if table.is_paused:
        table.voters.clear()
