"""A picture of a table in play: milliseconds and KiB, against the plainest program that draws as much.

The peer draws five hands, a trick and labels from sprites, as a palette PNG. Rounds alternate; the time is
the median round's, the ratio that of the medians. Floor and aim are absolute, for 2 cores.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

from bench import report
from bench.report import Row
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


def rows() -> list[Row]:
    seen = _moments()

    def ours(n: int) -> bytes:
        return table_picture(seen[n * 7 % len(seen)], NAMES)

    drawers = [ours, *_peer()]
    times, sizes = _measure(drawers)
    return [
        Row("table picture", "ms", *_compared(times), floor="20 ms", aim="8 ms"),
        Row("table picture", "KiB", *_compared(sizes), floor="40 KiB", aim="25 KiB"),
    ]


def _compared(measured: list[float]) -> tuple[float, float | None, float | None]:
    """Ours, the peer's if there is one, and the ratio."""
    ours, *peers = measured
    return (ours, peers[0], ours / peers[0]) if peers else (ours, None, None)


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
    render: Any = report.peer("render")
    if render is None:
        return []

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
