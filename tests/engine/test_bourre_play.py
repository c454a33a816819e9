"""B-4 and B-5, clause by clause. Trumps are spades (♠) unless the case says otherwise; p1 leads."""

import pytest
from positions import dealt, declared, feed, play, playable

from engine.errors import IllegalAction

# hands of p1 p2 p3, what was played, what the seat on turn may do
B4 = {
    "B-4.1 eldest leads": ("AhKh9c5d3c QhJcTc8d2d 4h6c7s9d2s", "", "Ah Kh 9c 5d 3c"),
    "B-4.1 the winner leads": ("AhKh9c5d3c QhJcTc8d2d 4h6c7h9d2s", "5d 8d 9d", "4h 6c 7h 2s"),
    "B-4.2 any card": ("AhKh9c5d3s QhJcTc8d2d 4h6c7s9d2s", "", "Ah Kh 9c 5d 3s"),
    "B-4.3 follow": ("5hKh9c5d3c Qh3hTc8d2d 4h6c7h9d2s", "Kh", "Qh 3h"),
    "B-4.3 follow though a trump would win": ("5hKh9c5d3c Qh3sTcAs2d 4h6c7h9d2s", "Kh", "Qh"),
    "B-4.4 trump": ("5hKh9c5d3c Qc3sTc8d7s 4h6c7h9d2s", "Kh", "3s 7s"),
    "B-4.4 undertrump": ("5hKh9c5d3c QcTs9s8d7s 2c6c7c9d2s", "Kh Ts", "2s"),
    "B-4.5 win in suit": ("5hTh9c5d3c QhJhTc8d9h 4h6c7h9d2s", "Th", "Qh Jh"),
    "B-4.5 lower if unable": ("5hKh9c5d3c QhJhTc8d9h 4h6c7h9d2s", "Kh", "Qh Jh 9h"),
    "B-4.5 win a trump lead": ("7s5h9c5d3c Qs2sTc8d9s 4h6c7h9d3s", "7s", "Qs 9s"),
    "B-4.5 a lower trump on a trump lead": ("Qs5h9c5d3c 7s2sTc8d9s 4h6c7h9d3s", "Qs", "7s 2s 9s"),
    "B-4.5 overtrump": ("5hKh9c5d3c Qc7sTc8d2d 4s6cTs9dQs", "Kh 7s", "Ts Qs"),
    "B-4.5 a winning card, not the lowest": ("5h2h9c5d3c AhKhTc8d9h 4h6c7h9d2s", "2h", "Ah Kh 9h"),
    "B-4.6 no duty on a trumped trick": ("JhKc9c5d3c 3sKdTc8d2d Ah5h8c9d8s", "Jh 3s", "Ah 5h"),
    "B-4.7 anything": ("5hKh9c5d3c Qc4cTc8d7d 4h6c7h9d2s", "Kh", "Qc 4c Tc 8d 7d"),
    "B-4.8 highest of the suit led": ("5h2h9c5d3c 7hKcTc8d2d 6h6cAd9d2s", "5h 7h 6h", "Kc Tc 8d 2d"),
    "B-4.8 highest trump": ("5hKh9c5d3c QcTc8d7s2d 2c6c7c9d9s", "Kh 7s 9s", "2c 6c 7c 9d"),
}


@pytest.mark.parametrize(("hands", "cards", "may"), B4.values(), ids=B4)
def test_what_may_be_played(hands: str, cards: str, may: str) -> None:
    assert playable(play(declared(hands, "123"), cards)) == set(may.split())


def test_s2_a_low_trump_must_go_over_a_trump_three() -> None:
    """S1: a trump three lies, you hold the trump 2 and A and none of the suit led: play the A."""
    replay = play(declared("5hKh9c5d3c QcTc8d3s2d 2s6c7cAs9s", "123"), "Kh 3s")
    assert playable(replay) == {"As", "9s"}
    replay = play(declared("5hKh9c5d3c QcTc8d3s2d 2s6c7c9dAs", "123"), "Kh 3s")
    assert playable(replay) == {"As"}


