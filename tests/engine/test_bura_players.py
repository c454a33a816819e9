"""Bura's `rule` player: it counts what it has heard, sees no more, and is worth playing against."""

from itertools import combinations
from statistics import mean

import pytest
from bura_positions import dealt, feed, header, leading, seen_by

from engine.actions import Action
from engine.bura.actions import PACK, Play
from engine.bura.matching import covers
from engine.bura.memory import Memory
from engine.bura.observing import BuraObservation
from engine.bura.rule_player import chance_of_cover, choose, unseen_cards
from engine.cards import parse_cards
from engine.game import Chooser, Observation
from engine.hearing import Heard
from engine.ledger import UNITS
from engine.play import steps
from engine.players import players
from engine.record import read_action
from engine.replay import Replay
from engine.shuffle import Proof, Stream


class Even:
    """A chooser without moods: it takes the middle."""

    def below(self, n: int) -> int:
        return n // 2


def listened(replay: Replay, seat: int) -> BuraObservation:
    """What the seat knows that has heard the deal from its beginning."""
    again = Replay(replay.header)
    heard = []
    for line in replay.body:
        if line[0] != "=":
            actor, action = read_action(replay.game, 2, line)
            heard.append(Heard.of(actor, action, again.apply(actor, action)))
    seen = replay.game.listening(replay.sitting.observe(seat), heard)
    assert isinstance(seen, BuraObservation)
    return seen


def choice(replay: Replay) -> str:
    (seat,) = replay.sitting.to_act()
    return str(choose(listened(replay, seat), Even()))


def test_it_remembers_what_was_played_and_who_took_it() -> None:
    replay = feed(leading("AcKc9s", "QdJsTs"), ["p1 play 9s", "p2 play Ts", "d deal p2 6c", "d deal p1 7c"])
    for seat in (0, 1):
        memory = listened(replay, seat).memory
        assert memory == Memory(points=(0, 10), played=PACK.mask(parse_cards("9sTs")))
    assert seen_by(replay, 0).memory == Memory(), "what people are shown reminds them of nothing"


def test_it_remembers_an_announced_hand_as_long_as_it_is_held() -> None:
    replay = feed(dealt("AcKc9s", "QdJdTd"), ["p1 waive", "p2 announce molodka", "p2 play Jd"])
    assert listened(replay, 0).memory.shown == (0, PACK.mask(parse_cards("QdTd")))


WINDOWS = {
    "waives with nothing": ("AcKc9s", "QdJsTd", [], "waive"),
    "announces bura": ("AhKh9h", "QdJsTd", [], "announce bura"),
    "keeps molodka hidden when it leads anyway": ("AcKc9c", "QdJsTd", [], "waive"),
    "takes the lead with molodka": ("AcKc9s", "QdJdTd", ["p1 waive"], "announce molodka"),
    "tops bura": ("7h8h9h", "ThJhQh", ["p1 announce bura"], "announce bura"),
}


@pytest.mark.parametrize(("first", "second", "lines", "does"), WINDOWS.values(), ids=WINDOWS)
def test_what_it_does_in_the_window(first: str, second: str, lines: list[str], does: str) -> None:
    assert choice(feed(dealt(first, second), lines)) == does


def test_it_claims_when_it_has_counted_31_and_not_before() -> None:
    replay = feed(leading("AcTcKc", "QdJsTd"), ["p1 play AcTc", "p2 play TdQd"])
    feed(replay, ["d deal p1 6c6d", "d deal p2 7c7d"])
    assert choice(replay) == "claim", "11 + 10 + 10 + 3"
    replay = feed(leading("AcTcKc", "QdJsTd"), ["p1 play AcTc", "p2 play JsQd"])
    feed(replay, ["d deal p1 6c6d", "d deal p2 7c7d"])
    assert choice(replay) == "waive", "11 + 10 + 2 + 3"


