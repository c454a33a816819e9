"""U-5 and U-6: claims, pots, records and the end, by what the source and the canon say."""

import pytest
from bura_positions import (
    deal_of,
    dealt,
    feed,
    header,
    lines_since,
    played_out,
    seen_by,
    sitting_of,
    told,
    with_stock,
    with_tricks,
)

from engine.actions import End, NextDeal
from engine.bura.actions import CLAIM, points
from engine.bura.options import SERIES, BuraRules
from engine.cards import parse_cards
from engine.dealer import DealDue
from engine.errors import BadRules, IllegalAction
from engine.game import games
from engine.ledger import UNITS
from engine.replay import Replay
from engine.seats import CHANCE

NEXT = ["d deal p2 AcKc9s", "d deal p1 QdJsTd", "d turn 6h"]


def with_points(taken: str, seat: int = 0) -> Replay:
    return with_tricks(dealt("Kc9s8d", "QdJsTd"), taken, seat)


def test_u_2_1_each_antes_one_before_the_first_deal() -> None:
    replay = feed(Replay(header()), ["deal 1"])
    assert replay.body == ["deal 1", "= ante p1 1", "= ante p2 1"]
    assert replay.json()["records"] == {"p1": "-1", "p2": "-1"}


def test_u_2_3_the_non_dealer_leads() -> None:
    replay = feed(
        Replay(header(dealer="p1")), ["deal 1", "d deal p2 AcKc9s", "d deal p1 QdJsTd", "d turn 6h"]
    )
    assert replay.sitting.to_act() == (1,)
    feed(replay, ["p2 waive", "p1 waive"])
    assert seen_by(replay, None).phase == "leading"
    assert replay.sitting.to_act() == (1,)


CLAIMS = {
    "U-5.2 more than 31": ("AcTcAs6s7s", 32, True),
    "U-5.2 31": ("AcTcTs6s7s", 31, True),
    "U-5.3 30": ("TcTsTh6s7s", 30, False),
    "U-5.3 none": ("", 0, False),
}


@pytest.mark.parametrize(("taken", "counted", "true"), CLAIMS.values(), ids=CLAIMS)
def test_u_5_1_a_claim_is_counted(taken: str, counted: int, true: bool) -> None:
    replay = with_points(taken)
    assert points(deal_of(replay).captured[0]) == counted
    replay.feed("p1 claim")
    assert replay.body[-3 - true] == f"= claimed p1 {counted}"
    assert replay.body[-2:] == ["= records 1 -1", "= pot 0"] if true else ["= records -3 -1", "= pot 4"]
    assert set(seen_by(replay, 1).opened) == set(parse_cards(taken))
    assert seen_by(replay, None).dealer == 1
    feed(replay, ["deal 2"])
    assert seen_by(replay, None).dealer == 0, "U-5.4: the claimer deals next"


def test_u_5_1_either_may_claim_and_only_his_own_tricks_count() -> None:
    replay = feed(with_points("AcTcAsTs", seat=1), ["p1 waive"])
    feed(replay, ["p2 claim"])
    assert "= claimed p2 42" in replay.body
    replay = feed(with_points("AcTcAsTs", seat=1), ["p1 claim"])
    assert "= claimed p1 0" in replay.body


def test_s3_6_the_source_s_false_claim() -> None:
    """30 in truth and 2 in the pot: he adds 2, the pot is 4, and a new deal begins."""
    replay = with_points("TcTsTh6s7s")
    replay.feed("p1 claim")
    assert lines_since(replay, "p1 claim") == ["= claimed p1 30", "= records -3 -1", "= pot 4"]
    assert replay.json()["deals"][0]["postings"][-2:] == [  # type: ignore[index]
        ["p1", "false-claim", "-2"],
        ["pot", "false-claim", "2"],
    ]
    assert replay.sitting.due() == DealDue(2)
    assert deal_of(replay).phase.due(deal_of(replay)) is None
    assert deal_of(replay).phase.legal(deal_of(replay), 0) == ()


def test_u_5_3_no_new_antes_after_a_false_claim_and_it_doubles_again() -> None:
    replay = feed(dealt("AcKc9s", "QdJsTd"), ["p1 claim", "deal 2"])
    assert replay.body[-1] == "deal 2"
    feed(replay, [*NEXT, "p2 claim"])
    assert replay.body[-2:] == ["= records -3 -5", "= pot 8"]
    told = replay.json()["deals"]
    assert [deal["pot"] for deal in told] == ["2", "4"]  # type: ignore[attr-defined]
    assert [deal["winners"] for deal in told] == [{}, {}]  # type: ignore[attr-defined]


def test_u_5_4_both_ante_again_after_a_pot_is_won() -> None:
    replay = feed(with_points("AcTcAs6s7s"), ["p1 claim", "deal 2"])
    assert replay.body[-3:] == ["deal 2", "= ante p1 1", "= ante p2 1"]
    assert seen_by(replay, None).pots_won == 1


def test_u_5_5_nobody_claims() -> None:
    replay = played_out(dealt("AcKc9s", "QdJsTd"))
    leader, other = (f"p{seat + 1}" for seat in (replay.sitting.to_act()[0], 1 - replay.sitting.to_act()[0]))
    feed(replay, [f"{leader} waive", f"{other} waive"])
    assert replay.body[-4:] == [f"{leader} waive", f"{other} waive", "= records -2 -2", "= pot 4"]
    assert replay.json()["deals"][0]["postings"][-4:] == [  # type: ignore[index]
        ["p1", "no-claim", "-1"],
        ["pot", "no-claim", "1"],
        ["p2", "no-claim", "-1"],
        ["pot", "no-claim", "1"],
    ]
    assert replay.json()["deals"][0]["complete"] is True  # type: ignore[index]
    feed(replay, ["deal 2"])
    assert seen_by(replay, None).dealer == 1, "the same dealer deals again"
    assert replay.body[-1] == "deal 2", "no new antes"


