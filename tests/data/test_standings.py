"""The order of a season's table, tie-break by tie-break, from credits made by hand."""

import asyncio
import sqlite3
import tempfile
from dataclasses import astuple
from itertools import count
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import ledger, results, seasons, tables
from data.database import Database
from data.rows import NewTable
from data.seasons import NewSeason
from data.standings import Row, place_of, standings

GUILD = 1
ANA, BEN, CLEO, DAN, EVE, FAY = range(11, 17)
CHANNELS = count(100)

Result = tuple[int, int, int]
"""Place, points, net."""


@pytest.fixture
async def season_id(database: Database) -> int:
    return await a_season(database)


async def a_season(database: Database) -> int:
    new = NewSeason(
        guild_id=GUILD,
        name="Autumn",
        game="bourre",
        rules="series",
        starts_at_ms=0,
        ends_at_ms=None,
        timezone="Europe/Paris",
        points="net",
        credit="finisher",
        created_by=1,
        created_at_ms=0,
    )
    return (await seasons.create(database, new)).id


async def credit(
    database: Database,
    season_id: int,
    table_id: int,
    brought: dict[int, Result],
    at_ms: int,
    *,
    correction_id: int | None = None,
    sign: int = 1,
) -> None:
    """Book what a sitting of four deals brought, with a bourré for the last; and the totals that follow."""
    last = max(place for place, _, _ in brought.values())
    rows = [
        (
            *(season_id, table_id, seat, user_id, correction_id, at_ms, sign, place),
            *(sign * each for each in (points, net, 4, place == 1, place == last)),
        )
        for seat, (user_id, (place, points, net)) in enumerate(brought.items())
    ]
    columns = (
        "season_id, table_id, seat, user_id, correction_id, at_ms, sittings, place, points, net, deals, wins,"
        " fines"
    )

    def store(writer: sqlite3.Connection) -> None:
        writer.executemany(f"INSERT INTO credit ({columns}) VALUES ({', '.join('?' * 13)})", rows)
        totals = [(season_id, *astuple(total)) for total in results.recompute(writer, season_id).values()]
        writer.executemany(f"INSERT OR REPLACE INTO season_total VALUES ({', '.join('?' * 11)})", totals)

    await database.write(store)


async def sitting(database: Database, season_id: int, brought: dict[int, Result], at_ms: int = 1000) -> int:
    new = NewTable(GUILD, next(CHANNELS), ANA, "bourre", "series", at_ms, season_id)
    table_id = (await tables.open_table(database, new)).id
    await credit(database, season_id, table_id, brought, at_ms)
    return table_id


def order(rows: tuple[Row, ...]) -> list[tuple[int, int, str | None]]:
    return [(row.rank, row.user_id, row.decided_by) for row in rows]


async def test_a_season_nobody_has_entered(database: Database, season_id: int) -> None:
    assert await standings(database, season_id) == ()
    assert await standings(database, season_id, as_of_ms=5) == ()


async def test_points_decide_first(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (2, 5, 400), BEN: (1, 7, -10), CLEO: (3, 3, 390)})
    rows = await standings(database, season_id)
    assert order(rows) == [(1, BEN, None), (2, ANA, None), (3, CLEO, None)]
    ben, _, cleo = rows
    assert (ben.sittings, ben.points, ben.net, ben.fines, ben.wins, ben.deals) == (1, 7, -10, 0, 1, 4)
    assert (cleo.fines, cleo.wins, cleo.best) == (1, 0, 390)


async def test_sums_and_the_best_sitting(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (2, 5, -300), BEN: (1, 7, 300)})
    await sitting(database, season_id, {ANA: (1, 7, 120), BEN: (2, 5, -120)}, at_ms=2000)
    await sitting(database, season_id, {ANA: (1, 7, 80), CLEO: (2, 5, -80)}, at_ms=3000)
    ana = (await standings(database, season_id))[0]
    assert (ana.user_id, ana.sittings, ana.points, ana.net, ana.best, ana.deals) == (
        ANA,
        3,
        19,
        -100,
        120,
        12,
    )


async def test_then_the_net_record(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (2, 5, 10), BEN: (1, 5, 11), CLEO: (3, 4, 500)})
    assert order(await standings(database, season_id)) == [(1, BEN, "net"), (2, ANA, "net"), (3, CLEO, None)]


async def test_then_head_to_head(database: Database, season_id: int) -> None:
    """Ben has won more sittings, but not those with Ana."""
    await sitting(database, season_id, {ANA: (2, 4, 0), BEN: (3, 3, 0), CLEO: (1, 9, 0)})
    await sitting(database, season_id, {BEN: (1, 1, 0), DAN: (2, 0, -9)}, at_ms=2000)
    rows = await standings(database, season_id)
    assert order(rows)[1:] == [(2, ANA, "head-to-head"), (3, BEN, "head-to-head"), (4, DAN, None)]
    assert [row.wins for row in rows[1:3]] == [0, 1]


