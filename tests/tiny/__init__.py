"""Knock: a game so small that it shows what a fourth game needs, and no more. By the clauses K-1 to K-4."""

from pathlib import Path
from typing import Final

from engine.errors import BadRules
from engine.game import Game, Sitting, Verb
from engine.options import Rules
from engine.seats import Seat
from tiny.absent import absent
from tiny.actions import PACK, parse
from tiny.options import KnockRules
from tiny.rule_player import choose
from tiny.sitting import KnockSitting


def _open(rules: Rules, seats: int, dealer: Seat) -> Sitting:
    assert isinstance(rules, KnockRules)
    return KnockSitting(rules, seats, dealer)


def _players(rules: Rules) -> int | None:
    assert isinstance(rules, KnockRules)
    return rules.players


def _seated(rules: Rules, seats: int) -> Rules:
    if not 2 <= seats <= 4:
        raise BadRules(f"Knock needs 2 to 4 players, and {seats} sit here (K-1.1).")
    return rules.having(players=seats)


GAME: Final = Game(
    key="knock",
    title="Knock",
    pack=PACK,
    rules=KnockRules,
    players=_players,
    seated=_seated,
    open=_open,
    parse=parse,
    verbs=(Verb("lay", option="card", takes="cards", required=True), Verb("knock")),
    rule_player=choose,
    absent=absent,
    folder=Path(__file__).parent,
    stands_out="knock",
)
