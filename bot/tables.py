"""All tables in play: found by channel, stored one move at a time, driven on until a person must choose.

Knows no Discord. ``lobby`` and ``play`` are what people do to a table; both hold its lock while they do it.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot import moves
from bot.absentees import seat_computers
from bot.change import Change
from bot.clock import Clock
from bot.errors import Refused
from bot.lot import SystemChooser, new_secret
from bot.render.names import escaped
from bot.restoring import read_again, rebuild
from bot.table import FinishedDeal, Table
from bot.timing import after_move, as_it_is
from bot.unasked import next_change
from data import clocks, journal
from data import tables as rows
from data.database import Database
from data.errors import ChannelTaken, Failing
from data.fixtures import Fixture
from data.rows import NewSeat, NewTable, SeatRow, TableState
from data.season_errors import SeasonClosed
from data.seasons import Season
from engine.actions import End, NextDeal
from engine.game import Game, games

log = logging.getLogger(__name__)

REMEMBERED_MS = 24 * 60 * 60 * 1000
"""How long interactions are remembered; their tokens live 15 minutes."""


class Tables:
    """``now_ms`` tells the time (ms since 1970), ``publish`` lays the coming deal's commitment open,
    ``clock`` watches for silence. ``unreadable`` are ids of tables that could not be rebuilt, by channel.
    """

    def __init__(
        self,
        database: Database,
        now_ms: Callable[[], int],
        publish: Callable[[Table], Awaitable[None]],
        clock: Clock,
    ) -> None:
        self.database = database
        self.now_ms = now_ms
        self.publish = publish
        self.clock = clock
        self.chooser = SystemChooser()
        self._by_id: dict[int, Table] = {}
        self.unreadable: dict[int, int] = {}
        self._by_channel: dict[int, Table] = {}
        self._resting = False

    @property
    def has_window(self) -> bool:
        """Whether silence is waited for only so long where a game says what it means."""
        return self.clock.after_s > 0

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._by_id.values()))

    def get(self, table_id: int) -> Table:
        """Raises Refused if there is none any more."""
        if (table := self._by_id.get(table_id)) is None:
            raise Refused("refused.table-closed")
        return table

    def find(self, channel_id: int) -> Table | None:
        return self._by_channel.get(channel_id)

    async def restore(self) -> None:
        """Rebuild every table that was not closed. One that cannot be is left alone, loudly."""
        await journal.forget_applied(self.database, self.now_ms() - REMEMBERED_MS)
        for row in await rows.open_tables(self.database):
            try:
                table = await rebuild(self.database, row)
            except Exception:
                log.exception("table %d cannot be rebuilt and is left as it is", row.id)
                self.unreadable[row.channel_id] = row.id
                continue
            table.touched_ms = self.now_ms()
            self._hold(table)

    async def open(
        self,
        new: NewTable,
        seats: Sequence[NewSeat],
        season: Season | None = None,
        fixture: Fixture | None = None,
    ) -> Table:
        """A table with who sits there, and the secret of its first deal, so that its commit can be shown.

        Raises Refused if the channel has a table or the season was closed.
        """
        try:
            row = await rows.open_table(
                self.database,
                new,
                seats,
                lambda table_id: new_secret(table_id, 1),
                fixture_id=fixture.id if fixture else None,
            )
        except ChannelTaken:
            cause = "table-unreadable" if new.channel_id in self.unreadable else "channel-taken"
            raise Refused(f"refused.{cause}") from None
        except SeasonClosed:
            assert season is not None
            raise Refused("refused.season-closed", season=escaped(season.name)) from None
        game = games()[row.game]
        secret = await journal.secret(self.database, row.id)
        table = Table(row, game, game.rules.parse(row.rules), secret=secret, season=season, fixture=fixture)
        table.touched_ms = new.opened_at_ms
        self._hold(table)
        return table

    def _hold(self, table: Table) -> None:
        self._by_id[table.id] = self._by_channel[table.row.channel_id] = table

    async def refresh(self, table: Table) -> None:
        """Read the table's row again after it was changed. Which message shows it, the display knows best."""
        row = await rows.table(self.database, table.id)
        table.row = replace(row, message_id=table.row.message_id)
        table.touched_ms = self.now_ms()

    def forget(self, table: Table) -> None:
        if self._by_id.pop(table.id, None):
            del self._by_channel[table.row.channel_id]
        self.clock.watch(table)

    # ---- storing

    async def store(self, change: Change, interaction_id: int | None = None) -> None:
        """Store a change, and only then let the table be what it made of it.

        If what is stored is not what it was taken for, the table is rebuilt.
        """
        table = change.table
        goes_on = change.deal_over and not change.sitting_over
        secret = new_secret(table.id, change.deal + 1) if goes_on else None
        now_ms = self.now_ms()
        times = after_move(table, change, self.has_window, now_ms)
        try:
            move = change.to_append(now_ms, interaction_id, secret, times)
            await moves.store(self.database, change, move)
        except Exception as fault:
            if not isinstance(fault, Failing):
                await read_again(self.database, table)
            raise
        self._adopt(change)
        table.times = times
        table.touched_ms = now_ms
        table.secret = secret if change.deal_over else table.secret
        if change.sitting_over:
            self.forget(table)

    def _adopt(self, change: Change) -> None:
        table = change.table
        if isinstance(change.steps[0].action, NextDeal):
            table.steps.clear()
        table.overdue.difference_update(step.actor for step in change.steps)
        table.note_ahead(change.sitting)
        table.note(seq=table.seq + len(change.lines))
        self._note_together(table, change)
        if change.sitting_over:
            table.note(state=TableState.CLOSED)
        table.sitting, table.dealer = change.sitting, change.dealer
        table.steps += change.steps
        table.forget_ahead(change.steps)
        if change.deal_over:
            table.notices.clear()
            self._keep_untold(change)

    def _note_together(self, table: Table, change: Change) -> None:
        before = set(table.sitting.to_act()) if table.sitting else set()
        acting = set(change.sitting.to_act())
        if not (acting and acting < before):
            table.together_from = table.seq if len(acting) > 1 else None

    def _keep_untold(self, change: Change) -> None:
        """Keep a deal that is over until it is shown; an end between deals is told by itself."""
        table = change.table
        ends_between = isinstance(change.steps[0].action, End) and not change.is_void
        steps = change.steps if ends_between else table.steps
        table.tell_later(FinishedDeal(change.sitting.observe(None), tuple(steps)))

    # ---- driving

    def rest(self) -> None:
        """Begin no more moves: the bot is closing, and goes on at its next start."""
        self._resting = True
        self.clock.close(self)

    async def drive(self, table: Table) -> None:
        """Let dealer and computer players act, and those who have chosen ahead or are silent for too long,
        until a person has to choose, or the sitting is over.

        What fails here is not the fault of whose move came before, which is stored: it is logged, and tried
        again with the next thing that happens at the table.
        """
        try:
            await self._tend(table)
            while not self._resting and (change := next_change(table, self.chooser)) is not None:
                if change.cut is not None:
                    await self.publish(table)  # before any card is dealt
                await self.store(change)
                await self._tend(table)
        except Exception as fault:
            if not (self._resting or isinstance(fault, Failing)):  # the log has heard of those
                log.exception("table %d could not go on at line %d", table.id, table.seq)
        if not self._resting:
            self.clock.watch(table)

    async def _tend(self, table: Table) -> None:
        """What comes before a move: who is long absent is played for, and time runs for who is waited for."""
        if table.clock is None or table.is_paused or table.is_closed:
            return
        await seat_computers(self.database, table, self.now_ms())
        times = as_it_is(table, self.has_window, self.now_ms())
        if times != table.times and not table.is_paused:
            await clocks.store(self.database, table.id, times.values(), self.now_ms())
            table.times = times

    def cutter(self, table: Table) -> SeatRow | None:
        """Who is about to cut, having asked to."""
        return table.cutter_at(table.sitting) if table.sitting else None


READABLE: Final = frozenset({None, "cards", "amount", "word"})
"""What an option of a verb may hold so that people can say it at a table."""


def table_games() -> dict[str, Game]:
    """The games whose every verb people can say here."""
    return {key: game for key, game in games().items() if {verb.takes for verb in game.verbs} <= READABLE}


def game_named(key: str) -> Game:
    """Raises Refused for a game that tables do not play."""
    try:
        return table_games()[key]
    except KeyError:
        raise Refused("refused.no-game", game=key, games=", ".join(table_games())) from None
