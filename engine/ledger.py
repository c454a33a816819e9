"""Double entry in whole units, so that every share of every pot is exact."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from engine.errors import BadAmount
from engine.seats import Seat, seat_name
from engine.values import value

UNITS: Final = 840
"""Units in a chip: 840 is divisible by 1 … 8, so a whole number of chips is shared exactly among 2 to 8."""

_AMOUNT: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,2})?")
"""Read before Fraction reads it, which would compute 1e999999999."""
POT: Final = "pot"
BANK: Final = "bank"


def account(seat: Seat) -> str:
    """The account of a seat's record (or cave)."""
    return seat_name(seat)


class Unbalanced(AssertionError):
    """A batch of postings does not sum to zero: our mistake, never a player's."""


@value
class Posting:
    """``units`` (1/840 chip, signed, not 0) booked on ``account`` because of ``cause``."""

    account: str
    cause: str
    units: int


def batch(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The postings, zeros dropped, once they are known to sum to zero.

    Raises Unbalanced.
    """
    kept = tuple([posting for posting in postings if posting.units])
    if total := sum([posting.units for posting in kept]):
        raise Unbalanced(f"batch is off by {amount(total)}: {kept}")
    return kept


def move(cause: str, source: str, target: str, units: int) -> tuple[Posting, ...]:
    return (Posting(source, cause, -units), Posting(target, cause, units))


def balances(postings: Iterable[Posting]) -> Mapping[str, int]:
    """Units by account."""
    sums: defaultdict[str, int] = defaultdict(int)
    for posting in postings:
        sums[posting.account] += posting.units
    return sums


def amount(units: int) -> str:
    """Chips as records write them: ``5``, ``-3``, ``13/5``."""
    whole, rest = divmod(units, UNITS)
    return str(Fraction(units, UNITS)) if rest else str(whole)


def parse_amount(text: str) -> int:
    """Units in an amount such as ``5`` or ``13/5``.

    Raises BadAmount if it is none, is not in lowest terms, or is finer than a unit.
    """
    if not _AMOUNT.fullmatch(text):
        raise BadAmount(text)
    units = Fraction(text) * UNITS
    if units.denominator != 1 or amount(units.numerator) != text:
        raise BadAmount(text)
    return units.numerator
