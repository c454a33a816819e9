"""Corrections at sittings of real games, their sums computed here the slow way from the rows themselves."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from evenings import Sitting, opened, sit_down
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_seasons import a_season

from data import corrections, ledger, privacy, results, seasons, standings, tables
from data.corrections import Correction, Move, places_by
from data.database import Database
from data.errors import AlreadyVoided, BadMove, NotCounted, StalePreview, UnknownDeal
from data.ledger import Total
from data.results import SeasonTotal
from data.standings import Row
from data.verify import verify
from engine.ledger import UNITS

USERS = (11, 12, None, 14)
MOVE = Move(deal=1, from_seat=0, to_seat=1, units=30 * UNITS + 1)
LATER = 10**9


async def a_sitting(database: Database, season_id: int, at_ms: int = 2_000, seed: int = 0) -> Sitting:
    """Three deals; user 15 takes the seat of user 11 after the first."""
    sitting = await sit_down(database, users=USERS, deals=3, season_id=season_id, at_ms=at_ms, seed=seed)
    await sitting.deal()
    await tables.substitute(database, sitting.id, 0, 15, "Fay")
    return await sitting.play()


@pytest.fixture
async def season_id(database: Database) -> int:
    return (await a_season(database)).id


@pytest.fixture
async def sitting(database: Database, season_id: int) -> Sitting:
    return await a_sitting(database, season_id)


async def corrected(
    database: Database, season_id: int, sitting: Sitting, change: Move | None, at_ms: int = LATER
) -> int:
    shown = await corrections.preview(database, season_id, sitting.id, change)
    return await corrections.correct(
        database, season_id, sitting.id, change, "Misdealt", 99, at_ms, expected=shown.token
    )


async def table_of(database: Database, season_id: int) -> dict[int, Row]:
    return {row.user_id: row for row in await standings.standings(database, season_id)}


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


# ---- sums, from the rows alone


def held(connection: sqlite3.Connection, table_id: int, seat: int, seq: int) -> int | None:
    last = (
        "SELECT user_id FROM stint WHERE table_id = ? AND seat = ? AND from_seq <= ? ORDER BY from_seq DESC"
    )
    row = connection.execute(last, (table_id, seat, seq)).fetchone()
    seated = "SELECT user_id FROM seat WHERE table_id = ? AND seat = ?"
    user: int | None = (row or connection.execute(seated, (table_id, seat)).fetchone())[0]
    return user


def totals_of_rows(path: Path) -> set[Total]:
    connection = sqlite3.connect(path)
    sums: defaultdict[int | None, list[int]] = defaultdict(lambda: [0, 0, 0])
    postings = connection.execute("SELECT table_id, seq, deal, account, cause, units FROM posting").fetchall()
    voided = {row[0] for row in connection.execute("SELECT table_id FROM correction WHERE kind = 'void'")}
    for table_id, seq, _, account, cause, units in postings:
        if account in ("p1", "p2", "p3", "p4") and cause not in ("opening", "refill"):
            user = held(connection, table_id, int(account[1]) - 1, seq)
            sums[user][1] += units
    for table_id, deal, seq in connection.execute("SELECT table_id, deal, seq FROM proof").fetchall():
        for seat in range(4):
            user = held(connection, table_id, seat, seq)
            won = [row for row in postings if (row[0], *row[2:5]) == (table_id, deal, f"p{seat + 1}", "win")]
            sums[user][0] += table_id not in voided
            sums[user][2] += table_id not in voided and won != []
    connection.close()
    return {Total(1, "bourre", user, *numbers) for user, numbers in sums.items() if user}


def unbalanced(path: Path) -> list[tuple[int, ...]]:
    connection = sqlite3.connect(path)
    query = (
        "SELECT table_id, deal, correction_id, cause FROM posting"
        " GROUP BY table_id, deal, correction_id, cause HAVING sum(units) <> 0"
    )
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def check_sums(database: Database, path: Path, season_id: int) -> None:
    assert unbalanced(path) == []
    assert set(await ledger.totals(database, 1)) == totals_of_rows(path)
    assert await database.read(_kept(season_id)) == await database.read(
        lambda reader: results.recompute(reader, season_id)
    )
    assert await standings.standings(database, season_id) == await standings.standings(
        database, season_id, as_of_ms=10 * LATER
    )


def _kept(season_id: int):  # type: ignore[no-untyped-def]
    query = (
        "SELECT user_id, sittings, points, net, deals, wins, fines, best, mu, sigma FROM season_total"
        " WHERE season_id = ?"
    )
    return lambda reader: {row[0]: SeasonTotal(*row) for row in reader.execute(query, (season_id,))}


# ---- void


async def test_a_voided_sitting_never_was(
    database: Database, season_id: int, sitting: Sitting, path: Path
) -> None:
    assert (await table_of(database, season_id))[12].sittings == 1
    await corrected(database, season_id, sitting, None)
    assert await table_of(database, season_id) == {}
    sums = {total: (total.deals, total.units, total.wins) for total in await ledger.totals(database, 1)}
    assert set(sums.values()) == {(0, 0, 0)}
    accounts: defaultdict[str, int] = defaultdict(int)
    for booked in await ledger.postings(database, sitting.id):
        accounts[booked.posting.account] += booked.posting.units
    assert set(accounts.values()) == {0}
    await check_sums(database, path, season_id)


async def test_voiding_one_sitting_leaves_the_other(
    database: Database, season_id: int, sitting: Sitting, path: Path
) -> None:
    before = await standings.standings(database, season_id)
    totals = await ledger.totals(database, 1)
    other = await a_sitting(database, season_id, at_ms=3_000, seed=1)
    await corrected(database, season_id, other, None)
    assert await standings.standings(database, season_id) == before
    assert await ledger.totals(database, 1) == totals
    await check_sums(database, path, season_id)


async def test_nothing_follows_a_void(
    database: Database, season_id: int, sitting: Sitting, path: Path
) -> None:
    await corrected(database, season_id, sitting, None)
    before = dump(path)
    for change in (None, MOVE):
        with pytest.raises(AlreadyVoided):
            await corrected(database, season_id, sitting, change)
    assert dump(path) == before


# ---- moves


async def test_a_move_goes_from_one_record_to_the_other(
    database: Database, season_id: int, sitting: Sitting, path: Path
) -> None:
    before = await table_of(database, season_id)
    totals = {total.user_id: total.units for total in await ledger.totals(database, 1)}
    correction_id = await corrected(database, season_id, sitting, MOVE)
    after = await table_of(database, season_id)
    # deal 1 was played by user 11, before user 15 took his seat
    assert after[11].net == before[11].net - MOVE.units
    assert after[12].net == before[12].net + MOVE.units
    assert (after[14].net, after[15].net) == (before[14].net, before[15].net)
    assert [row.deals for row in after.values()] == [before[user].deals for user in after]
    now = {total.user_id: total.units for total in await ledger.totals(database, 1)}
    assert {user: now[user] - totals[user] for user in now} == {11: -MOVE.units, 12: MOVE.units, 14: 0, 15: 0}
    *_, first, second = await ledger.postings(database, sitting.id)
    assert (first.posting.account, first.posting.units) == ("p1", -MOVE.units)
    assert (second.posting.account, second.posting.units) == ("p2", MOVE.units)
    assert {first.posting.cause, second.posting.cause} == {"correction"}
    assert {first.deal, second.deal} == {1}
    assert {first.correction_id, second.correction_id} == {correction_id}
    assert await corrections.corrections(database, season_id) == (
        Correction(season_id, sitting.id, MOVE, "Misdealt", 99, LATER, correction_id),
    )
    await check_sums(database, path, season_id)


async def test_places_follow_a_move(database: Database, season_id: int, sitting: Sitting) -> None:
    """Whoever gets more than everything else at the table wins the sitting."""
    for loser, seat, user, chips in ((3, 1, 12, 2000), (1, 3, 14, 5000)):
        await corrected(database, season_id, sitting, Move(2, loser, seat, chips * UNITS))
        rows = await table_of(database, season_id)
        assert {row.user_id: row.wins for row in rows.values()} == {11: 0, 12: 0, 14: 0, 15: 0} | {user: 1}
        assert rows[user].points == 10 * UNITS


async def test_a_move_and_its_return_change_nothing(
    database: Database, season_id: int, sitting: Sitting, path: Path
) -> None:
    before = await table_of(database, season_id)
    await corrected(database, season_id, sitting, MOVE)
    assert await table_of(database, season_id) != before
    await corrected(database, season_id, sitting, Move(1, 1, 0, MOVE.units))
    assert await table_of(database, season_id) == before
    await check_sums(database, path, season_id)


async def test_the_past_stays_as_it_was(database: Database, season_id: int, sitting: Sitting) -> None:
    before = await standings.standings(database, season_id)
    await corrected(database, season_id, sitting, MOVE, at_ms=LATER)
    after = await standings.standings(database, season_id)
    await corrected(database, season_id, sitting, None, at_ms=LATER + 5)
    for as_of_ms, then in ((LATER - 1, before), (LATER, after), (LATER + 4, after), (LATER + 5, ())):
        assert await standings.standings(database, season_id, as_of_ms) == then


async def test_a_closed_season_may_be_corrected(database: Database, season_id: int, sitting: Sitting) -> None:
    await seasons.close(database, season_id, at_ms=LATER - 1)
    await corrected(database, season_id, sitting, MOVE)
    await corrected(database, season_id, sitting, None)
    assert await table_of(database, season_id) == {}


# ---- previews


@pytest.mark.parametrize("change", [MOVE, None], ids=["move", "void"])
async def test_a_preview_is_what_is_booked_then(
    database: Database, season_id: int, sitting: Sitting, path: Path, change: Move | None
) -> None:
    before, booked = (
        await standings.standings(database, season_id),
        await ledger.postings(database, sitting.id),
    )
    stored = dump(path)
    shown = await corrections.preview(database, season_id, sitting.id, change)
    assert dump(path) == stored
    await corrected(database, season_id, sitting, change)
    assert shown.before == before
    assert shown.after == await standings.standings(database, season_id)
    made = (await ledger.postings(database, sitting.id))[len(booked) :]
    assert shown.postings == tuple(replace(each, correction_id=None) for each in made)


async def test_a_stale_preview_is_refused(
    database: Database, season_id: int, sitting: Sitting, path: Path
) -> None:
    shown = await corrections.preview(database, season_id, sitting.id, MOVE)
    other = await a_sitting(database, season_id, at_ms=3_000, seed=1)
    await expect_stale(database, path, season_id, sitting, MOVE, shown.token)
    shown = await corrections.preview(database, season_id, sitting.id, MOVE)
    await corrected(database, season_id, other, MOVE)
    await expect_stale(database, path, season_id, sitting, MOVE, shown.token)
    shown = await corrections.preview(database, season_id, sitting.id, MOVE)
    await expect_stale(database, path, season_id, sitting, None, shown.token)
    await expect_stale(database, path, season_id, other, MOVE, shown.token)


async def expect_stale(
    database: Database, path: Path, season_id: int, sitting: Sitting, change: Move | None, token: str
) -> None:
    before = dump(path)
    with pytest.raises(StalePreview):
        await corrections.correct(
            database, season_id, sitting.id, change, "Misdealt", 99, LATER, expected=token
        )
    assert dump(path) == before


# ---- refusals


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (Move(4, 0, 1, 1), UnknownDeal),
        (Move(0, 0, 1, 1), UnknownDeal),
        (Move(1, 0, 0, 1), BadMove),
        (Move(1, 0, 4, 1), BadMove),
        (Move(1, -1, 1, 1), BadMove),
        (Move(1, 0, 1, 0), BadMove),
        (Move(1, 0, 1, -1), BadMove),
    ],
    ids=str,
)
async def test_what_cannot_be_moved(
    database: Database, season_id: int, sitting: Sitting, path: Path, change: Move, refusal: type[Exception]
) -> None:
    before = dump(path)
    with pytest.raises(refusal):
        await corrections.preview(database, season_id, sitting.id, change)
    with pytest.raises(refusal):
        await corrections.correct(database, season_id, sitting.id, change, "x", 99, LATER, expected="")
    assert dump(path) == before


async def test_what_does_not_count_is_not_corrected(
    database: Database, season_id: int, sitting: Sitting
) -> None:
    other = (await a_season(database, name="Spring")).id
    running = await sit_down(database, users=USERS, deals=2, season_id=season_id, at_ms=4_000)
    await running.deal()
    outside = await (await sit_down(database, users=USERS, at_ms=5_000)).play()
    late = await (await sit_down(database, users=USERS, season_id=season_id, at_ms=9_000)).play()
    for of_season, at in ((other, sitting), (season_id, running), (season_id, outside), (season_id, late)):
        with pytest.raises(NotCounted):
            await corrections.preview(database, of_season, at.id, None)


async def test_a_void_deal_has_nothing_to_move(database: Database, season_id: int) -> None:
    sitting = await sit_down(database, users=USERS, deals=3, season_id=season_id, at_ms=2_000)
    await sitting.deal()
    await sitting.begin()
    await sitting.end()
    await corrected(database, season_id, sitting, MOVE)
    with pytest.raises(UnknownDeal):
        await corrections.preview(database, season_id, sitting.id, Move(2, 0, 1, 1))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "users"), [("bourre", USERS), ("bura", (11, 12)), ("bouillotte", USERS)])
async def test_every_game_places_by_result(
    database: Database, game: str, users: tuple[int | None, ...], seed: int
) -> None:
    sitting = await (await sit_down(database, game, users, deals=1 + seed, seed=seed)).play()
    booked = await ledger.postings(database, sitting.id)
    assert places_by((each.posting for each in booked), len(users)) == sitting.places


# ---- whatever is corrected, the sums hold

MOVES = st.builds(
    Move, st.integers(1, 3), st.integers(0, 3), st.integers(0, 3), st.sampled_from([1, 839, 840, 10**6])
).filter(lambda move: move.from_seat != move.to_seat)
Change = tuple[int, Move | None] | int
"""A correction of a table, or the user to forget."""
CHANGES: st.SearchStrategy[list[Change]] = st.lists(
    st.tuples(st.integers(1, 2), MOVES | st.none()) | st.sampled_from([11, 12, 14, 15, 99]), max_size=6
)


@pytest.fixture(scope="module")
def played() -> Iterator[Path]:
    """Two sittings of a season."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "levee.db"
        asyncio.run(_play(path))
        yield path


