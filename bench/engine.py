"""How fast the engine plays, as ratios to peers timed in the same run.

The main peer is a bare playout probe kept beside the project; where it is missing, its rows say so.
Run: python -m bench.engine
"""

import sys
import timeit
from collections.abc import Callable
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random, random
from statistics import median
from time import process_time
from types import ModuleType
from typing import Final

from engine.actions import Action, DealCards, NextDeal, Shuffle, TurnUp
from engine.bourre.actions import PACK, Draw
from engine.bourre.sitting import BourreSitting
from engine.dealer import CardsDue, DealDue, Due, ShuffleDue, TurnUpDue
from engine.game import games
from engine.record import Header
from engine.replay import Replay, replayed
from engine.seats import CHANCE

ROUNDS: Final = 9
ROUND_S: Final = 0.25
PROBE: Final = Path(__file__).parents[2] / "shared" / "bench" / "bourre_probe.py"
BOURRE: Final = games()["bourre"]
PAT: Final = Draw(())


class QuickDealer:
    """Draws each card when it is asked for, from a source that nobody can check."""

    def __init__(self) -> None:
        self.left = list(PACK.cards)
        self.last = self.left[0]

    def answer(self, due: Due) -> Action:
        if isinstance(due, CardsDue):
            pop, size = self.left.pop, len(self.left)
            cards = tuple([pop(int(random() * left)) for left in range(size, size - len(due.places), -1)])
            self.last = cards[-1]
            return DealCards(due.seat, cards)
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
    return Draw(tuple([hand.pop(int(random() * left)) for left in range(5, 5 - count, -1)]))


def play_a_deal(playing: BourreSitting, dealer: QuickDealer) -> tuple[int, int]:
    """Play one deal by chance through the public face; how many choices were made, and acts of chance."""
    to_act, legal, apply = playing.to_act, playing.legal, playing.apply
    choices = dealt = 0
    while True:
        while acting := to_act():
            seat = acting[0]
            may = legal(seat)
            choice = may[int(random() * len(may))]
            apply(seat, choice if isinstance(choice, Action) else thrown(playing, seat))
            choices += 1
        due = playing.due()
        if isinstance(due, DealDue) and choices:
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


def load_probe() -> ModuleType | None:
    spec = spec_from_file_location("bourre_probe", PROBE) if PROBE.is_file() else None
    if spec is None or spec.loader is None:
        return None
    probe = module_from_spec(spec)
    spec.loader.exec_module(probe)
    return probe


def peer_row(
    what: str, own: Callable[[], int], peer: Callable[[], int] | None, floor: str, aim: str
) -> tuple[str, ...]:
    if peer is None:
        return (what, f"{rate(own):,.0f}", "missing", "-", floor, aim)
    ours, theirs, ratio = compare(own, peer)
    return (what, f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio:.2f}", floor, aim)


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


def rows() -> list[tuple[str, ...]]:
    probe = load_probe()
    slots = probe_deals(probe) if probe else None
    table = [
        ("what", "ours", "peer", "ratio", "floor", "aim"),
        peer_row("choices/s, peer: slots probe", engine_deals(), slots, "0.30", "0.50"),
        peer_row("all acts/s, peer: slots probe", engine_acts(), slots, "-", "-"),
    ]
    if find_spec("pyspiel"):
        peer = euchre_deals()
        table.append(peer_row("choices/s, peer: OpenSpiel euchre", engine_deals(), peer, "-", "0.90"))
    table.append(("copy of a sitting, µs", f"{copy_us():.2f}", "-", "-", "3", "1.5"))
    table.append(("replay of twelve deals, ms", f"{replay_ms():.1f}", "-", "-", "-", "-"))
    return table


def main() -> int:
    table = rows()
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for what, *numbers in table:
        told = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
        print("  ".join([what.ljust(widths[0]), *told]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
