"""B-8 by honour, and B-2.5: mistakes, what mends them, and turns to deal. Trumps are spades; p3 deals."""

import pytest
from positions import dealt, declared, feed, header, play, playable

from engine.actions import NextDeal
from engine.bourre.events import Skipped
from engine.bourre.faults import Faults
from engine.bourre.observing import BourreObservation, observe
from engine.bourre.options import BourreRules
from engine.bourre.rule_player import choose
from engine.bourre.settle import settle
from engine.bourre.sitting import BourreSitting
from engine.bourre.turns import less, next_turn
from engine.errors import IllegalAction
from engine.ledger import UNITS
from engine.replay import Replay
from engine.seats import CHANCE
from engine.words import refusal_words

HONOUR = "series conduct=honour"
HANDS = "AhKh9c5d3c QhJcTc8d2d 4h6c7h9d2s"  # p1 leads, p2 has one heart


def at_play(cards: str = "", hands: str = HANDS, rules: str = HONOUR, stay: str = "123") -> Replay:
    return play(declared(hands, stay, rules), cards)


def seen(replay: Replay, seat: int | None) -> BourreObservation:
    assert isinstance(replay.sitting, BourreSitting)
    return observe(replay.sitting, seat)


def clause(replay: Replay, line: str) -> str:
    """The clause by which the line is refused; nothing changes."""
    before = replay.text(), [seen(replay, seat) for seat in range(replay.sitting.seats)]
    with pytest.raises(IllegalAction) as refused:
        replay.feed(line)
    assert (replay.text(), [seen(replay, seat) for seat in range(replay.sitting.seats)]) == before
    return refused.value.clause


def consequences(replay: Replay, start: str) -> list[str]:
    at = max(i for i, line in enumerate(replay.body) if line.startswith(start))
    return [line for line in replay.body[at:] if line.startswith("=")]


# ---- B-8.1, B-8.2


def test_b_8_1_an_unlawful_card_is_taken_and_its_player_alone_is_told() -> None:
    replay, lawful = at_play("Ah Jc"), at_play("Ah Qh")
    assert seen(replay, 1).broken == "B-4.3"
    for seat in (None, 0, 2):
        assert seen(replay, seat).broken == ""
        assert not seen(replay, seat).legal or "retract" not in map(str, seen(replay, seat).legal)
    assert replay.body[-1] == "p2 play Jc", "no consequence betrays it"
    assert seen(lawful, 1).broken == ""


CLAUSES = {
    "B-4.3": ("Ah Jc", HANDS),
    "B-4.4": ("Kh Qh 4h Ah 2d 6c", "AhKh9c5d3c QhJcTc8d2d 4h6c8c9d2s"),
    "B-4.5": ("Kh Qh", "5dKh9c6d3c QhAhTc8d2d 4h6c7h9d2s"),
    "B-5.4": ("3c", "AsKsQs5d3c QhJcTc8d2d 4h6c7h9d2s"),
    "B-5.5": ("5d 2s", "5dKh9c6d3c AsKsQs2sTc 4h6c7h9d3s"),
}


@pytest.mark.parametrize("broken", CLAUSES)
def test_b_8_1_it_is_told_which_clause_is_broken(broken: str) -> None:
    replay = at_play(*CLAUSES[broken])
    told = [seen(replay, seat).broken for seat in range(3)]
    assert sorted(told) == ["", "", broken]


def test_b_8_1_a_card_that_is_not_held_is_refused() -> None:
    assert clause(at_play("Ah"), "p2 play 9d") == "B-4"


def test_b_8_1_strict_conduct_takes_none_of_it() -> None:
    strict = at_play("Ah", rules="series")
    assert clause(strict, "p2 play Jc") == "B-4.3"
    assert clause(strict, "p2 play 9d") == "B-4"


BY_HONOUR_ALONE = {"abandon": "B-8.6", "retract": "B-8.2", "early pass": "B-8.5"}


@pytest.mark.parametrize("words", BY_HONOUR_ALONE)
@pytest.mark.parametrize("seat", ["p1", "p2"])
@pytest.mark.parametrize("declare", ["in-turn-with-draw", "simultaneous"])
def test_b_8_strict_conduct_says_that_only_honour_knows_it(words: str, seat: str, declare: str) -> None:
    """Whoever is on turn, and whatever the deal has come to."""
    for replay in (dealt(HANDS, f"series declare={declare}"), at_play("Ah", rules="series")):
        with pytest.raises(IllegalAction) as refused:
            replay.feed(f"{seat} {words}")
        assert refusal_words(refused.value).startswith(f"{BY_HONOUR_ALONE[words]}: only at a table")