async def test_head_to_head_leaves_out_who_is_not_equal(database: Database, season_id: int) -> None:
    """Ana was behind Cleo thrice, whom Ben has never met: that is nothing between Ana and Ben."""
    for at_ms in (1000, 2000, 3000):
        await sitting(database, season_id, {ANA: (2, 2, 0), CLEO: (1, 9, 0)}, at_ms)
    await sitting(database, season_id, {BEN: (2, 6, 0), DAN: (1, 9, 0)}, at_ms=4000)
    assert order(await standings(database, season_id)) == [
        (1, CLEO, None),
        (2, DAN, None),
        (3, ANA, None),
        (3, BEN, None),
    ]


async def test_equal_places_are_nothing_between_them(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (1, 5, 0), BEN: (1, 5, 0)})
    assert order(await standings(database, season_id)) == [(1, ANA, None), (1, BEN, None)]


async def test_then_sittings_won(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (2, 5, 0), CLEO: (1, 8, 0)})
    await sitting(database, season_id, {BEN: (1, 5, 0), DAN: (2, 3, 0)}, at_ms=2000)
    assert order(await standings(database, season_id))[1:] == [
        (2, BEN, "wins"),
        (3, ANA, "wins"),
        (4, DAN, None),
    ]


async def test_who_is_equal_after_all_shares_the_rank(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (2, 5, 0), EVE: (1, 8, 0)})
    await sitting(database, season_id, {BEN: (2, 5, 0), FAY: (1, 8, 0)}, at_ms=2000)
    await sitting(database, season_id, {CLEO: (1, 3, 0), DAN: (2, 3, 0)}, at_ms=3000)
    assert order(await standings(database, season_id)) == [
        (1, EVE, None),
        (1, FAY, None),
        (3, ANA, None),
        (3, BEN, None),
        (5, CLEO, "head-to-head"),
        (6, DAN, "head-to-head"),
    ]


async def test_three_who_beat_each_other_in_turn_share_the_rank(database: Database, season_id: int) -> None:
    for at_ms, (first, second) in enumerate([(ANA, BEN), (BEN, CLEO), (CLEO, ANA)], start=1):
        await sitting(database, season_id, {first: (1, 5, 10), second: (2, 3, -10)}, at_ms)
    assert order(await standings(database, season_id)) == [(1, ANA, None), (1, BEN, None), (1, CLEO, None)]


async def test_three_are_told_apart_by_different_tie_breaks(database: Database, season_id: int) -> None:
    """Ana has the better net; Ben and Cleo have not met, and Cleo has won a sitting."""
    await sitting(database, season_id, {ANA: (2, 5, 20), DAN: (1, 9, 0)})
    await sitting(database, season_id, {BEN: (2, 5, 10), DAN: (1, 9, 0)}, at_ms=2000)
    await sitting(database, season_id, {CLEO: (1, 5, 10), EVE: (2, 4, 0)}, at_ms=3000)
    assert order(await standings(database, season_id)) == [
        (1, DAN, None),
        (2, ANA, "net"),
        (3, CLEO, "wins"),
        (4, BEN, "wins"),
        (5, EVE, None),
    ]


async def test_a_pair_behind_a_tie_break_shares_its_rank(database: Database, season_id: int) -> None:
    await sitting(database, season_id, {ANA: (1, 5, 20), DAN: (2, 0, 0)})
    await sitting(database, season_id, {BEN: (1, 5, 10), EVE: (2, 0, 0)}, at_ms=2000)
    await sitting(database, season_id, {CLEO: (1, 5, 10), FAY: (2, 0, 0)}, at_ms=3000)
    assert order(await standings(database, season_id))[:3] == [
        (1, ANA, "net"),
        (2, BEN, "net"),
        (2, CLEO, "net"),
    ]


async def test_a_pair_before_a_tie_break_says_the_same(database: Database, season_id: int) -> None:
    """Both stand before Cleo by their net, not only the one who is listed next to her."""
    await sitting(database, season_id, {ANA: (1, 5, 20), DAN: (2, 0, 0)})
    await sitting(database, season_id, {BEN: (1, 5, 20), EVE: (2, 0, 0)}, at_ms=2000)
    await sitting(database, season_id, {CLEO: (1, 5, 10), FAY: (2, 0, 0)}, at_ms=3000)
    assert order(await standings(database, season_id))[:3] == [
        (1, ANA, "net"),
        (1, BEN, "net"),
        (3, CLEO, "net"),
    ]


