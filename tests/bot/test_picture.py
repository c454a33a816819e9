from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256

import pytest
from sample_pictures import CARDS, NAMES, drawn, forget, observation, opened, with_view

from bot.render import paint
from bot.render.picture import hand_picture, table_picture
from bot.render.places import OWN, PLACES, places
from engine.cards import Card, Suit, parse_cards
from engine.game import games
from engine.ledger import UNITS
from engine.play import steps
from engine.players import players
from engine.record import Header
from engine.replay import Replay, replayed
from engine.shuffle import Proof, Stream


def sitting(seats: int) -> Iterator[Replay]:
    game = games()["bourre"]
    rules = game.rules.parse("series" if seats == 5 else f"series players={seats}")
    header = Header(game, rules, str(rules), NAMES[:seats], 0)

    def proof(number: int) -> Proof:
        return Proof(0, number, sha256(f"picture {seats} {number}".encode()).digest(), bytes(16), "")

    return steps(header, players(game)["random"], Stream(bytes(32), "choices"), proof)


def test_the_same_observation_gives_the_same_bytes() -> None:
    first = table_picture(observation(), NAMES), hand_picture(CARDS[:5], CARDS[:2], Suit.HEARTS)
    forget()
    assert first == (table_picture(observation(), NAMES), hand_picture(CARDS[:5], CARDS[:2], Suit.HEARTS))


DEALT = """\
Record: 1
Game: bourre
Rules: series
Seats: p1=Ana p2=Ben p3=Cleo p4=Dan p5=Eve
Dealer: p5

deal 1
d deal p1 {0}
d deal p2 {1}
d deal p3 Th4h2sQs8h
d deal p4 7s5s4cTs8d
d deal p5 QdKc2hJc7d
d turn 7d
p1 stay"""


def test_a_bystander_sees_nothing_of_hidden_cards() -> None:
    hands = ("AhKh9c5d3s", "AsJsTc3d2c")
    sittings = []
    for dealt in (hands, hands[::-1]):
        replay, fault = replayed(DEALT.format(*dealt).splitlines())
        assert replay
        assert fault is None
        sittings.append(replay.sitting)
    one, other = [table_picture(each.observe(None), NAMES) for each in sittings]
    mine, yours = [table_picture(each.observe(0), NAMES) for each in sittings]
    assert one == other
    assert len({one, mine, yours}) == 3  # the seat itself does see its cards


@pytest.mark.parametrize("seats", range(2, 9))
def test_any_number_of_seats(seats: int) -> None:
    seen = observation(seats, played=seats)
    assert drawn(seen).size == (900, 500)
    own = replace(seen, seat=seats - 1, hand=CARDS[:5])
    assert drawn(own).size == (900, 500)
    assert drawn(own) != drawn(seen)
    turned_round = drawn(seen, clockwise=False)
    assert turned_round != drawn(seen), "arrows tell the way round even where seats do not"


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_lie_apart_on_the_picture(seats: int) -> None:
    at = places(seats, 0, clockwise=True)
    assert len(set(at)) == len({place.spot for place in at}) == seats
    for i, one in enumerate(at):
        assert 0 <= one.left < one.right <= 900
        assert 0 <= one.top < one.bottom <= 500
        for other in at[i + 1 :]:
            assert (
                one.right < other.left
                or other.right < one.left
                or one.bottom < other.top
                or other.bottom < one.top
            )


def test_the_seat_that_looks_is_at_the_bottom_and_the_next_one_left_of_it() -> None:
    at = places(4, 2, clockwise=True)
    assert at[2] is PLACES["bottom"]
    assert at[3] is PLACES["left"]
    assert places(4, 2, clockwise=False)[1] is PLACES["left"]


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_a_whole_sitting(seats: int) -> None:
    """Every phase, as a bystander and as the seat on turn see it; the middle deals are passed over."""
    phases = set()
    for replay in sitting(seats):
        seen = replay.sitting.observe(None)
        phases.add(seen.phase)
        if seen.deal > 1 and seen.phase != "over":
            continue
        assert drawn(seen).size == (900, 500)
        for seat in seen.to_act:
            assert drawn(replay.sitting.observe(seat)).size == (900, 500)
    assert phases >= {"dealing", "declaring", "drawing", "playing", "over"}


