"""Whose time runs at a table with a clock, and until when. A deadline is set once, at the line that asked.

Where silence means something by itself, and soon, the clock of the table does not run.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.change import Change
from bot.table import Table, Times
from bot.turn_clock import TurnClock
from data.clocks import SeatTime, Turn
from engine.game import Sitting
from engine.seats import Seat

SHORTEST_REMINDED_S: Final = 30
"""A clock under this reminds nobody."""
LEAST_REMINDED_MS: Final = 15_000


def goes_on(before: Collection[Seat], after: Collection[Seat]) -> frozenset[Seat]:
    """Whose turn a move has left as it was: those who decide at the same time as who has just decided."""
    return frozenset(after) if set(after) < set(before) else frozenset()


def after_move(table: Table, change: Change, window: bool, now_ms: int) -> Times:
    """How the seats stand once ``change`` is made. With a ``window`` silence is soon taken for an answer."""
    if table.clock is None or change.sitting_over:
        return {}
    assert table.sitting is not None
    waited = _waited_for(table, change.sitting, window)
    kept = goes_on(table.sitting.to_act(), change.sitting.to_act())
    acted = {step.actor for step in change.steps}
    times = _times(table, waited, kept, table.seq + len(change.lines), now_ms)
    return {
        seat: replace(time, missed=_missed(table, seat, time.missed)) if seat in acted else time
        for seat, time in times.items()
    }


def as_it_is(table: Table, window: bool, now_ms: int) -> Times:
    """How the seats stand after something that is no move, such as somebody leaving or coming back."""
    if table.clock is None or table.sitting is None or table.is_closed:
        return table.times
    waited = _waited_for(table, table.sitting, window)
    return _times(table, waited, waited, table.seq, now_ms)


def _times(table: Table, waited: Collection[Seat], kept: Collection[Seat], seq: int, now_ms: int) -> Times:
    """The turns of seats that are ``waited`` for run; those of ``kept`` ones run on."""
    clock = table.clock
    assert clock is not None
    times = {}
    for seat in table.seats:
        time = table.times.get(seat) or SeatTime(seat, clock.bank_s * 1000)
        if seat not in kept or seat not in waited:
            time = _ended(time, now_ms)
        times[seat] = _begun(time, clock, seq, now_ms) if seat in waited and not time.turn else time
    return times


def _waited_for(table: Table, sitting: Sitting, window: bool) -> frozenset[Seat]:
    if cutter := table.cutter_at(sitting):
        return frozenset({cutter.seat})
    if window and sitting.observe(None).silence is not None:
        return frozenset()
    return frozenset(seat for seat in sitting.to_act() if not table.seats[seat].computer)


def _missed(table: Table, seat: Seat, before: int) -> int:
    if seat in table.overdue:
        return before + 1
    return before if table.silent_at == table.seq else 0


def _ended(time: SeatTime, now_ms: int) -> SeatTime:
    if time.turn is None:
        return time
    spent_ms = max(min(now_ms, time.turn.deadline_ms) - time.turn.free_until_ms, 0)
    return replace(time, bank_ms=max(time.bank_ms - spent_ms, 0), turn=None)


def _begun(time: SeatTime, clock: TurnClock, seq: int, now_ms: int) -> SeatTime:
    free_until_ms = now_ms + clock.turn_s * 1000
    return replace(time, turn=Turn(seq, now_ms, free_until_ms, free_until_ms + time.bank_ms))


def counted_anew(times: Times, seats: Collection[Seat]) -> Times:
    """The same with no time-out held against these seats."""
    return {seat: replace(time, missed=0) if seat in seats else time for seat, time in times.items()}


def reminder_ms(turn: Turn, clock: TurnClock) -> int | None:
    """When to remind of a turn: a third of its time before its end, or 15 seconds if that is longer."""
    if turn.reminded or clock.turn_s < SHORTEST_REMINDED_S:
        return None
    return turn.deadline_ms - max((turn.deadline_ms - turn.since_ms) // 3, LEAST_REMINDED_MS)


def lengthened(times: Times, from_ms: int, to_ms: int) -> Times:
    """The same after nobody could act from the one moment to the other."""
    return {seat: _lengthened(time, from_ms, to_ms) for seat, time in times.items()}


def _lengthened(time: SeatTime, from_ms: int, to_ms: int) -> SeatTime:
    turn = time.turn
    if turn is None:
        return time
    lost_ms = max(to_ms - max(from_ms, turn.since_ms), 0)
    moved = replace(
        turn,
        since_ms=turn.since_ms + lost_ms,
        free_until_ms=turn.free_until_ms + lost_ms,
        deadline_ms=turn.deadline_ms + lost_ms,
    )
    return replace(time, turn=moved)
