"""U-1 to U-3, clause by clause. Trumps are hearts (♥) unless the case says otherwise; p1 leads first."""

import pytest
from bura_positions import deal_of, dealt, feed, leading, seen_by, told, with_stock

from engine.bura.actions import PACK, points
from engine.bura.matching import covers
from engine.cards import Suit, parse_cards
from engine.errors import IllegalAction
from engine.record import Malformed

HEARTS = PACK.suit[Suit.HEARTS]


def mask(cards: str) -> int:
    return PACK.mask(parse_cards(cards))


def test_u_1_1_the_pack() -> None:
    assert len(PACK.cards) == 36
    assert points(PACK.all) == 120
    assert [points(mask(f"{rank}c")) for rank in "ATKQJ9876"] == [11, 10, 4, 3, 2, 0, 0, 0, 0]
    assert [card.rank for card in PACK.sorted(PACK.suit[Suit.CLUBS])] == list("ATKQJ9876")


# led, answer, does the answer cover
COVERS = {
    "S3 §6 the ace the king, a trump the eight": ("Ks8s", "As7h", True),
    "S3 §6 nothing the eight": ("Ks8s", "As7c", False),
    "U-1.2 a higher card": ("9c", "Tc", True),
    "U-1.2 the ten above the king": ("Kc", "Tc", True),
    "U-1.2 the ace above the ten": ("Ac", "Tc", False),
    "U-1.2 another suit": ("6c", "Ad", False),
    "U-1.2 a trump": ("Ac", "6h", True),
    "U-1.2 a trump against a trump": ("7h", "6h", False),
    "U-3.3 two by two trumps": ("AcTc", "6h7h", True),
    "U-3.3 one beats both, but only once": ("9c8c", "Ac6d", False),
    "U-3.3 in another order": ("8c9c", "9h9d", False),
    "U-3.3 each needs its own: crossed": ("9cKc", "TcJc", True),
    "U-3.3 both beat the low one only": ("Kc6c", "JcQc", False),
    "U-3.3 three": ("6c8cTc", "7h9cAc", True),
    "U-3.3 three, two of which beat the low one only": ("6c8cTc", "7c7h9c", True),
    "U-3.3 three, the low one left": ("7c8cTc", "6c9cAc", False),
    "U-4.4 bura on bura": ("6h8hTh", "7h9hAh", True),
    "U-4.4 bura on bura, not all": ("6h8hAh", "7h9hTh", False),
}


@pytest.mark.parametrize(("led", "answer", "does"), COVERS.values(), ids=COVERS)
def test_u_3_3_what_covers(led: str, answer: str, does: bool) -> None:
    assert covers(mask(led), mask(answer), HEARTS) is does


def test_u_2_2_cards_go_one_by_one_to_the_non_dealer_first() -> None:
    replay = dealt("AhKc9c", "QhJcTc")
    assert replay.sitting.cutter == 0
    assert seen_by(replay, None).stock == 30
    replay = feed(dealt("AhKc9c", "QhJcTc"), ["d end"])
    assert replay.body[:4] == ["deal 1", "= ante p1 1", "= ante p2 1", "d deal p1 AhKc9c"]


LEADS = {
    "U-3.1 three suits": ("AhKc9s", "Ah Kc 9s"),
    "U-3.1 two of one": ("AcKc9s", "Ac Kc 9s AcKc"),
    "U-3.1 three of one": ("AcKc9c", "Ac Kc 9c AcKc Ac9c Kc9c AcKc9c"),
}


@pytest.mark.parametrize(("hand", "may"), LEADS.values(), ids=LEADS)
def test_u_3_1_what_may_be_led(hand: str, may: str) -> None:
    replay = leading(hand, "QdJsTd")
    assert told(replay, 0) == {f"play {cards}" for cards in may.split()}
    assert told(replay, 1) == set()


def test_u_3_2_any_cards_but_as_many() -> None:
    replay = feed(leading("AcKc9s", "QdJsTd"), ["p1 play KcAc"])
    assert told(replay, 1) == {"play JsQd", "play JsTd", "play TdQd"}
    assert seen_by(replay, None).trick == ((0, parse_cards("KcAc")),), "as they were laid"


