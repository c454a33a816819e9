"""O-3, O-4.2, O-4.3: who wins which pot at a showdown, and who is paid for a brelan. Cards only."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.bouillotte.actions import PACK
from engine.cards import Card, Suit
from engine.pots import Pot
from engine.seats import Seat
from engine.values import value

POINTS: Final = {"A": 11, "K": 10, "Q": 10, "9": 9, "8": 8}
"""O-1.1."""
SUITS: Final = tuple(PACK.suit.items())
RANKS: Final = "89QKA"
FOURS: Final = tuple([PACK.mask(card for card in PACK.cards if card.rank == rank) for rank in RANKS])
"""The four cards of each rank, of which a brelan lacks one."""
BRELANS: Final = {four ^ bit: height for height, four in enumerate(FOURS) for bit in PACK.bits(four)}
"""The height of each hand that is a brelan."""


def _sums_within(suit: int) -> Mapping[int, int]:
    """The points of every set of cards of one suit."""
    points = {0: 0}
    for bit in PACK.bits(suit):
        worth = POINTS[PACK.card[bit].rank]
        points |= {cards | bit: sum_ + worth for cards, sum_ in points.items()}
    return points


SUMS: Final = {cards: sum_ for suit in PACK.suit.values() for cards, sum_ in _sums_within(suit).items()}


class Brelan(NamedTuple):
    """O-3.1. The greater of two wins."""

    is_carre: bool
    height: int

    @property
    def rank(self) -> str:
        return RANKS[self.height]


def brelan_of(hand: int, turn_up: int) -> Brelan | None:
    height = BRELANS.get(hand)
    return None if height is None else Brelan(bool(turn_up & FOURS[height]), height)


@value
class Award:
    """``seat`` wins ``units``; by its ``card`` of the suit that decides, where the point decided.

    Then ``skipped`` are the suits that add up to as much or more, but that no contender of this pot holds,
    and ``equal`` those, the suit that decides among them, of which the place by the dealer chose.
    """

    seat: Seat
    units: int
    card: Card | None = None
    skipped: tuple[Suit, ...] = ()
    equal: tuple[Suit, ...] = ()


class Showdown:
    """All hands shown (sets of PACK by seat) and the turned card. ``order`` runs from the dealer's right.

    ``richest`` is the suit of the largest sum, or those that share it.
    """

    __slots__ = ("brelans", "hands", "order", "richest", "sums")

    def __init__(self, hands: Sequence[int], turn_up: int, order: Sequence[Seat]) -> None:
        self.hands = hands
        self.order = order
        self.sums: Mapping[Suit, int] = sums(sum(hands) | turn_up)
        most = max(self.sums.values())
        self.richest = [suit for suit, points in self.sums.items() if points == most]
        self.brelans = {seat: found for seat in order if (found := brelan_of(hands[seat], turn_up))}

    def awards(self, pots: Sequence[Pot]) -> list[Award]:
        """Who wins each pot, the main pot first."""
        contenders = pots[0].contenders
        by_point = len(contenders) > 1 and self.brelans.keys().isdisjoint(contenders)
        # O-4.2: once the point has decided the main pot, its order of suits holds for the side pots.
        return [self._award(pot, contenders if by_point else pot.contenders) for pot in pots]

    def _award(self, pot: Pot, rankers: Sequence[Seat]) -> Award:
        """``rankers`` are the seats whose cards put the suits in order."""
        if len(pot.contenders) == 1:
            return Award(pot.contenders[0], pot.units)
        brelans = self.brelans and [seat for seat in pot.contenders if seat in self.brelans]
        if brelans:
            return Award(max(brelans, key=self.brelans.__getitem__), pot.units)
        held = self.held(pot.contenders)
        decides, skipped, equal = self._deciding(held, rankers)
        highest = top(held & PACK.suit[decides])
        return Award(self.owner(highest, pot.contenders), pot.units, PACK.card[highest], skipped, equal)

    def _deciding(
        self, held: int, rankers: Sequence[Seat]
    ) -> tuple[Suit, tuple[Suit, ...], tuple[Suit, ...]]:
        """The suit that decides among ``held`` cards, then what an Award tells of the others."""
        richest = self.richest[0]
        if len(self.richest) == 1 and held & PACK.suit[richest]:
            return richest, (), ()  # O-3.2, and nothing to explain
        order = self.suits(self.held(rankers))
        decides = next(suit for suit in order if held & PACK.suit[suit])
        return decides, self._skipped(held, decides), self._equal(order, decides)

    def _skipped(self, held: int, decides: Suit) -> tuple[Suit, ...]:
        """O-3.3, O-4.2."""
        points = self.sums[decides]
        return tuple([suit for suit, whole in SUITS if not held & whole and self.sums[suit] >= points])

    def _equal(self, order: Sequence[Suit], decides: Suit) -> tuple[Suit, ...]:
        """O-3.4: where its place by the dealer put the first suit of the ``order`` before others."""
        points = self.sums[decides]
        equal = [suit for suit in order if self.sums[suit] == points]
        return tuple(sorted(equal)) if len(equal) > 1 and order[0] is decides else ()

    def held(self, contenders: Sequence[Seat]) -> int:
        """The cards of the contenders."""
        return sum([self.hands[seat] for seat in contenders])

    def owner(self, card: int, seats: Sequence[Seat]) -> Seat:
        """Which of ``seats`` holds the card."""
        (seat,) = [seat for seat in seats if self.hands[seat] & card]
        return seat

    def suits(self, cards: int) -> list[Suit]:
        """O-3.2 to O-3.4: the suits that contenders hold, by their ``cards``; the one that decides first."""
        held = [suit for suit, whole in SUITS if cards & whole]
        if len({self.sums[suit] for suit in held}) < len(held):
            held.sort(key=lambda suit: self._place(cards & PACK.suit[suit]))
        return sorted(held, key=self.sums.__getitem__, reverse=True)  # equal ones stay as they are

    def _place(self, cards: int) -> int:
        """Of who holds the highest of some cards of one suit: how far from the dealer's right."""
        return self.order.index(self.owner(top(cards), self.order))

    def bonuses(self) -> list[int]:
        """O-4.3: what each seat gets from the other three, netted, in chips."""
        claims = [0] * len(self.hands)
        for seat, brelan in self.brelans.items():
            claims[seat] = 2 if brelan.is_carre else 1
        return [len(claims) * claim - sum(claims) for claim in claims]


def top(cards: int) -> int:
    """The highest of some cards of one suit (O-3.3)."""
    return 1 << cards.bit_length() >> 1


def sums(cards: int) -> dict[Suit, int]:
    """The points of a set of cards by suit."""
    return {suit: SUMS[cards & whole] for suit, whole in SUITS}
