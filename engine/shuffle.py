"""The shuffle that can be checked.

Before a deal the bot draws a 256-bit ``secret`` and a 128-bit ``salt`` and publishes

    commit = SHA-256("levee/1" ‖ table (8 bytes) ‖ deal (4 bytes) ‖ secret (32 bytes) ‖ salt (16 bytes))

with numbers big-endian. Then a player cuts: with any text, which may be a number. The order of the cards
comes from the byte stream

    block k = HMAC-SHA-256(key = secret, "levee/1 stream" ‖ SHA-256(cut, UTF-8) ‖ k (8 bytes)),  k = 0, 1, …

read four bytes (big-endian) at a time. A number below ``n`` is such a word modulo ``n``, words at or above
the largest multiple of ``n`` being thrown away, so that no card is likelier than another. Fisher–Yates: for
``i`` from the last place down to 1, change the cards at ``i`` and at a number below ``i + 1``. The pile
begins in the pack's order (clubs, diamonds, hearts, spades, each from its lowest card up). A reshuffle goes
on reading the same stream.
"""

import hashlib
import hmac
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Final, Self

from engine.cards import Card

SECRET_BYTES: Final = 32
SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything that decided one deal. ``secret`` and ``salt`` are private until the deal is over.

    So ``repr`` tells neither, for it may end up in a log.
    """

    table: int
    deal: int
    secret: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    cut: str = field(repr=False)

    @property
    def commit(self) -> str:
        return commitment(self.table, self.deal, self.secret, self.salt)

    def stream(self) -> "Stream":
        return Stream(self.secret, self.cut)


def commitment(table: int, deal: int, secret: bytes, salt: bytes) -> str:
    """64 hexadecimal digits, published before any card is dealt."""
    sealed = b"levee/1" + table.to_bytes(8, "big") + deal.to_bytes(4, "big") + secret + salt
    return hashlib.sha256(sealed).hexdigest()


class Stream:
    """The keyed byte stream of a secret and a cut."""

    def __init__(self, secret: bytes, cut: str) -> None:
        self._key = secret
        self._prefix = b"levee/1 stream" + hashlib.sha256(cut.encode()).digest()
        self._block = 0
        self._words: list[int] = []

    def copy(self) -> Self:
        other = copy(self)
        other._words = self._words.copy()
        return other

    def _word(self) -> int:
        if not self._words:
            message = self._prefix + self._block.to_bytes(8, "big")
            block = hmac.digest(self._key, message, "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -4, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each as likely as the others; ``n`` up to 2**32."""
        limit = 2**32 - 2**32 % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        pile = list(cards)
        for i in range(len(pile) - 1, 0, -1):
            j = self.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return pile
