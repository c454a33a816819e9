"""A table in play, as the bot holds it in memory; it can always be rebuilt from what is stored."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.alarms import Alarm, Silence
from bot.sleep import AwakeLock, Wake
from bot.turn_clock import TurnClock
from bot.wishes import Wishes
from data.clocks import Reminder, SeatTime, Turn
from data.fixtures import Fixture
from data.proofs import DealSecret
from data.rows import SeatRow, TableRow, TableState
from data.seasons import Season
from engine.actions import Action
from engine.dealer import DealDue, Dealer
from engine.events import Event
from engine.game import Game, Observation, Sitting
from engine.options import Rules
from engine.record import Header, plain_name
from engine.seats import Seat

MOST_UNTOLD: Final = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One act and what followed from it."""

    actor: Seat
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over and not yet told: what everybody may see at its end, and how it went."""

    seen: Observation
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Timer:
    """Rings for ``alarm`` at a time in ms since 1970; None: as soon as silence has lasted long enough."""

    alarm: Alarm
    at_ms: int | None
    handle: asyncio.TimerHandle


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the table that is told there until the next deal, as a sentence and its values."""

    key: str
    values: Mapping[str, object]


Times = Mapping[Seat, SeatTime]


@dataclass
class Table:
    """``row`` is as stored. ``sitting`` is None in the lobby. ``secret`` is the coming or running deal's.

    ``steps`` tell the running deal, ``finished`` those that are over and not yet shown. Users in ``cutters``
    asked to cut the next time it is theirs to, those in ``enders`` to end the sitting. ``ahead`` is what
    seats have chosen to do as soon as it is lawful, ``forgone`` what did not come about of it.
    ``season`` is what the sitting counts in, ``fixture`` the place in a round that it was drawn for.
    Users in ``voters`` asked for it to stand still or, if it does, to go on. ``times`` is how the seats stand
    where there is a clock; for ``overdue`` ones is done what their game does for who is absent.
    ``touched_ms`` is when something was last done to the table, in ms since 1970.
    One that ``is_unseen`` may not be shown in its channel, and is shown to each player with his hand.
    Asleep it has no ``sitting``, ``dealer`` and ``steps``; its ``lock`` wakes it, who only looks has to.
    """

    row: TableRow
    game: Game
    rules: Rules
    _sitting: Sitting | None = field(default=None, init=False, repr=False)
    dealer: Dealer | None = None
    secret: DealSecret | None = None
    steps: list[Step] = field(default_factory=list, repr=False)
    finished: list[FinishedDeal] = field(default_factory=list, repr=False)
    together_from: int | None = None
    """While several decide at once: the line from which on nobody's choice has changed another's."""
    cutters: Wishes = field(default_factory=Wishes)
    enders: Wishes = field(default_factory=Wishes)
    season: Season | None = None
    fixture: Fixture | None = None
    ahead: dict[Seat, Action] = field(default_factory=dict, repr=False)
    ahead_from: dict[Seat, int] = field(default_factory=dict)
    """By seat: the line from which on it may choose the same, first ahead and then at once."""
    forgone: dict[Seat, Action] = field(default_factory=dict, repr=False)
    times: Times = field(default_factory=dict)
    overdue: set[Seat] = field(default_factory=set)
    voters: Wishes = field(default_factory=Wishes)
    touched_ms: int = 0
    notices: list[Notice] = field(default_factory=list)
    reminders: list[Reminder] = field(default_factory=list)
    """Messages that remind of turns."""
    timer: Timer | None = None
    is_unseen: bool = False
    silent_at: int | None = None
    """The line at which the seat on turn was silent until its time was up."""
    lock: AwakeLock = field(default_factory=AwakeLock, repr=False)

    @property
    def sitting(self) -> Sitting | None:
        assert not self.is_asleep, f"table {self.id} sleeps, and would be taken for one in its lobby"
        return self._sitting

    @sitting.setter
    def sitting(self, sitting: Sitting | None) -> None:
        self._sitting = sitting

    @property
    def is_asleep(self) -> bool:
        return self.lock.is_asleep

    def sleep(self, wake: Wake) -> None:
        self._sitting, self.dealer, self.steps = None, None, []
        self.lock.sleep(wake)

    async def wake(self) -> None:
        self.lock.looks = 0
        if self.is_asleep:
            async with self.lock:
                return

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def seq(self) -> int:
        return self.row.seq

    @property
    def in_lobby(self) -> bool:
        return self.row.state is TableState.LOBBY

    @property
    def is_closed(self) -> bool:
        return self.row.state is TableState.CLOSED

    @property
    def is_paused(self) -> bool:
        return self.row.paused_at_ms is not None

    @property
    def clock(self) -> TurnClock | None:
        return TurnClock.stored(self.row.clock) if self.row.clock else None

    def turn_of(self, seat: Seat, asked: int) -> Turn | None:
        """The seat's turn, if it still is the one for which it was asked at that line."""
        time = self.times.get(seat)
        return time.turn if time and time.turn and time.turn.asked == asked else None

    @property
    def seats(self) -> Mapping[Seat, SeatRow]:
        return {row.seat: row for row in self.row.seats}

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; only once all seats from 0 on are taken."""
        return tuple(row.name for row in self.row.seats)

    def seat_of(self, user_id: int) -> Seat | None:
        return next((row.seat for row in self.row.seats if row.user_id == user_id), None)

    @property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats that a person plays now."""
        return tuple(row for row in self.row.seats if not row.computer)

    @property
    def votes_missing(self) -> int:
        """How many more have to ask to pause or to go on: more than half of the people seated carry it."""
        asking = [row for row in self.people if row.user_id in self.voters]
        return len(self.people) // 2 + 1 - len(asking)

    @property
    def would_end(self) -> bool:
        """Whether all the people there are asked to end it."""
        return bool(self.people) and all(row.user_id in self.enders for row in self.people)

    def waits_for(self) -> tuple[SeatRow, ...]:
        """The people whose turn it is."""
        if self.sitting is None:
            return ()
        return tuple(self.seats[seat] for seat in self.sitting.to_act() if not self.seats[seat].computer)

    def cutter_at(self, sitting: Sitting) -> SeatRow | None:
        """Who is about to cut for what ``sitting`` is, having asked to."""
        if not isinstance(sitting.due(), DealDue):
            return None
        row = self.seats[sitting.cutter]
        return row if row.user_id in self.cutters and not row.computer else None

    @property
    def silence(self) -> Action | None:
        """What the people on turn say by saying nothing."""
        if self.sitting is None or not self.waits_for():
            return None
        return self.sitting.observe(None).silence

    @property
    def is_timed(self) -> bool:
        """Whether the game goes on by itself if the seat on turn says nothing."""
        return self.timer is not None and self.timer.alarm == Silence(self.seq)

    def choose_ahead(self, seat: Seat, action: Action) -> None:
        self.ahead[seat] = action
        self.forgone.pop(seat, None)

    def note_ahead(self, after: Sitting) -> None:
        """Before the table becomes what ``after`` is: who may go on choosing what he could ahead."""
        assert self.sitting is not None
        for seat in {*self.sitting.to_act(), *self.ahead_from}:
            before, seen = self.sitting.observe(seat).ahead, after.observe(seat)
            if before and before == (seen.ahead or seen.legal):
                self.ahead_from.setdefault(seat, self.seq)
            else:
                self.ahead_from.pop(seat, None)

    def forget_ahead(self, steps: Sequence[Step]) -> None:
        """After ``steps``: forget what was done of what seats chose ahead, and what cannot come about."""
        assert self.sitting is not None
        for step in steps:
            self.forgone.pop(step.actor, None)
            if self.ahead.get(step.actor) == step.action:
                del self.ahead[step.actor]
        for seat, action in tuple(self.ahead.items()):
            seen = self.sitting.observe(seat)
            if action not in (*seen.legal, *seen.ahead):
                self.forgone[seat] = self.ahead.pop(seat)

    def tell_later(self, deal: FinishedDeal) -> None:
        """Keep a deal to be told; where that cannot be done only the last few, for all are in the record."""
        self.finished.append(deal)
        del self.finished[:-MOST_UNTOLD]

    def note(self, **changes: object) -> None:
        """Keep in memory what was just stored in the table's row."""
        self.row = replace(self.row, **changes)  # type: ignore[arg-type]  # the row's own fields

    def note_seat(self, seat: Seat, **changes: object) -> None:
        """The same for the row of a seat."""
        rows = [
            replace(row, **changes) if row.seat == seat else row  # type: ignore[arg-type]  # its own fields
            for row in self.row.seats
        ]
        self.note(seats=tuple(rows))

    def header(self, dealer: Seat) -> Header:
        names = tuple(plain_name(name, seat) for seat, name in enumerate(self.names))
        return Header(self.game, self.rules, str(self.rules), names, dealer)
