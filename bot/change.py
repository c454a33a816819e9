"""Acts tried on a copy of a sitting, to be stored as one move or forgotten."""

import time

from bot.table import Step, Table, Times
from data.journal import Append
from data.proofs import DealSecret
from data.rows import TableState
from engine.actions import Action, End
from engine.dealer import DealDue, Dealer
from engine.events import postings
from engine.game import Sitting
from engine.record import consequences, write
from engine.seats import CHANCE, Seat


class Change:
    """``sitting`` and ``dealer`` are the copies. ``cut`` is what the coming deal was cut with, if this
    change deals it.

    ``began`` is by the monotonic clock, in seconds.
    """

    def __init__(self, table: Table, sitting: Sitting, dealer: Dealer | None, cut: str | None = None) -> None:
        self.table = table
        self.sitting = sitting.copy()
        self.dealer = dealer.copy() if dealer else None
        self.cut = cut
        self.began = time.monotonic()
        self.steps: list[Step] = []

    def act(self, actor: Seat, action: Action) -> None:
        """Raises IllegalAction."""
        self.steps.append(Step(actor, action, self.sitting.apply(actor, action)))

    def deal_out(self) -> None:
        """Let the dealer's hands do what is due, up to the next choice or the deal's end."""
        while (due := self.sitting.due()) and not isinstance(due, DealDue):
            assert self.dealer is not None, "cards are due in a deal that was shuffled"
            self.act(CHANCE, self.dealer.answer(due))

    @property
    def deal(self) -> int:
        report = self.sitting.report()
        return report.number if report else 0

    @property
    def sitting_over(self) -> bool:
        return self.sitting.places is not None

    @property
    def deal_over(self) -> bool:
        return self.sitting_over or isinstance(self.sitting.due(), DealDue)

    @property
    def is_void(self) -> bool:
        """An agreed end inside a deal: nobody has played it to its end."""
        report = self.sitting.report()
        ended = any(isinstance(step.action, End) for step in self.steps)
        return ended and report is not None and not report.complete

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for step in self.steps for line in _lines(step))

    def to_append(
        self, at_ms: int, interaction_id: int | None, next_secret: DealSecret | None, times: Times
    ) -> Append:
        return Append(
            table_id=self.table.id,
            expected_seq=self.table.seq,
            lines=self.lines,
            deal=self.deal,
            at_ms=at_ms,
            postings=postings(event for step in self.steps for event in step.events),
            interaction_id=interaction_id,
            deal_over=self.deal_over,
            void=self.is_void,
            cut=self.cut,
            next_secret=next_secret,
            state=TableState.CLOSED if self.sitting_over else None,
            places=self.sitting.places,
            times=tuple(times.values()),
        )


def _lines(step: Step) -> list[str]:
    return [write(step.actor, step.action), *consequences(step.events)]
