"""Pictures of what a seat, or a bystander, may know: the table and the hand, as PNG. Nothing here knows more.

Laid out for a phone, which shows the 900 pixels of a table in about 360.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import permutations
from typing import Final

from PIL import Image, ImageDraw

from bot.render import paint, sprites
from bot.render.lettering import BOLD, label
from bot.render.places import MIDDLE, OWN, SIZE, Place, places
from bot.render.plates import Plate, draw_own_plate, draw_plate
from engine.cards import RANKS, Card, Suit
from engine.game import Observation
from engine.ledger import amount
from engine.seats import Seat, seat_name

Trick = tuple[tuple[Seat, tuple[Card, ...]], ...]

PLAYED: Final = 58
HELD: Final = 64
HIDDEN: Final = 40
TURNED: Final = 46
IN_HAND: Final = 120
"""Widths of cards: in a trick, in the own hand at the table, face down, turned up, in a picture of a hand."""

SHOWING: Final = 42
"""So much of a hidden card shows behind the plate."""

APART: Final = 60
"""From one card to the next where a seat plays several to a trick: games for two do, so there is room."""


def table_picture(
    seen: Observation, names: Sequence[str], *, clockwise: bool = True, ranks: str = RANKS
) -> bytes:
    """The table as a 900x500 PNG; ``names`` are by seat, play goes round ``clockwise`` or against it.

    Whoever looks sits at the bottom (a bystander sees seat 0 there). ``ranks``, low to high, tell who heads
    the trick.
    """
    image = _cloth().copy()
    _draw_middle(image, seen)
    if not clockwise:
        _draw_turning(image)
    at = places(len(seen.seats), seen.seat or 0, clockwise)
    for seat, place in enumerate(at):
        _draw_seat(image, seen, seat, names[seat], place)
    trick = seen.trick or (seen.past[-1] if seen.past else ())
    _draw_trick(image, trick, at, _head(trick, seen.trump, ranks), dimmed=not seen.trick)
    return _png(image)


def hand_picture(cards: Sequence[Card], playable: Collection[Card], trump: Suit | None) -> bytes:
    """The hand in a row as a PNG; what is not ``playable`` is dimmed, trumps lie on gold."""
    return _hand_picture(tuple(cards), frozenset(cards) - frozenset(playable), trump)


@lru_cache(512)
def _hand_picture(cards: tuple[Card, ...], dimmed: frozenset[Card], trump: Suit | None) -> bytes:
    """While others play, a hand is shown again and again as it was. Some 8 KiB each."""
    step, margin = IN_HAND + 12, 16
    size = (len(cards) * step - 12 + 2 * margin, sprites.card_height(IN_HAND) + 2 * margin)
    image = Image.new("RGB", size, paint.CLOTH)
    for i, card in enumerate(cards):
        spot = (margin + i * step, margin)
        if card.suit is trump:
            _paste(image, sprites.frame(IN_HAND, sprites.card_height(IN_HAND), 5), (spot[0] - 5, spot[1] - 5))
        _paste(image, sprites.face(card, IN_HAND, card in dimmed), spot)
    return _png(image)


def _png(image: Image.Image) -> bytes:
    """Packed less tightly than it could be: level 6 saves 4 KiB of a table and takes 2 ms longer, or twice as
    long.
    """
    out = BytesIO()
    reduced = image.quantize(palette=paint.palette(), dither=Image.Dither.NONE)
    reduced.save(out, "PNG", compress_level=3)
    return out.getvalue()


def _paste(image: Image.Image, sprite: Image.Image, spot: tuple[int, int]) -> None:
    image.paste(sprite, spot, sprite)


@lru_cache(1)
def _cloth() -> Image.Image:
    """The empty table: a rail round the cloth, which is a little lighter towards its middle."""
    wide, high = SIZE[0] * 2, SIZE[1] * 2
    image = Image.new("RGB", (wide, high), paint.ROOM)
    draw = ImageDraw.Draw(image)
    rings = (
        (8, paint.RAIL_DARK),
        (12, paint.RAIL_LIGHT),
        (15, paint.RAIL),
        (34, paint.RAIL_DARK),
        (39, paint.CLOTH_DARK),
        (70, paint.mix(paint.CLOTH_DARK, paint.CLOTH_LIGHT, 1 / 3)),
        (110, paint.mix(paint.CLOTH_DARK, paint.CLOTH_LIGHT, 2 / 3)),
        (160, paint.CLOTH_LIGHT),
    )
    for inset, colour in rings:
        box = (inset * 2, inset * 2, wide - inset * 2, high - inset * 2)
        draw.rounded_rectangle(box, (high - inset * 4) // 2, fill=colour)
    return image.reduce(2)


# The middle


def _draw_middle(image: Image.Image, seen: Observation) -> None:
    """The turned card, the trump suit and the pot, side by side round the middle of the table."""
    pot = label(amount(seen.pot), 40, BOLD)
    parts: list[tuple[Image.Image, int]] = []
    if seen.turn_up:
        parts.append((sprites.face(seen.turn_up, TURNED), 10))
    if seen.trump:
        parts.append((sprites.medallion(seen.trump, 62), 16))
    parts += [(sprites.chip(34, paint.GOLD), 8), (sprites.tinted(pot, paint.GOLD), 0)]
    x = MIDDLE[0] - sum([part.width + gap for part, gap in parts]) // 2
    for part, gap in parts:
        _paste(image, part, (x, MIDDLE[1] - part.height // 2))
        x += part.width + gap


def _draw_turning(image: Image.Image) -> None:
    """Which way play goes round, where it is not the usual one."""
    sign = sprites.against_the_clock(380, 190)
    image.paste(paint.BRASS, (MIDDLE[0] - sign.width // 2, MIDDLE[1] - sign.height // 2), sign)


# The seats


def _draw_seat(image: Image.Image, seen: Observation, seat: Seat, name: str, place: Place) -> None:
    view = seen.seats[seat]
    plate = Plate(
        name=name,
        otherwise=seat_name(seat),
        view=view,
        is_dealer=seat == seen.dealer,
        is_on_turn=seat in seen.to_act,
        tricks=view.tricks if seen.trick or seen.past else None,
    )
    if seat == seen.seat and seen.hand:
        _draw_hand(image, seen.hand)
        draw_own_plate(image, OWN, plate)
    else:
        _draw_backs(image, view.cards, place)
        draw_plate(image, place, plate)


def _draw_backs(image: Image.Image, cards: int, place: Place) -> None:
    """Hidden cards, tucked behind the plate that is drawn over them."""
    back = sprites.back(HIDDEN)
    top = place.bottom + SHOWING - back.height if place.is_at_top else place.top - SHOWING
    for i in range(cards):
        _paste(image, back, (place.left + 8 + 15 * i, top))


def _draw_hand(image: Image.Image, hand: Sequence[Card]) -> None:
    step = HELD + 2
    left = MIDDLE[0] - len(hand) * step // 2
    for i, card in enumerate(hand):
        _paste(image, sprites.face(card, HELD), (left + i * step, OWN.top - sprites.card_height(HELD)))


# The trick


def _draw_trick(
    image: Image.Image, trick: Trick, at: Sequence[Place], head: Seat | None, *, dimmed: bool
) -> None:
    """Each card before the seat that played it; the one that heads the trick in a gold frame."""
    high = sprites.card_height(PLAYED)
    for seat, cards in trick:
        x, y = at[seat].spot
        left, top = x - (PLAYED + APART * (len(cards) - 1)) // 2, y - high // 2
        for i, card in enumerate(cards):
            if seat == head:
                _paste(image, sprites.frame(PLAYED, high, 4), (left + APART * i - 4, top - 4))
            _paste(image, sprites.face(card, PLAYED, dimmed), (left + APART * i, top))


def _head(trick: Trick, trump: Suit | None, ranks: str) -> Seat | None:
    """Who would take the trick as it stands."""
    head, best = trick[0] if trick else (None, ())
    for seat, cards in trick[1:]:
        if _beat(cards, best, trump, ranks):
            head, best = seat, cards
    return head


def _beat(cards: Sequence[Card], best: Sequence[Card], trump: Suit | None, ranks: str) -> bool:
    """Whether ``cards``, played later, can be paired with ``best`` so that each beats the other's."""
    return any(
        all(
            ranks.index(mine.rank) > ranks.index(his.rank) if mine.suit is his.suit else mine.suit is trump
            for mine, his in zip(order, best, strict=True)
        )
        for order in permutations(cards)
    )
