"""B-5.1 and B-5.8 by themselves: sure tricks and equivalents. Trumps are spades."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import sure as slowly_sure

from engine.bourre.actions import PACK
from engine.bourre.cinch import sure_tricks, top_equivalents

# B-5.1: own trumps, unseen trumps, sure tricks
SURE = {
    "B-5.1 nothing unseen": ("2s3s", "", 2),
    "B-5.1 [S1] A": ("As", "KsQsJsTs", 1),
    "B-5.1 [S1] A K": ("AsKs", "QsJsTs9s", 2),
    "B-5.1 [S1] A Q J against K": ("AsQsJs", "KsTs9s8s", 2),
    "B-5.1 K alone": ("Ks", "As", 0),
    "B-5.1 K Q against A": ("KsQs", "As2s3s", 1),
    "B-5.1 each unseen trump beats but one": ("KsQsJsTs", "As9s", 3),
    "B-5.1 two unseen": ("QsJs9s", "AsKs", 1),
    "B-5.1 low ones are no danger": ("9s8s7s", "6s5s4s3s2s", 3),
    "B-5.1 between": ("As9s7s", "Ts8s2s", 1),
    "B-5.1 no trump": ("", "AsKs", 0),
}


def mask(cards: str) -> int:
    return PACK.mask(card for card in PACK.cards if str(card) in cards)


@pytest.mark.parametrize(("own", "unseen", "expected"), SURE.values(), ids=SURE)
def test_sure_tricks(own: str, unseen: str, expected: int) -> None:
    assert sure_tricks(mask(own), mask(unseen)) == expected


SPADES = [card for card in PACK.cards if card.suit == "s"]


@given(st.permutations(SPADES), st.integers(0, 5), st.integers(0, 8))
def test_sure_tricks_are_those_of_every_matching(cards: list[object], own: int, unseen: int) -> None:
    held, others = cards[:own], cards[own : own + unseen]
    counted = sure_tricks(PACK.mask(held), PACK.mask(others))  # type: ignore[arg-type]
    assert counted == slowly_sure(held, frozenset(others))  # type: ignore[arg-type]


EQUIVALENTS = {
    "B-5.8 [S2] of A K the K": ("AsKs", "QsJs", "AsKs"),
    "B-5.8 an unseen one between": ("AsQs", "Ks", "As"),
    "B-5.8 a seen one between": ("AsQs", "Js", "AsQs"),
    "B-5.8 none unseen": ("As7s2s", "", "As7s2s"),
    "B-5.8 only above": ("Qs7s", "AsKs", "Qs7s"),
}


@pytest.mark.parametrize(("own", "unseen", "expected"), EQUIVALENTS.values(), ids=EQUIVALENTS)
def test_equivalents(own: str, unseen: str, expected: str) -> None:
    assert top_equivalents(mask(own), mask(unseen)) == mask(expected)
