"""``make nightly``: every game and preset deals itself from ten thousand seeds, on all processors.

Prints a line for each game, preset and kind of player, and how to deal again what failed. A number behind the
command is how many seeds to take instead.
"""

import os
import sys
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import product
from typing import Final

from self_play import PLAYERS, SPREAD, played

SEEDS: Final = 10_000
PORTION: Final = 250
"""Seeds that a process takes at once."""

Result = tuple[int, list[str]]
"""How many deals were played, and what failed."""


def portion(what: str, players: str, seeds: range) -> Result:
    deals = 0
    faults = []
    for seed in seeds:
        try:
            deals += len(played(what, seed, players).deals)
        except Exception:  # whatever it is, the others are dealt all the same
            faults.append(f"{again(what, players, seed)}\n{traceback.format_exc()}")
    return deals, faults


def again(what: str, players: str, seed: int) -> str:
    game, _, _ = what.partition(" ")
    rules = SPREAD[what][seed % len(SPREAD[what])].strip()
    return f'python -m engine deal {game} --rules "{rules}" --seed {seed} --players {players}'


def portions(seeds: int) -> Iterator[range]:
    for first in range(0, seeds, PORTION):
        yield range(first, min(first + PORTION, seeds))


def tell(what: str, players: str, seeds: int, results: list[Result]) -> bool:
    """Print the line; whether all holds."""
    faults = [fault for _, failed in results for fault in failed]
    told = f"{len(faults)} FAILED" if faults else "all hold"
    print(
        f"{what}, {players}: {seeds:,} seeds, {sum(deals for deals, _ in results):,} deals, {told}",
        flush=True,
    )
    for fault in faults:
        print(fault, flush=True)
    return not faults


def main() -> int:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running: list[tuple[str, str, list[Future[Result]]]] = [
            (what, players, [pool.submit(portion, what, players, each) for each in portions(seeds)])
            for what, players in product(SPREAD, PLAYERS)
        ]
        sound = [
            tell(what, players, seeds, [each.result() for each in parts]) for what, players, parts in running
        ]
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main())