async def test_head_to_head_among_three_counts_all_their_sittings(database: Database, season_id: int) -> None:
    """Ana: +1 +1 -1; Ben: -1 +1; Cleo: -1 -1 +1 less the rest: 1, 0, -1."""
    await sitting(database, season_id, {ANA: (1, 0, 0), BEN: (2, 0, 0)})
    await sitting(database, season_id, {ANA: (1, 0, 0), CLEO: (3, 0, 0), DAN: (2, 9, 0)}, at_ms=2000)
    await sitting(database, season_id, {CLEO: (1, 0, 0), ANA: (2, 0, 0)}, at_ms=3000)
    await sitting(database, season_id, {BEN: (1, 0, 0), CLEO: (2, 0, 0)}, at_ms=4000)
    assert order(await standings(database, season_id)) == [
        (1, DAN, None),
        (2, ANA, "head-to-head"),
        (3, BEN, "head-to-head"),
        (4, CLEO, "head-to-head"),
    ]


async def test_who_has_entered_and_not_sat_stands_last(database: Database, season_id: int) -> None:
    for user_id in (CLEO, BEN, ANA):
        await seasons.enter(database, season_id, user_id, at_ms=10)
    await sitting(database, season_id, {ANA: (2, 0, -840), DAN: (1, 0, 840)})
    rows = await standings(database, season_id)
    assert order(rows) == [(1, DAN, "net"), (2, ANA, "net"), (3, BEN, None), (3, CLEO, None)]
    assert rows[2] == Row(BEN, 3, 0, 0, 0, 0, 0, 0, None, None, None)


async def test_who_has_left_stays_if_he_has_sat(database: Database, season_id: int) -> None:
    for user_id in (ANA, BEN, CLEO):
        await seasons.enter(database, season_id, user_id, at_ms=10)
    await seasons.enter(database, season_id, DAN, at_ms=10, substitute=True)
    await sitting(database, season_id, {ANA: (1, 5, 1), BEN: (2, 4, -1)})
    for user_id in (BEN, CLEO):
        await seasons.withdraw(database, season_id, user_id, at_ms=2000)
    assert [row.user_id for row in await standings(database, season_id)] == [ANA, BEN]
    assert [row.user_id for row in await standings(database, season_id, as_of_ms=1999)] == [ANA, BEN, CLEO]
    assert [row.user_id for row in await standings(database, season_id, as_of_ms=2000)] == [ANA, BEN]
    assert [row.user_id for row in await standings(database, season_id, as_of_ms=9)] == []


async def correction(database: Database, season_id: int, table_id: int, at_ms: int) -> int:
    insert = (
        "INSERT INTO correction (season_id, table_id, kind, reason, user_id, at_ms)"
        " VALUES (?, ?, 'void', 'wrong table', 1, ?) RETURNING id"
    )
    found: tuple[int] = await database.write(
        lambda writer: writer.execute(insert, (season_id, table_id, at_ms)).fetchone()
    )
    return found[0]


async def test_a_correction_changes_what_comes_after_it(database: Database, season_id: int) -> None:
    """The places are turned round, and so are head-to-head and rating."""
    wrong: dict[int, Result] = {ANA: (1, 5, 0), BEN: (2, 5, 0)}
    right: dict[int, Result] = {ANA: (2, 5, 0), BEN: (1, 5, 0)}
    table_id = await sitting(database, season_id, wrong)
    await sitting(database, season_id, {CLEO: (1, 7, 0), DAN: (2, 3, 0)}, at_ms=2000)
    before = await standings(database, season_id)
    by = await correction(database, season_id, table_id, at_ms=3000)
    await credit(database, season_id, table_id, wrong, 3000, correction_id=by, sign=-1)
    await credit(database, season_id, table_id, right, 3000, correction_id=by)
    after = await standings(database, season_id)
    assert order(before)[1:3] == [(2, ANA, "head-to-head"), (3, BEN, "head-to-head")]
    assert order(after)[1:3] == [(2, BEN, "head-to-head"), (3, ANA, "head-to-head")]
    assert [row.rating for row in after] == [row.rating for row in before]
    assert await standings(database, season_id, as_of_ms=2999) == before
    assert await standings(database, season_id, as_of_ms=3000) == after


async def test_a_voided_sitting_is_none(database: Database, season_id: int) -> None:
    brought: dict[int, Result] = {ANA: (1, 5, 9), BEN: (2, 3, -9)}
    await seasons.enter(database, season_id, ANA, at_ms=10)
    table_id = await sitting(database, season_id, brought)
    by = await correction(database, season_id, table_id, at_ms=3000)
    await credit(database, season_id, table_id, brought, 3000, correction_id=by, sign=-1)
    rows = await standings(database, season_id)
    assert rows == (Row(ANA, 1, 0, 0, 0, 0, 0, 0, None, None, None),)
    assert [row.user_id for row in await standings(database, season_id, as_of_ms=2999)] == [ANA, BEN]


