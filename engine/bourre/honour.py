"""B-8: the play where mistakes happen as with real cards, and can be mended in time."""

from dataclasses import dataclass
from typing import Final, Self

from engine.actions import Action, Legal
from engine.bourre.actions import ABANDON, RETRACT, Abandon, Claim, Early, Play, Retract
from engine.bourre.deal import ALONE, Deal, Over, wrong_turn
from engine.bourre.events import Barred, DealMissed
from engine.bourre.faults import NO_FAULTS
from engine.bourre.options import BourreRules
from engine.bourre.playing import Playing, following
from engine.bourre.refusals import BourreRefusal
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import Seat

BY_HONOUR: Final = {Abandon.verb: "B-8.6", Early.verb: "B-8.5", Retract.verb: "B-8.2"}
"""What honour alone knows, and its clause."""


def only_by_honour(rules: BourreRules, action: Action) -> IllegalAction | None:
    """Why strict conduct refuses the action at any moment; None if it does not."""
    clause = BY_HONOUR.get(action.verb)
    return IllegalAction(BourreRefusal.ONLY_BY_HONOUR, clause) if clause and not rules.by_honour else None


@dataclass(frozen=True, slots=True)
class Irregularity:
    """B-8.1: the unlawful ``card`` that ``seat`` played last. ``before`` is the play without it."""

    seat: Seat
    card: int
    clause: str
    before: "HonourPlaying"


class HonourPlaying(Playing):
    """``pending`` may still be retracted. ``mending``: the seat on turn has retracted and plays again."""

    __slots__ = ("faults", "mending", "pending")

    def __init__(self, live: tuple[Seat, ...]) -> None:
        super().__init__(live)
        self.faults = NO_FAULTS
        self.pending: Irregularity | None = None
        self.mending = False

    def copy(self) -> Self:
        new = super().copy()
        new.faults = self.faults
        new.pending = self.pending
        new.mending = self.mending
        return new

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        """What is lawful; more is accepted."""
        legal = super().legal(deal, seat)
        if legal:
            legal = (*legal, ABANDON)
        return (*legal, RETRACT) if self.pending and self.pending.seat == seat else legal

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if isinstance(action, Retract):
            return self._retract(deal, actor)
        if actor != self.turn:
            raise wrong_turn(self.turn, "B-4.1")
        if isinstance(action, Play):
            return self._play(deal, actor, action)
        if isinstance(action, Abandon):
            return self._abandon(deal, actor)
        if isinstance(action, Claim) and not self.claim_fault(deal):
            self._renege()
        return super().apply(deal, actor, action)

    def _play(self, deal: Deal, seat: Seat, action: Play) -> tuple[Event, ...]:
        card = action.bit
        playable = self.playable(deal)
        clause = "" if card & playable else self._broken(deal, seat, action)
        self._renege()
        self.pending = Irregularity(seat, card, clause, self.copy()) if clause else None
        self.mending = False
        self._playable = playable | card
        if card & deal.trumps:
            self.shown_void &= ~(1 << seat)  # B-5.2: what it looked like before was not so
        return super().apply(deal, seat, action)

    def _broken(self, deal: Deal, seat: Seat, action: Play) -> str:
        """The clause that the card breaks. Raises IllegalAction where it may not be played all the same."""
        refusal = self._refusal(deal, seat, action)
        if self.mending or refusal.refusal is Refusal.NOT_HELD:
            raise refusal
        return refusal.clause

    def _renege(self) -> None:
        """B-8.3: the next card is played, and what is pending cannot be mended any more."""
        if self.pending:
            self.faults = self.faults.reneging(self.pending.seat)
            self.pending = None

    def _retract(self, deal: Deal, seat: Seat) -> tuple[Event, ...]:
        """B-8.2. A card that completed a trick left the trick's winner on turn."""
        pending = self.pending
        if pending is None or pending.seat != seat:
            raise IllegalAction(BourreRefusal.NOTHING_TO_RETRACT, "B-8.2")
        if not self.trick:
            deal.taken[self.turn] -= 1
        deal.hands[seat] |= pending.card
        before = pending.before.copy()
        before.faults = self.faults.retracting(seat)
        before.mending = True
        deal.phase = before
        deal.acting = ALONE[seat]
        return Barred(seat), DealMissed(seat)

    def _abandon(self, deal: Deal, seat: Seat) -> tuple[Event, ...]:
        """B-8.6: the hand is laid aside, and the others go on without the seat."""
        self._renege()
        self.faults = self.faults.abandoning(seat)
        self.mending = False
        deal.thrown_in |= deal.hands[seat]
        deal.hands[seat] = 0
        self.turn = self.after[seat]
        self.live = tuple([other for other in self.live if other != seat])
        self.after = following(self.live)
        self._playable = 0
        return (Barred(seat), *self._go_on(deal))

    def _go_on(self, deal: Deal) -> tuple[Event, ...]:
        if len(self.live) == 1:
            return self._take_rest(deal, self.turn)
        if len(self.trick) == len(self.live):
            return self._close_trick(deal)
        deal.acting = ALONE[self.turn]
        return ()

    def _over(self) -> Over:
        """With what lies of a trick that nobody was left to finish."""
        return Over((*self.past, self.trick) if self.trick else self.past, self.faults)