def test_b_8_2_it_may_be_taken_back_until_the_next_card() -> None:
    replay = at_play("Ah Jc")
    assert replay.legal()["p2"] == ["retract"]
    assert set(replay.legal()) == {"p2", "p3"}
    replay.feed("p2 retract")
    assert replay.body[-2:] == ["= barred p2", "= misses-deal p2"]
    assert replay.sitting.to_act() == (1,)
    assert playable(replay) == {"Qh", "abandon"}
    assert len(seen(replay, 1).hand) == 5
    assert seen(replay, None).barred == (1,)
    assert seen(replay, None).lost_turns == (0, 1, 0)
    assert seen(replay, 1).broken == ""


def test_b_8_2_then_an_unlawful_card_is_refused() -> None:
    replay = feed(at_play("Ah Jc"), ["p2 retract"])
    assert clause(replay, "p2 play Jc") == "B-4.3"
    assert clause(replay, "p2 retract") == "B-8.2"
    replay.feed("p2 play Qh")
    assert seen(replay, 1).broken == ""
    replay.feed("p3 play 6c")
    assert seen(replay, 2).broken == "B-4.3", "another's card is another's mistake"


def test_b_8_2_nothing_to_take_back() -> None:
    replay = at_play("Ah Jc")
    assert clause(replay, "p1 retract") == "B-8.2"
    assert clause(at_play("Ah Qh"), "p2 retract") == "B-8.2"
    replay.feed("p3 play 4h")
    assert clause(replay, "p2 retract") == "B-8.2"


def test_b_8_2_a_trick_it_completed_is_undone() -> None:
    replay = at_play("Ah Qh 6c")
    assert replay.body[-1] == "= trick p1"
    assert seen(replay, None).seats[0].tricks == 1
    assert replay.sitting.to_act() == (0,)
    assert replay.legal()["p3"] == ["retract"]
    replay.feed("p3 retract")
    assert seen(replay, None).seats[0].tricks == 0
    assert [str(card) for _, (card,) in seen(replay, None).trick] == ["Ah", "Qh"]
    assert playable(replay) == {"4h", "7h", "abandon"}
    replay.feed("p3 play 4h")
    assert replay.body[-1] == "= trick p1"


def test_b_8_2_who_won_the_trick_by_it_may_take_it_back_on_lead() -> None:
    replay = at_play("9c Jc 2s")
    assert replay.body[-1] == "= trick p3"
    assert {"retract", "abandon", "play 4h"} <= set(replay.legal()["p3"])
    assert str(choose(seen(replay, 2), None)) == "retract"  # type: ignore[arg-type]  # it draws no lot
    replay.feed("p3 retract")
    assert seen(replay, None).seats[2].tricks == 0
    assert playable(replay) == {"6c", "abandon"}


def test_b_8_2_a_card_of_the_pot_is_not_won_but_no_trick_still_costs() -> None:
    replay = feed(at_play("Ah Jc"), ["p2 retract", "p2 play Qh", "p3 play 4h"])
    play(replay, "Kh 8d 7h 9c Jc 6c Tc 2s 3c 9d 5d 2d")
    assert consequences(replay, "p2 play 2d")[1:] == ["= carry 3", "= records 99 99 99", "= pot 3"]
    idle = feed(at_play("Ah Tc", "AhKhAcAd5s Qh2hTc8d2d 4h6c7h9d2s"), ["p2 retract"])
    play(idle, "Qh 4h Kh 2h 7h Ac Tc 6c 5s 8d 2s Ad 2d 9d")
    assert consequences(idle, "p3 play 9d")[1:4] == ["= win p1 3", "= bourre p2 3", "= bourre p3 3"]


# ---- B-8.3, B-8.4


