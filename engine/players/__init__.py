"""Computer players. They see what ``observe`` gives their seat, and nothing else."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.actions import Action
from engine.game import Chooser, Game, Observation
from engine.players.random_player import choose as choose_randomly

Player = Callable[[Observation, Chooser], Action]


def players(game: Game) -> Mapping[str, Player]:
    """The computer players of a game, by name."""
    return {"random": partial(choose_randomly, game), "rule": game.rule_player}
