"""O-3 and O-4, clause by clause. p4 deals, so the order of seats is p1, p2, p3, p4."""

from collections.abc import Mapping

import pytest
from bouillotte_positions import acts, dealt, lines_since, seen_by, story
from hypothesis import given
from hypothesis import strategies as st

from engine.bouillotte.actions import PACK
from engine.bouillotte.showdown import Showdown, brelan_of
from engine.cards import Suit, parse_cards
from engine.ledger import UNITS
from engine.pots import Pot, layers, uncalled
from engine.replay import Replay

EVERYBODY = (0, 1, 2, 3)


def mask(cards: str) -> int:
    return PACK.mask(parse_cards(cards))


def showdown(hands: str, turn: str, dealer: int = 3) -> Showdown:
    order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    return Showdown([mask(hand) for hand in hands.split()], mask(turn), order)


BRELANS = {
    "O-3.1 three in hand": ("9h9d9c", "Ks", "brelan 9"),
    "O-3.1 and the fourth turned": ("9h9d9c", "9s", "carre 9"),
    "O-3.1 two and the turned one are nothing": ("9h9d8c", "9s", ""),
}


@pytest.mark.parametrize(("hand", "turn", "found"), BRELANS.values(), ids=BRELANS)
def test_o_3_1_what_a_brelan_is(hand: str, turn: str, found: str) -> None:
    brelan = brelan_of(mask(hand), mask(turn))
    told = f"{'carre' if brelan.is_carre else 'brelan'} {brelan.rank}" if brelan else ""
    assert told == found


def test_o_3_1_brelans_rank_a_k_q_9_8_and_below_any_carre() -> None:
    ranked = [brelan_of(mask(f"{rank}c{rank}d{rank}h"), mask("8s")) for rank in "AKQ98"]
    assert [brelan.rank for brelan in ranked if brelan] == list("AKQ98")
    assert sorted(ranked, reverse=True) == [ranked[4], *ranked[:4]]  # type: ignore[type-var]  # all are brelans


