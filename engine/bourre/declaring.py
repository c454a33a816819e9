"""B-3: pass or stay, and the draw, one seat after the other from the dealer's left."""

from functools import cache
from typing import Final, Self

from engine.actions import Action, Legal, Shuffle, Span
from engine.bourre.actions import PACK, PASS, STAY, Draw, Pass, Stay
from engine.bourre.deal import ALONE, BIT, Deal, Over, wrong_turn
from engine.bourre.playing import Playing
from engine.bourre.refusals import BourreRefusal
from engine.dealer import CardsDue, Due, ShuffleDue
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import CHANCE, Seat

ACE: Final = PACK.mask(card for card in PACK.cards if card.rank == "A")


MAY_PASS: Final = (STAY, PASS)
MUST_STAY: Final = (STAY,)
DRAWS: Final = tuple((Span(Draw.verb, 0, most),) for most in range(6))
"""By the most cards that may be discarded."""


class Declaring:
    """``deal.order[spoken]`` says pass or stay. Never changes; see DECLARING."""

    __slots__ = ("spoken",)

    def __init__(self, spoken: int = 0) -> None:
        self.spoken = spoken

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        if seat != deal.order[self.spoken]:
            return ()
        return MUST_STAY if must_stay(deal, seat) else MAY_PASS

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != deal.order[self.spoken]:
            raise wrong_turn(deal.order[self.spoken], "B-3.1")
        if isinstance(action, Stay):
            deal.stayed = (*deal.stayed, actor)
            deal.phase = DRAWING[self.spoken]
        elif isinstance(action, Pass):
            self._pass(deal, actor)
            next_to_speak(deal, self.spoken + 1)
        else:
            raise IllegalAction(Refusal.NOT_NOW, "B-3.1")
        return ()

    def _pass(self, deal: Deal, seat: Seat) -> None:
        if must_stay(deal, seat):
            raise IllegalAction(BourreRefusal.DEALER_MUST_STAY, "B-3.5")
        deal.thrown_in |= deal.hands[seat]
        deal.hands[seat] = 0
        if seat == deal.dealer:
            deal.exposed = deal.turn_up

    def copy(self) -> Self:
        return self


def must_stay(deal: Deal, seat: Seat) -> bool:
    """B-3.5."""
    return seat == deal.dealer and bool(deal.turn_up & ACE)


def next_to_speak(deal: Deal, spoken: int) -> None:
    """Ask the next seat, or begin the play, or end the deal: who is left alone wins it unplayed (B-3.6)."""
    last = len(deal.order) - 1
    if spoken == last and not deal.stayed:
        deal.stayed = (deal.dealer,)
        spoken += 1
    if spoken <= last:
        deal.phase = DECLARING[spoken]
        deal.acting = ALONE[deal.order[spoken]]
    elif len(deal.stayed) == 1:
        deal.taken[deal.stayed[0]] = deal.rules.hand_size
        deal.end(Over())
    else:
        deal.phase = Playing(deal.stayed)
        deal.acting = ALONE[deal.stayed[0]]


class Drawing:
    """``deal.order[spoken]`` has said stay and chooses what to discard. Never changes; see DRAWING."""

    __slots__ = ("spoken",)

    def __init__(self, spoken: int) -> None:
        self.spoken = spoken

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return DRAWS[deal.rules.max_draw] if seat == deal.order[self.spoken] else ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != deal.order[self.spoken]:
            raise wrong_turn(deal.order[self.spoken], "B-3.1")
        if not isinstance(action, Draw):
            raise IllegalAction(Refusal.NOT_NOW, "B-3.3")
        if len(action.cards) > deal.rules.max_draw:
            raise IllegalAction(BourreRefusal.TOO_MANY_DISCARDS, "B-3.7", most=deal.rules.max_draw)
        hand = kept = deal.hands[actor]
        for card in action.cards:
            bit = BIT[card]
            if not bit & kept:
                raise IllegalAction(Refusal.NOT_HELD, "B-3.3", card=card)
            kept ^= bit
        self._discard(deal, actor, hand ^ kept, len(action.cards))
        return ()

    def _discard(self, deal: Deal, seat: Seat, thrown: int, count: int) -> None:
        deal.drew[seat] = count
        if not count:
            next_to_speak(deal, self.spoken + 1)
            return
        deal.hands[seat] ^= thrown
        deal.discards[seat] |= thrown
        if seat == deal.dealer:
            deal.exposed = thrown & deal.turn_up
        deal.phase = Serving(self.spoken, count)
        deal.acting = ()

    def copy(self) -> Self:
        return self


DECLARING: Final = tuple(Declaring(spoken) for spoken in range(8))
DRAWING: Final = tuple(Drawing(spoken) for spoken in range(8))


@cache
def draw_due(seat: Seat, place: int, count: int) -> CardsDue:
    return CardsDue(seat, tuple(range(place, place + count)))


class Serving:
    """``deal.order[spoken]`` is owed ``owed`` cards from the stock, reshuffled if it runs out (B-3.8)."""

    __slots__ = ("owed", "spoken")

    def __init__(self, spoken: int, owed: int) -> None:
        self.spoken = spoken
        self.owed = owed

    def due(self, deal: Deal) -> Due:
        if not deal.stock:
            return ShuffleDue(PACK.in_mask(self._pool(deal)))
        count = min(self.owed, deal.stock.bit_count())
        return draw_due(deal.order[self.spoken], deal.place, count)

    def _pool(self, deal: Deal) -> int:
        """What a reshuffle takes: passed hands and earlier discards, never those of the seat being served."""
        pool = deal.thrown_in
        for seat, discards in enumerate(deal.discards):
            if seat != deal.order[self.spoken]:
                pool |= discards
        return pool

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != CHANCE:
            raise IllegalAction(Refusal.NOT_NOW, "B-3.3")
        if deal.stock:
            self._serve(deal, action)
        elif isinstance(action, Shuffle):
            self._reshuffle(deal)
        else:
            raise IllegalAction(Refusal.NOT_DUE, "B-3.8", due=self.due(deal))
        return ()

    def _serve(self, deal: Deal, action: Action) -> None:
        count = min(self.owed, deal.stock.bit_count())
        deal.give(action, deal.order[self.spoken], count, "B-3.3")
        deal.place += count
        self.owed -= count
        if not self.owed:
            next_to_speak(deal, self.spoken + 1)

    def _reshuffle(self, deal: Deal) -> None:
        deal.stock = self._pool(deal)
        deal.place = 0
        deal.thrown_in = 0
        served = deal.order[self.spoken]
        deal.discards = [kept if seat == served else 0 for seat, kept in enumerate(deal.discards)]

    def copy(self) -> Self:
        return type(self)(self.spoken, self.owed)
