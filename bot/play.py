"""What people do at a table in play: act, cut, leave, come back, end it. Knows no Discord."""

from collections.abc import Sequence
from typing import Final

from bot import lobby, moves, pauses
from bot.alarms import TimeUp
from bot.change import Change
from bot.errors import Refused, Stale
from bot.lot import random_cut
from bot.table import Table
from bot.tables import Tables
from bot.unasked import ended, next_deal
from data import tables as rows
from data.errors import AlreadyApplied, Conflict, NotStored
from engine.actions import Action, laid
from engine.errors import IllegalAction
from engine.seats import Seat

LONGEST_CUT: Final = 100


async def act(
    tables: Tables,
    table: Table,
    user_id: int,
    actions: Sequence[Action],
    *,
    seen: int | None = None,
    interaction_id: int | None = None,
) -> None:
    """Apply a person's actions as one move. ``seen`` is the line the person was looking at; None: the last.

    Raises Refused, Stale or IllegalAction; then nothing has changed.
    """
    async with table.lock:
        await tables.drive(table)
        seat = _playing_seat(table, user_id)
        _check_goes_on(table)
        assert table.sitting is not None
        with moves.trying(table, seat, actions):
            if seen is not None and not _holds(table, seat, actions, seen):
                raise Stale("refused.stale")
            later = _ahead(table, seat, actions)
            change = Change(table, table.sitting, table.dealer)
            for action in _now(table, seat) if later else actions:
                change.act(seat, action)
        if change.steps:
            change.deal_out()
            await _store(tables, change, interaction_id)
        if later:
            table.choose_ahead(seat, later)
        await tables.drive(table)


def _ahead(table: Table, seat: Seat, actions: Sequence[Action]) -> Action | None:
    """The one of ``actions`` that can only be chosen ahead now, if that is all there is."""
    assert table.sitting is not None
    return actions[0] if len(actions) == 1 and actions[0] in table.sitting.observe(seat).ahead else None


def _now(table: Table, seat: Seat) -> Sequence[Action]:
    """What a seat says at once by choosing ahead."""
    assert table.sitting is not None
    meanwhile = table.sitting.observe(seat).meanwhile
    return () if meanwhile is None else (meanwhile,)


async def be_silent(tables: Tables, table: Table, seq: int) -> None:
    """The time of who was asked at line ``seq`` is up. If he has spoken meanwhile that means nothing."""
    async with table.lock:
        if table.seq == seq and not table.is_paused:
            table.silent_at = seq
            await tables.drive(table)


async def time_out(tables: Tables, table: Table, alarm: TimeUp) -> None:
    """The turn of a seat has lasted as long as it may. If the seat has moved meanwhile that means nothing."""
    async with table.lock:
        if table.turn_of(alarm.seat, alarm.asked) is None or table.is_paused:
            return
        sitting, now_ms = table.sitting, tables.now_ms()
        assert sitting is not None, "turns run in play"
        late = [time.seat for time in table.times.values() if time.turn and time.turn.deadline_ms <= now_ms]
        if late and (cutter := table.cutter_at(sitting)):
            table.cutters.forget(cutter.user_id or 0)
        else:
            table.overdue.update(late)
        await tables.drive(table)


def _holds(table: Table, seat: Seat, actions: Sequence[Action], seen: int) -> bool:
    """Whether what was shown at line ``seen`` is still what there is to decide."""
    together = table.together_from
    if seen == table.seq or (together is not None and together <= seen <= table.seq):
        return True
    since = table.ahead_from.get(seat)
    return since is not None and since <= seen <= table.seq and laid(actions[0]) != ()


async def _store(tables: Tables, change: Change, interaction_id: int | None) -> None:
    try:
        await tables.store(change, interaction_id)
    except AlreadyApplied:
        raise Stale("refused.already-done") from None
    except Conflict:
        raise Stale("refused.stale") from None


def early(table: Table, seat: Seat, action: Action) -> Action | None:
    """The same said before the turn, where the conduct of the table lets it be said."""
    game = table.game
    said = game.parse(game.early, action.verb) if game.early else None
    if said is None or table.sitting is None:
        return None
    try:
        table.sitting.copy().apply(seat, said)
    except IllegalAction:
        return None
    return said


def _playing_seat(table: Table, user_id: int) -> Seat:
    seat = table.seat_of(user_id)
    if table.is_closed:
        raise Refused("refused.table-closed")
    if table.sitting is None:
        raise Refused("refused.not-started")
    if seat is None:
        raise Refused("refused.not-seated")
    if table.seats[seat].computer:
        raise Refused("refused.seat-left")
    return seat


