"""Rebuilding a table from what is stored: its record is replayed, and goes on where it stopped."""

from collections.abc import Sequence

from bot.table import FinishedDeal, Step, Table
from data import clocks, fixtures, journal, seasons
from data import tables as rows
from data.database import Database
from data.proofs import DealSecret
from data.rows import TableRow
from engine.actions import End, NextDeal
from engine.dealer import DealDue
from engine.errors import IllegalAction
from engine.fair import Unfair, WatchedReplay
from engine.game import Sitting, games
from engine.record import Malformed, read_action
from engine.shuffle import Proof


class Unreplayable(Exception):
    """A stored line does not replay. The text says which and why, and names no card: it ends up in logs."""


async def rebuild(database: Database, row: TableRow) -> Table:
    """The table of a row. Raises Unreplayable."""
    game = games()[row.game]
    table = Table(row, game, game.rules.parse(row.rules))
    table.secret = await journal.secret(database, row.id)
    table.times = await clocks.times(database, row.id)
    table.reminders += await clocks.reminders(database, row.id)
    if row.season_id is not None:
        table.season = await seasons.season(database, row.season_id)
        drawn = await fixtures.of_season(database, row.season_id)
        table.fixture = next((fixture for fixture in drawn if fixture.table_id == row.id), None)
    if row.dealer is not None:
        _replay(table, row.dealer, [line.text for line in await journal.lines(database, row.id)])
    return table


async def read_again(database: Database, table: Table) -> None:
    """Let the table be what is stored of it. Raises Unreplayable."""
    stored = await rebuild(database, await rows.table(database, table.id))
    table.row, table.sitting, table.dealer = stored.row, stored.sitting, stored.dealer
    table.secret, table.steps, table.times = stored.secret, stored.steps, stored.times


def _replay(table: Table, dealer: int, lines: list[str]) -> None:
    replay = WatchedReplay(table.header(dealer), _proofs(table.id, table.secret))
    for number, line in enumerate(lines, start=1):
        try:
            _follow(table, replay, line)
        except (Malformed, IllegalAction, Unfair) as fault:
            raise Unreplayable(f"line {number} does not replay: {type(fault).__name__}") from None
    table.sitting = replay.sitting
    table.dealer = replay.dealer
    is_over = replay.sitting.places is not None or isinstance(replay.sitting.due(), DealDue)
    if is_over and table.steps and table.row.message_id:
        # a deal that was told has no message any more, so this one was not
        steps = _untold(table.steps, replay.sitting)
        table.finished.append(FinishedDeal(replay.sitting.observe(None), steps))


def _untold(steps: Sequence[Step], sitting: Sitting) -> tuple[Step, ...]:
    """An end between deals is told by itself."""
    report = sitting.report()
    is_void = report is not None and not report.complete
    return tuple(steps[-1:] if isinstance(steps[-1].action, End) and not is_void else steps)


def _follow(table: Table, replay: WatchedReplay, line: str) -> None:
    if line.startswith("="):
        replay.feed(line)
        return
    actor, action = read_action(table.game, replay.sitting.seats, line)
    if isinstance(action, NextDeal):
        table.steps.clear()
    table.steps.append(Step(actor, action, replay.apply(actor, action)))


def _proofs(table_id: int, secret: DealSecret | None) -> dict[int, Proof]:
    """Of the deal that runs, if one does: only its cards are still to be dealt on."""
    if secret is None or secret.cut is None:
        return {}
    return {secret.deal: Proof(table_id, secret.deal, secret.secret, secret.salt, secret.cut)}
