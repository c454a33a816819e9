"""Playing by itself: computer players at every seat, the dealer's cards from a stream."""

from collections.abc import Callable, Iterator

from engine.actions import NextDeal
from engine.dealer import DealDue, Dealer
from engine.game import Chooser
from engine.players import Player
from engine.record import Header
from engine.replay import Replay
from engine.seats import CHANCE
from engine.shuffle import Proof, Stream


def steps(
    header: Header, player: Player, chooser: Chooser, proof: Callable[[int], Proof]
) -> Iterator[Replay]:
    """Play a sitting to its end; the replay after each step."""
    replay = Replay(header)
    dealer = Dealer(header.game.pack, Stream(b"", ""))
    while replay.sitting.places is None:
        due = replay.sitting.due()
        if isinstance(due, DealDue):
            dealer = Dealer(header.game.pack, proof(due.number).stream())
            replay.apply(CHANCE, NextDeal(due.number))
        elif due:
            replay.apply(CHANCE, dealer.answer(due))
        else:
            seat = replay.sitting.to_act()[0]
            replay.apply(seat, player(replay.sitting.observe(seat), chooser))
        yield replay
