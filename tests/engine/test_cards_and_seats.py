"""Cards, packs and seats."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bourre.actions import PACK
from engine.cards import BadCard, Card, Suit, parse_cards, run
from engine.record import plain_name
from engine.seats import CHANCE, BadSeat, from_left, parse_seat, seat_name


@given(st.lists(st.sampled_from(PACK.cards), unique=True))
def test_a_run_of_cards_round_trips(cards: list[Card]) -> None:
    assert parse_cards(run(cards)) == tuple(cards)
    assert set(PACK.in_mask(PACK.mask(cards))) == set(cards)
    assert PACK.sorted(PACK.mask(cards)) == tuple(sorted(cards, key=PACK.cards.index, reverse=True))


@pytest.mark.parametrize("text", ["ah", "10h", "Ah ", "A♥", "1h", "AhK", "AhAh", "AhX", " Ah"])
def test_what_is_no_run_of_cards(text: str) -> None:
    with pytest.raises(BadCard):
        parse_cards(text)


def test_there_is_one_object_for_a_card() -> None:
    ace = Card.parse("Ah")
    assert Card.parse("Ah") is ace
    assert pickle.loads(pickle.dumps(ace)) is ace
    assert copy.deepcopy(ace) is ace
    assert repr(ace) == "Card('Ah')"
    assert (ace.symbol, Card.parse("Td").symbol, Suit.SPADES.symbol) == ("A♥", "10♦", "♠")


def test_a_pack_ranks_its_cards() -> None:
    assert len(PACK.cards) == 52
    assert PACK.in_mask(PACK.above[PACK.bit[Card.parse("Qs")]]) == parse_cards("KsAs")


def test_seats_round_trip() -> None:
    assert [parse_seat(seat_name(seat), 8) for seat in range(8)] == list(range(8))
    assert seat_name(CHANCE) == "d"
    assert list(from_left(3, 5)) == [4, 0, 1, 2, 3]
    for text in ("p0", "p6", "p", "P1", "p11", "d", "", "p١"):
        with pytest.raises(BadSeat):
            parse_seat(text, 5)


def test_a_name_fits_a_seats_line() -> None:
    assert plain_name(" Ana  Maria #1=x\u2028y ", 0) == "Ana_Maria_1_x_y"
    assert plain_name("   ", 2) == "p3"
    assert plain_name("\u202eAna\u200b", 0) == "Ana", "no mark may reorder the line"
