"""Bouillotte, by the canon's clauses O-1 to O-5."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.bouillotte.absent import absent
from engine.bouillotte.actions import PACK
from engine.bouillotte.options import SEATS, BouillotteRules
from engine.bouillotte.rule_player import choose
from engine.bouillotte.sitting import BouillotteSitting
from engine.bouillotte.words import parse
from engine.errors import BadRules
from engine.game import Game, Sitting, Verb
from engine.options import Rules
from engine.seats import Seat


def _open(rules: Rules, seats: int, dealer: Seat) -> Sitting:
    assert isinstance(rules, BouillotteRules)
    return BouillotteSitting(rules, dealer)


def _players(rules: Rules) -> int | None:
    return SEATS


def _seated(rules: Rules, seats: int) -> Rules:
    if seats != SEATS:
        raise BadRules(f"Bouillotte needs {SEATS} players, and {seats} sit here (O-1).", "O-1")
    return rules


def _amounts(sitting: Sitting) -> Mapping[str, tuple[int, ...]]:
    assert isinstance(sitting, BouillotteSitting)
    bonus = {"bonus": tuple(sitting.accounts.bonuses)}
    return bonus if sitting.places is None else {**bonus, "results": sitting.results}


GAME: Final = Game(
    key="bouillotte",
    title="Bouillotte",
    pack=PACK,
    rules=BouillotteRules,
    players=_players,
    seated=_seated,
    open=_open,
    parse=parse,
    verbs=(
        Verb("carre"),
        Verb("decline"),
        Verb("pass"),
        Verb("open", option="total", takes="amount", required=True),
        Verb("call"),
        Verb("raise", option="total", takes="amount", required=True),
        Verb("fold"),
        Verb("done"),
        Verb("refill", option="answer", takes="word", required=True),
    ),
    rule_player=choose,
    absent=absent,
    stands_out="pass",
    folder=Path(__file__).parent,
    takes_part=frozenset({"carre", "open", "call", "raise"}),
    amounts=_amounts,
    clockwise=False,
)