def test_b_8_3_after_the_next_card_it_is_a_renege() -> None:
    """p2 keeps his queen; he takes most tricks and wins nothing."""
    replay = at_play("Ah Jc 4h")
    assert seen(replay, 1).has_reneged
    assert not any(seen(replay, seat).has_reneged for seat in (None, 0, 2))
    assert seen(replay, None).barred == (), "nobody else knows before the deal is over"
    play(replay, "Kh Qh 7h 9c Tc 6c 8d 9d 5d 2s 3c 2d")
    assert consequences(replay, "p2 play 2d")[1:] == [
        "= carry 3",
        "= renege p2 3",
        "= records 99 96 99",
        "= pot 6",
    ]
    booked = replay.json()["deals"][0]["postings"][-2:]  # type: ignore[index]
    assert booked == [["p2", "renege", "-3"], ["pot", "renege", "3"]]
    replay.feed("deal 2")
    antes = consequences(replay, "deal 2")
    assert "= ante p2 1" not in antes


def test_b_8_3_several_cost_once() -> None:
    replay = at_play("Ah Jc 4h Kh Tc 7h 9c 8d 6c")
    assert seen(replay, 1).has_reneged
    assert seen(replay, 1).broken == ""
    play(replay, "5d 2d 9d 2s 3c Qh")
    assert consequences(replay, "p2 play Qh")[1:4] == ["= win p1 3", "= renege p2 3", "= records 102 96 99"]


def test_b_8_3_the_own_next_card_counts_too() -> None:
    replay = at_play("9c Jc 2s 9d")
    assert seen(replay, 2).has_reneged
    assert clause(replay, "p3 retract") == "B-8.2"


def test_b_8_3_a_claim_counts_as_the_next_card() -> None:
    hands = "AsKsQsJsTs 5h3hTc8d2d 6h6c7h9d2s"
    replay = at_play("As 5h 6h", hands)
    assert seen(replay, 2).broken == "B-4.3"
    replay.feed("p1 claim")
    assert consequences(replay, "p1 claim")[4:7] == ["= win p1 3", "= bourre p2 3", "= renege p3 3"]
    refused = at_play("As 5h 6h", "AsKsQsJs3c 5h3hTc8d2d 6h6c7h9d2s")
    assert clause(refused, "p1 claim") == "B-5.9"
    assert seen(refused, 2).broken == "B-4.3", "a claim that is refused is no card"
    assert clause(refused, "p1 stay") == "B-4.1"


RULES = BourreRules.parse("series pot_limit=4")
OUTCOMES = {
    "B-8.4 barred alone at the top: carried": (Faults(retracted=frozenset({0})), (3, 2, 0), None, (2,), {2}),
    "B-8.4 in a tie, the tie is as it is": (Faults(retracted=frozenset({0})), (2, 2, 1), None, (), {0, 1}),
    "B-8.4 below the top, nothing changes": (Faults(retracted=frozenset({1})), (3, 2, 0), 0, (2,), {2}),
    "B-8.3 a renege without a trick": (Faults(reneged=frozenset({2})), (3, 2, 0), 0, (), {2}),
    "B-8.3 a renege with most": (Faults(reneged=frozenset({0})), (3, 2, 0), None, (2,), {0, 2}),
    "B-8.6 given up with a trick": (Faults(abandoned=frozenset({1})), (3, 2, 0), 0, (1, 2), {1, 2}),
    "B-8.6 given up with most": (Faults(abandoned=frozenset({0})), (3, 1, 1), None, (0,), {0}),
    "B-8.6 given up behind a renege": (
        Faults(reneged=frozenset({1}), abandoned=frozenset({1})), (3, 2, 0), 0, (2,), {1, 2}),
}  # fmt: skip


@pytest.mark.parametrize(("faults", "taken", "winner", "bourred", "exempt"), OUTCOMES.values(), ids=OUTCOMES)
def test_the_pot_goes(
    faults: Faults, taken: tuple[int, ...], winner: int | None, bourred: tuple[int, ...], exempt: set[int]
) -> None:
    outcome = settle(RULES, 9 * UNITS, (0, 1, 2), taken, faults)
    assert outcome.winner == winner
    assert outcome.bourred == bourred
    assert outcome.reneged == tuple(faults.reneged)
    assert outcome.exempt == exempt
    assert outcome.fine == 4 * UNITS, "a renege is limited as a bourré is (B-6.6)"


# ---- B-5.2


