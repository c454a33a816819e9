"""B-1: what each option changes, clause by clause. Trumps are spades unless the case says otherwise."""

import pytest
from positions import dealt, declared, feed, header, play, playable

from engine.bourre.actions import PASS, STAY
from engine.bourre.observing import BourreObservation, observe
from engine.bourre.refusals import BourreRefusal
from engine.bourre.sitting import BourreSitting
from engine.dealer import ShuffleDue
from engine.errors import IllegalAction
from engine.hearing import Heard
from engine.replay import Replay

THREE = "AhKh9c5d3c QhJcTc8d2d 4h6c7h9d2s"
FOUR_CARDS = "AhKh9c5d QhJcTc8d 4h6c9d2s"
PLAYED = "Ah Qh 4h Kh 8d 7h 9c Jc 6c Tc 2s 3c 9d 5d 2d"  # p1 and p3 take two each


def seen(replay: Replay, seat: int | None = None) -> BourreObservation:
    assert isinstance(replay.sitting, BourreSitting)
    return observe(replay.sitting, seat)


def consequences(replay: Replay, start: str) -> list[str]:
    """What followed, from the last line that begins so."""
    at = max(i for i, line in enumerate(replay.body) if line.startswith(start))
    return [line for line in replay.body[at:] if line.startswith("=")]


# ---- hand_size


def test_four_cards_are_dealt_and_four_tricks_played() -> None:
    replay = declared(FOUR_CARDS, "123", "series hand_size=4")
    assert playable(replay) == {"Ah", "Kh", "9c", "5d"}
    play(replay, "Ah Qh 4h Kh Jc 2s 9d 5d 8d 6c 9c Tc")
    assert replay.json()["deals"][0]["tricks"] == {"p1": 1, "p2": 1, "p3": 2}  # type: ignore[index]
    assert consequences(replay, "p2 play Tc")[-3:-2] == ["= win p3 3"]


def test_b_3_3_four_may_go() -> None:
    replay = feed(dealt(FOUR_CARDS, "series hand_size=4"), ["p1 stay"])
    assert replay.legal() == {"p1": ["draw 0-4"]}


def test_b_5_3_three_of_four_are_needed() -> None:
    sure_three, sure_two = "AsKsQs5d 5h3hTc8d 6h6c7h2s", "AsKs4h5d 5h3hTc8d 6h6c7h2s"
    assert playable(declared(sure_three, "123", "series hand_size=4")) == {"As", "Ks", "Qs"}
    assert playable(declared(sure_two, "123", "series hand_size=4")) == {"As", "Ks", "4h", "5d"}


def test_b_6_2_two_of_four_are_a_tie() -> None:
    replay = play(declared(FOUR_CARDS, "12", "series hand_size=4"), "Ah Qh Kh Tc 5d 8d Jc 9c")
    assert consequences(replay, "p1 play 9c")[1] == "= carry 3"


# ---- declare


def test_b_3_3_all_speak_before_the_first_draws() -> None:
    replay = dealt(THREE, "series declare=all-then-draw")
    feed(replay, ["p1 stay", "p2 pass", "p3 stay"])
    assert seen(replay).phase == "drawing"
    assert [view.stance for view in seen(replay).seats] == ["stayed", "passed", "stayed"]
    assert replay.legal() == {"p1": ["draw 0-5"]}
    feed(replay, ["p1 draw 5d", "d deal p1 2h"])
    assert replay.legal() == {"p3": ["draw 0-5"]}
    replay.feed("p3 draw")
    assert replay.sitting.to_act() == (0,)
    assert seen(replay).phase == "playing"


def test_b_3_6_who_is_left_alone_does_not_draw() -> None:
    replay = dealt(THREE, "wiki")
    feed(replay, ["p1 stay", "p2 pass", "p3 pass"])
    assert consequences(replay, "p3 pass")[0] == "= win p1 3"
    unasked = feed(dealt(THREE, "wiki"), ["p1 pass", "p2 pass"])
    assert consequences(unasked, "p2 pass")[0] == "= win p3 3"


def test_b_3_1_another_is_on_turn_in_the_draw() -> None:
    replay = feed(dealt(THREE, "wiki"), ["p1 stay", "p2 stay", "p3 stay"])
    with pytest.raises(IllegalAction, match=r"B-3\.1: not-your-turn"):
        replay.feed("p2 draw")


