"""The engine's legal plays against the oracle's, in thousands of positions reached by chance."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from oracle import by_suit, height, may_do
from positions import header

from engine.actions import Action, DealCards, NextDeal, Shuffle, TurnUp
from engine.bourre.actions import ABANDON, CLAIM, PACK, PLAY, RETRACT, STAY, Draw, Play
from engine.bourre.observing import BourreObservation
from engine.cards import Card, Suit
from engine.dealer import CardsDue, DealDue, Due, ShuffleDue, TurnUpDue
from engine.errors import IllegalAction
from engine.game import Sitting
from engine.seats import CHANCE

TRUMP = Suit.HEARTS
DEALS = 400


def pile(chance: Random, cards: tuple[Card, ...], eagerness: float) -> list[Card]:
    """The more eager, the more trumps come first: cinches are rare where trumps are."""
    return sorted(cards, key=lambda card: chance.random() * (eagerness if card.suit is TRUMP else 1))


def enrich(chance: Random, cards: list[Card], seats: int, hand_size: int) -> None:
    """Give hearts to a seat, the more the richer it is, and the last one to the dealer."""
    spread = chance.choice((8, 20))
    hearts = sorted(
        (card for card in cards if card.suit is TRUMP),
        key=lambda card: height(card) + spread * chance.random(),
    )
    riches = chance.randrange(hand_size + 1)
    rich = chance.randrange(seats)
    for place in (*(rich + seats * i for i in range(riches)), 5 * seats - 1):
        other = cards.index(hearts.pop())
        cards[place], cards[other] = cards[other], cards[place]


def answer(due: Due, cards: list[Card]) -> DealCards | TurnUp:
    match due:
        case CardsDue(seat, places):
            return DealCards(seat, tuple(cards[place] for place in places))
        case TurnUpDue(place):
            return TurnUp(cards[place])
    raise AssertionError(due)


def positions(seed: int, seats: int, rules: str) -> Iterator[tuple[Sitting, int]]:
    """Sittings in the play of a deal, with the seat on turn, until the deal is over."""
    chance = Random(seed)
    head = header(seats, rules, f"p{chance.randrange(seats) + 1}")
    sitting = head.game.open(head.rules, seats, head.dealer)
    eagerness = chance.choice((1, 0.6, 0.3))
    cards = pile(chance, PACK.cards, eagerness)
    enrich(chance, cards, seats, head.rules.hand_size)  # type: ignore[attr-defined]  # these are Bourré's
    sitting.apply(CHANCE, NextDeal(1))
    while not isinstance(due := sitting.due(), DealDue):
        if isinstance(due, ShuffleDue):
            cards = pile(chance, due.cards, eagerness)
            sitting.apply(CHANCE, Shuffle())
        elif due:
            sitting.apply(CHANCE, answer(due, cards))
        else:
            seat = sitting.to_act()[0]
            if sitting.observe(seat).phase == "playing":
                yield sitting, seat
            sitting.apply(*choice(chance, sitting, seat))


def choice(chance: Random, sitting: Sitting, seat: int) -> tuple[int, Action]:
    legal = sitting.legal(seat)
    if STAY in legal:
        return seat, STAY if chance.random() < 0.7 else legal[-1]  # type: ignore[return-value]
    hand = list(sitting.observe(seat).hand)
    if ABANDON in legal:
        return by_honour(chance, sitting, seat)
    plays = [each for each in legal if isinstance(each, Play)]
    if plays:
        return seat, chance.choice(plays)
    thrown = [card for card in hand if chance.random() < (0.2 if card.suit is TRUMP else 0.6)]
    return seat, Draw(tuple(thrown[: legal[0].high]))  # type: ignore[union-attr]  # a draw is a span


def by_honour(chance: Random, sitting: Sitting, seat: int) -> tuple[int, Action]:
    """Mostly lawful; now and then any card, a card taken back, a hand given up."""
    whim = chance.random()
    hand = sitting.observe(seat).hand
    for other in range(sitting.seats):
        if RETRACT in sitting.legal(other) and whim < 0.3:
            return other, RETRACT
    if whim < 0.03:
        return seat, ABANDON
    wrong = PLAY[PACK.bit[chance.choice(hand)]]
    try:
        sitting.copy().apply(seat, wrong)
    except IllegalAction:  # after a card was taken back
        wrong = next(each for each in sitting.legal(seat) if isinstance(each, Play))
    lawful = [each for each in sitting.legal(seat) if isinstance(each, Play)]
    return seat, wrong if whim < 0.5 else chance.choice(lawful)


def compared(seats: int, rules: str, deals: int) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in range(deals):
        for sitting, seat in positions(seed, seats, rules):
            seen = sitting.observe(seat)
            assert isinstance(seen, BourreObservation)
            assert {str(each) for each in seen.legal} == may_do(seen), f"seed {seed}: {seen}"
            meet(met, seen)
    return met


@pytest.mark.parametrize("seats", range(2, 8))
def test_legal_plays_are_those_of_the_oracle(seats: int) -> None:
    met = compared(seats, "series", DEALS)
    assert met.total() > 4 * DEALS
    assert min(met["cinch on lead"], met["claim"]) > 25
    assert met["cinch in answer"] > 1 or seats == 2, "of two, who answers is always the last to play"


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize(
    "rules",
    [
        "series undertrump=free",
        "series hand_size=4",
        "classic hand_size=4 conduct=honour",
        "series conduct=honour",
        "wiki conduct=honour",
        "series declare=simultaneous conduct=honour",
    ],
)
def test_so_they_are_with_other_options(rules: str, seats: int) -> None:
    met = compared(seats, rules, DEALS // 4)
    assert met.total() > DEALS // 2
    assert met["cinch on lead"] > 5
    assert met["claim"] > 2


def test_where_seven_and_eight_draw_little() -> None:
    assert compared(8, "classic", DEALS // 4).total() > 4 * DEALS
    assert compared(7, "wiki cinch=off", DEALS // 4)["cinch on lead"] == 0


def meet(met: Counter[str], seen: BourreObservation) -> None:
    """What kinds of position the comparison has gone through; a kind that never comes proves nothing."""
    assert seen.trump is not None
    trick = [(seat, card) for seat, (card,) in seen.trick]
    usual = {f"play {card}" for card in by_suit(seen.hand, trick, seen.trump, seen.rules.undertrump)}
    if CLAIM in seen.legal:
        met["claim"] += 1
    elif {str(each) for each in seen.legal if isinstance(each, Play)} == usual:
        met["free"] += 1
    else:
        met["cinch in answer" if trick else "cinch on lead"] += 1