REFUSED_PLAYS = {
    "B-4 not held": ("5hKh9c5d3c Qh3hTc8d2d 4h6c7h9d2s", "Kh", "Ah", "B-4"),
    "B-4 not held on lead": ("5hKh9c5d3c Qh3hTc8d2d 4h6c7h9d2s", "", "Qh", "B-4"),
    "B-4.3": ("5hKh9c5d3c Qh3hTc8d2d 4h6c7h9d2s", "Kh", "Tc", "B-4.3"),
    "B-4.3 on a trump": ("5hKh9c5d3c Qh3sTcAs2d 4h6c7h9d2s", "Kh", "As", "B-4.3"),
    "B-4.4": ("5hKh9c5d3c Qc3sTc8d7s 4h6c7h9d2s", "Kh", "8d", "B-4.4"),
    "B-4.4 undertrump": ("5hKh9c5d3c QcTs9s8d7s 2c6c7c9d2s", "Kh Ts", "6c", "B-4.4"),
    "B-4.5": ("5hTh9c5d3c QhJhTc8d9h 4h6c7h9d2s", "Th", "9h", "B-4.5"),
    "B-4.5 overtrump": ("5hKh9c5d3c Qc7sTc8d2d 4s6cTs9dQs", "Kh 7s", "4s", "B-4.5"),
    "B-5.4": ("AsKs4sQs3c 5h3hTc8d2d 4h6c7h9d2s", "", "3c", "B-5.4"),
    "B-5.5": ("Kh5h9c5d3c AsKsQs2sTc 4h6c7h9d3s", "Kh", "2s", "B-5.5"),
}


@pytest.mark.parametrize(("hands", "cards", "card", "clause"), REFUSED_PLAYS.values(), ids=REFUSED_PLAYS)
def test_a_refusal_names_the_clause(hands: str, cards: str, card: str, clause: str) -> None:
    replay = play(declared(hands, "123"), cards)
    before = [replay.sitting.observe(seat) for seat in range(3)]
    with pytest.raises(IllegalAction) as refused:
        play(replay, card)
    assert refused.value.clause == clause
    assert [replay.sitting.observe(seat) for seat in range(3)] == before


# hands of p1 p2 p3, p3 deals; what was played; what the seat on turn may do
B5 = {
    "B-5.4 three sure: lead the highest": ("AsKs4sQs3c 5h3hTc8d2d 4h6c7h9d2s", "", "As Ks Qs"),
    "B-5.3 two sure are too few": ("AsKs4h5d3c 5h3hTc8d2d 6h6c7h9d2s", "", "As Ks 4h 5d 3c"),
    "B-5.3 one taken, A K": ("AsKsAh5d3c 5h3hTc8d2d 6h6c7h9d2s", "Ah 5h 7h", "As Ks"),
    "B-5.3 two taken, A": ("AsAdAh5c3c 5h3hTc8d2d 6h6c7h9d2s", "Ah 5h 7h Ad 8d 9d", "As"),
    "B-5.3 one taken, A K seen safe": ("AsKsAh5d3c 5h3hTc8d2d 6h6c7h9d2s", "Ah 5h 7h As Tc 2s", "Ks"),
    "B-5.4 three taken: still the trump": (
        "AsAdAh3s3c 5h3hTc8d2d 6h6c7h9d2s", "Ah 3h 7h Ad 8d 9d As Tc 2s", "3s"),
    "B-5.5 highest in answer": ("Kh5h9c5d3c AsKsQs2sTc 4h6c7h9d3s", "Kh", "As Ks Qs"),
    "B-5.6 last to play is free": ("Kh5h9c5d3c Qh3hTc8d2d AsKs2sQs3s", "Kh Qh", "As Ks Qs 2s 3s"),
    "B-5.7 the suit comes first": ("Kh5h9c5d3c AsKsQs2h4s 4h6c7h9d3s", "Kh", "2h"),
    "B-5.8 B-4.5 comes first": ("Js5h9c5d3c AsKsQsTs4c 4h6c7h9d3s", "Js", "As Ks Qs"),
    "B-5.2 nobody else has a trump": (
        "9s8s7s2h3c 5h3hTc8d2d 6hAc7h9d4s", "9s Tc 4s 8s 8d 6h", "7s"),
    "B-5.3 given up, three of the rest are sure": (
        "As7h9c5d3c KsQsJsTs2s Qh6c7c9d4s", "As", "Ks Qs Js Ts"),
    "B-5.3 given up, two of the rest are too few": (
        "As7h9c5d3c KsQsJs9s2s Qh6c7c9d4s", "As", "Ks Qs Js 9s 2s"),
}  # fmt: skip


@pytest.mark.parametrize(("hands", "cards", "may"), B5.values(), ids=B5)
def test_what_a_cinch_leaves(hands: str, cards: str, may: str) -> None:
    assert playable(play(declared(hands, "123"), cards)) - {"claim"} == set(may.split())


