"""Options of a table, as a Rules line writes them (B-1)."""

import re

import pytest

from engine.bourre.options import BourreRules
from engine.errors import BadRules
from engine.game import games
from engine.ledger import UNITS
from engine.options import Choice

RULES = {
    "series": {},
    "series players=7": {"players": 7},
    "series deals=open": {"deals": None},
    "series deals=1": {"deals": 1},
    "series players=2 deals=999": {"players": 2, "deals": 999},
    "classic players=8": {"players": 8, "undertrump": "free", "deals": None, "start": 0, "max_draw": 3},
    "classic players=7": {"declare": "in-turn-with-draw", "ante": UNITS, "cinch": True, "max_draw": 5},
    "wiki players=7 hand_size=4": {"declare": "all-then-draw", "undertrump": "free", "max_draw": 3},
    "wiki players=6 hand_size=4": {"deals": None, "start": 0, "conduct": "strict", "max_draw": 4},
    "series declare=simultaneous ante=2 ante_by=dealer second_ante=on": {
        "is_sealed": True,
        "ante": 2 * UNITS,
        "ante_by": "dealer",
        "second_ante": True,
    },
    "series pot_limit=6 cinch=off start=7 conduct=honour": {
        "pot_limit": 6 * UNITS,
        "cinch": False,
        "start": 7 * UNITS,
        "by_honour": True,
    },
}


@pytest.mark.parametrize(("text", "values"), RULES.items(), ids=RULES)
def test_rules_round_trip(text: str, values: dict[str, object]) -> None:
    rules = BourreRules.parse(text)
    assert {name: getattr(rules, name) for name in values} == values
    assert str(rules) == text


def test_the_preset_s_own_values_are_not_written() -> None:
    assert str(BourreRules.parse("series players=5 deals=12 cinch=on ante=1 pot_limit=none")) == "series"


BAD_RULES = {
    "": "no preset",
    "Series": "no preset",
    "house": "no preset",
    "series players": "no option",
    "series player=5": "no option",
    "series players=5 players=6": "given twice",
    "series players=8": "players=8 is not possible with series, which seats 2 to 7",
    "wiki players=8": "players=8 is not possible with wiki, which seats 2 to 7",
    "series players=1": "from 2 to 8",
    "series players=five": "from 2 to 8",
    "series players=05": "from 2 to 8",
    "series players=٥": "from 2 to 8",
    "series deals=0": "from 1 to 999 or open",
    "series deals=1000000000000": "from 1 to 999 or open",
    "series ante=0": "whole chips",
    "series ante=1/2": "whole chips",
    "series ante=1e999999999": "whole chips",
    "series pot_limit=no": "or none",
    "series cinch=yes": "on or off",
    "series conduct=loose": "strict or honour",
    "classic players=9": "from 2 to 8",
    "series hand_size=6": "from 4 to 5",
    "series pot_limit=0": "or none",
    "series start=-1": "whole chips",
    "series declare=open": "in-turn-with-draw or all-then-draw or simultaneous",
}


@pytest.mark.parametrize(("text", "told"), BAD_RULES.items(), ids=BAD_RULES)
def test_rules_are_refused_with_the_reason(text: str, told: str) -> None:
    with pytest.raises(BadRules, match=re.escape(told)):
        BourreRules.parse(text)


def test_rules_fit_the_seats_taken() -> None:
    bourre = games()["bourre"]
    series = BourreRules.parse("series")
    assert str(bourre.seated(series, 3)) == "series players=3"
    assert bourre.players(bourre.seated(series, 5)) == 5
    for seats in (1, 8):
        with pytest.raises(BadRules, match="2 to 7"):
            bourre.seated(series, seats)


CHOICES = BourreRules.CHOICES.items()


@pytest.mark.parametrize(("option", "choice"), CHOICES, ids=BourreRules.CHOICES)
def test_samples_of_an_option_are_read_and_written(option: str, choice: Choice) -> None:
    assert choice.samples()
    for text in choice.samples():
        assert choice.text(choice.parse(text)) == text
