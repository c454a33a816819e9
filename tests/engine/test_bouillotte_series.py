"""O-5, clause by clause: refills, who deals, the end, the share and the results."""

from typing import Any

import pytest
from bouillotte_positions import (
    PLAIN,
    acts,
    deal,
    dealt,
    feed,
    header,
    lines_since,
    seen_by,
    sitting_of,
    table,
    told,
)

from engine.bouillotte.events import CaveRefilled
from engine.errors import IllegalAction
from engine.ledger import UNITS
from engine.record import Malformed
from engine.replay import Replay


def json(replay: Replay) -> dict[str, Any]:
    return replay.json()


def passed(replay: Replay, deals: int) -> Replay:
    """So many deals in which all pass."""
    for number in range(len(replay.deals) + 1, len(replay.deals) + 1 + deals):
        deal(acts(feed(replay, [f"deal {number}"]), "decline"))
        acts(replay, "pass, pass, pass, pass")
    return replay


def test_o_5_1_twelve_deals_unless_chosen_otherwise() -> None:
    replay = passed(Replay(header()), 12)
    assert replay.sitting.places == (1, 1, 1, 1)
    with pytest.raises(IllegalAction, match=r"O-5\.1: over"):
        replay.feed("deal 13")
    assert passed(Replay(header("series deals=1")), 1).sitting.places
    assert passed(Replay(header("series deals=open")), 13).sitting.places is None


def test_o_5_2_an_empty_cave_fills_by_itself() -> None:
    replay = feed(table((100, 0, 0, 200)), ["deal 1"])
    assert replay.sitting.records == tuple(chips * UNITS for chips in (100, 100, 100, 199))
    assert replay.body == ["deal 1", "= ante p4 1"]
    causes = [(each.account, each.cause) for each in replay.deals[0].postings if each.cause == "refill"]
    assert causes == [("bank", "refill"), ("p2", "refill"), ("bank", "refill"), ("p3", "refill")]


def test_o_5_2_refills_begin_with_the_seat_whose_deal_it_is() -> None:
    replay = feed(table((0, 200, 0, 200), dealer="p3"), ["deal 1"])
    refilled = [each.account for each in replay.deals[0].postings if each.cause == "refill"]
    assert refilled == ["bank", "p3", "bank", "p1"]
    assert replay.body[-1] == "= ante p3 1"


def test_o_5_2_a_record_may_tell_it() -> None:
    replay = feed(table((100, 0, 0, 200)), ["deal 1", "= refill p2 100  # once more", "= ante p4 1"])
    assert replay.body == ["deal 1", "= refill p2 100  # once more", "= ante p4 1"]
    with pytest.raises(Malformed, match=r"O-5\.2"):
        replay.feed("= refill p2 100")
    with pytest.raises(Malformed, match=r"O-5\.2"):
        replay.feed("= refill p1 100")


ASK = "series refill=ask"

# caves, the answers, what follows the last of them
ANSWERS = {
    "yes": ((100, 0, 200, 100), "yes", ["refill p2 100", "ante p4 1"]),
    "no": ((100, 0, 200, 100), "no", ["ante p4 1"]),
    "the dealer takes a cave": ((100, 100, 200, 0), "yes", ["refill p4 100", "ante p4 1"]),
    "or the deal passes on": ((100, 100, 200, 0), "no", ["ante p1 1"]),
    "to the first with chips": ((0, 100, 200, 0), "no no", ["ante p2 1"]),
    "a new cave will do": ((0, 100, 200, 0), "no yes", ["refill p1 100", "ante p1 1"]),
    "all others sit out": ((0, 0, 400, 0), "no no no", ["ante p3 1", "win p3 1", "records 0 0 400 0"]),
    "nobody has chips": ((0, 0, 0, 0), "no no no yes", ["refill p3 100", "ante p3 1", "win p3 1"]),
}


@pytest.mark.parametrize(("caves", "answers", "end"), ANSWERS.values(), ids=ANSWERS)
def test_o_5_2_who_is_asked(caves: tuple[int, ...], answers: str, end: list[str]) -> None:
    replay = feed(table(caves, rules=ASK), ["deal 1"])
    assert replay.body == ["deal 1"]
    assert seen_by(replay, None).phase == "refilling"
    acts(replay, ", ".join(f"refill {answer}" for answer in answers.split()))
    last = next(line for line in reversed(replay.body) if line[0] == "p")
    assert lines_since(replay, last)[: len(end)] == end


def test_o_5_2_asked_in_order_from_the_seat_whose_deal_it_would_be() -> None:
    replay = feed(table((0, 0, 400, 0), rules=ASK), ["deal 1"])
    asked = []
    while replay.legal():
        (seat,) = replay.legal()
        asked.append(seat)
        acts(replay, "refill no")
    assert asked == ["p4", "p1", "p2"]
    assert seen_by(replay, None).deal == 1
    assert json(replay)["deals"][0] == {
        "number": 1, "dealer": "p3", "turn": None, "pot": "1", "winners": {"p3": "1"}, "complete": True,
        "postings": json(replay)["deals"][0]["postings"],
    }  # fmt: skip


def test_o_5_2_the_next_deal_passes_on_from_who_dealt() -> None:
    replay = deal(acts(feed(table((100, 100, 200, 0), rules=ASK), ["deal 1"]), "refill no, decline"))
    acts(replay, "pass, pass, pass")
    feed(replay, ["deal 2"])
    assert told(replay) == ("p4: refill yes, refill no",)
    acts(replay, "refill no")
    assert replay.body[-1] == "= ante p2 1"


