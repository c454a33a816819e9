"""What a Bouillotte table can choose, and who sits at it."""

import pytest

from engine.errors import BadRules
from engine.game import games
from engine.record import Malformed, read_header

GAME = games()["bouillotte"]


def test_the_rules_line() -> None:
    assert str(GAME.rules.parse("series refill=ask deals=3")) == "series deals=3 refill=ask"
    for line in ("series refill=never", "series deals=0", "classic", "series players=4"):
        with pytest.raises(BadRules):
            GAME.rules.parse(line)


def test_four_play() -> None:
    rules = GAME.rules.parse("series")
    assert GAME.players(rules) == 4
    assert GAME.seated(rules, 4) == rules
    with pytest.raises(BadRules, match="needs 4 players"):
        GAME.seated(rules, 3)
    values = {
        "Record": "1",
        "Game": "bouillotte",
        "Rules": "series",
        "Seats": "p1=A p2=B p3=C",
        "Dealer": "p1",
    }
    with pytest.raises(Malformed):
        read_header(values.__getitem__)
