"""B-2, B-6, B-7, B-9: antes, pots, records and the end, by what the source and the canon say."""

from fractions import Fraction

import pytest
from positions import dealt, declared, feed, header, play

from engine.actions import DealCards, End, NextDeal
from engine.bourre.actions import PACK, PLAY, STAY, Draw
from engine.bourre.options import SERIES
from engine.bourre.settle import settle
from engine.cards import Card, Suit
from engine.errors import IllegalAction
from engine.events import PotShared, places, postings
from engine.ledger import UNITS, amount, balances
from engine.replay import Replay
from engine.seats import CHANCE

HANDS = "AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d 5h7cJd9s3c 6hKc4cAs7h"


def lines_since(replay: Replay, start: str) -> list[str]:
    """The body from the last line that begins so, without chance."""
    at = max(i for i, line in enumerate(replay.body) if line.startswith(start))
    return [line for line in replay.body[at:] if not line.startswith("d ")]


# who takes what: tricks by seat in deal order of staying, winner, bourred, exempt (B-6.1 to B-6.3, B-7)
OUTCOMES = {
    "B-6.1 three of five": ({0: 3, 1: 2, 2: 0}, 0, (2,), {2}),
    "B-6.1 two suffice at 2-1-1-1": ({0: 1, 1: 2, 2: 1, 3: 1}, 1, (), set()),
    "B-6.1 five": ({2: 5, 4: 0}, 2, (4,), {4}),
    "B-6.2 2-2-1": ({0: 2, 1: 1, 4: 2}, None, (), {0, 4}),
    "B-6.2 1-1-1-1-1": (dict.fromkeys(range(5), 1), None, (), {0, 1, 2, 3, 4}),
    "B-6.2 and B-6.3: 2-2-1-0": ({0: 2, 1: 0, 2: 1, 3: 2}, None, (1,), {0, 1, 3}),
    "B-6.3 all but the winner, and B-6.5 he is paid": ({0: 0, 1: 5, 2: 0}, 1, (0, 2), {0, 2}),
}


@pytest.mark.parametrize(("taken", "winner", "bourred", "exempt"), OUTCOMES.values(), ids=OUTCOMES)
def test_the_pot_goes(
    taken: dict[int, int], winner: int | None, bourred: tuple[int, ...], exempt: set[int]
) -> None:
    by_seat = [taken.get(seat, 0) for seat in range(5)]
    outcome = settle(SERIES, 9 * UNITS, tuple(taken), by_seat)
    assert outcome.winner == winner
    assert outcome.bourred == bourred
    assert outcome.exempt == exempt
    assert outcome.fine == 9 * UNITS


def test_b_2_1_the_pack() -> None:
    assert len(PACK.cards) == 52
    assert [card.rank for card in PACK.sorted(PACK.suit[Suit.CLUBS])] == list("AKQJT98765432")


def test_b_2_2_every_player_antes_first() -> None:
    replay = dealt(HANDS)
    assert lines_since(replay, "deal 1") == ["deal 1", *(f"= ante p{seat} 1" for seat in range(1, 6))]
    assert replay.json()["pot"] == "5"
    assert set(replay.json()["records"].values()) == {"99"}  # type: ignore[attr-defined]


def test_b_2_5_the_deal_passes_left_and_the_right_neighbour_cuts() -> None:
    replay = Replay(header(3, dealer="p2"))
    assert replay.sitting.cutter == 0
    replay.feed("deal 1")
    feed(replay, ["d deal p3 AhKh9c5d3s", "d deal p1 QhJcTc8d2s", "d deal p2 4h6c7s9d2d", "d turn 2d"])
    feed(replay, ["p3 pass", "p1 pass"])
    assert replay.sitting.cutter == 1
    replay.feed("deal 2")
    assert str(replay.sitting.due()) == "d deal p1 and 5 card(s)"
    report = replay.sitting.report()
    assert report
    assert report.dealer == 2


def test_b_3_6_the_dealer_left_alone_wins_unasked() -> None:
    replay = declared(HANDS, stay="")
    assert lines_since(replay, "p4 pass")[1:] == ["= win p5 5", "= records 99 99 99 99 104", "= pot 0"]
    assert replay.json()["deals"][0]["tricks"] == {"p5": 5}  # type: ignore[index]


def test_b_3_6_another_left_alone_wins_too_but_only_when_all_have_spoken() -> None:
    replay = declared(HANDS, stay="2")
    assert lines_since(replay, "p5 pass")[1:] == ["= win p2 5", "= records 99 104 99 99 99", "= pot 0"]
    replay = dealt(HANDS)
    feed(replay, ["p1 pass", "p2 pass", "p3 pass", "p4 stay", "p4 draw"])
    assert replay.legal() == {"p5": ["stay", "pass"]}


def test_b_6_3_and_b_7_all_pay_the_same_pot_and_ante_no_more() -> None:
    replay = declared(HANDS, stay="135")
    play(replay, "Ah 4h 6h Kh 7s 7h 9c 6c Kc As 3s 2d 4c 5d 9d")
    assert lines_since(replay, "p3 play 9d")[1:] == [
        "= trick p5",
        "= win p5 5",
        "= bourre p3 5",
        "= records 99 99 94 99 104",
        "= pot 5",
    ]
    replay.feed("deal 2")
    assert lines_since(replay, "deal 2")[1:] == ["= ante p1 1", "= ante p2 1", "= ante p4 1", "= ante p5 1"]
    assert replay.json()["pot"] == "9"
    assert replay.json()["deals"][1]["pot"] == "9"  # type: ignore[index]