SEALED = "series declare=simultaneous"


def test_b_3_10_nothing_shows_before_all_have_chosen() -> None:
    replay = dealt(THREE, SEALED)
    assert replay.sitting.to_act() == (0, 1, 2)
    assert replay.legal() == {f"p{seat}": ["stay", "pass"] for seat in (1, 2, 3)}
    assert [str(each) for each in seen(replay).offered] == ["stay", "pass"]
    staying, passing = replay.sitting.copy(), replay.sitting.copy()
    game = replay.game
    for sitting, word in ((staying, "stay"), (passing, "pass")):
        action = game.parse(word, "")
        assert action
        assert action.told() is None
        assert sitting.apply(1, action) == ()
        assert sitting.to_act() == (0, 2)
        assert sitting.legal(1) == ()
    for seat in (None, 0, 2):
        assert staying.observe(seat) == passing.observe(seat)
    assert str(staying.observe(1).sealed) == "stay"  # type: ignore[attr-defined]
    assert str(passing.observe(1).sealed) == "pass"  # type: ignore[attr-defined]


@pytest.mark.parametrize("order", ["123", "321", "213"])
def test_b_3_10_sealed_lines_come_in_any_order(order: str) -> None:
    lines = {"1": "p1 stay", "2": "p2 pass", "3": "p3 stay"}
    replay = feed(dealt(THREE, SEALED), [lines[seat] for seat in order])
    assert [view.stance for view in seen(replay).seats] == ["stayed", "passed", "stayed"]
    assert replay.legal() == {"p1": ["draw 0-5"]}
    assert seen(replay, 1).hand == ()


def test_b_3_10_all_are_told_together() -> None:
    replay = feed(dealt(THREE, SEALED), ["p3 stay", "p1 pass"])
    events = replay.apply(1, replay.game.parse("stay", ""))  # type: ignore[arg-type]  # it is a word
    assert [(event.key, event.seat) for event in events] == [  # type: ignore[attr-defined]
        ("passed", 0),
        ("stayed", 1),
        ("stayed", 2),
    ]


def test_b_3_10_who_listens_hears_that_a_seat_has_chosen_and_not_what() -> None:
    chosen = [Heard.of(1, action, dealt(THREE, SEALED).apply(1, action)) for action in (STAY, PASS)]
    assert chosen[0] == chosen[1]


def test_b_3_10_a_choice_stands() -> None:
    replay = feed(dealt(THREE, SEALED), ["p2 stay"])
    for line in ("p2 pass", "p2 stay"):
        with pytest.raises(IllegalAction, match=r"B-3\.10: bourre\.sealed-already"):
            replay.feed(line)
    for line in ("p1 draw", "p2 draw", "d shuffle"):
        with pytest.raises(IllegalAction, match=r"B-3\.10: not-now"):
            replay.feed(line)
    assert replay.sitting.due() is None


NOBODY = {
    "nobody stays": (["p3 pass", "p1 pass", "p2 pass"], "p2 pass", "= win p3 3"),
    "the dealer alone": (["p3 stay", "p1 pass", "p2 pass"], "p2 pass", "= win p3 3"),
    "another alone": (["p3 pass", "p1 stay", "p2 pass"], "p2 pass", "= win p1 3"),
}


@pytest.mark.parametrize(("lines", "last", "won"), NOBODY.values(), ids=NOBODY)
def test_b_3_10_who_is_left_alone_takes_the_pot(lines: list[str], last: str, won: str) -> None:
    replay = feed(dealt(THREE, SEALED), lines)
    assert consequences(replay, last)[0] == won


def test_b_3_5_binds_in_secret_too() -> None:
    replay = dealt(THREE.replace("2s", "As"), SEALED)
    assert replay.legal()["p3"] == ["stay"]
    with pytest.raises(IllegalAction, match=r"B-3\.5"):
        replay.feed("p3 pass")


# ---- undertrump


def with_rules(hands: str, cards: str, rules: str) -> set[str]:
    return playable(play(declared(hands, "123", rules), cards))


