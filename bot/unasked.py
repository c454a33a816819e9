"""What is done for a seat on turn without asking anybody."""

from bot.change import Change
from bot.lot import proof_of, random_cut
from bot.table import Table
from engine.actions import Action, End, NextDeal
from engine.dealer import DealDue, Dealer
from engine.game import Chooser
from engine.hearing import Heard
from engine.seats import CHANCE, Seat


def next_change(table: Table, chooser: Chooser) -> Change | None:
    """The next move that waits for nobody."""
    sitting = table.sitting
    if sitting is None or table.is_closed:
        return None
    if table.would_end:
        return ended(table)
    if table.is_paused:
        return None
    if isinstance(sitting.due(), DealDue):
        return None if table.cutter_at(sitting) else next_deal(table, random_cut())
    for seat in sitting.to_act():
        if (action := unasked(table, seat, chooser)) is not None:
            change = Change(table, sitting, table.dealer)
            change.act(seat, action)
            change.deal_out()
            return change
    return None


def ended(table: Table) -> Change:
    assert table.sitting is not None
    change = Change(table, table.sitting, table.dealer)
    change.act(CHANCE, End())
    return change


def next_deal(table: Table, cut: str) -> Change:
    sitting = table.sitting
    assert sitting is not None
    due = sitting.due()
    assert isinstance(due, DealDue)
    if cutter := table.seats[sitting.cutter].user_id:
        table.cutters.forget(cutter)
    dealer = Dealer(table.game.pack, proof_of(table, cut).stream())
    change = Change(table, sitting, dealer, cut)
    change.act(CHANCE, NextDeal(due.number))
    change.deal_out()
    return change


def unasked(table: Table, seat: Seat, chooser: Chooser) -> Action | None:
    """A computer's choice, what a person chose ahead, what his silence means, or, if his time is up, what
    the game does for who is absent.

    None: he has to choose.
    """
    assert table.sitting is not None
    if table.seats[seat].computer:
        return _choice(table, seat, chooser)
    chosen = table.ahead.get(seat)
    if chosen is not None and chosen in table.sitting.legal(seat):
        return chosen
    if seat in table.overdue:
        return table.game.absent(table.sitting.observe(seat))
    return table.silence if table.silent_at == table.seq else None


def _choice(table: Table, seat: Seat, chooser: Chooser) -> Action:
    """What a computer does; who left before he had spoken stands out, where the game knows that."""
    assert table.sitting is not None
    seen = table.sitting.observe(seat)
    if table.seats[seat].left_deal == seen.deal:
        for legal in seen.legal:
            if isinstance(legal, Action) and legal.verb == table.game.stands_out:
                return legal
    heard = [Heard.of(step.actor, step.action, step.events) for step in table.steps]
    return table.game.rule_player(table.game.listening(seen, heard), chooser)