def test_b_5_2_an_unlawful_card_counts_as_what_it_looks_like() -> None:
    """p2 throws a club on hearts, though he holds one, and seems to hold no trump: p1 has two sure ones."""
    replay = at_play("Ah Qc", "AhKhJsTs3c 2hQcAs8d2d 3hQd7d9d2s", stay="12")
    assert set(replay.legal()["p1"]) == {"play Js", "play Ts", "abandon"}
    replay.feed("p1 play Js")
    assert playable(replay) == {"As", "abandon"}
    replay.feed("p2 play As")
    assert replay.body[-1] == "= trick p2"


def test_b_5_2_until_he_plays_a_trump() -> None:
    """Then he may hold more of them: two tricks and a nine are no cinch."""
    replay = at_play("Ah Qc Js Ts", "AhKhJs9s3c 2hQcTsAs2d 3hQd7d9d2s", stay="12")
    assert set(replay.legal()["p1"]) == {"play Kh", "play 9s", "play 3c", "abandon"}


# ---- B-8.6


def test_b_8_6_a_hand_is_given_up() -> None:
    replay = feed(at_play("Ah"), ["p2 abandon"])
    assert replay.body[-1] == "= barred p2"
    assert replay.sitting.to_act() == (2,)
    assert seen(replay, 1).hand == ()
    assert seen(replay, None).seats[1].stance == "abandoned"
    assert seen(replay, None).barred == (1,)
    play(replay, "4h Kh 7h 9c 6c 3c 2s")
    play(replay, "9d 5d")
    assert consequences(replay, "p1 play 5d")[1:4] == ["= win p1 3", "= bourre p2 3", "= records 102 96 99"]


def test_b_8_6_the_next_seat_leads() -> None:
    replay = feed(at_play(), ["p1 abandon"])
    assert replay.sitting.to_act() == (1,)
    play(replay, "Qh 4h")
    assert replay.body[-1] == "= trick p2"


def test_b_8_6_the_last_to_play_leaves_the_trick_to_the_others() -> None:
    replay = feed(at_play("Ah Qh"), ["p3 abandon"])
    assert replay.body[-2:] == ["= barred p3", "= trick p1"]
    assert replay.sitting.to_act() == (0,)


def test_b_8_6_the_last_player_left_takes_the_rest() -> None:
    replay = feed(at_play("Ah Qh 4h Kh"), ["p2 abandon", "p3 abandon"])
    assert consequences(replay, "p3 abandon")[:6] == [
        "= barred p3",
        *["= trick p1"] * 4,
        "= win p1 3",
    ]
    assert consequences(replay, "p3 abandon")[6:8] == ["= bourre p2 3", "= bourre p3 3"]
    assert replay.json()["deals"][0]["tricks"] == {"p1": 5, "p2": 0, "p3": 0}  # type: ignore[index]
    assert seen(replay, None).past[-1] == ((0, seen(replay, None).past[-1][0][1]),), "what lay on the table"


def test_b_8_6_on_the_last_trick_the_deal_ends() -> None:
    replay = at_play("Ah Qh 4h Kh 8d 7h 9c Jc 6c Tc 2s 3c 9d 5d")
    replay.feed("p2 abandon")
    assert consequences(replay, "p2 abandon")[:4] == [
        "= barred p2",
        "= trick p3",
        "= carry 3",
        "= bourre p2 3",
    ]


def test_b_8_6_it_counts_as_the_next_card() -> None:
    replay = feed(at_play("Ah Jc"), ["p3 abandon"])
    assert seen(replay, 1).has_reneged
    assert clause(replay, "p2 retract") == "B-8.2"


def test_b_8_6_only_at_the_own_turn() -> None:
    assert clause(at_play("Ah"), "p1 abandon") == "B-4.1"
    assert clause(dealt(HANDS, HONOUR), "p1 abandon") == "B-3.1"


def test_b_8_6_after_a_card_was_taken_back() -> None:
    replay = feed(at_play("Ah Jc"), ["p2 retract", "p2 abandon"])
    assert replay.sitting.to_act() == (2,)
    replay.feed("p3 play 6c")
    assert seen(replay, 2).broken == "B-4.3"


# ---- B-8.5