def test_b_4_4_undertrump_free() -> None:
    hands, cards = "5hKh9c5d3c QcTs9s8d7s 2c6c7c9d2s", "Kh Ts"
    assert with_rules(hands, cards, "series") == {"2s"}
    assert with_rules(hands, cards, "series undertrump=free") == {"2c", "6c", "7c", "9d", "2s"}
    hands, cards = "5hKh9c5d3c Qc7sTc8d2d 4s6cTs9dQs", "Kh 7s"
    assert with_rules(hands, cards, "classic") == {"Ts", "Qs"}


def test_b_5_2_under_free_a_side_card_on_a_trumped_trick_shows_nothing() -> None:
    """p1 is known to hold no trump. p3 throws a heart on p2's ace of trumps, but may have kept a trump."""
    hands = "3cQdKdAc9d 4cAh2dAsTs Kc2h3d6h2s"
    tricks = "3c 4c Kc 2h Qd Ah 2d 3d Kd Ac As 6h"
    assert with_rules(hands, tricks, "series undertrump=free") == {"Ts"}, "no claim"


def test_b_5_2_under_free_a_side_card_on_a_plain_ace_shows_that_there_is_no_trump() -> None:
    """p2 and p3 throw side cards on the ace of hearts, which any trump takes: p1's deuce is sure, a cinch."""
    hands, tricks = "AhKhAc5c2s 2hQc4d6d7d 2c3c4c6c3s", "Kh 2h 3s 2c Ac Qc Ah 4d 3c"
    assert with_rules(hands, tricks, "series undertrump=free") == {"2s"}


# ---- ante, ante_by, second_ante, pot_limit, start


def test_b_2_2_an_ante_of_two_from_a_record_of_ten() -> None:
    replay = dealt(THREE, "series ante=2 start=10")
    assert consequences(replay, "deal 1") == ["= ante p1 2", "= ante p2 2", "= ante p3 2"]
    assert replay.json()["records"] == {"p1": "8", "p2": "8", "p3": "8"}


def test_b_2_3_the_dealer_pays_for_all_who_owe() -> None:
    replay = play(declared(THREE, "123", "classic undertrump=required ante_by=dealer"), PLAYED)
    assert consequences(replay, "deal 1")[0] == "= ante p3 3"
    assert consequences(replay, "p2 play 2d")[1:4] == ["= carry 3", "= records 0 0 -3", "= pot 3"]
    replay.feed("deal 2")
    assert consequences(replay, "deal 2") == ["= ante p1 1"], "p1 deals, and the two in the tie owe nothing"


def test_b_2_3_nobody_owes_nothing_is_paid() -> None:
    """Of two with four cards each takes two: both were in the tie."""
    two = "AhKh9c5d QhJhTc2s"
    replay = play(declared(two, "12", "series hand_size=4 ante_by=dealer"), "Ah Qh Kh Jh 9c Tc 2s 5d")
    replay.feed("deal 2")
    assert consequences(replay, "p1 play 5d") == ["= trick p2", "= carry 2", "= records 100 98", "= pot 2"]


def test_b_3_9_who_stays_adds_another_ante_before_he_draws() -> None:
    replay = dealt(THREE, "series second_ante=on")
    feed(replay, ["p1 stay"])
    assert replay.body[-1] == "= ante p1 1"
    assert replay.json()["deals"][0]["pot"] == "4"  # type: ignore[index]
    assert replay.json()["deals"][0]["postings"][-2:] == [  # type: ignore[index]
        ["p1", "second-ante", "-1"],
        ["pot", "second-ante", "1"],
    ]
    feed(replay, ["p1 draw", "p2 stay", "p2 draw", "p3 pass"])
    play(replay, "Ah Qh Kh Tc 9c Jc 8d 5d 2d 3c")
    assert consequences(replay, "p1 play 3c")[1] == "= win p2 5"


def test_b_3_9_in_all_then_draw_too() -> None:
    replay = feed(dealt(THREE, "wiki second_ante=on ante=2"), ["p1 stay", "p2 stay"])
    assert consequences(replay, "p1 stay") == ["= ante p1 2", "= ante p2 2"]


def test_b_3_9_sealed_when_all_are_shown() -> None:
    replay = feed(dealt(THREE, SEALED + " second_ante=on"), ["p3 stay", "p1 stay"])
    assert replay.json()["pot"] == "3"
    replay.feed("p2 pass")
    assert consequences(replay, "p2 pass") == ["= ante p1 1", "= ante p3 1"]
    assert replay.json()["deals"][0]["pot"] == "5"  # type: ignore[index]