def test_u_5_1_a_claim_after_the_last_trick() -> None:
    replay = played_out(dealt("AcKc9s", "QdJsTd"))
    seat = replay.sitting.to_act()[0]
    counted = points(deal_of(replay).captured[seat])
    feed(replay, [f"p{seat + 1} claim"])
    assert f"= claimed p{seat + 1} {counted}" in replay.body
    assert sum(deal_of(replay).taken) > 10


def test_u_6_1_the_series_ends_with_the_last_pot() -> None:
    replay = dealt("AcKc9s", "QdJsTd", rules="series pots=1")
    feed(with_tricks(replay, "AsTsAhTh"), ["p1 claim"])
    assert lines_since(replay, "p1 claim") == [
        "= claimed p1 42",
        "= win p1 2",
        "= records 1 -1",
        "= pot 0",
        "= places 1 2",
    ]
    assert replay.json()["complete"] is True
    assert replay.sitting.due() is None
    assert seen_by(replay, 0).phase == "over"
    for actor, action in ((CHANCE, NextDeal(2)), (CHANCE, End()), (0, CLAIM)):
        with pytest.raises(IllegalAction, match=r"U-(6\.1|5\.6): over"):
            replay.apply(actor, action)


def test_u_6_1_a_false_claim_ends_no_series() -> None:
    replay = feed(dealt("AcKc9s", "QdJsTd", rules="series pots=1"), ["p1 claim"])
    assert replay.sitting.places is None


def test_u_6_2_records_begin_at_nothing_and_may_be_less() -> None:
    replay = Replay(header())
    assert replay.sitting.records == (0, 0)
    feed(replay, ["deal 1"])
    assert replay.sitting.records == (-UNITS, -UNITS)
    assert sum(replay.sitting.records) + replay.sitting.pot == 0


def test_u_6_3_each_takes_back_what_he_put_in() -> None:
    """A false claim, then a deal that is stopped: the whole unfinished pot goes back, not the deal's part."""
    replay = feed(dealt("AcKc9s", "QdJsTd"), ["p1 claim", "deal 2", *NEXT, "p2 waive", "d end"])
    assert lines_since(replay, "d end") == [
        "= void p1 3",
        "= void p2 1",
        "= records 0 0",
        "= pot 0",
        "= places 1 1",
    ]
    told = replay.json()
    assert [deal["complete"] for deal in told["deals"]] == [True, False]  # type: ignore[attr-defined]
    assert told["deals"][1]["postings"] == [  # type: ignore[index]
        ["pot", "void", "-3"],
        ["p1", "void", "3"],
        ["pot", "void", "-1"],
        ["p2", "void", "1"],
    ]
    assert told["complete"] is True


def test_u_6_3_between_deals() -> None:
    replay = feed(with_points("AcTcAs6s7s"), ["p1 claim", "d end"])
    assert lines_since(replay, "d end") == ["= records 1 -1", "= pot 0", "= places 1 2"]
    replay = feed(dealt("AcKc9s", "QdJsTd"), ["p1 claim", "d end"])
    assert lines_since(replay, "d end")[:2] == ["= void p1 3", "= void p2 1"]


def test_u_6_3_before_the_first_deal() -> None:
    replay = feed(Replay(header()), ["d end"])
    assert replay.body == ["d end", "= records 0 0", "= pot 0", "= places 1 1"]


def test_u_6_1_the_options() -> None:
    assert BuraRules.parse("series") == SERIES
    assert BuraRules.parse("series pots=3").pots == 3
    assert str(BuraRules.parse("series pots=5")) == "series"
    assert str(BuraRules.parse("series pots=12")) == "series pots=12"
    for text in ("classic", "series pots=0", "series pots=100", "series deals=5", "series pots=1 pots=2"):
        with pytest.raises(BadRules):
            BuraRules.parse(text)


def test_u_2_1_two_players() -> None:
    bura = games()["bura"]
    assert bura.players(SERIES) == 2
    assert bura.seated(SERIES, 2) is SERIES
    with pytest.raises(BadRules, match="for two, and 3 sit here"):
        bura.seated(SERIES, 3)


def test_the_first_dealer_is_named_and_p1_may_deal() -> None:
    replay = Replay(header(dealer="p1"))
    assert replay.sitting.cutter == 1
    feed(replay, ["deal 1", "d deal p2 AcKc9s", "d deal p1 QdJsTd", "d turn 6h"])
    assert told(replay, 1) == {"waive", "claim"}


def test_u_2_4_no_points_and_no_past_tricks_are_shown() -> None:
    """The seat's own tricks are no more shown to it than the other's."""
    replay = feed(
        with_stock(dealt("AcKc9s", "QdJsTd"), 0), ["p1 waive", "p2 waive", "p1 play Ac", "p2 play Td"]
    )
    sitting = sitting_of(replay)
    for seat in (None, 0, 1):
        seen = seen_by(replay, seat)
        assert (seen.past, seen.trick, seen.opened) == ((), (), ())
        assert seen.memory.points == (0, 0)
        other = sitting.copy()
        assert other.deal
        other.deal.captured.reverse()
        assert other.observe(seat) == seen
    assert seen_by(replay, None).seats[0].tricks == 1
    assert UNITS == 840
