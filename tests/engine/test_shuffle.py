"""The shuffle (contract §5), against the documentation in engine/shuffle.py written out a second time."""

import hashlib
import hmac
import struct
from collections import Counter
from itertools import permutations

import pytest

from engine.bourre.actions import PACK
from engine.cards import run
from engine.shuffle import Proof, Stream, commitment

SECRET = bytes(range(32))
SALT = bytes(range(16))
VECTOR_COMMIT = "d0a62f7e61bc55035297298ee107bd1443076ce2c5703c4f6be88d7f739076f7"
VECTOR_PILE = (
    "2d9c6dQcQd6h2sKs6sJcKd8dTs8s9d9h3s3dKh7s5sJdAh6c4sTdAc5h5dQh7d4cJs3c7h4h7cTh5cJhAd4d8cTc3hKc8hAs2c9sQs2h"
)


def documented_words(secret: bytes, cut: str, count: int) -> list[int]:
    """The stream as its documentation describes it, a word at a time."""
    words: list[int] = []
    block = 0
    while len(words) < count:
        message = b"levee/1 stream" + hashlib.sha256(cut.encode("utf-8")).digest() + struct.pack(">Q", block)
        words += struct.unpack(">8L", hmac.new(secret, message, hashlib.sha256).digest())
        block += 1
    return words[:count]


def documented_order(secret: bytes, cut: str) -> list[str]:
    words = iter(documented_words(secret, cut, 2000))
    pile = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for i in range(51, 0, -1):
        word = next(words)
        while word >= 2**32 // (i + 1) * (i + 1):
            word = next(words)
        j = word % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile


@pytest.mark.parametrize("cut", ["", "17", "coupe à gauche", "♥" * 100])
def test_the_pile_is_the_documented_one(cut: str) -> None:
    assert [str(card) for card in Stream(SECRET, cut).shuffled(PACK.cards)] == documented_order(SECRET, cut)


def test_vector() -> None:
    """Computed once with the documentation alone; it must never change."""
    assert commitment(7, 1, SECRET, SALT) == VECTOR_COMMIT
    assert run(Stream(SECRET, "17").shuffled(PACK.cards)) == VECTOR_PILE


def test_commitment_is_the_documented_hash() -> None:
    sealed = b"levee/1" + struct.pack(">QL", 7, 1) + SECRET + SALT
    assert Proof(7, 1, SECRET, SALT, "any").commit == hashlib.sha256(sealed).hexdigest()


def test_a_word_at_the_limit_is_thrown_away() -> None:
    """Of 2**32 words only the largest multiple of n may be used, or low numbers would come more often."""
    words = documented_words(SECRET, "", 4000)
    for n in (3 * 2**30, 2**31 + 1):
        stream = Stream(SECRET, "")
        kept = [word % n for word in words if word < n]
        assert len(kept) < 0.8 * len(words)
        assert [stream.below(n) for _ in range(1000)] == kept[:1000]


def test_below_one_is_zero_and_two_to_the_32_is_the_word() -> None:
    assert Stream(SECRET, "").below(1) == 0
    stream = Stream(SECRET, "")
    assert [stream.below(2**32) for _ in range(20)] == documented_words(SECRET, "", 20)


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + expected * (
        cells - len(counts)
    )


def test_every_order_of_four_cards_is_as_likely() -> None:
    stream = Stream(SECRET, "uniform")
    orders = Counter(tuple(stream.shuffled(PACK.cards[:4])) for _ in range(12_000))
    assert set(orders) == set(permutations(PACK.cards[:4]))
    assert chi_square(Counter(orders), 24) < 49.7  # 99.9 % of fair shuffles, 23 degrees of freedom


def test_every_card_comes_to_every_place() -> None:
    stream = Stream(SECRET, "places")
    at_top: Counter[object] = Counter()
    for _ in range(5200):
        pile = stream.shuffled(PACK.cards)
        at_top[pile[0]] += 1
    assert chi_square(at_top, 52) < 87.97  # 99.9 %, 51 degrees of freedom


def test_secret_and_cut_both_decide() -> None:
    piles = {
        run(Stream(secret, cut).shuffled(PACK.cards))
        for secret in (SECRET, SECRET[::-1])
        for cut in ("1", "2", "")
    }
    assert len(piles) == 6
