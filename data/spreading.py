"""Players spread over tables so that those who share one have met as little as can be.

Places are numbers 0 … n - 1, ``cost[a][b]`` what it costs to seat them together. A search that swaps two
players at a time finds a seating soon. If that one costs anything, a search through all seatings looks for
one that costs nothing, then for a cheaper one, or proves that there is none, as far as its steps reach:
always for eight players, seldom for thirty.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

SWAPS: Final = 3_000
"""Swaps that are tried before the search is content with the best it has seen."""
LONGEST_REST: Final = 20
"""Swaps for which who has moved stays where he is, lest the search go in circles; for few players fewer."""
STEPS: Final = 60_000
"""Steps of a search through all seatings."""

Cost = Sequence[Sequence[int]]
Tables = list[list[int]]


def spread(cost: Cost, sizes: Sequence[int], dice: Random) -> Tables:
    """A seating at tables of ``sizes``, the cheapest that was found."""
    best, price = _Swapping(cost, sizes, dice).run()
    for bound in dict.fromkeys((1, price)) if price else ():
        if found := _Exhaustive(cost, bound).run(sizes):
            return found
    return best


class _Swapping:
    """``toll[a][t]`` is what ``a`` would pay at table ``t`` as it is."""

    def __init__(self, cost: Cost, sizes: Sequence[int], dice: Random) -> None:
        self.cost = cost
        self.dice = dice
        order = list(range(len(cost)))
        dice.shuffle(order)
        taken = iter(order)
        self.tables = [[next(taken) for _ in range(size)] for size in sizes]
        self.at = [0] * len(cost)
        for number, table in enumerate(self.tables):
            for player in table:
                self.at[player] = number
        self.toll = [[sum(row[other] for other in table) for table in self.tables] for row in cost]
        self.rests_until = [0] * len(cost)
        self.rest = min(len(cost) // 3, LONGEST_REST)

    @property
    def price(self) -> int:
        return sum(self.toll[player][table] for player, table in enumerate(self.at)) // 2

    def run(self) -> tuple[Tables, int]:
        price = self.price
        best, least = [table[:] for table in self.tables], price
        for now in range(SWAPS if len(self.tables) > 1 else 0):
            if not least:
                break
            price += self._swap_one(now, price - least)
            if price < least:
                best, least = [table[:] for table in self.tables], price
        return best, least

    def _swap_one(self, now: int, above: int) -> int:
        """Swap a player who pays with whom it saves most, and say what it changed."""
        player = self.dice.choice([p for p, table in enumerate(self.at) if self.toll[p][table]])
        rested = [
            (change, other)
            for change, other in self._changes(player)
            if now >= max(self.rests_until[player], self.rests_until[other]) or change < -above
        ]
        if not rested:
            return 0
        change = min(rested)[0]
        other = self.dice.choice([other for each, other in rested if each == change])
        self._swap(player, other)
        self.rests_until[player] = self.rests_until[other] = now + self.rest
        return change

    def _changes(self, player: int) -> Iterator[tuple[int, int]]:
        """What a swap with each player of another table changes, and with whom."""
        own, toll, cost = self.at[player], self.toll[player], self.cost[player]
        for other, table in enumerate(self.at):
            if table != own:
                paid = toll[own] + self.toll[other][table]
                yield toll[table] + self.toll[other][own] - 2 * cost[other] - paid, other

    def _swap(self, one: int, two: int) -> None:
        here, there = self.at[one], self.at[two]
        self.tables[here][self.tables[here].index(one)] = two
        self.tables[there][self.tables[there].index(two)] = one
        self.at[one], self.at[two] = there, here
        for row, toll in zip(self.cost, self.toll, strict=True):
            moved = row[two] - row[one]
            toll[here] += moved
            toll[there] -= moved


class _Exhaustive:
    """Seatings cheaper than ``bound``. Sets of players are bits; ``bearable[a]``: whom ``a`` can sit with."""

    def __init__(self, cost: Cost, bound: int) -> None:
        self.cost = cost
        self.bound = bound
        self.bearable = [
            sum(1 << other for other, toll in enumerate(row) if toll < bound and other != player)
            for player, row in enumerate(cost)
        ]
        self.steps = STEPS
        self.best: Tables | None = None

    def run(self, sizes: Sequence[int]) -> Tables | None:
        """The cheapest seating below the bound; None if none was found."""
        self._seat([], (1 << len(self.cost)) - 1, list(sizes), 0)
        return self.best

    def _seat(self, done: Tables, free: int, sizes: list[int], price: int) -> None:
        """Fill the next table around the player who has the fewest to choose from."""
        if not free:
            self.best, self.bound = done, price
            return
        player = min(_bits(free), key=lambda each: (self.bearable[each] & free).bit_count())
        for size in dict.fromkeys(sizes):
            left = sizes[:]
            left.remove(size)
            for table, so_far in self._tables([player], self.bearable[player] & free, size, price):
                self._seat([*done, table], free - sum(1 << each for each in table), left, so_far)

    def _tables(self, table: list[int], free: int, size: int, price: int) -> Iterator[tuple[list[int], int]]:
        """The ways to fill a table from ``free``, with the price of the seating so far."""
        if len(table) == size:
            yield table, price
            return
        for player in _bits(free):
            self.steps -= 1
            free -= 1 << player
            toll = price + sum([self.cost[player][other] for other in table])
            if toll < self.bound and self.steps > 0:
                yield from self._tables([*table, player], free & self.bearable[player], size, toll)


def _bits(players: int) -> Iterator[int]:
    while players:
        lowest = players & -players
        yield lowest.bit_length() - 1
        players ^= lowest