async def _play(path: Path) -> None:
    async with opened(path) as database:
        season = await a_season(database)
        for seed in range(2):
            await a_sitting(database, season.id, at_ms=2_000 + seed, seed=seed)


@settings(max_examples=20, deadline=None)
@given(CHANGES)
def test_sums_hold_whatever_is_corrected_and_whoever_is_forgotten(
    played: Path, changes: list[Change]
) -> None:
    asyncio.run(_correct(played, changes))


async def _correct(played: Path, changes: list[Change]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(played, folder))
        shutil.copy(f"{played}.key", folder)
        async with opened(path) as database:
            await _correct_each(database, path, changes)


async def _correct_each(database: Database, path: Path, changes: list[Change]) -> None:
    voided = set()
    for at_ms, change in enumerate(changes, LATER):
        if isinstance(change, int):
            await privacy.forget(database, change, at_ms)
        elif change[0] in voided:
            with pytest.raises(AlreadyVoided):
                await corrections.preview(database, 1, *change)
        else:
            token = (await corrections.preview(database, 1, *change)).token
            await corrections.correct(database, 1, *change, "x", 99, at_ms, expected=token)
            voided |= {change[0]} if change[1] is None else set()
        await check_sums(database, path, 1)
    assert (await verify(database, 1)).differences == ()
