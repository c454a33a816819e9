"""Amounts and the ledger: whole units, and batches that sum to zero."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadAmount
from engine.ledger import UNITS, Posting, Unbalanced, amount, balances, batch, move, parse_amount


@given(st.integers(-(10**9), 10**9))
def test_an_amount_round_trips(units: int) -> None:
    assert parse_amount(amount(units)) == units
    assert Fraction(amount(units)) * UNITS == units


NO_AMOUNTS = [
    *("", "5.0", "1e3", "1e999999999", "+5", " 5", "05", "10/5", "1/0", "1/11", "5/", "-0", "٣", "1_0"),
    "9" * 5000,
]


@pytest.mark.parametrize("text", NO_AMOUNTS, ids=lambda text: text[:12])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(BadAmount):
        parse_amount(text)


def test_every_share_among_two_to_eight_is_whole() -> None:
    assert all(UNITS % seats == 0 for seats in range(2, 9))
    assert amount(13 * UNITS // 5) == "13/5"


def test_a_batch_sums_to_zero_and_drops_zeros() -> None:
    assert batch(move("win", "pot", "p1", 0)) == ()
    with pytest.raises(Unbalanced, match="off by 1"):
        batch([Posting("p1", "win", UNITS)])
    assert balances(move("win", "pot", "p1", 7)) == {"pot": -7, "p1": 7}
