"""What stay and pass mean, whether they are said in turn or in secret (B-3)."""

from collections.abc import Iterable
from typing import Final

from engine.bourre.actions import PACK, PASS, STAY, Pass, Stay
from engine.bourre.deal import Deal
from engine.bourre.events import Passed, SecondAntePaid, Stayed
from engine.events import Event
from engine.seats import Seat

ACE: Final = PACK.mask(card for card in PACK.cards if card.rank == "A")
MAY_PASS: Final = (STAY, PASS)
MUST_STAY: Final = (STAY,)
STAYED: Final = tuple((Stayed(seat),) for seat in range(8))
PASSED: Final = tuple((Passed(seat),) for seat in range(8))


def may_declare(deal: Deal, seat: Seat) -> tuple[Stay | Pass, ...]:
    """B-3.5: under an ace the dealer must stay."""
    return MUST_STAY if seat == deal.dealer and deal.turn_up & ACE else MAY_PASS


def lay_aside(deal: Deal, seat: Seat) -> None:
    """B-3.2."""
    deal.thrown_in |= deal.hands[seat]
    deal.hands[seat] = 0
    if seat == deal.dealer:
        deal.exposed = deal.turn_up


def second_antes(deal: Deal, seats: Iterable[Seat]) -> tuple[Event, ...]:
    """B-3.9: of these seats, who stay."""
    return tuple([SecondAntePaid(seat, deal.rules.ante) for seat in seats]) if deal.rules.second_ante else ()
