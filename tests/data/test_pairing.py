"""Rounds: everybody once, sizes as they may be, and no repeat where a seating without one exists."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.pairing import Met, NoSeating, seating

Round = tuple[tuple[int, ...], ...]
BOURRE = range(2, 9)


def pairs(tables: Round) -> Iterator[frozenset[int]]:
    for table in tables:
        yield from map(frozenset, combinations(table, 2))


def price(tables: Round, met: Met) -> int:
    return sum(met.get(pair, 0) ** 2 for pair in pairs(tables))


def season(
    players: int, rounds: int, sizes: Sequence[int], *, computers: bool = False, preferred: int | None = None
) -> list[Round]:
    met: Counter[frozenset[int]] = Counter()
    played = []
    for number in range(rounds):
        tables = seating(range(players), met, sizes, computers=computers, preferred=preferred, seed=number)
        met.update(pairs(tables))
        met.update(frozenset(table) for table in tables if len(table) == 1)
        played.append(tables)
    return played


def spread_of(played: list[Round], players: int) -> int:
    """How much oftener those who met most have met than those who met least."""
    met = Counter(pair for tables in played for pair in pairs(tables))
    counts = [met[frozenset(pair)] for pair in combinations(range(players), 2)]
    return max(counts) - min(counts)


def partitions(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Round]:
    """All ways to seat the players at tables of these sizes, written down without any cleverness."""
    if not players:
        yield ()
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            rest = tuple(player for player in players[1:] if player not in others)
            for tables in partitions(rest, tuple(left)):
                yield ((players[0], *others), *tables)


def test_all_partitions_are_known_to_the_oracle() -> None:
    assert len(list(partitions(tuple(range(8)), (2, 2, 2, 2)))) == 7 * 5 * 3
    assert len(list(partitions(tuple(range(8)), (4, 4)))) == 35
    assert len(list(partitions(tuple(range(7)), (4, 3)))) == 35


@st.composite
def histories(draw: st.DrawFn) -> tuple[int, Counter[frozenset[int]]]:
    players = draw(st.integers(2, 8))
    counts = st.integers(0, 3)
    return players, Counter({frozenset(pair): draw(counts) for pair in combinations(range(players), 2)})


@settings(max_examples=150, deadline=None)
@given(histories(), st.integers(2, 8), st.integers(0, 5))
def test_no_seating_of_few_players_costs_less(
    history: tuple[int, Counter[frozenset[int]]], preferred: int, seed: int
) -> None:
    players, met = history
    tables = seating(range(players), met, BOURRE, preferred=preferred, seed=seed)
    sizes = tuple(map(len, tables))
    assert price(tables, met) == min(price(each, met) for each in partitions(tuple(range(players)), sizes))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.data())
def test_no_matching_costs_less(tables: int, data: st.DataObject) -> None:
    players = tuple(range(2 * tables))
    met = Counter({frozenset(pair): data.draw(st.integers(0, 3)) for pair in combinations(players, 2)})
    best = min(price(each, met) for each in partitions(players, (2,) * tables))
    assert price(seating(players, met, [2]), met) == best


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 60), st.integers(2, 8), st.integers(0, 3), st.booleans())
def test_everybody_is_seated_once_at_a_table_of_a_lawful_size(
    players: int, preferred: int, seed: int, computers: bool
) -> None:
    names = [1000 + 7 * player for player in range(players)]
    met = Counter({frozenset(pair): (pair[0] + pair[1]) % 3 for pair in combinations(names, 2)})
    tables = seating(names, met, BOURRE, computers=computers, preferred=preferred, seed=seed)
    assert sorted(player for table in tables for player in table) == names
    assert {len(table) for table in tables} <= set(BOURRE)
    sizes = [len(table) for table in tables]
    assert max(sizes) - min(sizes) <= 1
    assert tables == seating(names, met, BOURRE, computers=computers, preferred=preferred, seed=seed)


@pytest.mark.parametrize(
    ("players", "preferred", "sizes"),
    [
        (20, 4, [4] * 5),
        (20, 5, [5] * 4),
        (21, 5, [6, 5, 5, 5]),
        (11, 4, [4, 4, 3]),
        (7, 5, [7]),
        (7, 4, [4, 3]),
        (9, 8, [9 - 4, 4]),
        (2, 8, [2]),
        (3, 2, [3]),
    ],
)
def test_tables_are_alike_and_near_the_preferred_size(players: int, preferred: int, sizes: list[int]) -> None:
    assert [len(table) for table in seating(range(players), {}, BOURRE, preferred=preferred)] == sizes


def test_the_middle_size_is_preferred_where_nobody_says_otherwise() -> None:
    assert [len(table) for table in seating(range(20), {}, BOURRE)] == [5, 5, 5, 5]


@pytest.mark.parametrize(
    ("players", "sizes", "too_few", "words"),
    [
        (0, [2], True, "0 players are too few for tables of 2"),
        (1, BOURRE, True, "1 players are too few for tables of 2, 3, 4, 5, 6, 7, 8"),
        (5, [2], False, "5 players cannot be divided into tables of 2"),
        (6, [4], False, "6 players cannot be divided into tables of 4"),
        (7, [3, 5], False, "7 players cannot be divided into tables of 3, 5"),
    ],
)
def test_who_cannot_be_seated_without_computer_players(
    players: int, sizes: Sequence[int], too_few: bool, words: str
) -> None:
    with pytest.raises(NoSeating) as caught:
        seating(range(players), {}, sizes)
    assert (caught.value.too_few, str(caught.value)) == (too_few, words)


@pytest.mark.parametrize(
    ("players", "sizes", "people"),
    [
        (1, [2], [1]),
        (5, [2], [2, 2, 1]),
        (5, [4], [3, 2]),
        (6, [4], [3, 3]),
        (7, [4], [4, 3]),
        (8, [4], [4, 4]),
        (7, [3, 5], [4, 3]),
        (9, [2, 8], [7, 2]),
        (3, [2, 8], [2, 1]),
        (1, BOURRE, [1]),
    ],
)
def test_computer_players_are_as_few_as_can_be(players: int, sizes: list[int], people: list[int]) -> None:
    assert [len(table) for table in seating(range(players), {}, sizes, computers=True)] == people


def test_nobody_at_all_is_no_round() -> None:
    with pytest.raises(NoSeating):
        seating([], {}, [2], computers=True)


def test_the_seed_decides_between_equals() -> None:
    drawn = {seating(range(12), {}, [4], seed=seed) for seed in range(5)}
    assert len(drawn) == 5


@pytest.mark.parametrize("players", [4, 10, 20])
def test_pairs_meet_everybody_before_anybody_again(players: int) -> None:
    """In half of the rounds everybody has half of the others still to meet, so a matching exists (Dirac)."""
    played = season(players, players // 2, [2])
    assert spread_of(played, players) == 1


def test_who_sits_alone_with_a_computer_player_is_another_every_time() -> None:
    played = season(7, 7, [2], computers=True)
    assert Counter(table[0] for tables in played for table in tables if len(table) == 1) == Counter(range(7))


@pytest.mark.parametrize(("preferred", "bound"), [(4, 2), (5, 3)])
def test_twenty_players_meet_evenly_in_eight_rounds(preferred: int, bound: int) -> None:
    played = season(20, 8, BOURRE, preferred=preferred)
    assert spread_of(played, 20) <= bound


def test_four_rounds_of_twenty_without_a_repeat() -> None:
    """Of sixteen tables of four, no two people share more than one."""
    played = season(20, 4, [4])
    assert max(Counter(pair for tables in played for pair in pairs(tables)).values()) == 1


def test_four_rounds_of_nine_are_a_whole_schedule() -> None:
    """Twelve tables of three in which each of the 36 pairs meets once: there is but one such design."""
    assert spread_of(season(9, 4, [3]), 9) == 0


@pytest.mark.parametrize("sizes", [[2], [4], BOURRE])
def test_three_hundred_players_meet_nobody_twice(sizes: Sequence[int]) -> None:
    played = season(300, 5, sizes)
    assert max(Counter(pair for tables in played for pair in pairs(tables)).values()) == 1


@pytest.mark.parametrize("share_met", [0.5, 0.75, 0.9, 1.0])
@pytest.mark.parametrize(("players", "size"), [(12, 4), (20, 4), (20, 5), (40, 8), (60, 3)])
def test_a_seating_without_a_repeat_is_found_where_one_is_hidden(
    players: int, size: int, share_met: float
) -> None:
    """Of those who do not share a hidden table, so many have met."""
    dice = Random(players)
    order = dice.sample(range(players), players)
    hidden = tuple(tuple(order[first : first + size]) for first in range(0, players, size))
    met = Counter(
        pair
        for pair in map(frozenset, combinations(range(players), 2))
        if pair not in set(pairs(hidden)) and dice.random() < share_met
    )
    assert price(seating(range(players), met, [size]), met) == 0


def test_a_player_who_comes_late_is_seated_with_the_others() -> None:
    met = Counter({pair: 1 for pair in map(frozenset, combinations(range(7), 2))})
    tables = seating(range(8), met, [4])
    assert sorted(player for table in tables for player in table) == list(range(8))
    assert price(tables, met) == 9
