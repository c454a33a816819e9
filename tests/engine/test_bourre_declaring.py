"""B-3: pass, stay and draw, clause by clause."""

import pytest
from positions import dealt, declared, feed, header

from engine.dealer import CardsDue, ShuffleDue
from engine.errors import IllegalAction
from engine.replay import Replay

FIVE = "AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d 5h7cJd9s3c 6hKc4cAs7h"
SEVEN = "AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d 5h7cJd9s3c 6hKc4cAs7h Jh2c5cKd4s 3hQc8c6dTs"
STOCK = "2h8h9hTh3d4dTdQdAdAcJs6s5s8sQsKs7d"  # what is left of the pack with seven hands dealt


def test_b_3_1_in_turn_from_the_dealers_left() -> None:
    replay = dealt(FIVE)
    for seat in (1, 2, 3):
        assert replay.legal() == {f"p{seat}": ["stay", "pass"]}
        replay.feed(f"p{seat} pass")
    assert replay.sitting.to_act() == (3,)


def test_b_3_2_a_pass_lays_the_hand_aside() -> None:
    replay = feed(dealt(FIVE), ["p1 pass"])
    seen = replay.sitting.observe(0)
    assert seen.hand == ()
    assert seen.seats[0].stance == "passed"
    assert replay.json()["records"]["p1"] == "99"  # type: ignore[index]


def test_b_3_3_who_stays_draws_at_once() -> None:
    replay = feed(dealt(FIVE), ["p1 stay"])
    assert replay.legal() == {"p1": ["draw 0-5"]}
    replay.feed("p1 draw 5d3s")
    assert replay.legal() == {}
    assert replay.sitting.due() == CardsDue(0, (25, 26))
    replay.feed("d deal p1 2h3h")
    assert replay.legal() == {"p2": ["stay", "pass"]}
    seen = replay.sitting.observe(0)
    assert {str(card) for card in seen.hand} == {"Ah", "Kh", "9c", "2h", "3h"}
    assert seen.seats[0].drew == 2
    assert {str(card) for card in seen.discards} == {"5d", "3s"}  # type: ignore[attr-defined]
    assert replay.sitting.observe(1).discards == ()  # type: ignore[attr-defined]


def test_b_3_3_all_five_may_go() -> None:
    replay = feed(dealt(FIVE), ["p1 stay", "p1 draw AhKh9c5d3s", "d deal p1 2h3h8h9hTh"])
    assert {str(card) for card in replay.sitting.observe(0).hand} == {"2h", "3h", "8h", "9h", "Th"}


def test_b_3_4_standing_pat() -> None:
    replay = feed(dealt(FIVE), ["p1 stay", "p1 draw"])
    assert replay.legal() == {"p2": ["stay", "pass"]}
    assert replay.sitting.observe(None).seats[0].drew == 0


ACE_TURNED = FIVE.replace("7h", "Xx").replace("Ah", "7h").replace("Xx", "Ah")


def test_b_3_5_under_an_ace_the_dealer_must_stay() -> None:
    replay = dealt(ACE_TURNED)
    feed(replay, ["p1 stay", "p1 draw", "p2 pass", "p3 pass", "p4 pass"])
    assert replay.legal() == {"p5": ["stay"]}
    assert [str(each) for each in replay.sitting.observe(None).offered] == ["stay"]
    with pytest.raises(IllegalAction) as refused:
        replay.feed("p5 pass")
    assert refused.value.clause == "B-3.5"


def test_b_3_5_binds_the_dealer_alone() -> None:
    assert dealt(ACE_TURNED).legal() == {"p1": ["stay", "pass"]}


def test_b_3_6_two_players() -> None:
    two = "AhKh9c5d3s 6hKc4cAs7h"
    assert feed(dealt(two), ["p1 pass"]).body[-3:] == ["= win p2 2", "= records 99 101", "= pot 0"]
    assert feed(dealt(two), ["p1 stay", "p1 draw", "p2 pass"]).body[-3] == "= win p1 2"


def exhausted(first: str = "all") -> Replay:
    """Seven seats: three that draw five leave two in the stock of seventeen."""
    replay = dealt(SEVEN)
    for seat, start in ((1, 0), (2, 10), (3, 20)):
        if first == "pass" and seat == 2:
            replay.feed("p2 pass")
            continue
        hand = SEVEN.split()[seat - 1]
        feed(replay, [f"p{seat} stay", f"p{seat} draw {hand}", f"d deal p{seat} {STOCK[start : start + 10]}"])
    return replay


