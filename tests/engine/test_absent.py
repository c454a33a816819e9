"""What is done for a seat whose time is up: lawful whatever is asked, and the least that may be done."""

from collections.abc import Callable

import pytest
from self_play import SPREAD

from engine.actions import Action
from engine.game import Chooser, Observation, games
from engine.play import steps
from engine.record import Header
from engine.seats import seat_name
from engine.shuffle import Proof, Stream

LEAST = {
    "pass",
    "draw",
    "waive",
    "decline",
    "fold",
    "done",
    "refill no",
}
"""Said whenever it may be; else who is bound to stay stays, and somebody plays or takes a cave."""
RANKS = {"bourre": "23456789TJQKA", "bura": "6789JQKTA"}


def sitting(what: str, rules_line: str, act: Callable[[Observation, Chooser], Action]) -> None:
    game = games()[what.partition(" ")[0]]
    rules = game.rules.parse(rules_line)
    seats = game.players(rules) or 4
    names = tuple(seat_name(seat) for seat in range(seats))
    header = Header(game, rules, str(rules), names, 0)

    def proof(deal: int) -> Proof:
        return Proof(0, deal, bytes(32), bytes(16), str(deal))

    *_, last = steps(header, act, Stream(bytes(32), what), proof, deals=6)
    assert last.sitting.places is not None


@pytest.mark.parametrize(
    ("what", "rules"), [(what, rules) for what, lines in SPREAD.items() for rules in lines]
)
def test_it_is_lawful_and_least(what: str, rules: str) -> None:
    """Among people who play; the engine refuses what is not lawful."""
    game = games()[what.partition(" ")[0]]

    def act(seen: Observation, chooser: Chooser) -> Action:
        done = game.absent(seen)
        check_least(game.key, seen, done)
        return done if chooser.below(3) else game.rule_player(seen, chooser)

    sitting(what, rules, act)


def check_least(game: str, seen: Observation, done: Action) -> None:
    may = [str(each) for each in seen.legal]
    if LEAST & set(may):
        assert str(done) in LEAST
    elif done.verb == "play":
        cards = [each.split()[1] for each in may if each.startswith("play ")]
        least = min(measure(game, seen, each) for each in cards)
        assert measure(game, seen, str(done).split()[1]) == least
    else:
        assert str(done) in ("draw", "stay", "refill yes")


def measure(game: str, seen: Observation, cards: str) -> tuple[int, int, int]:
    """How many cards, how many trumps, how high."""
    trumps = cards.count(str(seen.trump)) if seen.trump else 0
    return len(cards), trumps, sum(RANKS[game].index(rank) for rank in cards[::2])


@pytest.mark.parametrize("what", ["bourre series", "bura series", "bouillotte series"])
def test_a_sitting_of_absentees_comes_to_an_end(what: str) -> None:
    game = games()[what.partition(" ")[0]]
    sitting(what, SPREAD[what][0], lambda seen, _: game.absent(seen))
