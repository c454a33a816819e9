"""What is stored of clocks: turns and banks with the move that asks, pauses, reminders, and the pulse."""

from dataclasses import replace

import pytest

from data import clocks, journal, tables
from data.clocks import Reminder, SeatTime, Turn
from data.database import Database
from data.errors import Conflict
from data.journal import Append
from data.rows import TableState

TURN = Turn(9, 1000, 61_000, 361_000)
TIMES = (SeatTime(0, 300_000, 1), SeatTime(1, 300_000, 0, TURN))


def move(table_id: int, seen: int, *times: SeatTime) -> Append:
    return Append(table_id, seen, ("p1 stay",), deal=1, at_ms=5000, times=times)


async def test_turns_are_stored_with_the_move(database: Database, dealt_id: int) -> None:
    assert await clocks.times(database, dealt_id) == {}
    assert await clocks.last_beat(database) is None
    await journal.append(database, move(dealt_id, 9, *TIMES))
    assert await clocks.times(database, dealt_id) == {time.seat: time for time in TIMES}
    assert await clocks.last_beat(database) == 5000


async def test_a_move_that_is_refused_leaves_turns_alone(database: Database, dealt_id: int) -> None:
    with pytest.raises(Conflict):
        await journal.append(database, move(dealt_id, 8, *TIMES))
    assert await clocks.times(database, dealt_id) == {}
    assert await clocks.last_beat(database) is None


async def test_a_turn_that_is_done_goes(database: Database, dealt_id: int) -> None:
    await clocks.store(database, dealt_id, TIMES, 1)
    reminded = replace(TURN, reminded=True)
    await clocks.store(database, dealt_id, [SeatTime(1, 5), SeatTime(0, 7, 2, reminded)], 2)
    assert await clocks.times(database, dealt_id) == {0: SeatTime(0, 7, 2, reminded), 1: SeatTime(1, 5)}


async def test_a_table_that_closes_has_no_turns(database: Database, dealt_id: int) -> None:
    await clocks.store(database, dealt_id, TIMES, 1)
    end = Append(dealt_id, 9, ("d end",), 1, 9000, deal_over=True, void=True, state=TableState.CLOSED)
    await journal.append(database, end)
    assert await clocks.times(database, dealt_id) == {}


async def test_a_pause_and_its_end(database: Database, dealt_id: int) -> None:
    await clocks.pause(database, dealt_id, 700)
    assert (await tables.table(database, dealt_id)).paused_at_ms == 700
    await clocks.resume(database, dealt_id, TIMES, 900)
    assert (await tables.table(database, dealt_id)).paused_at_ms is None
    assert await clocks.times(database, dealt_id) == {time.seat: time for time in TIMES}


@pytest.mark.parametrize("paused_at_ms", [None, 700])
async def test_absentees_are_replaced(database: Database, dealt_id: int, paused_at_ms: int | None) -> None:
    await clocks.store(database, dealt_id, [SeatTime(0, 5, 2), SeatTime(1, 5, 1)], 1)
    await clocks.replace_absent(database, dealt_id, [0], paused_at_ms)
    row = await tables.table(database, dealt_id)
    assert row.paused_at_ms == paused_at_ms
    assert [seat.computer for seat in row.seats] == [True, False, True]
    assert await clocks.times(database, dealt_id) == {0: SeatTime(0, 5), 1: SeatTime(1, 5, 1)}


async def test_a_substitute_has_missed_nothing(database: Database, dealt_id: int) -> None:
    await clocks.store(database, dealt_id, TIMES, 1)
    await tables.substitute(database, dealt_id, 0, 14, "Dan")
    assert (await clocks.times(database, dealt_id))[0] == SeatTime(0, 300_000)


async def test_reminders_are_kept_until_they_are_deleted(database: Database, dealt_id: int) -> None:
    first, second = Reminder(501, 0, 9), Reminder(502, 1, 9)
    for posted in (first, second):
        await clocks.note_reminder(database, dealt_id, posted)
    await clocks.forget_reminder(database, 501)
    assert await clocks.reminders(database, dealt_id) == (second,)
    assert await clocks.reminders(database, dealt_id + 1) == ()


async def test_the_last_beat_is_what_counts(database: Database) -> None:
    for at_ms in (5, 17):
        await clocks.beat(database, at_ms)
    assert await clocks.last_beat(database) == 17
