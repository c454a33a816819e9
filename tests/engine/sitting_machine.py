"""What the machines of all games do alike: deal, go on, refuse what is unlawful, replay what was written."""

from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from engine.actions import Action, NextDeal
from engine.cards import Pack
from engine.dealer import DealDue, Dealer
from engine.errors import IllegalAction
from engine.game import Observation, Sitting
from engine.replay import Replay, replayed
from engine.seats import CHANCE
from engine.shuffle import Stream


class SittingMachine(RuleBasedStateMachine):
    """``CLAUSES`` is how all clauses of the game begin; ``act`` lets a seat on turn act."""

    PACK: ClassVar[Pack]
    CLAUSES: ClassVar[str]

    replay: Replay
    dealer: Dealer

    def act(self, data: st.DataObject) -> None:
        raise NotImplementedError

    @property
    def sitting(self) -> Sitting:
        return self.replay.sitting

    @property
    def is_over(self) -> bool:
        return self.sitting.places is not None

    def views(self) -> list[Observation]:
        return views_of(self.sitting)

    def apply(self, actor: int, action: Action) -> None:
        self.replay.apply(actor, action)

    @precondition(lambda self: isinstance(self.sitting.due(), DealDue))
    @rule(secret=st.binary(min_size=32, max_size=32))
    def next_deal(self, secret: bytes) -> None:
        due = self.sitting.due()
        assert isinstance(due, DealDue)
        self.dealer = Dealer(self.PACK, Stream(secret, ""))
        self.apply(CHANCE, NextDeal(due.number))

    def go_on_for(self, times: int, data: st.DataObject) -> None:
        """Chance deals what is due, else the seat on turn acts."""
        for _ in range(times):
            due = self.sitting.due()
            if isinstance(due, DealDue) or self.is_over:
                return
            if due:
                self.apply(CHANCE, self.dealer.answer(due))
            else:
                self.act(data)

    def refused(self, actor: int, action: Action) -> None:
        before, text, due = self.views(), self.replay.text(), self.sitting.due()
        with pytest.raises(IllegalAction) as refusal:
            self.replay.apply(actor, action)
        assert refusal.value.clause.startswith(self.CLAUSES)
        assert (self.views(), self.replay.text(), self.sitting.due()) == (before, text, due)

    @rule()
    def replay_the_text_so_far(self) -> None:
        text = self.replay.text()
        again, fault = replayed(text.removesuffix("\n").split("\n"))
        assert fault is None
        assert again is not None
        assert again.text() == text
        assert views_of(again.sitting) == self.views()
        assert again.json() == self.replay.json()


def views_of(sitting: Sitting) -> list[Observation]:
    """A bystander's, and each seat's."""
    return [sitting.observe(seat) for seat in (None, *range(sitting.seats))]
