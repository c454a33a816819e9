"""O-1, clause by clause: ante, carres and the cards. p4 deals, so p1 is asked first."""

import pytest
from bouillotte_positions import acts, dealt, feed, seen_by, sitting_of, table, told

from engine.actions import DealCards
from engine.bouillotte.actions import PACK
from engine.bouillotte.showdown import POINTS
from engine.cards import Card
from engine.errors import IllegalAction
from engine.ledger import UNITS
from engine.seats import CHANCE

ALL = (100, 100, 100, 100)


def test_o_1_1_the_pack() -> None:
    assert len(PACK.cards) == 20
    assert [card.rank for card in PACK.sorted(PACK.all)] == list("AKQ98") * 4
    assert POINTS == {"A": 11, "K": 10, "Q": 10, "9": 9, "8": 8}


def test_o_1_2_and_o_1_3_caves_and_the_dealer_s_ante() -> None:
    replay = feed(table(), ["deal 1"])
    assert replay.sitting.records == (100 * UNITS, 100 * UNITS, 100 * UNITS, 99 * UNITS)
    assert replay.sitting.pot == UNITS
    assert replay.body == ["deal 1", "= ante p4 1"]


def test_o_1_3_the_deal_passes_to_the_right() -> None:
    replay = acts(dealt(), "pass, pass, pass, pass")
    assert replay.sitting.cutter == 3
    feed(replay, ["deal 2"])
    assert replay.body[-1] == "= ante p1 1"
    assert told(replay) == ("p2: carre, decline",)


# caves, what was done before, who may do what
CARRES = {
    "right of the dealer first": (ALL, 0, "", "p1: carre, decline"),
    "then the next to the right": (ALL, 0, "carre", "p2: carre, decline"),
    "the dealer last": (ALL, 0, "carre, carre, carre", "p4: carre, decline"),
    "exactly enough is enough": ((1, 100, 100, 100), 0, "", "p1: carre, decline"),
    "too few may only decline": ((1, 100, 100, 100), 1, "", "p1: decline"),
    "who has none is skipped": ((5, 100, 100, 1), 0, "carre, carre, carre", None),
    "and ends nothing": ((0, 100, 100, 100), 0, "", "p2: carre, decline"),
    "the carried pot counts": ((100, 11, 100, 100), 5, "carre", "p2: decline"),
    "and no more than it": ((100, 12, 100, 100), 5, "carre", "p2: carre, decline"),
}


@pytest.mark.parametrize(("caves", "carried", "before", "then"), CARRES.values(), ids=CARRES)
def test_o_1_4_carres(caves: tuple[int, ...], carried: int, before: str, then: str | None) -> None:
    rules = "series refill=ask"
    replay = feed(table(caves, carried, rules), ["deal 1"])
    if 0 in caves:
        acts(replay, "refill no")
    acts(replay, before)
    assert told(replay) == ((then,) if then else ())
    assert bool(replay.sitting.due()) == (then is None)


def test_o_1_4_a_carre_adds_the_whole_pot_and_the_first_refusal_ends_it() -> None:
    replay = acts(feed(table(carried=2), ["deal 1"]), "carre, carre, decline")
    assert replay.sitting.pot == 12 * UNITS
    assert seen_by(replay, None).put == (3 * UNITS, 6 * UNITS, 0, UNITS)
    assert str(replay.sitting.due()) == "d deal p1 and 3 card(s)"


def test_o_1_4_not_enough_for_a_carre() -> None:
    replay = feed(table((1, 100, 100, 100), 1), ["deal 1"])
    with pytest.raises(IllegalAction, match=r"O-1\.4: bouillotte\.carre-too-dear \(pot 2\)"):
        replay.feed("p1 carre")


def test_o_1_5_three_cards_each_to_the_right_then_the_retourne() -> None:
    replay = dealt()
    assert [view.cards for view in seen_by(replay, 0).seats] == [3, 3, 3, 3]
    assert "".join(map(str, seen_by(replay, 0).hand)) == "8sAhKh"
    assert str(seen_by(replay, None).turn_up) == "9s"
    assert sitting_of(replay).deal
    assert sitting_of(replay).deal.stock.bit_count() == 7  # type: ignore[union-attr]


DEALING = {
    "O-1.4: not-now": ("", "p1 pass"),
    "O-1.5: not-now": ("decline", "p1 pass"),
    "O-1.5: not-due (due d deal p1 and 3 card(s))": ("decline", "d deal p2 AhKhQh"),
    "O-1.4: not-your-turn (turn p1)": ("", "d deal p1 AhKhQh"),
}


@pytest.mark.parametrize(
    ("refusal", "so_far", "line"), [(key, *case) for key, case in DEALING.items()], ids=DEALING
)
def test_refusals_before_the_cards(refusal: str, so_far: str, line: str) -> None:
    replay = acts(feed(table(), ["deal 1"]), so_far)
    with pytest.raises(IllegalAction) as refused:
        replay.feed(line)
    assert str(refused.value) == refusal


@pytest.mark.parametrize("cards", ["AhKh7h", "AhKhAh"])
def test_a_card_that_is_not_in_the_stock(cards: str) -> None:
    replay = acts(feed(table(), ["deal 1"]), "decline")
    three = tuple(Card.parse(cards[i : i + 2]) for i in (0, 2, 4))
    with pytest.raises(IllegalAction, match="not-in-stock"):
        replay.apply(CHANCE, DealCards(0, three))
    assert seen_by(replay, 0).hand == ()


def test_nothing_is_dealt_when_the_deal_is_over() -> None:
    replay = acts(dealt(), "open 5, fold, fold, fold")
    with pytest.raises(IllegalAction, match=r"O-2\.5: over"):
        replay.feed("d shuffle")


def test_what_is_not_due_while_cards_are_dealt() -> None:
    replay = feed(acts(feed(table(), ["deal 1"]), "decline"), ["d deal p1 AhKhQh"])
    with pytest.raises(IllegalAction, match="Ah"):
        replay.feed("d deal p2 AhAsAd")
    with pytest.raises(IllegalAction, match="not-due"):
        replay.feed("d turn As")
    with pytest.raises(IllegalAction, match="not-due"):
        replay.feed("d shuffle")