def test_b_8_5_before_the_turn_has_no_effect_but_costs_a_turn_to_deal() -> None:
    replay = dealt(HANDS, HONOUR)
    feed(replay, ["p3 early pass", "p2 early stay"])
    assert replay.body[-4:] == ["p3 early pass", "= misses-deal p3", "p2 early stay", "= misses-deal p2"]
    assert replay.legal() == {"p1": ["stay", "pass"]}
    feed(replay, ["p1 stay", "p3 early stay", "p1 draw 3c", "p2 early pass", "d deal p1 2h", "p2 pass"])
    assert seen(replay, None).lost_turns == (0, 2, 2), "one turn for each offence"
    assert replay.legal() == {"p3": ["stay", "pass"]}


def test_b_8_5_not_by_who_has_spoken_or_is_on_turn() -> None:
    replay = feed(dealt(HANDS, HONOUR), ["p1 pass"])
    assert clause(replay, "p1 early stay") == "B-8.5"
    assert clause(replay, "p2 early stay") == "B-3.1"
    feed(replay, ["p2 stay"])
    assert clause(replay, "p2 early stay") == "B-3.3"
    assert clause(replay, "p1 early stay") == "B-8.5"


def test_b_8_5_not_where_all_have_spoken_or_speak_in_secret() -> None:
    replay = feed(dealt(HANDS, "wiki conduct=honour"), ["p2 early pass", "p1 stay", "p2 stay", "p3 stay"])
    assert clause(replay, "p3 early stay") == "B-8.5"
    feed(replay, ["p1 draw 3c"])
    assert clause(replay, "p3 early stay") == "B-8.5"
    sealed = dealt(HANDS, "series declare=simultaneous conduct=honour")
    assert clause(sealed, "p3 early stay") == "B-3.10"


def test_b_8_5_not_in_the_play_nor_before_the_trump_is_known_nor_by_strict_conduct() -> None:
    assert clause(at_play("Ah"), "p1 early stay") == "B-4.1"
    assert clause(at_play("Ah"), "p2 early stay") == "B-4.1"
    replay = feed(Replay(header(3, HONOUR)), ["deal 1"])
    assert clause(replay, "p1 early stay") == "B-2.4"
    assert clause(dealt(HANDS), "p2 early stay") == "B-8.5"


# ---- B-2.5

TURNS = {
    "nobody lost": (0, (0, 0, 0, 0), 1, ()),
    "the next is skipped": (0, (0, 1, 0, 0), 2, (1,)),
    "two are": (2, (2, 1, 0, 1), 2, (3, 0, 1)),
    "over the end": (3, (1, 0, 0, 0), 1, (0,)),
    "all are, and the first deals": (1, (1, 1, 2, 1), 2, (2, 3, 0, 1)),
    "another's lost turn waits": (0, (0, 0, 0, 1), 1, ()),
}


@pytest.mark.parametrize(("dealer", "lost", "deals", "skipped"), TURNS.values(), ids=TURNS)
def test_b_2_5_whose_turn_it_is(
    dealer: int, lost: tuple[int, ...], deals: int, skipped: tuple[int, ...]
) -> None:
    assert next_turn(dealer, lost) == (deals, skipped)
    left = less(lost, skipped)
    assert [turns - now for turns, now in zip(lost, left, strict=True)] == [
        int(seat in skipped) for seat in range(4)
    ]


def test_b_2_5_skipped_seats_over_some_deals() -> None:
    """p2 has lost two turns, p3 one, which are used up as they come."""
    replay = Replay(header(3, HONOUR))
    dealers, early = [], {1: ["p2 early stay", "p2 early pass"], 2: ["p3 early stay"]}
    for number in range(1, 7):
        cutter = replay.sitting.cutter
        events = replay.apply(CHANCE, NextDeal(number))
        dealer = seen(replay, None).dealer + 1
        assert cutter == (dealer - 2) % 3
        dealers.append((dealer, [event.seat + 1 for event in events if isinstance(event, Skipped)]))
        order = [(dealer + step) % 3 + 1 for step in range(3)]
        hands = zip(order, HANDS.split(), strict=True)
        feed(replay, [f"d deal p{seat} {hand}" for seat, hand in hands])
        feed(replay, ["d turn 2s", *early.get(number, []), f"p{order[0]} pass", f"p{order[1]} pass"])
    assert dealers == [(3, []), (1, []), (1, [2, 3]), (3, [2]), (1, []), (2, [])]
