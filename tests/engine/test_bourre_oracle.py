"""The engine's legal plays against the oracle's, in thousands of positions reached by chance."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from oracle import by_suit, height, may_do
from positions import header

from engine.actions import DealCards, NextDeal, Shuffle, TurnUp
from engine.bourre.actions import CLAIM, PACK, STAY, Draw, Play
from engine.bourre.observing import BourreObservation
from engine.cards import Card, Suit
from engine.dealer import CardsDue, DealDue, Due, ShuffleDue, TurnUpDue
from engine.game import Sitting
from engine.seats import CHANCE

TRUMP = Suit.HEARTS
DEALS = 400


def pile(chance: Random, cards: tuple[Card, ...], eagerness: float) -> list[Card]:
    """The more eager, the more trumps come first: cinches are rare where trumps are."""
    return sorted(cards, key=lambda card: chance.random() * (eagerness if card.suit is TRUMP else 1))


def enrich(chance: Random, cards: list[Card], seats: int) -> None:
    """Give hearts to a seat, the more the richer it is, and the last one to the dealer."""
    spread = chance.choice((8, 20))
    hearts = sorted(
        (card for card in cards if card.suit is TRUMP),
        key=lambda card: height(card) + spread * chance.random(),
    )
    riches = chance.randrange(6)
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


def positions(seed: int, seats: int) -> Iterator[tuple[Sitting, int]]:
    """Sittings in the play of a deal, with the seat on turn, until the deal is over."""
    chance = Random(seed)
    head = header(seats, dealer=f"p{chance.randrange(seats) + 1}")
    sitting = head.game.open(head.rules, seats, head.dealer)
    eagerness = chance.choice((1, 0.6, 0.3))
    cards = pile(chance, PACK.cards, eagerness)
    enrich(chance, cards, seats)
    sitting.apply(CHANCE, NextDeal(1))
    while not isinstance(due := sitting.due(), DealDue):
        if isinstance(due, ShuffleDue):
            cards = pile(chance, due.cards, eagerness)
            sitting.apply(CHANCE, Shuffle())
        elif due:
            sitting.apply(CHANCE, answer(due, cards))
        else:
            (seat,) = sitting.to_act()
            if sitting.observe(seat).phase == "playing":
                yield sitting, seat
            sitting.apply(seat, choice(chance, sitting, seat))


def choice(chance: Random, sitting: Sitting, seat: int) -> Play | Draw:
    legal = sitting.legal(seat)
    if STAY in legal:
        return STAY if chance.random() < 0.7 else legal[-1]  # type: ignore[return-value]
    plays = [each for each in legal if isinstance(each, Play)]
    if plays:
        return chance.choice(plays)
    hand = list(sitting.observe(seat).hand)
    thrown = [card for card in hand if chance.random() < (0.2 if card.suit is TRUMP else 0.6)]
    return Draw(tuple(thrown))


@pytest.mark.parametrize("seats", range(2, 8))
def test_legal_plays_are_those_of_the_oracle(seats: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(DEALS):
        for sitting, seat in positions(seed, seats):
            seen = sitting.observe(seat)
            assert isinstance(seen, BourreObservation)
            assert {str(each) for each in seen.legal} == may_do(seen), f"seed {seed}: {seen}"
            meet(met, seen)
    assert met.total() > 4 * DEALS
    assert min(met["cinch on lead"], met["claim"]) > 25
    assert met["cinch in answer"] > 1 or seats == 2, "of two, who answers is always the last to play"


def meet(met: Counter[str], seen: BourreObservation) -> None:
    """What kinds of position the comparison has gone through; a kind that never comes proves nothing."""
    assert seen.trump is not None
    trick = [(seat, card) for seat, (card,) in seen.trick]
    usual = {f"play {card}" for card in by_suit(seen.hand, trick, seen.trump)}
    if CLAIM in seen.legal:
        met["claim"] += 1
    elif {str(each) for each in seen.legal} == usual:
        met["free"] += 1
    else:
        met["cinch in answer" if trick else "cinch on lead"] += 1
