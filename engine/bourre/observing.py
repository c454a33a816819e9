"""What a seat, or a bystander, may know of a Bourré sitting (B-3.12). Hidden things are cut here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.bourre.actions import PACK
from engine.bourre.deal import Deal, Over, Phase, Void
from engine.bourre.dealing import Dealing
from engine.bourre.declaring import Declaring, Drawing, Serving, silent
from engine.bourre.faults import NO_FAULTS, Faults
from engine.bourre.honour import HonourPlaying
from engine.bourre.options import BourreRules
from engine.bourre.playing import Playing
from engine.bourre.sealing import Sealing
from engine.bourre.speaking import MAY_PASS
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
    ``has_reneged``: the seat broke a rule and did not mend it in time. ``barred`` are those that everybody
    knows to be barred from the pot; ``lost_turns`` to deal are by seat.
    """

    rules: BourreRules
    discards: tuple[Card, ...]
    turn_up_out: bool
    has_reneged: bool
    barred: tuple[Seat, ...]
    lost_turns: tuple[int, ...]


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
        sealed=_sealed(playing, seat),
        mistakes=sitting.rules.by_honour,
        broken=_broken(playing, seat),
        has_reneged=seat in _faults(playing).reneged,
        barred=tuple(sorted(_faults(playing).retracted | _faults(playing).abandoned)),
        lost_turns=sitting.lost,
    )


def _sealed(phase: Phase | None, seat: Seat | None) -> Action | None:
    chosen = dict(phase.chosen) if isinstance(phase, Sealing) else {}
    return chosen.get(seat) if seat is not None else None


def _broken(phase: Phase | None, seat: Seat | None) -> str:
    """B-8.1: told to nobody but the player."""
    pending = phase.pending if isinstance(phase, HonourPlaying) else None
    return pending.clause if pending and pending.seat == seat else ""


def _faults(phase: Phase | None) -> Faults:
    return phase.faults if isinstance(phase, HonourPlaying | Over) else NO_FAULTS


def _offered(deal: Deal) -> tuple[Action, ...]:
    """Whether one may pass depends on the turned card alone; what one may play, on the hand."""
    if isinstance(deal.phase, Sealing):
        return MAY_PASS
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
        case Declaring() | Sealing():
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
        stance=_stance(deal, seat),
        drew=deal.drew[seat],
        tricks=deal.taken[seat] if stayed and isinstance(deal.phase, Playing | Over) else None,
        record=record,
        plays=_plays(_stance(deal, seat)),
    )


def _plays(stance: str) -> bool | None:
    return stance == "stayed" if stance else None


def _stance(deal: Deal, seat: Seat) -> str:
    if seat in _faults(deal.phase).abandoned:
        return "abandoned"
    if seat in deal.stayed:
        return "stayed"
    return "passed" if _has_spoken(deal, seat) else ""


def _has_spoken(deal: Deal, seat: Seat) -> bool:
    match deal.phase:
        case Dealing() | Sealing() | Void():
            return False
        case Declaring(place=place):
            return deal.order.index(seat) < place
        case Drawing(place=place) | Serving(place=place):
            return seat not in silent(deal, place)
        case _:
            return True
