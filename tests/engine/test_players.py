"""Computer players: they see their observation, and the `rule` player is worth playing against."""

from statistics import mean

import pytest
from positions import dealt, declared, feed, header, play

from engine.actions import Action
from engine.bourre.actions import Draw
from engine.bourre.rule_player import choose
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


def sitting(seed: int, seats: int, names: tuple[str, ...]) -> Replay:
    """Twelve deals of which the seed decides the cards; ``names`` are the players of the seats."""
    head = header(seats, dealer="p1")
    known = players(head.game)

    def choose_by_seat(seen: Observation, chooser: Chooser) -> Action:
        assert seen.seat is not None
        return known[names[seen.seat]](seen, chooser)

    def proof(deal: int) -> Proof:
        return Proof(0, deal, seed.to_bytes(32, "big"), bytes(16), str(deal))

    *_, last = steps(head, choose_by_seat, Stream(bytes(32), str(seed)), proof)
    return last


def test_rule_players_among_themselves_are_neither_shy_nor_rash() -> None:
    """Four of ten seats stay or a few more, and hardly a deal goes round without a play."""
    played = [sitting(seed, 5, ("rule",) * 5) for seed in range(40)]
    stays = sum(line.endswith(" stay") for replay in played for line in replay.body)
    assert 0.38 < stays / (40 * DEALS * 5) < 0.47
    assert sum(map(alone, played)) < 0.08 * 40 * DEALS


def alone(replay: Replay) -> int:
    """In how many deals nobody stayed, so that the dealer took the pot unasked."""
    deals, stays = 0, 1
    for line in replay.body:
        if line.startswith("deal "):
            deals += not stays
            stays = 0
        stays += line.endswith(" stay")
    return deals + (not stays)


def test_rule_beats_random() -> None:
    """The same cards twice, with the seats of the two kinds changed: what one seat gains a deal, in chips."""
    gains = []
    for seed in range(30):
        first = sitting(seed, 4, ("rule", "random", "rule", "random")).sitting.records
        second = sitting(seed, 4, ("random", "rule", "random", "rule")).sitting.records
        rule = first[0] + first[2] + second[1] + second[3]
        random = first[1] + first[3] + second[0] + second[2]
        gains.append((rule - random) / UNITS / 4 / DEALS)
    assert mean(gains) > 1
    assert sum(gain > 0 for gain in gains) > 24


DISCARDS = {
    "trumps and side aces stay": ("AsKh9cAd3s QhJcTc8d2c 4h6c7h9d2s", "9c"),
    "one trump, kings go": ("4sKh9cAd3c QhJcTc8d2c 4h6c7h9d2s", "Kh9c3c"),
    "two trumps, kings stay": ("4sKh9c5d3s QhJcTc8d2c 4h6c7h9d2s", "9c5d"),
}


@pytest.mark.parametrize(("hands", "thrown"), DISCARDS.values(), ids=DISCARDS)
def test_what_it_discards(hands: str, thrown: str) -> None:
    seen = feed(dealt(hands), ["p1 stay"]).sitting.observe(0)
    action = choose(seen, Even())
    assert isinstance(action, Draw)
    assert {str(card) for card in action.cards} == {thrown[i : i + 2] for i in range(0, len(thrown), 2)}


PLAYS = {
    "leads the strongest of two trumps": ("4s8s9cAd3c QhJcTc8d2c 4h6c7h9d2s", "", "play 8s"),
    "leads a side ace": ("4s8h9cAd3c QhJcTc8d2c 4h6c7h9d2s", "", "play Ad"),
    "leads high while it has no trick": ("4s8h9cTd3c QhJcKc8d2c 4h6c7h9d2s", "", "play Td"),
    "wins strongly when another may overtake": ("2h8h9cTd3c QhKhKc8d2c 4h6c7h9d2s", "2h", "play Kh"),
    "wins cheaply when last": ("2h8h9cTd3c 3hJcKc8d2c 4hAh7h9d2s", "2h 3h", "play 4h"),
    "loses with the least": ("Ah8h9cTd3c 3hQhKc8d2c 4h6h7h9d2s", "Ah", "play 3h"),
    "claims": ("AsKsQsJsTs 3hQhKc8d2c 4h6h7h9d2s", "", "claim"),
    "trumps with the only one": ("Ah8h9cTd3c Qs5cKc8d2c 4h6h7h9d2s", "Ah", "play Qs"),
}


@pytest.mark.parametrize(("hands", "cards", "choice"), PLAYS.values(), ids=PLAYS)
def test_what_it_plays(hands: str, cards: str, choice: str) -> None:
    replay = play(declared(hands, "123"), cards)
    (seat,) = replay.sitting.to_act()
    assert str(choose(replay.sitting.observe(seat), Even())) == choice


def test_it_stays_on_strength_and_when_it_must() -> None:
    strong = dealt("AsKsQs5d3c QhJcTc8d2c 4h6c7h9d2s")
    assert str(choose(strong.sitting.observe(0), Even())) == "stay"
    weak = dealt("4h6c7h9d3c QhJcTc8d2c AhKsQs5d2s")
    assert str(choose(weak.sitting.observe(0), Even())) == "pass"
    forced = feed(dealt("AhKsQs5d3c QhJcTc8d2c 4h6c7h9dAs"), ["p1 stay", "p1 draw", "p2 pass"])
    assert str(choose(forced.sitting.observe(2), Even())) == "stay"
