"""What a seat, or a bystander, may know of a Bouillotte sitting. Hidden things are cut here.

All chips and all that was said are open. Hands are their owners' until a showdown opens all four (O-4.3).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.bouillotte.actions import PACK
from engine.bouillotte.betting import Answering, LastChance, Speaking
from engine.bouillotte.deal import Deal, Over
from engine.bouillotte.dealing import Dealing
from engine.bouillotte.doubling import Doubling
from engine.bouillotte.options import SEATS, BouillotteRules
from engine.bouillotte.refilling import Refilling
from engine.bouillotte.showdown import sums
from engine.cards import Card, Suit
from engine.game import Observation, SeatView
from engine.pots import Pot, layers
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.bouillotte.sitting import BouillotteSitting


@dataclass(frozen=True, slots=True, kw_only=True)
class BouillotteObservation(Observation):
    """Amounts are in units and by seat; a seat's cave is the ``record`` of its SeatView.

    ``live`` are the seats that can win the pot, from the dealer's right on. ``put`` is what each put in in
    this deal; ``pots`` are the main pot and the side pots as they would be cut now. ``last`` opened or raised
    last, None before an opening. ``shown`` are all hands by seat, and ``sums`` what the thirteen cards add up
    to: both empty but for a deal that came to a showdown.
    """

    rules: BouillotteRules
    bonuses: tuple[int, ...]
    refills: tuple[int, ...]
    put: tuple[int, ...]
    pots: tuple[Pot, ...]
    live: tuple[Seat, ...]
    last_carre: Seat | None
    last: Seat | None
    shown: tuple[tuple[Card, ...], ...]
    sums: Mapping[Suit, int]


def observe(sitting: "BouillotteSitting", seat: Seat | None) -> BouillotteObservation:
    deal, accounts = sitting.deal, sitting.accounts
    shown = _shown(deal)
    return BouillotteObservation(
        seat=seat,
        deal=sitting.number,
        deals=sitting.rules.deals,
        dealer=sitting.dealer,
        phase=_phase(sitting),
        to_act=sitting.to_act(),
        hand=PACK.sorted(deal.hands[seat]) if deal and seat is not None else (),
        legal=sitting.legal(seat) if seat is not None else (),
        trump=None,
        turn_up=PACK.card[deal.turn_up] if deal and deal.turn_up else None,
        pot=accounts.pot,
        trick=(),
        past=(),
        seats=tuple([_seat_view(sitting, each) for each in range(SEATS)]),
        offered=_offered(deal) if deal else (),
        notes=(("order", {}), *_notes(deal)),
        asked=_asked(deal),
        rules=sitting.rules,
        bonuses=tuple(accounts.bonuses),
        refills=tuple(accounts.refills),
        put=tuple(accounts.put),
        pots=_pots(deal),
        live=deal.live if deal else (),
        last_carre=deal.last_carre if deal else None,
        last=deal.phase.last if deal and isinstance(deal.phase, Answering | LastChance) else None,
        shown=shown,
        sums=sums(PACK.mask(card for hand in shown for card in hand) | deal.turn_up)
        if deal and shown
        else {},
    )


def _shown(deal: Deal | None) -> tuple[tuple[Card, ...], ...]:
    if deal and isinstance(deal.phase, Over) and deal.phase.is_shown:
        return tuple(map(PACK.sorted, deal.hands))
    return ()


def _pots(deal: Deal | None) -> tuple[Pot, ...]:
    """A side pot begins where a live seat is all-in; what the others put in may still be equalled."""
    if deal is None or deal.is_over or not deal.live:
        return ()
    accounts = deal.accounts
    reach = {seat: accounts.largest if accounts.caves[seat] else accounts.put[seat] for seat in deal.live}
    return tuple(layers(accounts.put, reach, accounts.carried))


def _asked(deal: Deal | None) -> str:
    match deal.phase if deal else None:
        case Refilling():
            return "refill"
        case Doubling():
            return "carre"
        case _:
            return ""


def _notes(deal: Deal | None) -> Iterator[tuple[str, Mapping[str, object]]]:
    """What a call takes; and who can win what, once there are side pots."""
    if deal and isinstance(deal.phase, Answering):
        yield "to-call", {"units": deal.accounts.largest}
    pots = _pots(deal)
    for pot in pots if len(pots) > 1 else ():
        key = "main-pot" if pot is pots[0] else "side-pot"
        yield key, {"units": pot.units, "seats": pot.contenders}


def _offered(deal: Deal) -> tuple[Action, ...]:
    """All that may be done depends on chips alone, and these are open."""
    return tuple([each for each in deal.phase.offers(deal) if isinstance(each, Action)])


def _phase(sitting: "BouillotteSitting") -> str:
    if sitting.places is not None:
        return "over"
    match sitting.deal.phase if sitting.deal else None:
        case Refilling():
            return "refilling"
        case Doubling():
            return "doubling"
        case Dealing():
            return "dealing"
        case Speaking():
            return "speaking"
        case Answering():
            return "answering"
        case LastChance():
            return "last-chance"
        case _:
            return "between"


def _seat_view(sitting: "BouillotteSitting", seat: Seat) -> SeatView:
    deal = sitting.deal
    return SeatView(
        cards=deal.hands[seat].bit_count() if deal else 0,
        stance=deal.stances[seat] if deal else "",
        drew=None,
        tricks=None,
        record=sitting.accounts.caves[seat],
        put=sitting.accounts.put[seat],
        bonus=sitting.accounts.bonuses[seat],
        plays=False if deal and deal.stances[seat] in ("folded", "out") else None,
    )