def test_cards_may_be_named_in_any_order() -> None:
    replay = feed(leading("AcKc9c", "QdJsTd"), ["p1 play 9cAcKc", "p2 play TdJsQd"])
    assert replay.body[-3:] == ["p1 play 9cAcKc", "p2 play TdJsQd", "= trick p1"]


def test_u_3_4_the_winner_leads_and_u_3_5_draws_first() -> None:
    replay = feed(leading("AcKc9s", "QdJsTh"), ["p1 play 9s", "p2 play Js"])
    assert str(replay.sitting.due()) == "d deal p2 and 1 card(s)"
    feed(replay, ["d deal p2 6c", "d deal p1 7c"])
    assert told(replay, 1) == {"waive", "claim"}
    assert told(replay, 0) == set()
    assert seen_by(replay, None).leader == 1


REFUSED = {
    "U-4 out of turn": ([], "p2 waive", "U-4"),
    "U-4 a card too early": ([], "p1 play Ac", "U-4"),
    "U-4 the other decides": (["p1 waive"], "p1 waive", "U-4"),
    "U-4 too late to claim": (["p1 waive", "p2 waive"], "p1 claim", "U-4"),
    "U-4.2 a false announcement": ([], "p1 announce molodka", "U-4.2"),
    "U-3.1 out of turn": (["p1 waive", "p2 waive"], "p2 play Qd", "U-3.1"),
    "U-3.1 not held": (["p1 waive", "p2 waive"], "p1 play Qd", "U-3.1"),
    "U-3.1 two suits": (["p1 waive", "p2 waive"], "p1 play Ac9s", "U-3.1"),
    "U-3.2 out of turn": (["p1 waive", "p2 waive", "p1 play Ac"], "p1 play Kc", "U-3.2"),
    "U-3.2 not held": (["p1 waive", "p2 waive", "p1 play Ac"], "p2 play Kc", "U-3.2"),
    "U-3.2 too many": (["p1 waive", "p2 waive", "p1 play Ac"], "p2 play QdTd", "U-3.2"),
    "U-3.2 too few": (["p1 waive", "p2 waive", "p1 play AcKc"], "p2 play Qd", "U-3.2"),
    "U-4 no claim in answer": (["p1 waive", "p2 waive", "p1 play Ac"], "p2 claim", "U-4"),
    "U-2.2 dealt already": ([], "d deal p1 6c7c8c", "U-4"),
    "U-5.6 a new deal too early": ([], "deal 2", "U-5.6"),
    "U-3.5 the winner first": (
        ["p1 waive", "p2 waive", "p1 play Ac", "p2 play Qd"], "d deal p2 6c", "U-3.5"),
    "U-3.5 one card each": (["p1 waive", "p2 waive", "p1 play Ac", "p2 play Qd"], "d deal p1 6c7c", "U-3.5"),
    "U-3.5 not in the stock": (["p1 waive", "p2 waive", "p1 play Ac", "p2 play Qd"], "d deal p1 Kc", "U-3.5"),
    "U-3.5 the turned card is the last": (
        ["p1 waive", "p2 waive", "p1 play Ac", "p2 play Qd"], "d deal p1 6h", "U-3.5"),
    "U-3.5 nobody acts while cards are drawn": (
        ["p1 waive", "p2 waive", "p1 play Ac", "p2 play Qd"], "p1 waive", "U-3.5"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "line", "clause"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_names_the_clause(before: list[str], line: str, clause: str) -> None:
    replay = feed(dealt("AcKc9s", "QdJsTd"), before)
    seen = [replay.sitting.observe(seat) for seat in (None, 0, 1)]
    with pytest.raises(IllegalAction) as refused:
        replay.feed(line)
    assert refused.value.clause == clause
    assert [replay.sitting.observe(seat) for seat in (None, 0, 1)] == seen


DEALING = {
    "the hand of the other": ([], "d deal p2 AcKc9s"),
    "two cards": ([], "d deal p1 AcKc"),
    "a turned card": ([], "d turn 6h"),
    "a seat": ([], "p1 waive"),
    "a card that is dealt": (["d deal p1 AcKc9s"], "d deal p2 AcQdJs"),
    "a third hand": (["d deal p1 AcKc9s", "d deal p2 QdJsTd"], "d deal p1 6c7c8c"),
    "a turned card that is dealt": (["d deal p1 AcKc9s", "d deal p2 QdJsTd"], "d turn Ac"),
}


@pytest.mark.parametrize(("before", "line"), DEALING.values(), ids=DEALING)
def test_u_2_2_nothing_else_is_dealt(before: list[str], line: str) -> None:
    replay = dealt("6c7c8c", "9cTcJc")
    feed(replay, ["p1 claim", "deal 2"])  # p1 deals now, p2 gets the first hand
    before = [text.translate(SWAPPED) for text in before]
    with pytest.raises(IllegalAction) as refused:
        feed(replay, [*before, line.translate(SWAPPED)])
    assert refused.value.clause == "U-2.2"
    assert replay.body[-1] == (before or ["= ante"])[-1] or not before


SWAPPED = str.maketrans("12", "21")


@pytest.mark.parametrize("line", ["p1 play 2c", "p1 play AcAc", "p1 play", "p1 announce king", "p1 fold"])
def test_what_is_no_line_of_bura(line: str) -> None:
    with pytest.raises(Malformed):
        dealt("AcKc9s", "QdJsTd").feed(line)


@pytest.mark.parametrize("line", ["d deal p1 2cKc9s", "d deal p1 AcKc3s"])
def test_cards_that_bura_does_not_have(line: str) -> None:
    replay = feed(dealt("AcKc9s", "QdJsTd"), ["p1 claim", "deal 2"])
    with pytest.raises(Malformed, match="is not a card of this game"):
        replay.feed(line)
    with pytest.raises(Malformed, match="“5h” is not a card of this game"):
        replay.feed("d turn 5h")


def test_before_the_first_deal_nobody_acts() -> None:
    replay = dealt("AcKc9s", "QdJsTd")
    fresh = type(replay)(replay.header)
    with pytest.raises(IllegalAction, match=r"U-2\.2"):
        fresh.feed("p1 waive")
    assert fresh.legal() == {}
    assert fresh.sitting.observe(0).phase == "between"
    assert fresh.sitting.report() is None


# ---- U-3.5, the stock


def test_u_3_5_the_turned_card_is_drawn_last_by_the_loser() -> None:
    replay = with_stock(leading("AcKc9s", "QdJsTd"), 4)
    feed(replay, ["p1 play AcKc", "p2 play QdTd"])
    assert str(replay.sitting.due()) == "d deal p1 and 2 card(s)"
    free = [str(card) for card in PACK.in_mask(deal_of(replay).stock ^ deal_of(replay).turn_up)]
    replay.feed(f"d deal p1 {free[0]}{free[1]}")
    for wrong in (f"d deal p2 6h{free[2]}", f"d deal p2 {free[2]}{free[2]}"):
        with pytest.raises((IllegalAction, Malformed)):
            replay.feed(wrong)
    replay.feed(f"d deal p2 {free[2]}6h")
    assert deal_of(replay).stock == 0
    assert seen_by(replay, None).turn_up is not None, "it has been seen"


def test_u_3_5_a_stock_too_small_for_both_is_set_aside() -> None:
    replay = with_stock(leading("AcKc9s", "QdJsTd"), 2)
    feed(replay, ["p1 play AcKc", "p2 play QdTd"])
    seen = seen_by(replay, None)
    assert (seen.stock, seen.set_aside, seen.phase) == (0, 2, "deciding")
    assert str(seen.turn_up) == "6h", "the turned card stays visible"
    assert [view.cards for view in seen.seats] == [1, 1]
    feed(replay, ["p1 waive", "p2 waive", "p1 play 9s", "p2 play Js"])
    assert seen_by(replay, None).set_aside == 2


def test_u_3_5_two_cards_for_one_each_are_drawn() -> None:
    replay = with_stock(leading("AcKc9s", "QdJsTd"), 2)
    feed(replay, ["p1 play Ac", "p2 play Qd"])
    assert str(replay.sitting.due()) == "d deal p1 and 1 card(s)"


def test_u_3_6_shortened_hands_are_equally_long() -> None:
    replay = with_stock(leading("AcKc9c", "QdJsTd"), 0)
    feed(replay, ["p1 play 9c", "p2 play Js", "p1 waive", "p2 waive"])
    assert told(replay, 0) == {"play Ac", "play Kc", "play AcKc"}
    assert [view.cards for view in seen_by(replay, 0).seats] == [2, 2]
