"""What a seat, or a bystander, may know of a Bura sitting (U-2.4). Hidden things are cut here.

Won tricks lie face down: their cards and their points are in no observation before a claim opens them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.bura.actions import PACK, WAIVE
from engine.bura.deal import Deal
from engine.bura.dealing import Dealing
from engine.bura.memory import NOTHING, Memory, remember
from engine.bura.over import ClaimedFalsely, Won
from engine.bura.playing import Answering, Deciding, Leading, Serving
from engine.cards import Card
from engine.game import Observation, SeatView
from engine.hearing import Heard
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.bura.sitting import BuraSitting


@dataclass(frozen=True, slots=True, kw_only=True)
class BuraObservation(Observation):
    """``stock`` cards are left to draw, the turned one among them; ``set_aside`` cards nobody will draw.

    ``leader`` has the lead, or had it before the window that is open. ``memory`` is empty unless a computer
    player has listened.
    """

    pots_won: int
    pots: int
    leader: Seat | None
    stock: int
    set_aside: int
    shown: tuple[tuple[Card, ...], ...]
    """By seat: the cards of an announced hand, until the trick that follows is taken."""
    opened: tuple[Card, ...]
    """The claimer's tricks, once he has claimed."""
    memory: Memory = NOTHING


def observe(sitting: "BuraSitting", seat: Seat | None) -> BuraObservation:
    deal = sitting.deal
    seen = _observe(sitting, deal, seat)
    if deal is None or not isinstance(deal.phase, Deciding):
        return seen
    return _in_window(seen, deal, deal.phase)


def _in_window(seen: BuraObservation, deal: Deal, window: Deciding) -> BuraObservation:
    ahead = window.ahead(deal, seen.seat) if seen.seat is not None else ()
    return replace(
        seen,
        offered=window.offered(),
        asked=window.asked(deal),
        silence=window.silence(deal),
        ahead=ahead,
        meanwhile=WAIVE if ahead and seen.seat == window.turn else None,
    )


def _observe(sitting: "BuraSitting", deal: Deal | None, seat: Seat | None) -> BuraObservation:
    return BuraObservation(
        seat=seat,
        deal=sitting.number,
        deals=None,
        dealer=sitting.dealer,
        phase=_phase(sitting),
        to_act=sitting.to_act(),
        hand=PACK.sorted(deal.hands[seat]) if deal and seat is not None else (),
        legal=sitting.legal(seat) if seat is not None else (),
        trump=PACK.card[deal.turn_up].suit if deal and deal.turn_up else None,
        turn_up=PACK.card[deal.turn_up] if deal and deal.turn_up else None,
        pot=sitting.pot,
        trick=_trick(deal) if deal else (),
        past=(),
        seats=tuple(_seat_view(sitting, each) for each in range(sitting.seats)),
        notes=_notes(sitting),
        pots_won=sitting.pots_won,
        pots=sitting.rules.pots,
        leader=_leader(deal) if deal else None,
        stock=deal.stock.bit_count() if deal else 0,
        set_aside=deal.aside.bit_count() if deal else 0,
        shown=tuple(_shown(deal, each) if deal else () for each in range(sitting.seats)),
        opened=_opened(deal) if deal else (),
    )


def _notes(sitting: "BuraSitting") -> tuple[tuple[str, Mapping[str, object]], ...]:
    pots: dict[str, object] = {"won": sitting.pots_won, "pots": sitting.rules.pots}
    stock = () if sitting.deal is None else (("stock", {"n": sitting.deal.stock.bit_count()}),)
    return (("pots", pots), *stock)


def listening(seen: Observation, heard: Iterable[Heard]) -> Observation:
    """The observation of a player who has heard so much of the running deal, and forgets nothing."""
    assert isinstance(seen, BuraObservation)
    return replace(seen, memory=remember(heard))


def _trick(deal: Deal) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    phase = deal.phase
    return ((phase.leader, phase.led),) if isinstance(phase, Answering) else ()


def _leader(deal: Deal) -> Seat | None:
    return deal.phase.leader if isinstance(deal.phase, Deciding | Leading | Answering) else None


def _shown(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    return PACK.sorted(deal.shown[seat] & deal.hands[seat])


def _opened(deal: Deal) -> tuple[Card, ...]:
    match deal.phase:
        case Won(seat, by_claim=True) | ClaimedFalsely(seat):
            return PACK.sorted(deal.captured[seat])
        case _:
            return ()


def _phase(sitting: "BuraSitting") -> str:
    if sitting.places is not None:
        return "over"
    match sitting.deal.phase if sitting.deal else None:
        case Dealing():
            return "dealing"
        case Deciding():
            return "deciding"
        case Leading():
            return "leading"
        case Answering():
            return "answering"
        case Serving():
            return "drawing"
        case _:
            return "between"


def _seat_view(sitting: "BuraSitting", seat: Seat) -> SeatView:
    deal = sitting.deal
    return SeatView(
        cards=deal.hands[seat].bit_count() if deal else 0,
        stance="",
        drew=None,
        tricks=deal.taken[seat] if deal else None,
        record=sitting.records[seat],
    )
