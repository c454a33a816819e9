"""Bourré (Booray), by the canon's clauses B-1 to B-9."""

from pathlib import Path
from typing import Final

from engine.bourre.absent import absent
from engine.bourre.actions import PACK
from engine.bourre.options import BourreRules
from engine.bourre.rule_player import choose
from engine.bourre.sitting import BourreSitting
from engine.bourre.words import parse
from engine.errors import BadRules
from engine.game import Game, Sitting, Verb
from engine.options import Rules
from engine.seats import Seat


def _open(rules: Rules, seats: int, dealer: Seat) -> Sitting:
    assert isinstance(rules, BourreRules)
    return BourreSitting(rules, seats, dealer)


def _players(rules: Rules) -> int | None:
    assert isinstance(rules, BourreRules)
    return rules.players


def _seated(rules: Rules, seats: int) -> Rules:
    assert isinstance(rules, BourreRules)
    if seats < 2:
        sentence = f"Bourré needs 2 to {rules.most_players} players, and {seats} sit here (B-1)."
        raise BadRules(sentence, rules.CLAUSE)
    return rules.having(players=seats)


GAME: Final = Game(
    key="bourre",
    title="Bourré",
    pack=PACK,
    rules=BourreRules,
    players=_players,
    seated=_seated,
    open=_open,
    parse=parse,
    verbs=(
        Verb("stay", option="discard", takes="cards", then="draw"),
        Verb("pass"),
        Verb("draw", option="discard", takes="cards"),
        Verb("play", option="cards", takes="cards", required=True),
        Verb("claim"),
        Verb("retract"),
        Verb("abandon"),
    ),
    rule_player=choose,
    absent=absent,
    stands_out="pass",
    early="early",
    folder=Path(__file__).parent,
    fine="bourre",
    takes_part=frozenset({"stay"}),
)