# hands, turned card, contenders, who wins, by which card
POINTS = {
    "O-3.2 the suit with the most, its highest card": ("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "1234", 1, "Ah"),
    "O-3.2 a folded hand counts": ("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "234", 2, "Qh"),
    "O-3.2 the retourné counts for the sum": ("Ac8d9s KhQh8s 9hKd8c QdAd9c", "Ah", "1234", 2, "Kh"),
    "O-3.2 and belongs to nobody": ("Ac8d9s KhQh8s 9hKd8c QdAd9c", "Ah", "34", 3, "9h"),
    "O-3.3 a suit that no contender holds is skipped": ("AhKhQh 9h8d9s AcKc8s QcAdKd", "9c", "34", 3, "Ac"),
    "O-3.4 equal sums: the owner on the dealer's right": (
        "8cKhQh Ks9dQs KcAs9s Ah8d9h",
        "Qd",
        "134",
        3,
        "As",
    ),
    "O-3.4 the dealer last": ("Ah8d9h 8cKhQh Ks9dQs KcAs9s", "Qd", "14", 1, "Ah"),
    "O-3.4 one owner of both: c d h s": ("Qh8dQc AcAhQs 8s8cAs Kc8hKh", "Kd", "1234", 2, "Ac"),
}


@pytest.mark.parametrize(("hands", "turn", "who", "winner", "card"), POINTS.values(), ids=POINTS)
def test_o_3_the_point(hands: str, turn: str, who: str, winner: int, card: str) -> None:
    contenders = tuple(int(seat) - 1 for seat in who)
    (award,) = showdown(hands, turn).awards([Pot(12, contenders)])
    assert (award.seat + 1, award.units, str(award.card)) == (winner, 12, card)


def test_o_3_2_sums_are_of_thirteen_cards() -> None:
    sums = showdown("QcKhQh Ks9dQs KcAs9s Ah8d9h", "Qd").sums
    assert sums == {Suit.CLUBS: 20, Suit.DIAMONDS: 27, Suit.HEARTS: 40, Suit.SPADES: 40}


TWO_POTS = {
    "O-4.2 the point's suit decides the side pot too": (
        "AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "1234", "23", ["1 Ah", "2 Qh"],
    ),
    "O-4.2 even where the owner of an equal suit sits earlier": (
        "8sAdAc As8c9c 8hKsQd KcQs9s", "Qc", "1234", "234", ["1 Ac", "4 Kc"],
    ),
    "O-4.2 the next suit where nobody holds it": (
        "AhKhQh 9h8d9s AcKc8s QcAdKd", "9c", "134", "34", ["1 Ah", "3 Ac"],
    ),
    "O-4.2 the order that the main pot set holds": (
        "AsQc9c AcKh9d AhKd9h 8dQs9s", "Kc", "1234", "34", ["2 Ac", "4 Qs"],
    ),
    "O-4.2 a brelan in the main pot, the point in the side pot": (
        "AcAdAs 9sKsAh KdKh8s KcQs9c", "8h", "1234", "234", ["1 None", "2 Ks"],
    ),
    "O-4.2 a brelan in each": (
        "9h9d9c KhKcKd 8c8hAc QdAdQh", "9s", "1234", "234", ["1 None", "2 None"],
    ),
    "O-4.1 a pot for one": ("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "12", "2", ["1 Ah", "2 None"]),
}  # fmt: skip


@pytest.mark.parametrize(("hands", "turn", "main", "side", "won"), TWO_POTS.values(), ids=TWO_POTS)
def test_o_4_2_side_pots(hands: str, turn: str, main: str, side: str, won: list[str]) -> None:
    pots = [Pot(10, tuple(int(seat) - 1 for seat in who)) for who in (main, side)]
    awards = showdown(hands, turn).awards(pots)
    assert [f"{award.seat + 1} {award.card}" for award in awards] == won


def reasons(hands: str, turn: str, *pots: str) -> list[tuple[str, str]]:
    """Of each pot, by who can win it: the suits skipped, and those that were equal."""
    cut = [Pot(10, tuple(int(seat) - 1 for seat in who)) for who in pots]
    awards = showdown(hands, turn).awards(cut)
    return [("".join(s.value for s in each.skipped), "".join(s.value for s in each.equal)) for each in awards]


def test_o_3_why_a_suit_decides() -> None:
    assert reasons("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s", "1234") == [("", "")]
    assert reasons("AhKhQh 9h8d9s AcKc8s QcAdKd", "9c", "34") == [("h", "")]
    assert reasons("8cKhQh Ks9dQs KcAs9s Ah8d9h", "Qd", "134") == [("", "hs")]
    assert reasons("Qh8dQc AcAhQs 8s8cAs Kc8hKh", "Kd", "1234") == [("", "ch")]


def test_o_4_2_why_another_suit_decides_a_side_pot() -> None:
    assert reasons("AhKhQh 9h8d9s AcKc8s QcAdKd", "9c", "134", "34") == [("", "ch"), ("h", "")]
    assert reasons("8sAdAc As8c9c 8hKsQd KcQs9s", "Qc", "1234", "234") == [("", "cs"), ("", "cs")]


def test_o_4_1_side_pots_are_told_as_soon_as_there_are_any() -> None:
    replay = acts(dealt(caves=(100, 10, 100, 100)), "open 20")
    assert pots_told(replay) == []
    acts(replay, "call")
    assert pots_told(replay) == [
        ("main-pot", {"units": 21 * UNITS, "seats": (0, 1, 2, 3)}),
        ("side-pot", {"units": 10 * UNITS, "seats": (0, 2, 3)}),
    ]


def pots_told(replay: Replay) -> list[tuple[str, Mapping[str, object]]]:
    return [(key, told) for key, told in seen_by(replay, None).notes if key.endswith("-pot")]


def test_o_4_3_the_worked_example_s4_7() -> None:
    shown = showdown("9h9d9c KhKdKc AhQd8s Ac8hQs", "9s")
    (award,) = shown.awards([Pot(12, (0, 1))])
    assert (award.seat, award.units) == (0, 12)
    assert shown.bonuses() == [5, 1, -3, -3]


def test_o_4_3_folded_holders_are_paid_whoever_wins() -> None:
    shown = showdown("AhKh8s QhQcQd 9h9cKd 8hAcAd", "9s")
    assert shown.awards([Pot(12, (0, 2))])[0].seat == 0
    assert shown.bonuses() == [-1, 3, -1, -1]


def test_o_4_3_no_brelan_no_bonus_and_no_showdown_no_bonus() -> None:
    assert showdown("AhKh8s QhQc8d 9h9cKd 8hAcQd", "9s").bonuses() == [0, 0, 0, 0]
    hands = ("9h9d9c", "KhKdKc", "AhQd8s", "Ac8hQs")
    replay = acts(dealt(hands=hands), "open 5, fold, fold, fold")
    assert seen_by(replay, None).bonuses == (0, 0, 0, 0)
    assert not [line for line in replay.body if "bonus" in line or "brelan" in line]


def test_o_4_4_a_bonus_never_enters_a_cave() -> None:
    hands = ("9h9d9c", "KhKdKc", "AhQd8s", "Ac8hQs")
    replay = acts(dealt(hands=hands), "open 5, call, fold, fold, done")
    assert lines_since(replay, "p2 done") == [
        "brelan p1 9",
        "brelan p2 K",
        "win p1 11",
        "bonus 5 1 -3 -3",
        "records 106 95 100 99",
        "pot 0",
    ]
    assert replay.json()["bonus"] == {"p1": "5", "p2": "1", "p3": "-3", "p4": "-3"}


def test_o_4_1_what_nobody_called() -> None:
    assert uncalled([89, 1, 222, 136]) == (2, 86)
    assert uncalled([5, 5, 0, 1])[1] == 0


def test_o_4_1_layers() -> None:
    assert layers([89, 0, 136, 136], {0: 89, 2: 136}) == [Pot(267, (0, 2)), Pot(94, (2,))]
    assert layers([1, 5, 9, 9], {1: 5, 2: 9, 3: 9}, carried=4) == [Pot(20, (1, 2, 3)), Pot(8, (2, 3))]


@given(st.lists(st.integers(1, 30), min_size=2, max_size=8), st.integers(0, 9), st.data())
def test_pots_hold_what_was_put_in_and_each_chip_is_for_who_reached_it(
    put: list[int], carried: int, data: st.DataObject
) -> None:
    most = put.index(max(put))
    others = data.draw(st.sets(st.integers(0, len(put) - 1)))
    contenders = {most, *others}
    pots = layers(put, {seat: put[seat] for seat in contenders}, carried)
    assert sum(pot.units for pot in pots) == sum(put) + carried
    for chip in range(1, max(put) + 1):
        reached = {seat for seat in contenders if put[seat] >= chip}
        assert reached in [set(pot.contenders) for pot in pots]
    sizes = [len(pot.contenders) for pot in pots]
    assert sizes == sorted(set(sizes), reverse=True)


def test_what_a_beginner_is_told_of_the_point() -> None:
    replay = acts(dealt(), "open 5, fold, call, fold")
    assert story(replay, "done") == [*["hand"] * 4, "sums", "point", "highest", "win", "records", "pot"]
    seen = seen_by(replay, None)
    assert [len(hand) for hand in seen.shown] == [3, 3, 3, 3]
    assert {suit.value: points for suit, points in seen.sums.items()} == {"c": 30, "d": 28, "h": 48, "s": 17}


def test_what_a_beginner_is_told_of_a_carre() -> None:
    replay = acts(dealt(hands=("9h9d9c", "KhKdKc", "AhQd8s", "Ac8hQs")), "open 5, call, fold, fold")
    told = story(replay, "done")
    assert told == [*["hand"] * 4, "brelan-carre", "brelan", "win", "bonus", "records", "pot"]
    assert lines_since(replay, "p2 done") == [
        "brelan p1 9", "brelan p2 K", "win p1 11", "bonus 5 1 -3 -3", "records 106 95 100 99", "pot 0",
    ]  # fmt: skip
    assert replay.json()["bonus"] == {"p1": "5", "p2": "1", "p3": "-3", "p4": "-3"}


def test_two_points_where_the_side_pot_needs_another_suit() -> None:
    hands = ("AhKhQh", "9h8d9s", "AcKc8s", "QcAdKd")
    replay = acts(dealt(caves=(5, 100, 100, 100), hands=hands, turn="9c"), "open 5, fold, raise 20, call")
    assert lines_since(replay, "p3 raise 20")[1:] == []
    acts(replay, "done")
    assert lines_since(replay, "p4 done")[:4] == ["point h 40", "win p1 15", "point c 40", "win p3 30"]
