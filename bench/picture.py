"""A picture of a table in play: milliseconds and KiB, against the plainest program that draws as much.

The peer is a module ``render`` in the folder that ``BENCH_PEERS`` names: five hands, a trick and labels from
sprites, as a palette PNG. Rounds alternate; the time is the median round's, the ratio that of the medians.
Floor and aim are absolute, for the machine the project is measured on: 2 cores.
"""

import importlib.util
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from bot.render.picture import table_picture
from engine.game import Observation, games
from engine.play import steps
from engine.players import players
from engine.record import Header
from engine.shuffle import Proof, Stream

ROUNDS: Final = 25
PICTURES: Final = 8
NAMES: Final = ("Ann", "Bertrand", "Chloe", "Dmitri", "Eve")

Draw = Callable[[int], bytes]
"""The picture of one of several moments."""


@dataclass(frozen=True, slots=True)
class Row:
    """``peer`` is None where there is none to compare with."""

    what: str
    ours: float
    peer: float | None
    floor: float
    aim: float

    def __str__(self) -> str:
        peer = f"{self.peer:>12.1f}{self.ours / self.peer:>8.2f}" if self.peer else f"{'missing':>12}{'-':>8}"
        return f"{self.what:26}{self.ours:>12.1f}{peer}{self.floor:>8.1f}{self.aim:>8.1f}"


def rows() -> list[Row]:
    seen = _moments()

    def ours(n: int) -> bytes:
        return table_picture(seen[n * 7 % len(seen)], NAMES)

    drawers = [ours, *_peer()]
    times, sizes = _measure(drawers)
    theirs = [None, None] if len(drawers) == 1 else [times[1], sizes[1]]
    return [
        Row("table picture, ms", times[0], theirs[0], floor=20, aim=8),
        Row("table picture, KiB", sizes[0], theirs[1], floor=40, aim=25),
    ]


def main() -> None:
    print(f"{'what':26}{'ours':>12}{'peer':>12}{'ratio':>8}{'floor':>8}{'aim':>8}")
    for row in rows():
        print(row)


def _moments() -> list[Observation]:
    """What bystanders see of a sitting while there is a trick on the table."""
    game = games()["bourre"]
    rules = game.rules.parse("series")
    header = Header(game, rules, str(rules), NAMES, 0)
    chooser = Stream(bytes(32), "choices")

    def proof(number: int) -> Proof:
        return Proof(0, number, bytes(32), bytes(16), str(number))

    seen = [replay.sitting.observe(None) for replay in steps(header, players(game)["rule"], chooser, proof)]
    return [each for each in seen if each.trick]


def _peer() -> list[Draw]:
    file = Path(os.environ.get("BENCH_PEERS", ".")) / "render.py"
    spec = importlib.util.spec_from_file_location("render", file)
    if not file.exists() or spec is None or spec.loader is None:
        return []
    render: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(render)

    def draw(n: int) -> bytes:
        image = render.to_palette(render.compose(n))
        drawn: bytes = render.save(image, format="PNG", compress_level=6)
        return drawn

    return [draw]


def _measure(drawers: list[Draw]) -> tuple[list[float], list[float]]:
    """Milliseconds and KiB a picture, medians over the rounds, for each drawer."""
    times: list[list[float]] = [[] for _ in drawers]
    sizes: list[list[float]] = [[] for _ in drawers]
    for round_ in range(-1, ROUNDS):
        for draw, took, filled in zip(drawers, times, sizes, strict=True):
            began = time.perf_counter()
            pictures = [draw(round_ * PICTURES + n) for n in range(PICTURES)]
            if round_ >= 0:  # the first round draws the sprites
                took.append((time.perf_counter() - began) / PICTURES * 1000)
                filled.append(sum(map(len, pictures)) / PICTURES / 1024)
    return [median(took) for took in times], [median(filled) for filled in sizes]


if __name__ == "__main__":
    main()
