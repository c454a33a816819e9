"""One line in the log for each move, stored or refused: who did which kind of act, never with which cards.

While several choose at once, in secret, the line does not even say which kind.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot import metrics
from bot.change import Change
from bot.errors import Stale
from bot.table import Table
from data import journal
from data.database import Database
from data.journal import Append
from engine.actions import Action
from engine.errors import IllegalAction
from engine.seats import Seat, seat_name

log = logging.getLogger(__name__)


async def store(database: Database, change: Change, move: Append) -> None:
    """Append ``move``, which says what ``change`` did. Raises what ``journal.append`` does."""
    actor = change.steps[0].actor
    verbs = _verbs(change.table, [step.action for step in change.steps if step.actor == actor])
    try:
        await journal.append(database, move)
    except Exception as fault:
        _note(change.table.id, move.expected_seq, actor, verbs, type(fault).__name__, change.began)
        raise
    metrics.MOVES.labels(change.table.game.key).inc()
    _note(change.table.id, move.seq, actor, verbs, "stored", change.began)


@contextmanager
def trying(table: Table, seat: Seat, actions: Sequence[Action]) -> Iterator[None]:
    """What is refused in here comes to no store."""
    began, verbs = time.monotonic(), _verbs(table, actions)
    try:
        yield
    except IllegalAction as refused:
        _note(table.id, table.seq, seat, verbs, refused.refusal.value, began)
        raise
    except Stale as stale:
        _note(table.id, table.seq, seat, verbs, stale.key, began)
        raise


def _verbs(table: Table, actions: Sequence[Action]) -> str:
    if table.sitting is not None and len(table.sitting.to_act()) > 1:
        return "sealed"
    return "+".join(dict.fromkeys(action.verb for action in actions))


def _note(table_id: int, seq: int, seat: Seat, verbs: str, outcome: str, began: float) -> None:
    """``seq`` is the table's last line afterwards; ``began`` is by the monotonic clock, in seconds."""
    log.info(
        "table=%d seq=%d seat=%s verb=%s outcome=%s ms=%.1f",
        table_id,
        seq,
        seat_name(seat),
        verbs,
        outcome,
        (time.monotonic() - began) * 1000,
    )