def test_b_3_9_a_dealer_who_was_not_asked_adds_none() -> None:
    replay = feed(dealt(THREE, "series second_ante=on"), ["p1 pass", "p2 pass"])
    assert consequences(replay, "p2 pass")[0] == "= win p3 3"
    replay = feed(dealt(THREE, SEALED + " second_ante=on"), ["p1 pass", "p2 pass", "p3 pass"])
    assert consequences(replay, "p3 pass")[0] == "= win p3 3"
    replay = feed(dealt(THREE, SEALED + " second_ante=on"), ["p1 pass", "p2 pass", "p3 stay"])
    assert consequences(replay, "p3 stay")[:2] == ["= ante p3 1", "= win p3 4"]


def test_b_3_9_the_first_ante_is_owed_whatever_happened_before() -> None:
    replay = play(declared(THREE, "123", "series second_ante=on"), PLAYED)
    replay.feed("deal 2")
    assert consequences(replay, "deal 2") == ["= ante p1 1", "= ante p2 1", "= ante p3 1"]


def test_b_9_4_a_void_deal_gives_back_both_antes() -> None:
    replay = feed(dealt(THREE, "series second_ante=on ante_by=dealer"), ["p1 stay", "d end"])
    voided = [line for line in replay.body if line.startswith("= void")]
    assert voided == ["= void p1 1", "= void p3 3"]
    assert set(replay.json()["records"].values()) == {"100"}  # type: ignore[attr-defined]


def test_b_6_6_a_fine_is_the_limit_at_most() -> None:
    hands = "AsKsQsJsTs 5h3hTc8d2d 6h6c7h9d2s"
    replay = feed(declared(hands, "123", "series pot_limit=2"), ["p1 claim"])
    assert consequences(replay, "p1 claim")[5:8] == ["= win p1 3", "= bourre p2 2", "= bourre p3 2"]
    replay = feed(declared(hands, "123", "series pot_limit=4"), ["p1 claim"])
    assert consequences(replay, "p1 claim")[5:7] == ["= win p1 3", "= bourre p2 3"]


# ---- cinch


def test_b_5_9_without_the_cinch_there_are_no_duties_and_no_claim() -> None:
    cinch = "AsKsQs2s3c 5h3hTc8d2d 6h6c7h9d4s"
    assert with_rules(cinch, "", "series cinch=off") == {"As", "Ks", "Qs", "2s", "3c"}
    replay = declared("AsKsQsJsTs 5h3hTc8d2d 6h6c7h9d2s", "123", "series cinch=off")
    assert playable(replay) == {"As", "Ks", "Qs", "Js", "Ts"}
    with pytest.raises(IllegalAction) as refused:
        replay.feed("p1 claim")
    assert refused.value.refusal is BourreRefusal.CLAIM_OFF


# ---- max draw, players


EIGHT = "AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d 5h7cJd9s3c 6hKc4cAs7h Jh2c5cKd4s 3hQc8c6dTs 2h8h9h3d4d"


def test_b_3_7_eight_draw_three_at_most() -> None:
    replay = feed(dealt(EIGHT, "classic"), ["p1 stay"])
    assert replay.legal() == {"p1": ["draw 0-3"]}
    with pytest.raises(IllegalAction) as refused:
        replay.feed("p1 draw AhKh9c5d")
    assert refused.value.clause == "B-3.7"


def test_b_3_7_so_do_seven_under_wiki() -> None:
    seven = " ".join(EIGHT.split()[:7])
    for rules, most in (("wiki", 3), ("classic", 5), ("classic hand_size=4", 4)):
        hands = " ".join(hand[:8] for hand in seven.split()) if "4" in rules else seven
        replay = dealt(hands, rules)
        feed(replay, ["p1 stay"])
        if rules == "wiki":
            feed(replay, [f"p{seat} stay" for seat in range(2, 8)])
        assert replay.legal() == {"p1": [f"draw 0-{most}"]}


# ---- B-3.8 where all speak first

SEVEN = " ".join(EIGHT.split()[:7])
STOCK = "2h8h9hTh3d4dTdQdAdAcJs6s5s8sQsKs7d"


