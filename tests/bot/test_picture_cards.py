"""What lies on the table and in the hand: the trick and who heads it, what is dimmed, what is gold."""

from dataclasses import replace

import pytest
from PIL import Image, ImageStat
from sample_pictures import CARDS, drawn, observation, opened

from bot.render import paint, sprites
from bot.render.picture import hand_picture
from bot.render.places import places
from engine.cards import Card, Suit, parse_cards
from engine.game import games

HEADS = [
    ("a higher card of the suit led", "9d Jd Kd", "23456789TJQKA", 2),
    ("the first of several lower ones", "Kd Jd 9d", "23456789TJQKA", 0),
    ("not a higher card of another suit", "9d As Kc", "23456789TJQKA", 0),
    ("a trump", "Ad 2h Kd", "23456789TJQKA", 1),
    ("a higher trump", "Ad 2h 9h", "23456789TJQKA", 2),
    ("ten over king, where tens are high", "Kd Td Jd", "6789JQKTA", 1),
    ("several cards, each beaten by one", "9dKs QsAs 7h6h", "6789JQKTA", 2),
    ("several cards, one not beaten", "9dKs 6sTd 7d6c", "6789JQKTA", 0),
    ("several cards, paired the other way", "9dKs AsTd 7d6c", "6789JQKTA", 1),
]


@pytest.mark.parametrize(("trick", "ranks", "head"), [c[1:] for c in HEADS], ids=[c[0] for c in HEADS])
def test_gold_lies_round_the_cards_that_head_the_trick(trick: str, ranks: str, head: int) -> None:
    cards = [parse_cards(run) for run in trick.split()]
    seen = replace(observation(), to_act=(), trick=tuple(enumerate(cards)))
    image = drawn(seen, ranks=ranks)
    at = places(5, 0, clockwise=True)
    lefts = [at[seat].spot[0] - 29 - 30 * (len(cards[seat]) - 1) for seat in range(3)]
    gold = [image.getpixel((left - 3, at[seat].spot[1])) == paint.GOLD for seat, left in enumerate(lefts)]
    assert gold == [seat == head for seat in range(3)]


def test_the_last_trick_lies_dimmed_until_the_next() -> None:
    seen = observation()
    past = replace(seen, trick=(), past=(seen.trick,))
    spot = places(5, 0, clockwise=True)[0].spot
    inside = (spot[0] + 20, spot[1] - 30)  # right of the rank, above the suit
    assert drawn(seen).getpixel(inside) == paint.PAPER
    assert drawn(past).getpixel(inside) == paint.faded(paint.PAPER)
    assert drawn(replace(past, past=())).getpixel(inside) not in (paint.PAPER, paint.faded(paint.PAPER))


def test_a_trick_on_the_table_hides_the_last_one() -> None:
    seen = observation()
    last = ((0, (Card.parse("5c"),)), (1, (Card.parse("6c"),)))
    assert drawn(replace(seen, past=(last,))) == drawn(replace(seen, past=(last[::-1],)))


@pytest.mark.parametrize("count", range(1, 6))
def test_a_hand_is_as_wide_as_its_cards(count: int) -> None:
    assert opened(hand_picture(CARDS[:count], CARDS, None)).size == (count * 132 + 20, 204)


def card_of(picture: bytes, place: int) -> Image.Image:
    left = 16 + 132 * place
    return opened(picture).crop((left, 16, left + 120, 188))


def test_a_card_that_may_not_be_played_is_dimmed() -> None:
    cards = parse_cards("AsKs")
    both, first = hand_picture(cards, cards, None), hand_picture(cards, cards[:1], None)
    assert card_of(both, 0) == card_of(first, 0)
    lit, dimmed = [ImageStat.Stat(card_of(each, 1).convert("L")).mean[0] for each in (both, first)]
    assert dimmed < 0.7 * lit


def test_trumps_lie_on_gold() -> None:
    image = opened(hand_picture(parse_cards("AsKh"), parse_cards("AsKh"), Suit.HEARTS))
    assert image.getpixel((16 + 132 - 3, 100)) == paint.GOLD
    assert image.getpixel((16 - 3, 100)) != paint.GOLD


def test_every_card_looks_like_no_other() -> None:
    pack = games()["bourre"].pack.cards
    faces = {
        sprites.face(card, width, dimmed).tobytes()
        for card in pack
        for width in (46, 120)
        for dimmed in (0, 1)
    }
    assert len(faces) == len(pack) * 4