def after_draw(p3: str, p3_draws: str, hands: str) -> str:
    """p1 and p2 stand pat, p3 deals, discards ``p3`` and draws; → what p1 may lead."""
    replay = dealt(hands)
    feed(replay, ["p1 stay", "p1 draw", "p2 stay", "p2 draw", "p3 stay", f"p3 draw {p3}".rstrip()])
    if p3:
        replay.feed(f"d deal p3 {p3_draws}")
    return " ".join(sorted(playable(replay)))


def test_b_5_1_the_turned_card_that_the_dealer_discards_is_seen() -> None:
    hands = "KsQsJs5d3c 5h3hTc8d2d 6h6c7h9dAs"
    assert after_draw("As", "2h", hands) == "Js Ks Qs"
    assert after_draw("6h", "2h", hands) == "3c 5d Js Ks Qs"


def test_b_5_1_and_so_is_that_of_a_dealer_who_passes() -> None:
    replay = declared("AsQs9s5d3c 5h3hTc8d2d 6h6c7h9dKs", "12")
    assert playable(replay) == {"As", "Qs", "9s", "5d", "3c"}, "J and T may still take one"
    assert replay.sitting.observe(0).turn_up_out  # type: ignore[attr-defined]
    replay = declared("AsQsJs5d3c 5h3hTc8d2d 6h6c7h9dKs", "12")
    assert playable(replay) == {"As", "Qs", "Js"}


def test_b_5_1_own_discards_are_seen() -> None:
    replay = dealt("AsKs2s5d3c 5h3hTc8d2d 6h6c7h9d4s")
    feed(replay, ["p1 stay", "p1 draw Ks", "d deal p1 Qs", "p2 stay", "p2 draw", "p3 stay", "p3 draw"])
    assert playable(replay) == {"As", "Qs", "2s", "5d", "3c"}
    replay = dealt("AsKsJs5d3c 5h3hTc8d2d 6h6c7h9d4s")
    feed(replay, ["p1 stay", "p1 draw Ks", "d deal p1 Qs", "p2 stay", "p2 draw", "p3 stay", "p3 draw"])
    assert playable(replay) == {"As", "Qs", "Js"}


CLAIMS = {
    "B-5.9 all sure": ("AsKsQsJsTs 5h3hTc8d2d 6h6c7h9d2s", "", True),
    "B-5.9 a side card": ("AsKsQsJs3c 5h3hTc8d2d 6h6c7h9d2s", "", False),
    "B-5.9 one not sure": ("AsKsQsJs9s 5h3hTc8d2d 6h6c7h9d2s", "", False),
    "B-5.9 not sure yet": ("AsKsQsJs9s 5h3hTc8d2d 6h6c7h9d2s", "As 5h 2s", False),
    "B-5.9 after a trick": ("AsKsQsJs9s 5hTsTc8d2d 6h6c7h9d2s", "As Ts 2s", True),
}


@pytest.mark.parametrize(("hands", "cards", "offered"), CLAIMS.values(), ids=CLAIMS)
def test_a_claim_is_offered_when_it_is_certain(hands: str, cards: str, offered: bool) -> None:
    assert ("claim" in playable(play(declared(hands, "123"), cards))) == offered


def test_b_5_9_a_claim_takes_the_tricks_that_are_left() -> None:
    replay = play(declared("AsKsQsJs9s 5hTsTc8d2d 6h6c7h9d2s", "123"), "As Ts 2s")
    replay.feed("p1 claim")
    assert replay.body[-10:] == [
        "p1 claim",
        *["= trick p1"] * 4,
        "= win p1 3",
        "= bourre p2 3",
        "= bourre p3 3",
        "= records 102 96 96",
        "= pot 6",
    ]
    assert replay.sitting.observe(1).seats[0].tricks == 5


def test_b_5_9_a_claim_that_is_not_certain_changes_nothing() -> None:
    for cards, refusal in (("", "bourre.claim-not-sure"), ("Kh", "bourre.claim-not-on-lead")):
        replay = play(declared("5hKh9c5d3c Qh3hTc8d2d 4h6c7h9d2s", "123"), cards)
        before = [replay.sitting.observe(seat) for seat in range(3)]
        turn = replay.sitting.to_act()[0] + 1
        with pytest.raises(IllegalAction) as refused:
            replay.feed(f"p{turn} claim")
        assert (refused.value.clause, refused.value.refusal.value) == ("B-5.9", refusal)
        assert [replay.sitting.observe(seat) for seat in range(3)] == before