def test_o_5_2_somebody_has_to_deal() -> None:
    replay = acts(feed(table((0, 0, 0, 0), rules=ASK), ["deal 1"]), "refill no, refill no, refill no")
    assert told(replay) == ("p3: refill yes",)
    with pytest.raises(IllegalAction, match=r"O-5\.2: bouillotte\.somebody-deals"):
        replay.feed("p3 refill no")
    with pytest.raises(IllegalAction, match=r"O-5\.2: not-now"):
        replay.feed("p3 pass")


def test_o_5_2_who_sits_out_is_dealt_a_folded_hand_and_pays_bonuses() -> None:
    hands = ("9h9d9c", *PLAIN[1:2], "AcKd8c", "8hAhQd")
    replay = deal(acts(feed(table((100, 0, 200, 100), rules=ASK), ["deal 1"]), "refill no, decline"), hands)
    assert told(replay) == ("p1: pass, open 1-100",)
    acts(replay, "open 5, fold, call")
    assert "= bonus 6 -2 -2 -2" in replay.body
    assert seen_by(replay, None).seats[1].stance == "out"
    assert seen_by(replay, None).seats[1].cards == 3


def test_o_5_2_a_refill_that_is_not_true_is_refused() -> None:
    replay = feed(table((100, 0, 200, 100), rules=ASK), ["deal 1", "p2 refill yes"])
    with pytest.raises(Malformed, match=r"O-5\.2"):
        replay.feed("= refill p2 90")
    replay.feed("= refill p2 100")
    assert CaveRefilled(1, 100 * UNITS, asked=True).line == "refill p2 100"


def test_o_5_3_the_carried_pot_is_shared_exactly() -> None:
    replay = passed(Replay(header("series deals=3")), 3)
    assert lines_since(replay, "p2 pass") == [
        "carry 3", "records 99 99 100 99", "pot 3",
        "share 3/4", "records 399/4 399/4 403/4 399/4", "pot 0", "places 2 2 1 2",
    ]  # fmt: skip
    assert json(replay)["results"] == {"p1": "-1/4", "p2": "-1/4", "p3": "3/4", "p4": "-1/4"}


def test_o_5_4_results_count_bonuses_and_refills() -> None:
    replay = table((150, 0, 50, 199), rules="series deals=1")
    hands = ("9h9d9c", "QhQc8d", "AcKd8c", "8hAhQd")
    deal(acts(feed(replay, ["deal 1"]), "decline"), hands)
    assert "results" not in json(replay)
    acts(replay, "open 5, fold, fold, call")
    told = json(replay)
    assert told["records"] == {"p1": "155", "p2": "100", "p3": "50", "p4": "194"}
    assert told["bonus"] == {"p1": "6", "p2": "-2", "p3": "-2", "p4": "-2"}
    assert told["results"] == {"p1": "61", "p2": "-102", "p3": "-52", "p4": "92"}
    assert told["places"] == {"p1": 2, "p2": 4, "p3": 3, "p4": 1}


def test_o_5_5_between_deals_the_players_may_stop() -> None:
    replay = feed(passed(Replay(header()), 1), ["d end"])
    assert lines_since(replay, "d end") == [
        "records 100 100 100 99", "pot 1",
        "share 1/4", "records 401/4 401/4 401/4 397/4", "pot 0", "places 1 1 1 4",
    ]  # fmt: skip
    with pytest.raises(IllegalAction, match=r"O-5\.1"):
        replay.feed("d end")


def test_o_5_5_before_the_first_deal_too() -> None:
    replay = feed(Replay(header()), ["d end"])
    assert replay.sitting.places == (1, 1, 1, 1)
    assert lines_since(replay, "d end") == ["records 100 100 100 100", "pot 0", "places 1 1 1 1"]


def test_o_5_5_inside_a_deal_it_is_void() -> None:
    replay = passed(Replay(header()), 1)
    deal(acts(feed(replay, ["deal 2"]), "carre, decline"))
    feed(acts(replay, "open 9, fold, call"), ["d end"])
    assert lines_since(replay, "d end")[:6] == [
        "void p1 9", "void p2 2", "void p3 9", "records 100 100 100 99", "pot 1", "share 1/4",
    ]  # fmt: skip
    assert json(replay)["deals"][1]["complete"] is False
    assert replay.legal() == {}


def test_o_5_5_a_refill_is_not_void() -> None:
    replay = feed(table((100, 0, 200, 100)), ["deal 1", "d end"])
    assert replay.sitting.records == tuple(chips * UNITS for chips in (100, 100, 200, 100))
    assert sitting_of(replay).results == (0, -100 * UNITS, 100 * UNITS, 0)


def test_a_sitting_before_its_first_deal() -> None:
    replay = Replay(header())
    assert replay.sitting.report() is None
    assert replay.sitting.cutter == 2
    assert told(replay) == ()


def test_deals_come_one_after_the_other() -> None:
    replay = Replay(header())
    with pytest.raises(IllegalAction, match=r"O-1\.3: not-now"):
        replay.feed("p1 pass")
    with pytest.raises(IllegalAction, match=r"O-1\.3: not-now"):
        replay.feed("deal 2")
    feed(replay, ["deal 1"])
    with pytest.raises(IllegalAction, match=r"O-1\.3: not-now"):
        replay.feed("deal 2")


def test_a_copy_shares_nothing() -> None:
    replay = dealt()
    copy = replay.sitting.copy()
    before = seen_by(replay, None)
    acts(replay, "open 5, call, fold, fold, raise 9, call")
    assert copy.observe(None) == before
    assert copy.observe(None) != seen_by(replay, None)
