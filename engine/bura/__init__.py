"""Bura for two, with open answers, by the canon's clauses U-1 to U-6."""

from pathlib import Path
from typing import Final

from engine.bura.absent import absent
from engine.bura.actions import PACK
from engine.bura.observing import listening
from engine.bura.options import PLAYERS, BuraRules
from engine.bura.rule_player import choose
from engine.bura.sitting import BuraSitting
from engine.bura.words import parse
from engine.errors import BadRules
from engine.game import Game, Sitting, Verb
from engine.options import Rules
from engine.seats import Seat


def _open(rules: Rules, seats: int, dealer: Seat) -> Sitting:
    assert isinstance(rules, BuraRules)
    return BuraSitting(rules, dealer)


def _players(rules: Rules) -> int | None:
    return PLAYERS


def _seated(rules: Rules, seats: int) -> Rules:
    if seats != PLAYERS:
        raise BadRules(f"Bura is a game for two, and {seats} sit here (U-2.1).", "U-2.1")
    return rules


GAME: Final = Game(
    key="bura",
    title="Bura",
    pack=PACK,
    rules=BuraRules,
    players=_players,
    seated=_seated,
    open=_open,
    parse=parse,
    verbs=(
        Verb("waive"),
        Verb("claim"),
        Verb("announce", option="kind", takes="word", required=True),
        Verb("play", option="cards", takes="cards", required=True),
    ),
    rule_player=choose,
    absent=absent,
    folder=Path(__file__).parent,
    listening=listening,
    tricks_lie_open=False,
    seldom=frozenset({"claim"}),
)