def test_b_3_8_the_stock_runs_out_in_a_draw() -> None:
    replay = exhausted()
    feed(replay, ["p4 stay", "p4 draw 5h7cJd"])
    assert replay.sitting.due() == CardsDue(3, (50, 51))
    with pytest.raises(IllegalAction) as refused:
        replay.feed("d deal p4 Ks7d2h")
    assert refused.value.clause == "B-3.3"
    replay.feed(f"d deal p4 {STOCK[30:]}")
    due = replay.sitting.due()
    assert isinstance(due, ShuffleDue)
    first_three = "".join(SEVEN.split()[:3])
    assert {str(card) for card in due.cards} == {first_three[i : i + 2] for i in range(0, 30, 2)}
    with pytest.raises(IllegalAction) as refused:
        replay.feed("d deal p4 Ah")
    assert refused.value.clause == "B-3.8"
    replay.feed("d shuffle")
    assert replay.sitting.due() == CardsDue(3, (0,))
    with pytest.raises(IllegalAction):
        replay.feed("d deal p4 5h")  # his own discard
    replay.feed("d deal p4 Ah")
    assert replay.legal() == {"p5": ["stay", "pass"]}
    assert replay.sitting.observe(0).discards == ()  # type: ignore[attr-defined]
    assert len(replay.sitting.observe(3).discards) == 3  # type: ignore[attr-defined]


def test_b_3_8_with_nothing_left_the_shuffle_comes_first() -> None:
    replay = exhausted()
    feed(replay, ["p4 stay", "p4 draw 5h7c", f"d deal p4 {STOCK[30:]}", "p5 stay", "p5 draw 4c"])
    due = replay.sitting.due()
    assert isinstance(due, ShuffleDue)
    assert len(due.cards) == 17
    copy = replay.sitting.copy()
    feed(replay, ["d shuffle", "d deal p5 5h"])
    assert copy.due() == due
    assert copy.observe(4) != replay.sitting.observe(4)


def test_b_3_8_not_before_a_card_is_needed() -> None:
    replay = feed(exhausted(), ["p4 stay", "p4 draw 5h7c", f"d deal p4 {STOCK[30:]}"])
    assert replay.legal() == {"p5": ["stay", "pass"]}


def test_b_3_8_passed_hands_and_earlier_discards_go_together() -> None:
    replay = exhausted("pass")
    feed(replay, ["p4 stay", "p4 draw 5h7cJd9s3c", f"d deal p4 {STOCK[10:20]}"])
    feed(replay, ["p5 pass", "p6 stay", "p6 draw Jh2c5c", f"d deal p6 {STOCK[30:]}"])
    due = replay.sitting.due()
    assert isinstance(due, ShuffleDue)
    assert len(due.cards) == 25, "the hands of p2 and p5, the discards of p1, p3 and p4"
    feed(replay, ["d shuffle", "d deal p6 Ah"])


def test_b_3_11_trumps_stay_what_they_are() -> None:
    replay = declared(FIVE, "1")
    assert not declared(FIVE, "15").sitting.observe(None).turn_up_out  # type: ignore[attr-defined]
    assert replay.sitting.observe(None).turn_up_out  # type: ignore[attr-defined]
    replay = feed(
        dealt(FIVE), ["p1 stay", "p1 draw", "p2 pass", "p3 pass", "p4 pass", "p5 stay", "p5 draw 7h"]
    )
    seen = replay.sitting.observe(None)
    assert seen.turn_up_out  # type: ignore[attr-defined]
    assert str(seen.trump) == "h"
    assert str(seen.turn_up) == "7h"


def test_b_3_12_a_bystander_sees_no_hand() -> None:
    seen = dealt(FIVE).sitting.observe(None)
    assert seen.hand == ()
    assert seen.legal == ()
    assert [view.cards for view in seen.seats] == [5] * 5


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    sitting = Replay(header()).sitting
    seen = sitting.observe(0)
    assert (seen.phase, seen.hand, seen.trump, seen.turn_up, seen.trick) == ("between", (), None, None, ())
    assert seen.seats[0].tricks is None
    assert sitting.report() is None
    assert sitting.to_act() == ()
    assert sitting.legal(0) == ()
