"""O-2: speaking before an opening, answering an opening or a raise, and the last chance to raise."""

from functools import cache
from typing import ClassVar, Final

from engine.actions import Action, Legal, Span
from engine.bouillotte.actions import CALL, DONE, FOLD, PASS, Call, Done, Fold, Open, Pass, Raise, Stake
from engine.bouillotte.deal import Accounts, Deal, Phase
from engine.bouillotte.events import Bet
from engine.bouillotte.refusals import BouillotteRefusal
from engine.bouillotte.settling import carry, give_back, show_down, take
from engine.errors import IllegalAction
from engine.events import Event
from engine.ledger import UNITS, amount
from engine.seats import Seat
from engine.values import value


def least_to_open(accounts: Accounts, seat: Seat) -> int:
    """O-2.3."""
    return max(accounts.largest, accounts.put[seat] + UNITS)


def least_to_raise(accounts: Accounts) -> int:
    """O-2.4."""
    return accounts.largest + UNITS


def span(verb: str, least: int, most: int) -> tuple[Span, ...]:
    """The totals from ``least`` to ``most`` units; none where the cave is too short (O-2.8)."""
    return (Span(verb, least // UNITS, most // UNITS),) if least <= most else ()


@value
class Speaking(Phase):
    """O-2.2, O-2.3: nobody has opened yet."""

    clause: ClassVar[str] = "O-2.2"
    left: tuple[Seat, ...]

    def offers(self, deal: Deal) -> tuple[Legal, ...]:
        seat = self.left[0]
        least = least_to_open(deal.accounts, seat)
        return (PASS, *span(Open.verb, least, deal.accounts.most(seat)))

    def refusal(self, deal: Deal, action: Action) -> IllegalAction:
        if isinstance(action, Open):
            seat = self.left[0]
            return stake_refusal(deal, seat, action, least_to_open(deal.accounts, seat), "O-2.3")
        if isinstance(action, Raise | Call | Fold | Done):
            return IllegalAction(BouillotteRefusal.NOT_OPENED, "O-2.2")
        return Phase.refusal(self, deal, action)

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        seat = self.left[0]
        if isinstance(action, Open):
            deal.stances[seat] = "opened"
            return put_up(deal, seat, action.total)
        deal.stances[seat] = "passed"
        if not self.left[1:]:
            return nobody_opened(deal)
        deal.enter(speaking(self.left[1:]))
        return ()


@value
class Answering(Phase):
    """O-2.4: what the seat ``last`` opened or raised to is to be answered."""

    clause: ClassVar[str] = "O-2.4"
    left: tuple[Seat, ...]
    last: Seat

    def offers(self, deal: Deal) -> tuple[Legal, ...]:
        seat = self.left[0]
        least = least_to_raise(deal.accounts)
        return (CALL, *span(Raise.verb, least, deal.accounts.most(seat)), FOLD)

    def refusal(self, deal: Deal, action: Action) -> IllegalAction:
        if isinstance(action, Raise):
            seat = self.left[0]
            return stake_refusal(deal, seat, action, least_to_raise(deal.accounts), "O-2.4")
        if isinstance(action, Open | Pass):
            return IllegalAction(BouillotteRefusal.OPENED, "O-2.4")
        if isinstance(action, Done):
            return IllegalAction(BouillotteRefusal.ANSWER_FIRST, "O-2.7")
        return Phase.refusal(self, deal, action)

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        seat = self.left[0]
        if isinstance(action, Raise):
            deal.stances[seat] = "raised"
            return put_up(deal, seat, action.total)
        if isinstance(action, Fold):
            deal.stances[seat] = "folded"
            deal.live = tuple([other for other in deal.live if other != seat])
            return self._go_on(deal)
        deal.stances[seat] = "called"
        called = bet(deal, seat, min(deal.accounts.largest, deal.accounts.most(seat)))
        if len(deal.live) == 2:
            return (*called, *show_down(deal, deal.live))  # O-2.6
        return (*called, *self._go_on(deal))

    def _go_on(self, deal: Deal) -> tuple[Event, ...]:
        return go_on(deal, answering(self.left[1:], self.last))


@value
class LastChance(Phase):
    """O-2.7: all have answered ``last``; the others may raise once more, or say no more."""

    clause: ClassVar[str] = "O-2.7"
    left: tuple[Seat, ...]
    last: Seat

    def offers(self, deal: Deal) -> tuple[Legal, ...]:
        seat = self.left[0]
        least = least_to_raise(deal.accounts)
        return (DONE, *span(Raise.verb, least, deal.accounts.most(seat)))

    def refusal(self, deal: Deal, action: Action) -> IllegalAction:
        if isinstance(action, Raise):
            seat = self.left[0]
            return stake_refusal(deal, seat, action, least_to_raise(deal.accounts), "O-2.7")
        if isinstance(action, Fold | Call | Pass | Open):
            return IllegalAction(BouillotteRefusal.NO_FOLDING, "O-2.7")
        return Phase.refusal(self, deal, action)

    def apply(self, deal: Deal, action: Action) -> tuple[Event, ...]:
        seat = self.left[0]
        if isinstance(action, Raise):
            deal.stances[seat] = "raised"
            return put_up(deal, seat, action.total)
        deal.stances[seat] = "done"
        if not self.left[1:]:
            return show_down(deal, deal.live)
        deal.enter(last_chance(self.left[1:], self.last))
        return ()


speaking: Final = cache(Speaking)
answering: Final = cache(Answering)
last_chance: Final = cache(LastChance)
"""Phases never change, so one object is enough for all that are equal."""


def begin_betting(deal: Deal) -> tuple[Event, ...]:
    """O-2.1: right of the last to carre, who is not asked before an opening (O-2.9), else of the dealer."""
    if is_settled(deal):
        return show_down(deal, deal.live)
    carre = deal.last_carre
    deal.enter(speaking(deal.able() if carre is None else deal.others_able(carre)))
    return ()


def nobody_opened(deal: Deal) -> tuple[Event, ...]:
    """O-2.9: the pot is between the last to carre and who is all-in, and so could not pass."""
    caves = deal.accounts.caves
    left = [seat for seat in deal.live if seat == deal.last_carre or not caves[seat]]
    if not left:
        return carry(deal)
    return show_down(deal, left) if len(left) > 1 else take(deal, left[0])


def put_up(deal: Deal, seat: Seat, total: int) -> tuple[Event, ...]:
    """An opening or a raise: all the others who can still speak answer it."""
    return (*bet(deal, seat, total), *go_on(deal, answering(deal.others_able(seat), seat)))


def bet(deal: Deal, seat: Seat, total: int) -> tuple[Event, ...]:
    units = total - deal.accounts.put[seat]
    deal.accounts.pay(seat, units)
    return (Bet(seat, units),) if units else ()


def go_on(deal: Deal, phase: Answering) -> tuple[Event, ...]:
    """To the next answer, to the last chance, or to the end."""
    if len(phase.left) > 1:  # two who can still add chips, so nothing is settled
        deal.enter(phase)
        return ()
    if len(deal.live) == 1:
        return (*give_back(deal), *take(deal, deal.live[0]))  # O-2.5
    if is_settled(deal):
        return show_down(deal, deal.live)
    deal.enter(phase if phase.left else last_chance(deal.others_able(phase.last), phase.last))
    return ()


def is_settled(deal: Deal) -> bool:
    """O-2.8: at most one could still add chips, and he owes nothing."""
    put, able = deal.accounts.put, deal.able()
    return len(able) < 2 and (not able or put[able[0]] == deal.accounts.largest)


def stake_refusal(deal: Deal, seat: Seat, action: Stake, least: int, clause: str) -> IllegalAction:
    most = deal.accounts.most(seat)
    if action.total % UNITS:
        return IllegalAction(BouillotteRefusal.WHOLE_CHIPS, clause)
    if most < least:
        return IllegalAction(BouillotteRefusal.CAVE_TOO_SHORT, "O-2.8", most=amount(most))
    if action.total < least:
        return IllegalAction(BouillotteRefusal.TOO_LOW, clause, least=amount(least))
    return IllegalAction(BouillotteRefusal.BEYOND_CAVE, "O-1.2", most=amount(most))
