"""Bura's legal actions, coverings and counts against a slow oracle, over whole deals played by chance.

The oracle shares no code with the engine but cards and the observation: it reads U-1 to U-4 word by word,
tries every pairing, and keeps the tricks in its own lists.
"""

from collections import Counter
from itertools import chain, combinations, permutations
from random import Random

from bura_positions import header, seen_by

from engine.actions import NextDeal
from engine.bura.actions import PACK, Play
from engine.bura.events import Claimed
from engine.bura.observing import BuraObservation
from engine.cards import Card, Suit, parse_cards
from engine.dealer import Dealer
from engine.events import TrickTaken
from engine.game import DealReport
from engine.replay import Replay
from engine.seats import CHANCE
from engine.shuffle import Stream

LOW_TO_HIGH = "6789JQKTA"
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
STRENGTH = {"molodka": 1, "aces": 2, "bura": 3}
DEALS = 400


def beats(card: Card, other: Card, trump: Suit) -> bool:
    """U-1.2."""
    if card.suit is other.suit:
        return LOW_TO_HIGH.index(card.rank) > LOW_TO_HIGH.index(other.rank)
    return card.suit is trump


def covered(led: tuple[Card, ...], answer: tuple[Card, ...], trump: Suit) -> bool:
    """U-3.3: all ways to pair them are tried."""
    return any(
        all(beats(card, other, trump) for card, other in zip(each, led, strict=True))
        for each in permutations(answer)
    )


def special(hand: tuple[Card, ...], trump: Suit) -> str:
    """U-4.1."""
    suits, ranks = {card.suit for card in hand}, {card.rank for card in hand}
    if len(hand) < 3:
        return ""
    if suits == {trump}:
        return "bura"
    if ranks == {"A"}:
        return "aces"
    return "molodka" if len(suits) == 1 else ""


def parts(hand: tuple[Card, ...]) -> list[frozenset[Card]]:
    """What may be laid: one, two or three cards."""
    sets = chain.from_iterable(combinations(hand, size) for size in (1, 2, 3))
    return [frozenset(each) for each in sets]


def may_do(seen: BuraObservation, announced: str) -> set[object]:
    """The words of the seat on turn, and the sets of cards it may lay."""
    assert seen.seat is not None
    assert seen.trump is not None
    others = seen.seats[1 - seen.seat].cards
    if seen.phase == "leading":
        return {
            part
            for part in parts(seen.hand)
            if len({card.suit for card in part}) == 1 and len(part) <= others
        }
    if seen.phase == "answering":
        return {part for part in parts(seen.hand) if len(part) == len(seen.trick[0][1])}
    may: set[object] = {"waive"} if announced == "bura" else {"waive", "claim"}
    kind = special(seen.hand, seen.trump)
    if kind and (STRENGTH[kind] > STRENGTH.get(announced, 0) or kind == announced == "bura"):
        may.add(f"announce {kind}")
    return may


def as_sets(seen: BuraObservation) -> set[object]:
    return {frozenset(each.cards) if isinstance(each, Play) else str(each) for each in seen.legal}


def rigged(chance: Random) -> list[Card]:
    """A pile in which special hands are not rare: sometimes a few cards of a suit, or aces, come first."""
    liked = chance.choice((None, *Suit))
    spread = chance.choice((1, 0.25, 0.05))
    by_chance = {
        card: chance.random() * (spread if card.suit is liked or (liked is None and card.rank == "A") else 1)
        for card in PACK.cards
    }
    return sorted(PACK.cards, key=by_chance.__getitem__)


class Rigged(Dealer):
    def __init__(self, pile: list[Card]) -> None:
        super().__init__(PACK, Stream(bytes(32), ""))
        self._pile = pile


def test_a_deal_by_chance_is_as_the_oracle_says() -> None:
    met: Counter[str] = Counter()
    for seed in range(DEALS):
        play_deal(Random(seed), met)
    assert met["answer covers"] > 500
    assert met["answer does not"] > 500
    assert min(met["true claim"], met["false claim"], met["nobody claimed"]) > 20
    assert min(met["announce molodka"], met["announce aces"], met["announce bura"]) > 8
    assert min(met["bura by leading"], met["bura by covering"]) > 1


def report_of(replay: Replay) -> DealReport:
    report = replay.sitting.report()
    assert report
    return report


def play_deal(chance: Random, met: Counter[str]) -> None:
    replay = Replay(header())
    replay.apply(CHANCE, NextDeal(1))
    dealer = Rigged(rigged(chance))
    said: list[str] = []
    taken: dict[int, list[Card]] = {0: [], 1: []}
    claims = chance.choice((0.0, 0.05))
    while not report_of(replay).complete:
        if due := replay.sitting.due():
            replay.apply(CHANCE, dealer.answer(due))
            continue
        (seat,) = replay.sitting.to_act()
        seen = seen_by(replay, seat)
        if seen.phase == "deciding" and seat == seen.leader:
            said.clear()
        assert as_sets(seen) == may_do(seen, "".join(said))
        assert seen_by(replay, 1 - seat).legal == ()
        words = choice(chance, replay, seat, claims)
        step(replay, seen, words, taken, met)
        if seen.phase == "deciding":
            said.append(words.removeprefix("announce ") if "announce" in words else "")
        if "bura" in said and report_of(replay).complete:
            check_bura(replay, seat, said, met)


def choice(chance: Random, replay: Replay, seat: int, claims: float) -> str:
    """Announces what can be announced, and claims only now and then."""
    words = replay.legal()[f"p{seat + 1}"]
    special = [each for each in words if "announce" in each]
    if special and chance.random() < 0.9:
        return special[0]
    if "claim" in words:
        return "claim" if chance.random() < claims else "waive"
    return chance.choice(words)


def step(
    replay: Replay, seen: BuraObservation, words: str, taken: dict[int, list[Card]], met: Counter[str]
) -> None:
    """Apply the words and check what followed."""
    seat = seen.seat
    assert seat is not None
    assert seen.trump is not None
    action = replay.game.parse(*words.partition(" ")[::2])
    assert action
    events = replay.apply(seat, action)
    met[words.partition(" ")[0] if "announce" not in words else words] += 1
    if seen.phase == "answering":
        led, answer = seen.trick[0][1], parse_cards(words.removeprefix("play "))
        wins = covered(led, answer, seen.trump)
        met["answer covers" if wins else "answer does not"] += 1
        winner = seat if wins else 1 - seat
        assert events[0] == TrickTaken(winner)
        taken[winner] += [*led, *answer]
    if words == "claim":
        points = sum(WORTH.get(card.rank, 0) for card in taken[seat])
        assert events[0] == Claimed(seat, points)
        assert (f"= win p{seat + 1} 2" in replay.body) == (points >= 31)
        met["true claim" if points >= 31 else "false claim"] += 1
    elif words == "waive" and replay.body[-1] == "= pot 4":
        assert len(taken[0]) + len(taken[1]) + seen.set_aside == 36
        met["nobody claimed"] += 1


def check_bura(replay: Replay, other: int, said: list[str], met: Counter[str]) -> None:
    """U-4.4: ``said`` is what the leader announced, and what the other."""
    seen = seen_by(replay, None)
    assert seen.trump is not None
    leader = 1 - other
    winner = other if f"= win p{other + 1} 2" in replay.body else leader
    if said == ["bura", "bura"]:
        does = covered(seen.shown[leader], seen.shown[other], seen.trump)
        met["bura by covering" if does else "bura by leading"] += 1
        assert winner == (other if does else leader)
    else:
        assert winner == (leader if said[0] == "bura" else other)
