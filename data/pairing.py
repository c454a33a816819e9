"""Who plays with whom in the next round: everybody once, and with people not met yet while there are such.

A meeting costs the square of how often the two have met, so a seating without a repeat costs nothing and is
taken if there is one; else repeats are few and fall to those who have met least. Exact for tables of two (a
matching of least cost) and for a few players; for more it is as good as a bounded search finds, see
``spreading``. Three hundred players can take a second or two: call it off the event loop.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import rustworkx

from data.spreading import Cost, Tables, spread

Met = Mapping[frozenset[int], int]
"""How often players have met; under a set of one, how often he was seated with computer players alone."""

_NEVER: Final = 10_000_000
"""What it costs to seat nobody with nobody: more than all meetings of a season."""


class NoSeating(Exception):
    """``players`` cannot be spread over tables of ``sizes``; ``too_few``: not even over one."""

    def __init__(self, players: int, sizes: Sequence[int]) -> None:
        self.players = players
        self.sizes = tuple(sizes)
        self.too_few = players < min(sizes)
        reason = "are too few for" if self.too_few else "cannot be divided into"
        super().__init__(f"{players} players {reason} tables of {', '.join(map(str, sizes))}")


def seating(
    players: Sequence[int],
    met: Met,
    sizes: Sequence[int],
    *,
    computers: bool = False,
    preferred: int | None = None,
    seed: int = 0,
) -> tuple[tuple[int, ...], ...]:
    """The players of each table, larger tables first; the same arguments give the same seating.

    ``sizes`` are those a table may have. They come out as equal as can be and near ``preferred``, the middle
    one by default. With ``computers`` a table may lack players, together as few as can be. Raises NoSeating.
    """
    people = _table_sizes(len(players), sizes, computers, preferred or sorted(sizes)[len(sizes) // 2])
    dice = Random(seed)
    mixed = dice.sample(players, len(players))
    cost = _costs(mixed, met, alone=people.count(1))
    filled = [max(size, 2) for size in people]
    tables = _pairs(cost) if set(filled) == {2} else spread(cost, filled, dice)
    return _in_order(players, [[mixed[each] for each in table if each < len(mixed)] for table in tables])


def _in_order(players: Sequence[int], tables: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    place = {player: number for number, player in enumerate(players)}
    seated = [sorted([place[player] for player in table]) for table in tables]
    seated.sort(key=lambda table: (-len(table), table))
    return tuple(tuple(players[each] for each in table) for table in seated)


class _Division(NamedTuple):
    """Ways to divide players compare by what is to be kept small."""

    computers: int
    unlikeness: int
    """Squares of how far each table is from the preferred size: least where all are alike."""
    people: tuple[int, ...]


def _table_sizes(players: int, sizes: Sequence[int], computers: bool, preferred: int) -> tuple[int, ...]:
    """How many people sit at each table."""
    lacking = _lacking(sizes, computers)
    best: list[_Division | None] = [_Division(0, 0, ())]
    for so_far in range(1, players + 1):
        ways = [
            _Division(
                before.computers + lack, before.unlikeness + (size - preferred) ** 2, (*before.people, size)
            )
            for size, lack in lacking.items()
            if size <= so_far and (before := best[so_far - size]) is not None
        ]
        best.append(min(ways, default=None))
    division = best[players]
    if division is None or not players:
        raise NoSeating(players, sizes)
    return division.people


def _lacking(sizes: Sequence[int], computers: bool) -> dict[int, int]:
    """How many computer players a table of so many people needs."""
    if not computers:
        return dict.fromkeys(sizes, 0)
    return {size: min([each for each in sizes if each >= size]) - size for size in range(1, max(sizes) + 1)}


def _costs(players: Sequence[int], met: Met, alone: int) -> Cost:
    """By place in ``players``; behind them ``alone`` nobodies, whom those meet who sit without people."""
    of_players = [
        [0 if one == two else met.get(frozenset((one, two)), 0) ** 2 for two in players] for one in players
    ]
    of_nobody = [met.get(frozenset((player,)), 0) ** 2 for player in players]
    nobodies = [[_NEVER if one != two else 0 for two in range(alone)] for one in range(alone)]
    return [
        *[[*row, *[cost] * alone] for row, cost in zip(of_players, of_nobody, strict=True)],
        *[[*of_nobody, *row] for row in nobodies],
    ]


def _pairs(cost: Cost) -> Tables:
    """Everybody in twos, at the least cost there is."""
    most = max(map(max, cost)) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(cost)))
    graph.add_edges_from(
        [(one, two, most - cost[one][two]) for one in range(len(cost)) for two in range(one)]
    )
    return [list(pair) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)]