PLAYS = {
    "leads what nothing covers": ("AhKs9d", "QdJsTd", [], "play Ah"),
    "leads the least when all may be covered": ("TcTs6d", "QdJsTd", [], "play 6d"),
    "covers cheaply": ("Tc8s7d", "AcKc7h", ["p1 play Tc"], "play Ac"),
    "throws the least": ("9h8s7d", "KcJc7c", ["p1 play 9h"], "play 7c"),
    "does not trump nothing": ("8s7d6d", "7hJc9c", ["p1 play 8s"], "play 9c"),
}


@pytest.mark.parametrize(("first", "second", "lines", "does"), PLAYS.values(), ids=PLAYS)
def test_what_it_plays(first: str, second: str, lines: list[str], does: str) -> None:
    assert choice(feed(leading(first, second), lines)) == does


def slow_chance(seen: BuraObservation, play: Play) -> float:
    """Every hand that the other may hold is tried."""
    assert seen.seat is not None
    assert seen.trump is not None
    other = 1 - seen.seat
    known = PACK.mask(seen.shown[other])
    loose = list(PACK.bits(unseen_cards(seen) & ~known))
    hands = [known | sum(each) for each in combinations(loose, seen.seats[other].cards - known.bit_count())]
    return mean(covers(play.mask, hand, PACK.suit[seen.trump]) for hand in hands)


LEADS = {
    "two plain cards": ("KcTc9s", "QdJsTd", ["p1 waive", "p2 waive"]),
    "three plain cards": ("Kc8c9c", "QdJsTd", ["p1 waive", "p2 waive"]),
    "three trumps": ("Kh8h9h", "QdJsTd", ["p1 waive", "p2 waive"]),
    "against a hand that was shown": ("AcAsAd", "9dJdTd", ["p1 announce aces", "p2 waive"]),
    "behind molodka": ("KcTc9c", "AdAcAs", ["p1 announce molodka", "p2 announce aces"]),
}


@pytest.mark.parametrize(("first", "second", "lines"), LEADS.values(), ids=LEADS)
def test_how_likely_a_lead_is_covered(first: str, second: str, lines: list[str]) -> None:
    replay = feed(dealt(first, second), lines)
    seen = listened(replay, replay.sitting.to_act()[0])
    for play in seen.legal:
        assert isinstance(play, Play)
        assert chance_of_cover(seen, play) == pytest.approx(slow_chance(seen, play))


def test_the_drawn_turned_card_may_be_in_the_other_s_hand() -> None:
    replay = leading("AcKc9s", "QdJsTd")
    turned = PACK.bit[parse_cards("6h")[0]]
    assert not unseen_cards(listened(replay, 0)) & turned
    seen = listened(replay, 0)
    drawn = type(seen)(**{name: getattr(seen, name) for name in seen.__dataclass_fields__} | {"stock": 0})
    assert unseen_cards(drawn) & turned


def series(seed: int, names: tuple[str, str]) -> Replay:
    """Five pots of which the seed decides the cards; ``names`` are the players of the seats."""
    head = header(dealer="p1")
    known = players(head.game)

    def choose_by_seat(seen: Observation, chooser: Chooser) -> Action:
        assert seen.seat is not None
        return known[names[seen.seat]](seen, chooser)

    def proof(deal: int) -> Proof:
        return Proof(0, deal, seed.to_bytes(32, "big"), bytes(16), str(deal))

    *_, last = steps(head, choose_by_seat, Stream(bytes(32), str(seed)), proof)
    return last


def test_rule_beats_random() -> None:
    """The same cards twice, with the seats changed: what the rule player gains a series, in chips."""
    gains = [
        (
            series(seed, ("rule", "random")).sitting.records[0]
            + series(seed, ("random", "rule")).sitting.records[1]
        )
        / (2 * UNITS)
        for seed in range(30)
    ]
    assert mean(gains) > 4
    assert sum(gain > 0 for gain in gains) > 27


def test_rule_players_never_claim_falsely() -> None:
    for seed in range(40):
        replay = series(seed, ("rule", "rule"))
        assert not any(posting.cause == "false-claim" for deal in replay.deals for posting in deal.postings)
