"""B-3: pass or stay, and the draw, one seat after the other from the dealer's left."""

from collections.abc import Sequence
from functools import cache
from typing import Final, Self

from engine.actions import Action, Legal, Shuffle, Span
from engine.bourre.actions import PACK, Draw, Pass, Stay
from engine.bourre.deal import ALONE, BIT, Deal, Over, wrong_turn
from engine.bourre.early import out_of_turn
from engine.bourre.honour import HonourPlaying
from engine.bourre.playing import Playing
from engine.bourre.refusals import BourreRefusal
from engine.bourre.speaking import MUST_STAY, PASSED, STAYED, lay_aside, may_declare, second_antes
from engine.dealer import CardsDue, Due, ShuffleDue
from engine.errors import IllegalAction, Refusal
from engine.events import Event
from engine.seats import CHANCE, Seat

DRAWS: Final = tuple((Span(Draw.verb, 0, most),) for most in range(6))
"""By the most cards that may be discarded."""


class Declaring:
    """``deal.order[place]`` says pass or stay. Never changes; see DECLARING."""

    __slots__ = ("place",)

    def __init__(self, place: int = 0) -> None:
        self.place = place

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return may_declare(deal, seat) if seat == deal.order[self.place] else ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        place = self.place
        turn = deal.order[place]
        if actor != turn:
            return out_of_turn(deal, actor, action, deal.order[place + 1 :], wrong_turn(turn, "B-3.1"))
        if isinstance(action, Stay):
            return self._stay(deal, actor)
        if not isinstance(action, Pass):
            raise IllegalAction(Refusal.NOT_NOW, "B-3.1")
        if may_declare(deal, actor) is MUST_STAY:
            raise IllegalAction(BourreRefusal.DEALER_MUST_STAY, "B-3.5")
        lay_aside(deal, actor)
        next_to_speak(deal, place + 1)
        return PASSED[actor]

    def _stay(self, deal: Deal, seat: Seat) -> tuple[Event, ...]:
        """The stay of who draws at once is told with his draw."""
        rules = deal.rules
        deal.stayed = (*deal.stayed, seat)
        if rules.draws_at_once:
            deal.phase = DRAWING[self.place]
            return second_antes(deal, (seat,)) if rules.second_ante else ()
        next_to_speak(deal, self.place + 1)
        return (*STAYED[seat], *second_antes(deal, (seat,)))

    def copy(self) -> Self:
        return self


def next_to_speak(deal: Deal, place: int) -> None:
    """Ask the next seat. The dealer is not asked when all others have passed (B-3.6)."""
    last = len(deal.order) - 1
    if place == last and not deal.stayed:
        deal.stayed = (deal.dealer,)
        place += 1
    if place <= last:
        deal.phase = DECLARING[place]
        deal.acting = ALONE[deal.order[place]]
    else:
        all_have_spoken(deal)


def all_have_spoken(deal: Deal) -> None:
    """Go on with the draw or the play, or end the deal: who is left alone wins it unplayed (B-3.6)."""
    if len(deal.stayed) == 1:
        deal.taken[deal.stayed[0]] = deal.rules.hand_size
        deal.end(Over())
    elif deal.rules.draws_at_once:
        begin_play(deal)
    else:
        next_to_draw(deal, 0)


def next_to_draw(deal: Deal, place: int) -> None:
    """Where all have spoken before the first draws: of who stayed, the next one from this place on."""
    order = deal.order
    while place < len(order) and order[place] not in deal.stayed:
        place += 1
    if place == len(order):
        begin_play(deal)
    else:
        deal.phase = DRAWING[place]
        deal.acting = ALONE[order[place]]


def begin_play(deal: Deal) -> None:
    deal.phase = HonourPlaying(deal.stayed) if deal.rules.by_honour else Playing(deal.stayed)
    deal.acting = ALONE[deal.stayed[0]]


def after_draw(deal: Deal, place: int) -> None:
    if deal.rules.draws_at_once:
        next_to_speak(deal, place + 1)
    else:
        next_to_draw(deal, place + 1)


def silent(deal: Deal, place: int) -> Sequence[Seat]:
    """Who has not spoken while ``deal.order[place]`` draws."""
    return deal.order[place + 1 :] if deal.rules.draws_at_once else ()


class Drawing:
    """``deal.order[place]`` has said stay and chooses what to discard. Never changes; see DRAWING."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def due(self, deal: Deal) -> Due | None:
        return None

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return DRAWS[deal.rules.max_draw] if seat == deal.order[self.place] else ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        turn = deal.order[self.place]
        if actor != turn:
            wrong = wrong_turn(turn, "B-3.1")
            return out_of_turn(deal, actor, action, silent(deal, self.place), wrong)
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
            after_draw(deal, self.place)
            return
        deal.hands[seat] ^= thrown
        deal.discards[seat] |= thrown
        if seat == deal.dealer:
            deal.exposed = thrown & deal.turn_up
        deal.phase = Serving(self.place, count)
        deal.acting = ()

    def copy(self) -> Self:
        return self


DECLARING: Final = tuple(Declaring(place) for place in range(8))
DRAWING: Final = tuple(Drawing(place) for place in range(8))


@cache
def draw_due(seat: Seat, place: int, count: int) -> CardsDue:
    return CardsDue(seat, tuple(range(place, place + count)))


class Serving:
    """``deal.order[place]`` is owed ``owed`` cards from the stock, reshuffled if it runs out (B-3.8)."""

    __slots__ = ("owed", "place")

    def __init__(self, place: int, owed: int) -> None:
        self.place = place
        self.owed = owed

    def due(self, deal: Deal) -> Due:
        if not deal.stock:
            return ShuffleDue(PACK.in_mask(self._pool(deal)))
        count = min(self.owed, deal.stock.bit_count())
        return draw_due(deal.order[self.place], deal.place, count)

    def _pool(self, deal: Deal) -> int:
        """What a reshuffle takes, never the discards of the seat being served (B-3.8).

        Passed hands and the discards of others go together where each draws at once, else the hands first.
        """
        if deal.thrown_in and not deal.rules.draws_at_once:
            return deal.thrown_in
        pool = deal.thrown_in
        for seat, discards in enumerate(deal.discards):
            if seat != deal.order[self.place]:
                pool |= discards
        return pool

    def legal(self, deal: Deal, seat: Seat) -> tuple[Legal, ...]:
        return ()

    def apply(self, deal: Deal, actor: Seat, action: Action) -> tuple[Event, ...]:
        if actor != CHANCE:
            not_now = IllegalAction(Refusal.NOT_NOW, "B-3.3")
            return out_of_turn(deal, actor, action, silent(deal, self.place), not_now)
        if deal.stock:
            self._serve(deal, action)
        elif isinstance(action, Shuffle):
            self._reshuffle(deal)
        else:
            raise IllegalAction(Refusal.NOT_DUE, "B-3.8", due=self.due(deal))
        return ()

    def _serve(self, deal: Deal, action: Action) -> None:
        count = min(self.owed, deal.stock.bit_count())
        deal.give(action, deal.order[self.place], count, "B-3.3")
        deal.place += count
        self.owed -= count
        if not self.owed:
            after_draw(deal, self.place)

    def _reshuffle(self, deal: Deal) -> None:
        pool = self._pool(deal)
        deal.stock = pool
        deal.place = 0
        deal.thrown_in &= ~pool
        deal.exposed &= ~pool
        deal.discards = [discards & ~pool for discards in deal.discards]

    def copy(self) -> Self:
        return type(self)(self.place, self.owed)
