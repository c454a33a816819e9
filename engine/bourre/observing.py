"""What a seat, or a bystander, may know of a Bourré sitting (B-3.12). Hidden things are cut here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.bourre.actions import PACK
from engine.bourre.deal import Deal, Over, Void
from engine.bourre.dealing import Dealing
from engine.bourre.declaring import Declaring, Drawing, Serving
from engine.bourre.options import BourreRules
from engine.bourre.playing import Playing
from engine.cards import Card
from engine.game import Observation, SeatView
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.bourre.sitting import BourreSitting

Trick = tuple[tuple[Seat, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BourreObservation(Observation):
    """``discards`` are the seat's own, as far as they were not shuffled back.

    ``turn_up_out``: the turned card is known to be out of play, as the dealer passed or discarded it.
    """

    rules: BourreRules
    discards: tuple[Card, ...]
    turn_up_out: bool


def observe(sitting: "BourreSitting", seat: Seat | None) -> BourreObservation:
    deal = sitting.deal
    playing = deal.phase if deal else None
    return BourreObservation(
        seat=seat,
        deal=sitting.number,
        deals=sitting.rules.deals,
        dealer=sitting.dealer,
        phase=_phase(sitting),
        to_act=sitting.to_act(),
        hand=PACK.sorted(deal.hands[seat]) if deal and seat is not None else (),
        legal=sitting.legal(seat) if seat is not None else (),
        trump=PACK.card[deal.turn_up].suit if deal and deal.turn_up else None,
        turn_up=PACK.card[deal.turn_up] if deal and deal.turn_up else None,
        pot=sitting.pot,
        trick=_trick(playing.trick) if isinstance(playing, Playing) else (),
        past=tuple(map(_trick, playing.past)) if isinstance(playing, Playing | Over) else (),
        seats=tuple(_seat_view(sitting, each) for each in range(sitting.seats)),
        offered=_offered(deal) if deal else (),
        rules=sitting.rules,
        discards=PACK.sorted(deal.discards[seat]) if deal and seat is not None else (),
        turn_up_out=bool(deal and deal.exposed),
    )


def _offered(deal: Deal) -> tuple[Action, ...]:
    """Whether one may pass depends on the turned card alone; what one may play, on the hand."""
    if not isinstance(deal.phase, Declaring):
        return ()
    (seat,) = deal.acting
    return tuple(each for each in deal.phase.legal(deal, seat) if isinstance(each, Action))


def _trick(cards: tuple[tuple[Seat, int], ...]) -> Trick:
    return tuple([(seat, (PACK.card[bit],)) for seat, bit in cards])


def _phase(sitting: "BourreSitting") -> str:
    if sitting.places is not None:
        return "over"
    match sitting.deal.phase if sitting.deal else None:
        case Dealing():
            return "dealing"
        case Declaring():
            return "declaring"
        case Drawing() | Serving():
            return "drawing"
        case Playing():
            return "playing"
        case _:
            return "between"


def _seat_view(sitting: "BourreSitting", seat: Seat) -> SeatView:
    deal = sitting.deal
    record = sitting.records[seat]
    if deal is None:
        return SeatView(cards=0, stance="", drew=None, tricks=None, record=record)
    stayed = seat in deal.stayed
    return SeatView(
        cards=deal.hands[seat].bit_count(),
        stance="stayed" if stayed else "passed" if _has_spoken(deal, seat) else "",
        drew=deal.drew[seat],
        tricks=deal.taken[seat] if stayed else None,
        record=record,
    )


def _has_spoken(deal: Deal, seat: Seat) -> bool:
    match deal.phase:
        case Dealing() | Void():
            return False
        case Declaring(spoken=spoken) | Drawing(spoken=spoken) | Serving(spoken=spoken):
            return deal.order.index(seat) < spoken
        case _:
            return True
