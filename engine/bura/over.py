"""How a deal of Bura ends. No action is legal any more."""

from engine.actions import Action, Legal
from engine.bura.deal import Deal
from engine.dealer import Due
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import Seat
from engine.values import value


class Over:
    __slots__ = ()

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        raise IllegalAction(Refusal.OVER, "U-5.6")


@value
class Won(Over):
    """By a true claim (U-5.2) or a bura (U-4.4)."""

    seat: Seat
    by_claim: bool


@value
class ClaimedFalsely(Over):
    """U-5.3."""

    seat: Seat


class Unclaimed(Over):
    """U-5.5."""

    __slots__ = ()


class Void(Over):
    """Ended by agreement before its end (U-6.3)."""

    __slots__ = ()