def test_b_9_2_the_pot_is_shared_and_b_9_3_places() -> None:
    replay = Replay(header(rules="series deals=1"))
    feed(replay, dealt(HANDS).body)
    feed(replay, declared(HANDS, stay="135").body[12:])
    play(replay, "Ah 4h 6h Kh 7s 7h 9c 6c Kc As 3s 2d 4c 5d 9d")
    assert lines_since(replay, "= pot 5") == [
        "= pot 5",
        "= share 1",
        "= records 100 100 95 100 105",
        "= pot 0",
        "= places 2 2 5 2 1",
    ]
    assert replay.sitting.due() is None
    assert replay.json()["complete"] is True
    assert replay.legal() == {}


def test_b_9_2_a_share_is_exact() -> None:
    event = PotShared(13 * UNITS // 5, 5)
    assert event.line == "share 13/5"
    assert balances(postings([event]))["pot"] == -13 * UNITS


PLACES = {
    "B-9.3 none equal": ((3, 1, 2), (1, 3, 2)),
    "B-9.3 1, 1, 3": ((5, 4, 5), (1, 3, 1)),
    "B-9.3 all": ((0, 0), (1, 1)),
}


@pytest.mark.parametrize(("results", "expected"), PLACES.values(), ids=PLACES)
def test_places(results: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places(results) == expected


def test_b_9_4_end_between_deals_and_b_6_7_the_fine_of_who_goes_on_no_more_is_paid() -> None:
    replay = declared(HANDS, stay="135")
    play(replay, "Ah 4h 6h Kh 7s 7h 9c 6c Kc As 3s 2d 4c 5d 9d")
    replay.feed("d end")
    assert replay.body[-4:] == ["= share 1", "= records 100 100 95 100 105", "= pot 0", "= places 2 2 5 2 1"]
    assert replay.sitting.observe(0).phase == "over"


@pytest.mark.parametrize("until", ["", "p1 stay", "p1 draw 3s", "d deal p1 2h"])
def test_b_9_4_end_inside_a_deal_voids_it(until: str) -> None:
    replay = declared(HANDS, stay="135")
    play(replay, "Ah 4h 6h Kh 7s 7h 9c 6c Kc As 3s 2d 4c 5d 9d")
    feed(replay, ["deal 2", "d deal p2 AhKh9c5d3s"])
    acts = ["p1 stay", "p1 draw 3s", "d deal p1 2h"]
    if until:
        replay = feed(dealt(HANDS), acts[: acts.index(until) + 1])
    replay.feed("d end")
    voided = [line for line in replay.body if line.startswith("= void")]
    if until:
        assert voided == [f"= void p{seat} 1" for seat in range(1, 6)]
        assert replay.json()["records"] == {f"p{seat}": "100" for seat in range(1, 6)}
    else:
        assert voided == [f"= void p{seat} 1" for seat in (1, 2, 4, 5)]
        assert replay.body[-4:] == [
            "= share 1",
            "= records 100 100 95 100 105",
            "= pot 0",
            "= places 2 2 5 2 1",
        ]
    booked = replay.deals[-1].postings
    assert sum(each.units for each in booked) == 0
    assert {each.cause for each in booked} >= {"ante", "void"}
    assert not replay.json()["deals"][-1]["complete"]  # type: ignore[index]
    assert replay.sitting.observe(0).seats[4].stance == ""


def test_b_9_4_end_before_the_first_deal() -> None:
    replay = Replay(header())
    events = replay.apply(CHANCE, End())
    assert replay.body == [
        "d end",
        "= share 0",
        "= records 100 100 100 100 100",
        "= pot 0",
        "= places 1 1 1 1 1",
    ]
    assert balances(postings(events))["p3"] == 100 * UNITS, "the records that end are opened too"
    assert replay.json()["deals"] == []


def test_b_9_1_records_and_pot_are_the_opening_records() -> None:
    replay = declared(HANDS, stay="12345")
    assert sum(replay.sitting.records) + replay.sitting.pot == 500 * UNITS
    assert Fraction(amount(replay.sitting.pot)) == 5


REFUSED = {
    "a draw of one card twice": (0, Draw((Card.parse("3s"), Card.parse("3s")))),
    "a draw of too many": (0, Draw(tuple(map(Card.parse, ("Ah", "Kh", "9c", "5d", "3s", "2s"))))),
    "cards nobody is owed": (CHANCE, DealCards(0, (Card.parse("2h"),))),
    "a play in the draw": (0, PLAY[1]),
    "chance speaks": (CHANCE, STAY),
    "a seat begins a deal": (0, NextDeal(2)),
    "no such seat": (7, STAY),
}


@pytest.mark.parametrize(("actor", "action"), REFUSED.values(), ids=REFUSED)
def test_what_no_record_can_say_is_refused_too(actor: int, action: object) -> None:
    replay = feed(dealt(HANDS), ["p1 stay"])
    seen = replay.sitting.observe(0)
    with pytest.raises(IllegalAction):
        replay.sitting.apply(actor, action)  # type: ignore[arg-type]
    assert replay.sitting.observe(0) == seen