def drained() -> Replay:
    """Seven by all-then-draw: p2 and p7, the dealer, pass; p1, p3 and p4 draw five, p5 two: none is left."""
    replay = dealt(SEVEN, "classic declare=all-then-draw")
    feed(replay, [f"p{seat} {'pass' if seat in (2, 7) else 'stay'}" for seat in range(1, 8)])
    hands, at = SEVEN.split(), 0
    for seat, count in ((1, 5), (3, 5), (4, 5), (5, 2)):
        drawn = STOCK[at : at + 2 * count]
        feed(replay, [f"p{seat} draw {hands[seat - 1][: 2 * count]}", f"d deal p{seat} {drawn}"])
        at += 2 * count
    return replay


def shuffled(replay: Replay) -> set[str]:
    due = replay.sitting.due()
    assert isinstance(due, ShuffleDue)
    return {str(card) for card in due.cards}


def cards(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(0, len(text), 2)}


def test_b_3_8_the_passed_hands_come_first() -> None:
    replay = feed(drained(), ["p6 draw Jh2c5c"])
    hands = SEVEN.split()
    assert shuffled(replay) == cards(hands[1] + hands[6])
    assert seen(replay).turn_up_out, "the dealer passed"
    replay.feed("d shuffle")
    assert not seen(replay).turn_up_out, "the turned card was shuffled back"
    assert seen(replay, 0).discards, "the discards were not"
    feed(replay, ["d deal p6 QhJc3h"])
    assert replay.sitting.to_act() == (0,)


def test_b_3_8_and_when_they_run_out_the_discards_of_others() -> None:
    """Eight: two that pass lay ten cards aside, of which the last drawers leave one."""
    replay = dealt(EIGHT, "classic declare=all-then-draw")
    feed(replay, [f"p{seat} {'pass' if seat == 8 else 'stay'}" for seat in range(1, 9)])
    hands = EIGHT.split()
    stock = "ThTdQdAdAcJs6s5s8sQsKs7d"
    for seat in range(1, 5):
        feed(replay, [f"p{seat} draw {hands[seat - 1][:6]}"])
        feed(replay, [f"d deal p{seat} {stock[6 * seat - 6 : 6 * seat]}"])
    feed(replay, [f"p5 draw {hands[4][:6]}"])
    assert shuffled(replay) == cards(hands[7])
    feed(replay, ["d shuffle", "d deal p5 2h8h9h", f"p6 draw {hands[5][:6]}", "d deal p6 3d4d"])
    assert shuffled(replay) == cards("".join(hand[:6] for hand in hands[:5]))
    feed(replay, ["d shuffle", "d deal p6 Ah"])
    assert [len(seen(replay, seat).discards) for seat in range(7)] == [0, 0, 0, 0, 0, 3, 0]


def test_b_5_1_what_was_shuffled_back_is_unseen_again() -> None:
    """The dealer passed under the king of trumps; then the passed hands went back into the stock."""
    seven = "AsQsJs5d3c QhJcTc8d2d 4h6c7s9d2s 5h7cJd9s3d 6h2c4cAd7h Jh9c5cKd4s 3hQc8c6dKs"
    left = "2h8h9hTh4dTdQdAcAhKhKc6s5s8sTs7d3s"
    replay = dealt(seven, "classic declare=all-then-draw undertrump=required")
    feed(replay, [f"p{seat} {'pass' if seat == 7 else 'stay'}" for seat in range(1, 8)])
    feed(replay, ["p1 draw"])
    assert seen(replay).turn_up_out
    hands, at = seven.split(), 0
    for seat in (2, 3, 4):
        feed(replay, [f"p{seat} draw {hands[seat - 1]}", f"d deal p{seat} {left[at : at + 10]}"])
        at += 10
    feed(replay, ["p5 draw 6h2c4c", "d deal p5 7d3s", "d shuffle", "d deal p5 8c", "p6 draw"])
    assert not seen(replay).turn_up_out
    assert playable(replay) == {"As", "Qs", "Js", "5d", "3c"}, "the king may be about: no cinch"


# ---- deals


def test_b_9_4_an_open_ended_table_ends_by_agreement() -> None:
    replay = Replay(header(3, "classic", "p1"))
    assert seen(replay).deals is None
    replay.feed("d end")
    assert replay.json()["places"] == {"p1": 1, "p2": 1, "p3": 1}
    assert set(replay.json()["records"].values()) == {"0"}  # type: ignore[attr-defined]
