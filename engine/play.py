"""Playing by itself: computer players at every seat, the dealer's cards from a stream."""

from collections.abc import Callable, Iterator

from engine.actions import Action, End, NextDeal
from engine.dealer import DealDue, Dealer
from engine.game import Chooser
from engine.hearing import Heard
from engine.players import Player
from engine.record import Header
from engine.replay import Replay
from engine.seats import CHANCE, Seat
from engine.shuffle import Proof, Stream


def steps(
    header: Header,
    player: Player,
    chooser: Chooser,
    proof: Callable[[int], Proof],
    deals: int | None = None,
) -> Iterator[Replay]:
    """Play a sitting to its end; the replay after each step.

    After so many ``deals``, if it goes on so long, the players agree to stop.
    """
    replay = Replay(header)
    game = header.game
    dealer = Dealer(game.pack, Stream(b"", ""))
    heard: list[Heard] = []

    def act(actor: Seat, action: Action) -> None:
        if isinstance(action, NextDeal):
            heard.clear()
        heard.append(Heard.of(actor, action, replay.apply(actor, action)))

    while replay.sitting.places is None:
        due = replay.sitting.due()
        if isinstance(due, DealDue) and due.number - 1 == deals:
            act(CHANCE, End())
        elif isinstance(due, DealDue):
            dealer = Dealer(game.pack, proof(due.number).stream())
            act(CHANCE, NextDeal(due.number))
        elif due:
            act(CHANCE, dealer.answer(due))
        else:
            seat = replay.sitting.to_act()[0]
            act(seat, player(game.listening(replay.sitting.observe(seat), heard), chooser))
        yield replay
