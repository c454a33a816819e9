from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.scheme import DEFAULT, Scheme
from data.season_errors import BadScheme
from engine.events import places
from engine.ledger import UNITS


@pytest.mark.parametrize(
    ("text", "scheme", "said"),
    [
        ("places 10 7 5", Scheme((8400, 5880, 4200), False), "places 10 7 5"),
        ("net", Scheme((), True), "net"),
        ("Places  3 0+NET ", Scheme((2520, 0), True), "places 3 0 + net"),
        ("places 010 7", Scheme((8400, 5880), False), "places 10 7"),
        ("places 1000", Scheme((840_000,), False), "places 1000"),
    ],
)
def test_a_scheme_is_read_and_said(text: str, scheme: Scheme, said: str) -> None:
    assert Scheme.parse(text) == scheme
    assert str(scheme) == said
    assert Scheme.parse(said) == scheme


def test_the_default_is_one() -> None:
    assert str(Scheme.parse(DEFAULT)) == DEFAULT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "places",
        "+ net",
        "places 3 +",
        "net + places 3",
        "places 3 net",
        "places 3 + net + net",
        "places 3 5",
        "places 1001",
        "places 99999999999",
        "places -1",
        "places 1.5",
        "places ١",
        "places 8 7 6 5 4 3 2 1 0",
        "netto",
    ],
)
def test_what_is_no_scheme_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(BadScheme, match="write `places` and up to 8 whole numbers") as caught:
        Scheme.parse(text)
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("taken", "earned"),
    [
        ((1, 2, 3), (10, 7, 5)),
        ((3, 1, 2), (5, 10, 7)),
        ((1, 1, 3), (Fraction(17, 2), Fraction(17, 2), 5)),
        ((2, 1, 2), (6, 10, 6)),
        ((1, 1, 1), (Fraction(22, 3),) * 3),
        ((4, 1, 4, 2, 3, 4, 4), (0, 10, 0, 7, 5, 0, 0)),
        ((1, 2, 3, 3), (10, 7, Fraction(5, 2), Fraction(5, 2))),
    ],
)
def test_equal_places_share_the_average_exactly(taken: tuple[int, ...], earned: tuple[Fraction, ...]) -> None:
    scheme = Scheme.parse("places 10 7 5")
    assert scheme.points(taken, [99] * len(taken)) == tuple(each * UNITS for each in earned)


def test_the_net_record_counts_alone_or_with_the_places() -> None:
    assert Scheme.parse("net").points((1, 2), (13, -13)) == (13, -13)
    assert Scheme.parse("places 2 1 + net").points((1, 2), (13, -13)) == (1693, 827)


@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=8),
    st.lists(st.integers(0, 1000), min_size=1, max_size=8).map(lambda points: sorted(points, reverse=True)),
)
def test_nothing_is_lost_to_a_tie(results: list[int], points: list[int]) -> None:
    scheme = Scheme.parse(" ".join(["places", *map(str, points)]))
    taken = places(tuple(results))
    earned = scheme.points(taken, results)
    assert sum(earned) == sum(points[: len(taken)]) * UNITS
    ordered = [units for _, units in sorted(zip(taken, earned, strict=True))]
    assert ordered == sorted(earned, reverse=True)
