"""Cards, and packs: which cards a game uses and how they rank."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

RANKS: Final = "23456789TJQKA"


class Suit(StrEnum):
    """The value is the letter records use; the order is the canon's."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def symbol(self) -> str:
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self.value]


class BadCard(ValueError):
    """The text is not a card, or not one of this pack."""


class Card:
    """A rank and a suit; how ranks compare is the pack's affair.

    There is one object for each card, so they compare by identity: get them by :meth:`parse` or from a pack.
    """

    __slots__ = ("rank", "suit")

    rank: Final[str]
    suit: Final[Suit]

    def __init__(self, rank: str, suit: Suit) -> None:
        self.rank = rank
        self.suit = suit

    def __str__(self) -> str:
        return self.rank + self.suit.value

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Card.parse, (str(self),))

    @property
    def symbol(self) -> str:
        """As people read it: ``10♥``."""
        return ("10" if self.rank == "T" else self.rank) + self.suit.symbol

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written canonically (``Ah``, ``Td``).

        Raises BadCard for anything else.
        """
        try:
            return _BY_NAME[text]
        except KeyError:
            raise BadCard(text) from None


_BY_NAME: Final = {rank + suit.value: Card(rank, suit) for suit in Suit for rank in RANKS}


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a run such as ``5d3s``.

    Raises BadCard if the run has an odd length, an unknown card, or a card twice.
    """
    cards = tuple(Card.parse(text[i : i + 2]) for i in range(0, len(text), 2))
    if len(set(cards)) != len(cards):
        raise BadCard(text)
    return cards


def run(cards: Iterable[Card]) -> str:
    """The inverse of :func:`parse_cards`."""
    return "".join(map(str, cards))


class Pack:
    """The cards of a game. A set of cards is an int: bit ``i`` is ``cards[i]``.

    Within a suit a higher bit is a higher card, so the highest card of a masked suit is its top bit.
    """

    def __init__(self, ranks_high_to_low: str) -> None:
        ranks = ranks_high_to_low[::-1]
        self.cards: Final = tuple(_BY_NAME[rank + suit.value] for suit in Suit for rank in ranks)
        self.bit: Final = {card: 1 << i for i, card in enumerate(self.cards)}
        self.card: Final = {bit: card for card, bit in self.bit.items()}
        self.all: Final = (1 << len(self.cards)) - 1
        self.suit: Final = {
            suit: self.mask(card for card in self.cards if card.suit is suit) for suit in Suit
        }
        self.suit_of: Final = {bit: self.suit[card.suit] for bit, card in self.card.items()}
        self.above: Final = {bit: self.suit_of[bit] & -(bit << 1) for bit in self.card}
        """For a card, the higher cards of its suit."""

    def beaters(self) -> Mapping[int, Mapping[int, int]]:
        """``beaters()[trumps][card]``: the cards that beat a card, ``trumps`` being a whole suit.

        They are the higher ones of its suit, and every trump if it is none.
        """
        return {
            trumps: {bit: above if bit & trumps else above | trumps for bit, above in self.above.items()}
            for trumps in self.suit.values()
        }

    def mask(self, cards: Iterable[Card]) -> int:
        """Raises KeyError for a card that the pack does not have."""
        mask = 0
        for card in cards:
            mask |= self.bit[card]
        return mask

    def bits(self, mask: int) -> Iterator[int]:
        """The single cards of a set, lowest first within each suit, suits in the order c d h s."""
        while mask:
            low = mask & -mask
            yield low
            mask ^= low

    def in_mask(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set in the pack's order."""
        card = self.card
        cards = []
        while mask:
            low = mask & -mask
            cards.append(card[low])
            mask ^= low
        return tuple(cards)

    def sorted(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set as people hold them: suits s h d c, high cards first."""
        return self.in_mask(mask)[::-1]