SEEN = observation()
CHANGES = {
    "dealer": replace(SEEN, dealer=1),
    "turn": replace(SEEN, to_act=(4,)),
    "trump": replace(SEEN, trump=Suit.SPADES),
    "turned card": replace(SEEN, turn_up=Card.parse("8h")),
    "nothing turned": replace(SEEN, turn_up=None, trump=None),
    "pot": replace(SEEN, pot=13 * UNITS),
    "trick": replace(SEEN, trick=SEEN.trick[:2]),
    "cards": with_view(SEEN, 1, replace(SEEN.seats[1], cards=3)),
    "passed": with_view(SEEN, 1, replace(SEEN.seats[1], stance="passed", plays=False)),
    "drew": with_view(SEEN, 1, replace(SEEN.seats[1], drew=5)),
    "not drawn yet": with_view(SEEN, 1, replace(SEEN.seats[1], drew=None)),
    "tricks": with_view(SEEN, 1, replace(SEEN.seats[1], tricks=1)),
    "not in the deal": with_view(SEEN, 1, replace(SEEN.seats[1], tricks=None, stance="")),
    "record": with_view(SEEN, 1, replace(SEEN.seats[1], record=-13 * UNITS // 5)),
}


def test_everything_that_is_known_shows() -> None:
    pictures = {what: table_picture(seen, NAMES) for what, seen in CHANGES.items()}
    pictures["as it was"] = table_picture(SEEN, NAMES)
    assert len(set(pictures.values())) == len(pictures)


def test_who_is_on_turn_has_a_gold_edge() -> None:
    image = drawn(observation(played=3))
    edges = [image.getpixel((place.left + 2, place.y)) == paint.GOLD for place in places(5, 0, True)]
    assert edges == [False, False, False, True, False]


def test_who_looks_sees_the_own_cards_and_a_line_below() -> None:
    seen = replace(observation(), seat=1, to_act=(1,), hand=parse_cards("AsKs"))
    image = drawn(seen)
    assert image.getpixel((OWN.left + 2, OWN.y)) == paint.GOLD
    assert image.getpixel((OWN.x + 12, OWN.top - 20)) == paint.PAPER
    assert image != drawn(replace(seen, hand=parse_cards("AsQs")))
    x, y = PLACES["right"].spot  # the seat before
    assert image.getpixel((x + 20, y - 30)) == paint.PAPER


def test_a_long_name_leaves_room_for_what_stands_beside_it() -> None:
    seen = replace(observation(), seat=1, hand=parse_cards("AsKs"))
    short, long = [
        opened(table_picture(seen, [name] * 5)) for name in ("Ana", "Ana Maria von und zu Hohenfels")
    ]
    record = (OWN.right - 200, OWN.top, OWN.right, OWN.bottom)
    assert short.crop(record) == long.crop(record)
    dealer = places(5, 1, clockwise=True)[seen.dealer]
    disc = (dealer.right - 40, dealer.top, dealer.right, dealer.y)
    assert short.crop(disc) == long.crop(disc)


def test_a_long_record_leaves_room_for_what_stands_beside_it() -> None:
    seen = observation()
    long = with_view(seen, 1, replace(seen.seats[1], record=-98_765 * UNITS + UNITS // 7))
    place = places(5, 0, clockwise=True)[1]
    drew = (place.right - 55, place.y, place.right, place.bottom)
    assert drawn(seen).crop(drew) == drawn(long).crop(drew)


def test_pictures_drawn_at_once_are_as_if_drawn_one_by_one() -> None:
    scenes = [observation(seats, played=seats) for seats in range(2, 9)] * 2
    one_by_one = [table_picture(seen, NAMES) for seen in scenes]
    forget()
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda seen: table_picture(seen, NAMES), scenes))
    assert at_once == one_by_one