async def test_the_past_is_what_the_present_was(database: Database, season_id: int) -> None:
    """Standings kept in totals, asked for at once, equal those added up from credits later."""
    seen = []
    for at_ms in range(1, 9):
        first, second = 11 + at_ms % 4, 11 + (at_ms + 1 + at_ms % 2) % 4
        brought = {first: (1, 5, 10), second: (1 + at_ms % 2, 4, -10), DAN + 1: (3, 0, 0)}
        await sitting(database, season_id, brought, at_ms)
        seen.append(await standings(database, season_id))
    assert [await standings(database, season_id, as_of_ms=at_ms) for at_ms in range(1, 9)] == seen


SITTINGS = st.dictionaries(
    st.sampled_from([ANA, BEN, CLEO, DAN, EVE]),
    st.tuples(st.integers(1, 3), st.integers(0, 1), st.integers(-1, 1)),
    min_size=2,
    max_size=3,
)


def expected_order(played: list[dict[int, Result]]) -> list[tuple[int, int]]:
    """Rank and user, said plainly: one user stands before another if the first thing that differs says so."""
    users = {user for brought in played for user in brought}

    def summed(user: int) -> tuple[int, int]:
        own = [brought[user] for brought in played if user in brought]
        return sum(points for _, points, _ in own), sum(net for _, _, net in own)

    def key(user: int) -> tuple[int, int, int, int]:
        lead = 0
        for brought in played:
            for other in brought.keys() - {user} if user in brought else ():
                if summed(other) == summed(user):
                    mine, his = brought[user][0], brought[other][0]
                    lead += 1 if mine < his else -1 if mine > his else 0
        wins = sum(user in brought and brought[user][0] == 1 for brought in played)
        return (*summed(user), lead, wins)

    return sorted((1 + sum(key(other) > key(user) for other in users), user) for user in users)


@hypothesis.settings(max_examples=40, deadline=None)
@given(st.lists(SITTINGS, min_size=1, max_size=6))
def test_the_order_is_the_one_said_plainly(played: list[dict[int, Result]]) -> None:
    async def compare(path: Path) -> None:
        database = await Database.open(path)
        season_id = await a_season(database)
        for at_ms, brought in enumerate(played, start=1):
            await sitting(database, season_id, brought, at_ms)
        now = await standings(database, season_id)
        then = await standings(database, season_id, as_of_ms=len(played))
        await database.close()
        assert [(row.rank, row.user_id) for row in now] == expected_order(played)
        assert then == now

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(compare(Path(folder) / "levee.db"))


async def test_the_rating_is_what_a_player_has_almost_surely(database: Database, season_id: int) -> None:
    """A newcomer's is 0, more after a win and less after a loss; who has met nobody has none."""
    await sitting(database, season_id, {ANA: (1, 5, 9), BEN: (2, 3, -9)})
    await sitting(database, season_id, {CLEO: (1, 1, 0)}, at_ms=2000)
    ana, ben, cleo = await standings(database, season_id)
    assert ana.rating is not None
    assert ben.rating is not None
    assert ana.rating > 0 > ben.rating
    assert cleo.rating is None


async def test_seasons_keep_apart(database: Database, season_id: int) -> None:
    new = NewSeason(GUILD, "Winter", "bourre", "series", 0, None, "Europe/Paris", "net", "finisher", 1, 0)
    other = (await seasons.create(database, new)).id
    await sitting(database, season_id, {ANA: (1, 5, 9), BEN: (2, 3, -9)})
    await sitting(database, other, {BEN: (1, 5, 9), CLEO: (2, 3, -9)})
    assert [row.user_id for row in await standings(database, season_id)] == [ANA, BEN]
    assert [row.user_id for row in await standings(database, other)] == [BEN, CLEO]


async def test_places_in_the_guilds_totals(database: Database) -> None:
    rows = [
        (GUILD, "bourre", ANA, 1, 50, 0),
        (GUILD, "bourre", BEN, 1, 70, 0),
        (GUILD, "bourre", CLEO, 1, 50, 0),
        (GUILD, "bourre", DAN, 1, -170, 0),
        (GUILD, "bura", DAN, 1, 900, 0),
        (GUILD + 1, "bourre", DAN, 1, 900, 0),
    ]
    insert = "INSERT INTO total VALUES (?, ?, ?, ?, ?, ?)"
    await database.write(lambda writer: writer.executemany(insert, rows))
    places = [await place_of(database, GUILD, "bourre", user_id) for user_id in (ANA, BEN, CLEO, DAN, EVE)]
    assert places == [2, 1, 2, 4, None]
    best = await ledger.totals(database, GUILD, "bourre", limit=3)
    assert [total.user_id for total in best] == [BEN, ANA, CLEO]
