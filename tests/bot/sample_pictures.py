"""A table in the middle of a deal, and how to look at pictures."""

from dataclasses import replace
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render import lettering, sprites
from bot.render.picture import table_picture
from engine.cards import RANKS, Card, Suit, parse_cards
from engine.game import Observation, SeatView
from engine.ledger import UNITS

LIMIT: Final = 40 * 1024
NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
CARDS: Final = parse_cards("Th9hAdKsQh2d7cJs")


def observation(seats: int = 5, played: int = 3) -> Observation:
    """In the middle of a deal: hearts are trumps, the first ``played`` seats have played to a trick."""
    views = [
        SeatView(4, "stayed", drew=seat % 6, tricks=0, record=100 * UNITS, plays=True)
        for seat in range(seats)
    ]
    return Observation(
        seat=None,
        deals=12,
        deal=2,
        dealer=seats - 1,
        phase="playing",
        to_act=(played % seats,),
        hand=(),
        legal=(),
        trump=Suit.HEARTS,
        turn_up=Card.parse("7h"),
        pot=12 * UNITS,
        trick=tuple((seat, (card,)) for seat, card in enumerate(CARDS[:played])),
        past=(),
        seats=tuple(views),
    )


def with_view(seen: Observation, seat: int, view: SeatView) -> Observation:
    return replace(seen, seats=(*seen.seats[:seat], view, *seen.seats[seat + 1 :]))


def opened(png: bytes) -> Image.Image:
    assert len(png) <= LIMIT
    image = Image.open(BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("RGB")


def drawn(seen: Observation, *, clockwise: bool = True, ranks: str = RANKS) -> Image.Image:
    return opened(table_picture(seen, NAMES[: len(seen.seats)], clockwise=clockwise, ranks=ranks))


def forget() -> None:
    """As after a start: nothing is drawn yet."""
    for cached in (
        sprites.face,
        sprites.back,
        sprites.plate,
        sprites.frame,
        lettering.label,
        lettering.drawable,
    ):
        cached.cache_clear()