def _check_goes_on(table: Table) -> None:
    if table.is_paused:
        raise Refused("refused.paused")


async def leave(tables: Tables, table: Table, user_id: int) -> None:
    """The seat goes on as a computer player's; if nobody is left, the sitting ends. Raises Refused."""
    async with table.lock:
        seat = _playing_seat(table, user_id)
        assert table.sitting is not None
        if len(table.people) == 1:
            await _end(tables, table, None)
            return
        seen = table.sitting.observe(seat)
        has_spoken = seen.seats[seat].stance or seen.sealed
        left_deal = None if has_spoken or not seen.deal else seen.deal
        await rows.set_computer(tables.database, table.id, seat, True, left_deal)
        table.note_seat(seat, computer=True, left_deal=left_deal)
        table.ahead.pop(seat, None)
        await pauses.count_anew(tables, table)
        await tables.drive(table)


async def come_back(tables: Tables, table: Table, user_id: int) -> None:
    """Take the own seat back from the computer player. Raises Refused."""
    async with table.lock:
        seat = table.seat_of(user_id)
        if table.is_closed:
            raise Refused("refused.table-closed")
        if seat is None:
            raise Refused("refused.already-playing")
        if not table.seats[seat].computer:
            raise Refused("refused.already-seated")
        await rows.set_computer(tables.database, table.id, seat, False)
        table.note_seat(seat, computer=False, left_deal=None)


async def close(
    tables: Tables, table: Table, user_id: int, staff: bool, interaction_id: int | None = None
) -> bool:
    """Close a table: its opener and staff at once, a player if all others wish it too. Whether it is closed.

    A sitting that counts in a season is not its opener's to end. A player who asks again takes the wish back.
    Raises Refused.
    """
    async with table.lock:
        if table.is_closed:
            raise Refused("refused.table-closed")
        opener = user_id == table.row.opener_id and (table.season is None or table.in_lobby)
        if not (staff or opener):
            if table.seat_of(user_id) is None:
                raise Refused("refused.may-not-close")
            table.enders.turn(user_id, interaction_id)
            if not table.would_end:
                return False
        await _end(tables, table, interaction_id)
        return True


async def lay_aside(tables: Tables, channel_id: int) -> None:
    """Free a channel of a table that could not be rebuilt; what is stored of it stays. Raises Refused."""
    table_id = tables.unreadable.pop(channel_id, None)
    if table_id is None:
        raise Refused("refused.no-table")  # somebody else has just done it
    try:
        await rows.lay_aside(tables.database, table_id, tables.now_ms())
    except NotStored:
        tables.unreadable[channel_id] = table_id
        raise


async def end(tables: Tables, table: Table) -> None:
    """End a sitting that cannot go on, as if its players had agreed."""
    async with table.lock:
        if not table.is_closed:
            await _end(tables, table, None)


async def _end(tables: Tables, table: Table, interaction_id: int | None) -> None:
    if table.sitting is None:
        await lobby.clear(tables, table)
    else:
        await _store(tables, ended(table), interaction_id)


async def ask_to_cut(tables: Tables, table: Table, user_id: int, interaction_id: int | None = None) -> bool:
    """Ask to cut the next time it is one's turn to, or take that back; whether one will. Raises Refused."""
    async with table.lock:
        if table.seat_of(user_id) is None:
            raise Refused("refused.not-seated")
        table.cutters.turn(user_id, interaction_id)
        await tables.drive(table)  # the deal may have waited for this cut alone
        return user_id in table.cutters


async def cut(
    tables: Tables, table: Table, user_id: int, text: str | None, *, seen: int | None = None
) -> None:
    """Cut the coming deal with a number or a phrase, or leave it to chance, and deal. Raises Refused or,
    if it was another deal that was to be cut at the line ``seen``, Stale.
    """
    async with table.lock:
        seat = _playing_seat(table, user_id)
        _check_goes_on(table)
        waiting = tables.cutter(table)
        if waiting is None:
            raise Refused("refused.nothing-to-cut")
        if seen not in (None, table.seq):
            raise Stale("refused.stale")
        if text is not None and waiting.seat != seat:
            raise Refused("refused.not-your-cut", name=waiting)
        if text is not None and not 1 <= len(text.strip()) <= LONGEST_CUT:
            raise Refused("refused.bad-cut", most=LONGEST_CUT)
        await _store(tables, next_deal(table, random_cut() if text is None else text.strip()), None)
        await tables.drive(table)
