"""The engine against the oracle: who may do what, and what everybody ends with, in deals played by chance."""

from random import Random

import pytest
from bouillotte_oracle import Table
from bouillotte_positions import feed, sitting_of, table

from engine.actions import Span
from engine.bouillotte.actions import PACK
from engine.ledger import UNITS
from engine.replay import Replay
from engine.seats import seat_name

CAVES = (1, 1, 2, 3, 5, 8, 20, 100, 0)


def some_cards(chance: Random) -> list[list[str]]:
    """Four hands and the turned card; brelans come up oftener than from a whole pack."""
    cards = [str(card) for card in PACK.cards]
    chance.shuffle(cards)
    if not chance.randrange(3):
        rank = chance.choice("AKQ98")
        fours = [card for card in cards if card[0] == rank]
        cards = fours[:3] + [card for card in cards if card not in fours[:3]]
        if chance.randrange(2):
            cards[12], cards[cards.index(fours[3])] = fours[3], cards[12]
    hands = [cards[i : i + 3] for i in (0, 3, 6, 9)]
    chance.shuffle(hands)
    return [*hands, [cards[12]]]


def words_of(chance: Random, options: set[str]) -> str:
    """One of the options; of a range the ends oftener than the middle."""
    verb, _, totals = chance.choice(sorted(options)).partition(" ")
    if not totals:
        return verb
    low, high = map(int, totals.split("-"))
    return f"{verb} {chance.choice((low, high, chance.randint(low, high), min(high, low + 1)))}"


def play(chance: Random) -> tuple[Table, Replay]:
    """One deal in both, compared at every turn."""
    caves = [chance.choice(CAVES) for _ in range(4)]
    dealer = chance.randrange(4)
    caves[dealer] = caves[dealer] or 7
    carried = chance.choice((0, 0, 3))
    replay = feed(table(caves, carried, "series refill=ask", seat_name(dealer)), ["deal 1"])
    while replay.sitting.to_act() and replay.sitting.observe(None).phase == "refilling":
        replay.feed(f"{seat_name(replay.sitting.to_act()[0])} refill no")
    oracle = Table(dealer, caves, carried)
    turns = oracle.play()
    said: str | None = None
    while True:
        try:
            seat, options = turns.send(said)  # type: ignore[arg-type]  # None starts it
        except StopIteration:
            return oracle, replay
        if seat < 0:
            *oracle.hands, (oracle.turned,) = some_cards(chance)
            deal(replay, oracle)
            said = ""
            continue
        assert replay.sitting.to_act() == (seat,)
        assert {str(each) for each in replay.sitting.legal(seat)} == options
        said = words_of(chance, options)
        replay.feed(f"{seat_name(seat)} {said}")


def deal(replay: Replay, oracle: Table) -> None:
    for seat in oracle.order:
        replay.feed(f"d deal {seat_name(seat)} {''.join(oracle.hands[seat])}")
    replay.feed(f"d turn {oracle.turned}")


@pytest.mark.parametrize("seed", range(20))
def test_the_engine_and_the_oracle_agree(seed: int) -> None:
    chance = Random(seed)
    for _ in range(100):
        oracle, replay = play(chance)
        sitting = sitting_of(replay)
        assert sitting.deal
        assert sitting.deal.is_over
        assert [cave / UNITS for cave in sitting.records] == oracle.caves
        assert [bonus / UNITS for bonus in sitting.accounts.bonuses] == oracle.bonus
        assert sitting.pot == oracle.left_over * UNITS
        spans = [each for seat in range(4) for each in sitting.legal(seat) if isinstance(each, Span)]
        assert not spans
