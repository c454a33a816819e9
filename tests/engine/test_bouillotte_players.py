"""The `rule` player of Bouillotte sees its observation only, and is worth playing against."""

from statistics import mean

import pytest
from bouillotte_positions import acts, deal, dealt, feed, header, sitting_of, table

from engine.actions import Action
from engine.bouillotte.actions import PACK
from engine.bouillotte.rule_player import choose
from engine.game import Chooser, Observation
from engine.ledger import UNITS
from engine.play import steps
from engine.players import players
from engine.replay import Replay
from engine.shuffle import Proof, Stream

DEALS = 12


class Even:
    """A chooser without moods: it takes the middle."""

    def below(self, n: int) -> int:
        return n // 2


class Bold:
    """A chooser that takes the first of everything: doubles when it may, and trusts a hand least."""

    def below(self, n: int) -> int:
        return 0


def sitting(seed: int, names: tuple[str, ...]) -> Replay:
    """A sitting of which the seed decides the cards; ``names`` are the players of the seats."""
    head = header(dealer="p1")
    known = players(head.game)

    def choose_by_seat(seen: Observation, chooser: Chooser) -> Action:
        assert seen.seat is not None
        return known[names[seen.seat]](seen, chooser)

    def proof(deal: int) -> Proof:
        return Proof(0, deal, seed.to_bytes(32, "big"), bytes(16), str(deal))

    *_, last = steps(head, choose_by_seat, Stream(bytes(32), str(seed)), proof)
    return last


def results(replay: Replay) -> list[float]:
    return [units / UNITS for units in sitting_of(replay).results]


def hands_with(hand: str, turn: str) -> list[str]:
    """p1 holds ``hand``; the others what comes next in the pack."""
    rest = [str(card) for card in PACK.cards if str(card) not in (hand[:2], hand[2:4], hand[4:], turn)]
    return [hand, *("".join(rest[i : i + 3]) for i in (0, 3, 6))]


def test_rule_beats_random() -> None:
    """The same cards twice, with the seats of the two kinds changed: what one seat gains a deal, in chips."""
    gains = []
    for seed in range(40):
        first = results(sitting(seed, ("rule", "random") * 2))
        second = results(sitting(seed, ("random", "rule") * 2))
        gains.append((first[0] + first[2] + second[1] + second[3]) * 2 / 4 / DEALS)
    assert mean(gains) > 4
    assert sum(gain > 0 for gain in gains) > 26


def test_rule_players_among_themselves_are_neither_shy_nor_rash() -> None:
    """Most deals are opened, more than half come to a showdown, and few are staked for high."""
    bodies = [sitting(seed, ("rule",) * 4).body for seed in range(30)]
    deals = 30 * DEALS
    opened = sum(" open " in line for body in bodies for line in body)
    shown = sum(line.startswith("= bonus") or line.startswith("= point") for body in bodies for line in body)
    raised = sum(" raise " in line for body in bodies for line in body)
    assert 0.7 * deals < opened < 0.95 * deals
    assert 0.5 * deals < shown < 0.9 * deals
    assert raised < 0.2 * deals


# p1's hand, the turned card, acts so far, the choice
CHOICES = {
    "opens on four of a suit": ("AhKhQh", "8h", "", "open 1"),
    "opens on a brelan": ("AhAdAc", "9s", "", "open 1"),
    "passes on little": ("8hKc9d", "9s", "", "pass"),
    "raises on a brelan, by nearly the pot": ("AhAdAc", "9s", "pass, open 5, call, call", "raise 19"),
    "calls when the chances cover it": ("AhKh8s", "9s", "pass, open 5, fold, fold", "call"),
    "folds to much on little": ("8hKc9d", "9s", "pass, open 90, fold, fold", "fold"),
    "says no more": ("AhKh8s", "9s", "pass, open 5, call, call, call, done, done", "done"),
    "raises at the last chance": ("AhKhQh", "8h", "pass, open 5, call, call, call, done, done", "raise 12"),
}


@pytest.mark.parametrize(("hand", "turn", "so_far", "choice"), CHOICES.values(), ids=CHOICES)
def test_what_it_does(hand: str, turn: str, so_far: str, choice: str) -> None:
    replay = acts(dealt(hands=hands_with(hand, turn), turn=turn), so_far)
    assert replay.sitting.to_act() == (0,)
    assert str(choose(replay.sitting.observe(0), Even())) == choice


def test_position_counts() -> None:
    """Ace and king of a suit are too little before three others, and enough when one of them has passed."""
    first = dealt(hands=hands_with("AhKh8s", "9s"))
    assert str(choose(first.sitting.observe(0), Even())) == "pass"
    last = dealt(hands=["9h9cKd", "QhQc8d", "8hAcQd", "AhKh8s"])
    acts(last, "pass, pass, pass")
    assert str(choose(last.sitting.observe(3), Even())) == "open 2"


def test_it_doubles_blindly_when_that_is_cheap_and_the_mood_takes_it() -> None:
    replay = feed(table(), ["deal 1"])
    assert str(choose(replay.sitting.observe(0), Bold())) == "carre"
    assert str(choose(replay.sitting.observe(0), Even())) == "decline"
    rich = feed(table(carried=20), ["deal 1"])
    assert str(choose(rich.sitting.observe(0), Bold())) == "decline"


def test_it_takes_a_new_cave() -> None:
    replay = feed(table((100, 0, 200, 100), rules="series refill=ask"), ["deal 1"])
    assert str(choose(replay.sitting.observe(1), Even())) == "refill yes"


def test_a_call_that_costs_nothing_is_taken() -> None:
    """p1 has doubled, and p2 opens with no more than that."""
    replay = acts(feed(table(), ["deal 1"]), "carre, decline")
    acts(deal(replay, hands_with("8hKc9d", "9s")), "open 1, fold, fold")
    assert replay.sitting.to_act() == (0,)
    assert str(choose(replay.sitting.observe(0), Bold())) == "call"
