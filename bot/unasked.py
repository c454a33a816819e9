"""What is done for a seat on turn without asking anybody."""

from bot.table import Table
from engine.actions import Action
from engine.game import Chooser
from engine.hearing import Heard
from engine.seats import Seat


def unasked(table: Table, seat: Seat, chooser: Chooser) -> Action | None:
    """A computer's choice, what a person chose ahead, or what his silence means.

    None: he has to choose.
    """
    assert table.sitting is not None
    if table.seats[seat].computer:
        return _choice(table, seat, chooser)
    chosen = table.ahead.get(seat)
    if chosen is not None and chosen in table.sitting.legal(seat):
        return chosen
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
