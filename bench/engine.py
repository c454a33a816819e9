"""How fast the engine plays by chance through its public face, as ratios to peers timed in the same run.

The main peer is a bare playout probe whose state deals in its constructor; here dealing is applied too.
"""

import timeit
from collections.abc import Callable
from importlib.util import find_spec
from random import Random, random
from statistics import median
from time import process_time
from types import ModuleType
from typing import Final

from bench import report
from bench.report import Row
from engine.actions import Action, DealCards, NextDeal, Shuffle, Span, TurnUp
from engine.bourre.actions import PACK, Draw
from engine.bourre.sitting import BourreSitting
from engine.dealer import CardsDue, DealDue, Due, ShuffleDue, TurnUpDue
from engine.game import games
from engine.record import Header
from engine.replay import Replay, replayed
from engine.seats import CHANCE

ROUNDS: Final = 9
ROUND_S: Final = 0.25
BOURRE: Final = games()["bourre"]
PAT: Final = Draw(())


class QuickDealer:
    """Draws each card when it is asked for, from a source that nobody can check."""

    def __init__(self) -> None:
        self.left = list(PACK.cards)
        self.last = self.left[0]

    def answer(self, due: Due) -> Action:
        if isinstance(due, CardsDue):
            pop, left = self.left.pop, len(self.left)
            cards = []
            for _ in due.places:
                cards.append(pop(int(random() * left)))
                left -= 1
            self.last = cards[-1]
            return DealCards(due.seat, tuple(cards))
        if isinstance(due, TurnUpDue):
            return TurnUp(self.last)
        if isinstance(due, ShuffleDue):
            self.left = list(due.cards)
            return Shuffle()
        self.left = list(PACK.cards)
        return NextDeal(due.number)


def sitting(seats: int = 5) -> BourreSitting:
    opened = BOURRE.open(BOURRE.rules.parse("series deals=open"), seats, 0)
    assert isinstance(opened, BourreSitting)
    return opened


def thrown(playing: BourreSitting, seat: int) -> Draw:
    """Some of the hand, chosen as the probe chooses: first how many, then which."""
    count = int(random() * 6)
    if not count or not playing.deal:
        return PAT
    hand = list(PACK.in_mask(playing.deal.hands[seat]))
    while len(hand) > count:
        hand.pop(int(random() * len(hand)))
    return Draw(tuple(hand))


def play_a_deal(playing: BourreSitting, dealer: QuickDealer) -> tuple[int, int]:
    """Play one deal by chance through the public face; how many choices were made, and acts of chance."""
    to_act, legal, apply = playing.to_act, playing.legal, playing.apply
    choices = dealt = 0
    while True:
        while acting := to_act():
            (seat,) = acting
            may = legal(seat)
            choice = may[int(random() * len(may))]
            apply(seat, thrown(playing, seat) if isinstance(choice, Span) else choice)
            choices += 1
        due = playing.due()
        if choices and isinstance(due, DealDue):
            return choices, dealt
        assert due
        apply(CHANCE, dealer.answer(due))
        dealt += 1


def engine_deals() -> Callable[[], int]:
    """A deal, its choices counted."""
    playing, dealer = sitting(), QuickDealer()
    return lambda: play_a_deal(playing, dealer)[0]


def engine_acts() -> Callable[[], int]:
    """A deal, all that was applied counted: choices, and what the dealer's hands did."""
    playing, dealer = sitting(), QuickDealer()
    return lambda: sum(play_a_deal(playing, dealer))


def probe_deals(probe: ModuleType) -> Callable[[], int]:
    chips = [0] * 5
    carried = 0

    def play() -> int:
        nonlocal carried
        carried, actions = probe.hand_slots(0, carried, chips, random, 0.5)
        return int(actions)

    return play


def euchre_deals() -> Callable[[], int]:
    """A deal of OpenSpiel's euchre, driven from here, its choices counted."""
    import pyspiel  # type: ignore[import-not-found]  # not among our dependencies

    game = pyspiel.load_game("euchre")
    chance = Random(1)

    def play() -> int:
        state, choices = game.new_initial_state(), 0
        while not state.is_terminal():
            choices += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return choices

    return play


def rate(play: Callable[[], int]) -> float:
    """Choices a CPU second."""
    choices, begun = 0, process_time()
    while (spent := process_time() - begun) < ROUND_S:
        for _ in range(20):
            choices += play()
    return choices / spent


def compare(ours: Callable[[], int], peer: Callable[[], int]) -> tuple[float, float, float]:
    """Medians of our rate, of the peer's, and of their ratio in each of the rounds taken in turn."""
    rounds = [(rate(ours), rate(peer)) for _ in range(ROUNDS)]
    return (
        median(ours for ours, _ in rounds),
        median(peer for _, peer in rounds),
        median(ours / peer for ours, peer in rounds),
    )


def peer_row(
    what: str,
    own: Callable[[], int],
    peer: Callable[[], int] | None,
    floor: str = "-",
    aim: str = "-",
) -> Row:
    if peer is None:
        return Row(what, "1/s", rate(own), floor=floor, aim=aim)
    ours, theirs, ratio = compare(own, peer)
    return Row(what, "1/s", ours, theirs, ratio, floor, aim)


def copy_us() -> float:
    """Microseconds a copy of a sitting in the middle of a deal takes."""
    playing, dealer = sitting(), QuickDealer()
    while not (playing.deal and playing.to_act()):
        due = playing.due()
        assert due
        playing.apply(CHANCE, dealer.answer(due))
    return median(timeit.repeat(playing.copy, number=20_000, repeat=7)) / 20_000 * 1e6


def replay_ms() -> float:
    """Milliseconds to replay a sitting of twelve deals from its text, read and checked line by line."""
    dealer = QuickDealer()
    header = Header(BOURRE, BOURRE.rules.parse("series"), "series", ("A", "B", "C", "D", "E"), 0)
    played = Replay(header)
    while played.sitting.places is None:
        due = played.sitting.due()
        if due:
            played.apply(CHANCE, dealer.answer(due))
            continue
        (seat,) = played.sitting.to_act()
        choice = played.sitting.legal(seat)[0]
        played.apply(seat, choice if isinstance(choice, Action) else Draw(()))
    lines = played.text().splitlines()
    return median(timeit.repeat(lambda: replayed(lines), number=5, repeat=7)) / 5 * 1e3


def rows() -> list[Row]:
    probe = report.peer("bourre_probe")
    slots = probe_deals(probe) if probe else None
    table = [
        peer_row(
            "all that is applied, dealing too, to the slots probe", engine_acts(), slots, "0.30", "0.50"
        ),
        peer_row("players' choices alone, to the slots probe", engine_deals(), slots),
    ]
    if find_spec("pyspiel"):
        table.append(
            peer_row("players' choices, to OpenSpiel's euchre", engine_deals(), euchre_deals(), aim="0.90")
        )
    table.append(Row("a copy in mid-deal", "µs", copy_us(), floor="3 µs", aim="1.5 µs", has_peer=False))
    table.append(Row("replay of twelve deals", "ms", replay_ms(), has_peer=False))
    return table
