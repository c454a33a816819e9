"""What sittings bring to their season, computed here the slow way from what a test played."""

import asyncio
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from sample_moves import GUILD
from sample_seasons import USERS, Evening, a_season, a_table, an_evening, won

from data import ledger, results, tables
from data.credits import Credit
from data.database import Database
from data.errors import AlreadySeated
from data.journal import Append
from data.results import SeasonTotal
from data.rows import TableState
from engine.ledger import UNITS, Posting

CREDITS = (
    "SELECT seat, user_id, sittings, place, points, net, deals, wins, fines FROM credit"
    " WHERE season_id = ? ORDER BY id"
)
TOTALS = (
    "SELECT user_id, sittings, points, net, deals, wins, fines, best, mu, sigma FROM season_total"
    " WHERE season_id = ? ORDER BY user_id"
)


async def credited(database: Database, season_id: int) -> list[Credit]:
    rows = await database.read(lambda reader: reader.execute(CREDITS, (season_id,)).fetchall())
    return [Credit(*row) for row in rows]


async def kept(database: Database, season_id: int) -> dict[int, SeasonTotal]:
    rows = await database.read(lambda reader: reader.execute(TOTALS, (season_id,)).fetchall())
    return {row[0]: SeasonTotal(*row) for row in rows}


async def recomputed(
    database: Database, season_id: int, as_of_ms: int | None = None
) -> dict[int, SeasonTotal]:
    return await database.read(lambda reader: results.recompute(reader, season_id, as_of_ms))


async def corrected(
    database: Database,
    season_id: int,
    table_id: int,
    places: tuple[int, ...] | None,
    moved: tuple[Posting, ...] = (),
    deal: int = 1,
    at_ms: int = 8_000,
) -> None:
    """A correction as staff make it: its row, postings about a deal, and what the sitting then brings."""

    def correct(writer: sqlite3.Connection) -> None:
        columns = "season_id, table_id, kind, reason, user_id, at_ms, deal, from_seat, to_seat, units"
        told = ("move", 1, 0, 1, 1) if moved else ("void", None, None, None, None)
        row = (season_id, table_id, told[0], "staff were asked", 1, at_ms, *told[1:])
        insert = f"INSERT INTO correction ({columns}) VALUES ({', '.join('?' * len(row))}) RETURNING id"
        (correction_id,) = writer.execute(insert, row).fetchone()
        seq = "SELECT seq FROM proof WHERE table_id = ? AND deal = ?"
        (line,) = writer.execute(seq, (table_id, deal)).fetchone()
        ledger.correct(writer, table_id, line, deal, moved, correction_id)
        results.rebook(writer, table_id, places, at_ms, correction_id)

    await database.write(correct)


async def test_a_sitting_is_credited_as_it_ends(database: Database) -> None:
    season = await a_season(database, points="places 10 7 5 + net")
    evening = await an_evening(database, season.id)
    await evening.end_deal((*won([840, -420, -420]), *won([0, -840, 0], "bourre")))
    await evening.end_deal(won([10, 20, -30]))
    assert await credited(database, season.id) == []
    await evening.finish([1, 3, 2])
    assert await credited(database, season.id) == [
        Credit(0, 11, 1, 1, points=10 * 840 + 850, net=850, deals=2, wins=1, fines=0),
        Credit(1, 12, 1, 3, points=5 * 840 - 1240, net=-1240, deals=2, wins=0, fines=1),
        Credit(2, 13, 1, 2, points=7 * 840 - 450, net=-450, deals=2, wins=0, fines=0),
    ]
    totals = await kept(database, season.id)
    assert totals == await recomputed(database, season.id)
    assert {user: total.best for user, total in totals.items()} == {11: 850, 12: -1240, 13: -450}


async def test_stakes_handed_out_are_no_result_and_bonuses_are(database: Database) -> None:
    season = await a_season(database, points="net")
    evening = await an_evening(database, season.id)
    bonus = (Posting("bonus:p1", "brelan", 6), Posting("bonus:p2", "brelan", -6))
    await evening.end_deal((*won([9000, 9000, 9000], "opening"), *won([5, 0, 0], "refill"), *bonus))
    await evening.finish([1, 2, 2], postings=won([1, 1, 1], "share"))
    assert [credit.net for credit in await credited(database, season.id)] == [7, -5, 1]


@pytest.mark.parametrize("started_at_ms", [999, 9_000])
async def test_a_sitting_that_started_outside_of_its_season_does_not_count(
    database: Database, started_at_ms: int
) -> None:
    season = await a_season(database)
    evening = Evening(database, await a_table(database, season.id, started_at_ms=started_at_ms))
    await evening.end_deal(won([1, 0, -1]))
    await evening.finish([1, 2, 3])
    assert await credited(database, season.id) == []
    assert await kept(database, season.id) == {}


@pytest.mark.parametrize(("started_at_ms", "ends_at_ms"), [(1_000, 9_000), (8_999, 9_000), (10**12, None)])
async def test_a_sitting_counts_if_it_started_before_the_end(
    database: Database, started_at_ms: int, ends_at_ms: int | None
) -> None:
    season = await a_season(database, ends_at_ms=ends_at_ms)
    evening = Evening(database, await a_table(database, season.id, started_at_ms=started_at_ms))
    await evening.end_deal(won([1, 0, -1]))
    await evening.finish([1, 2, 3], at_ms=10**13)
    assert len(await credited(database, season.id)) == 3


async def test_a_sitting_without_a_finished_deal_does_not_count(database: Database) -> None:
    season = await a_season(database)
    before = await an_evening(database, season.id)
    await before.finish([1, 1, 1], void=True)
    assert await credited(database, season.id) == []


async def test_the_share_after_a_void_deal_belongs_to_who_finished(database: Database) -> None:
    season = await a_season(database, points="net")
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([100, 0, -100]))
    await evening.substitute(0, 14)
    await evening.end_deal(won([1, 0, 0]))
    await evening.finish([1, 2, 3], won([7, 7, 7], "share"), void=True)
    nets = {credit.user_id: credit.net for credit in await credited(database, season.id)}
    assert nets == {11: 100, 14: 1 + 7, 12: 7, 13: -93}


async def test_a_sitting_of_no_season_brings_no_credit(database: Database) -> None:
    evening = await an_evening(database, None)
    await evening.end_deal(won([1, 0, -1]))
    await evening.finish([1, 2, 3])
    assert await database.read(lambda reader: reader.execute("SELECT * FROM credit").fetchall()) == []


async def test_the_credit_is_stored_with_the_last_move_or_neither_is(database: Database, path: Path) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([1, 0, -1]))
    other = sqlite3.connect(path)
    fault = "BEGIN SELECT RAISE(ABORT, 'fault injected'); END"
    for name in ("credit", "season_total"):
        other.execute(f"CREATE TRIGGER fault BEFORE INSERT ON {name} {fault}")
        other.commit()
        with pytest.raises(sqlite3.IntegrityError, match="fault injected"):
            await evening.finish([1, 2, 3])
        assert (await tables.table(database, evening.table_id)).state is TableState.PLAYING
        assert await credited(database, season.id) == []
        other.execute("DROP TRIGGER fault")
        other.commit()
    other.close()
    await evening.finish([1, 2, 3])
    assert len(await credited(database, season.id)) == 3


def test_only_a_sitting_that_is_over_has_places() -> None:
    with pytest.raises(ValueError, match="places"):
        Append(1, 9, ("x",), deal=1, at_ms=1, places=(1, 2))


async def test_computer_players_take_places_and_earn_nothing(database: Database) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id, (None, 12, 13))
    await evening.end_deal(won([2, 1, 1]))
    await evening.finish([1, 2, 2])
    assert [(c.user_id, c.points, c.wins) for c in await credited(database, season.id)] == [
        (12, 6 * 840, 0),
        (13, 6 * 840, 0),
    ]


@pytest.mark.parametrize(
    ("users", "substitute", "rated"),
    [((11, None, None), None, False), ((11, None, None), 12, False), ((11, None, 12), None, True)],
)
async def test_who_met_computer_players_only_is_not_rated(
    database: Database, users: tuple[int | None, ...], substitute: int | None, rated: bool
) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id, users)
    await evening.end_deal(won([2, 1, 1]))
    if substitute:
        await evening.substitute(0, substitute)
        await evening.end_deal(won([2, 1, 1]))
    await evening.finish([1, 2, 2])
    totals = await kept(database, season.id)
    assert [total.sittings for total in totals.values()] == [1] * len(totals)
    assert [total.mu is not None for total in totals.values()] == [rated] * len(totals)


SPLITS = {
    # points of ten for the place, over three deals of which the second begins with a substitute
    "starter": [(11, 8400, 6, 3, 1)],
    "finisher": [(14, 8400, 6, 3, 1)],
    "deals": [(11, 2800, 1, 1, 0), (14, 5600, 5, 2, 1)],
}


@pytest.mark.parametrize("rule", SPLITS)
async def test_a_seat_that_changed_hands_is_credited_by_the_season_s_rule(
    database: Database, rule: str
) -> None:
    season = await a_season(database, credit=rule)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([1, 0, 0]))
    await evening.move(won([2, 0, 0], "ante"))
    await evening.substitute(0, 14)  # inside the deal, which is his who ends it
    await evening.end_deal()
    await evening.end_deal(won([3, 0, 0]))
    await evening.finish([1, 2, 3])
    found = [
        (c.user_id, c.points, c.net, c.deals, c.wins)
        for c in await credited(database, season.id)
        if c.seat == 0
    ]
    assert found == SPLITS[rule]


async def test_what_does_not_divide_goes_to_who_finished(database: Database) -> None:
    season = await a_season(database, points="places 1")
    evening = await an_evening(database, season.id, (11, 12, 13))
    for deal in range(11):
        if deal == 3:
            await evening.substitute(0, 14)
        await evening.end_deal(won([1, 0, -1]))
    await evening.finish([1, 2, 3])
    points = {c.user_id: c.points for c in await credited(database, season.id) if c.seat == 0}
    assert points == {11: 840 * 3 // 11, 14: 840 - 840 * 3 // 11}


async def test_who_leaves_and_returns_has_one_credit(database: Database) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([1, 0, 0]))
    await evening.substitute(0, 14)
    await evening.end_deal(won([2, 0, 0]))
    await evening.substitute(0, 11)
    await evening.end_deal(won([4, 0, 0]))
    await evening.finish([1, 2, 3])
    found = {c.user_id: (c.net, c.deals, c.wins) for c in await credited(database, season.id) if c.seat == 0}
    assert found == {11: (5, 2, 1), 14: (2, 1, 0)}


async def test_who_held_two_seats_has_one_credit_that_sums_them(database: Database) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([1, 0, 0]))
    await evening.substitute(0, 14)
    await evening.substitute(1, 11)
    await evening.end_deal(won([0, 10, 0]))
    await evening.end_deal(won([0, 20, 0]))
    await evening.finish([3, 1, 2])
    found = {c.user_id: c for c in await credited(database, season.id)}
    points = 5 * 840 // 3 + 10 * 840 * 2 // 3
    assert found[11] == Credit(1, 11, 1, 1, points, net=31, deals=3, wins=1, fines=0)
    assert sum(c.points for c in found.values()) == 22 * 840
    assert sum(c.sittings for c in found.values()) == 4


async def test_ratings_are_openskill_s_over_the_places(database: Database) -> None:
    season = await a_season(database)
    for places in ([1, 2, 3], [2, 2, 1]):
        evening = await an_evening(database, season.id)
        await evening.end_deal(won([1, 0, -1]))
        await evening.finish(places)
    model = PlackettLuce()
    teams = [[model.rating()] for _ in USERS]
    for ranks in ([1, 2, 3], [2, 2, 1]):
        teams = model.rate(teams, ranks=[float(rank) for rank in ranks])
    totals = await kept(database, season.id)
    assert [(totals[user].mu, totals[user].sigma) for user in USERS] == [
        (rating.mu, rating.sigma) for (rating,) in teams
    ]


async def test_a_correction_replays_the_sitting_in_its_place(database: Database) -> None:
    """The season then stands as if the sitting had ended so, and before the correction as it did."""
    stood: list[dict[int, SeasonTotal]] = []
    for name, places, net in (("Corrected", [1, 2, 3], 40), ("Right", [2, 1, 3], 15)):
        season = await a_season(database, name=name, points="places 10 7 5 + net")
        first = await an_evening(database, season.id)
        await first.end_deal(won([net, 20, 0]))
        await first.finish(places, at_ms=5_000)
        second = await an_evening(database, season.id)
        await second.end_deal(won([0, 0, 8]))
        await second.finish([3, 2, 1], at_ms=6_000)
        stood.append(await kept(database, season.id))
        if name == "Corrected":
            moved = (Posting("p1", "correction", -25), Posting("pot", "correction", 25))
            await corrected(database, season.id, first.table_id, (2, 1, 3), moved)
            wrong, corrected_id = season.id, season.id
    assert await kept(database, corrected_id) == stood[1]
    assert await recomputed(database, wrong) == stood[1]
    assert await recomputed(database, wrong, as_of_ms=7_999) == stood[0]
    assert await recomputed(database, wrong, as_of_ms=4_999) == {}


async def test_a_void_sitting_brings_nothing_and_cannot_be_credited_again(database: Database) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([5, -5, 0]))
    await evening.finish([1, 3, 2])
    await corrected(database, season.id, evening.table_id, None)
    nothing = {user: SeasonTotal(user) for user in USERS}
    assert await kept(database, season.id) == await recomputed(database, season.id) == nothing
    before = await credited(database, season.id)
    await corrected(database, season.id, evening.table_id, (1, 2, 3), won([1, -1, 0], "correction"))
    assert await credited(database, season.id) == before
    assert sum(credit.sittings for credit in before) == 0


async def test_a_correction_goes_to_who_played_the_deal(database: Database) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([5, -5, 0]))
    await evening.substitute(0, 14)
    await evening.end_deal(won([1, -1, 0]))
    await evening.finish([1, 3, 2])
    moved = (Posting("p1", "correction", -3), Posting("p3", "correction", 3))
    await corrected(database, season.id, evening.table_id, (1, 3, 2), moved)
    units = {total.user_id: total.units for total in await ledger.totals(database, GUILD)}
    assert units == {11: 2, 14: 1, 12: -6, 13: 3}
    nets = {user: total.net for user, total in (await kept(database, season.id)).items()}
    assert nets == units


# --- any season at all


@dataclass(frozen=True)
class Substitution:
    seat: int
    user_id: int


Step = tuple[Posting, ...] | Substitution


@dataclass(frozen=True)
class Played:
    """Steps of each deal, how the sitting ends, and the places a correction gives it (None: voided)."""

    users: tuple[int | None, ...]
    deals: list[list[Step]]
    void_end: bool
    places: tuple[int, ...]
    correction: tuple[tuple[int, ...] | None] | None


def transfer(seat: int, cause: str, units: int) -> tuple[Posting, ...]:
    return (Posting(f"p{seat + 1}", cause, units), Posting("pot", cause, -units))


STEPS = st.one_of(
    st.builds(
        transfer,
        st.integers(0, 2),
        st.sampled_from(["ante", "win", "bourre", "refill"]),
        st.integers(-5000, 5000).filter(bool),
    ),
    st.builds(Substitution, st.integers(0, 2), st.integers(11, 16)),
)
PLACES = st.sampled_from([(1, 2, 3), (3, 1, 2), (1, 1, 3), (2, 1, 2), (1, 1, 1), (3, 2, 1)])
SITTINGS = st.builds(
    Played,
    st.sampled_from([(11, 12, 13), (14, None, 12), (None, 15, None)]),
    st.lists(st.lists(STEPS, max_size=4), max_size=5),
    st.booleans(),
    PLACES,
    st.none() | st.tuples(st.none() | PLACES),
)
SCHEMES = st.sampled_from(["places 10 7 5", "net", "places 3 1 + net", "places 1"])


async def play(database: Database, season_id: int, sitting: Played) -> Evening:
    evening = await an_evening(database, season_id, sitting.users)
    for steps in sitting.deals:
        for step in steps:
            if isinstance(step, Substitution):
                try:
                    await evening.substitute(step.seat, step.user_id)
                except AlreadySeated:
                    continue
            else:
                await evening.move(step)
        await evening.end_deal()
    await evening.finish(sitting.places, transfer(0, "share", 7), void=sitting.void_end)
    return evening


def holder(evening: Evening, seat: int, seq: int) -> int | None:
    return [user for since, user in evening.held[seat] if since <= seq][-1]


@dataclass
class Sums:
    sittings: int = 0
    points: Fraction = Fraction(0)
    net: int = 0
    deals: int = 0
    wins: int = 0
    fines: int = 0


def by_place(places: tuple[int, ...], earned: list[int]) -> list[Fraction]:
    """Each takes as many of the next free places as share his."""
    shares = []
    for place in places:
        sharing = places.count(place)
        taken = (earned + [0] * 9)[place - 1 : place - 1 + sharing]
        shares.append(Fraction(sum(taken) * UNITS, sharing))
    return shares


def slow(
    connection: sqlite3.Connection, evening: Evening, places: tuple[int, ...], scheme: str, rule: str
) -> dict[int, Sums]:
    """Only whole numbers of ``points`` are sure: what is split by deals is within two units."""
    rows = connection.execute(
        "SELECT deal, account, cause, units FROM posting WHERE table_id = ?", (evening.table_id,)
    ).fetchall()
    ended = connection.execute(
        "SELECT deal, seq FROM proof WHERE table_id = ? AND NOT void ORDER BY deal", (evening.table_id,)
    ).fetchall()
    if not ended:
        return {}
    earned = [int(word) for word in scheme.split() if word.isdigit()]
    result: defaultdict[int | None, Sums] = defaultdict(Sums)
    sat = set()
    for seat, points in enumerate(by_place(places, earned)):
        who: Callable[[int], int | None] = {
            "starter": lambda seq, seat=seat: evening.held[seat][0][1],
            "finisher": lambda seq, seat=seat: evening.held[seat][-1][1],
            "deals": lambda seq, seat=seat: holder(evening, seat, seq),
        }[rule]
        last = who(ended[-1][1])
        lines = dict(ended)
        for deal, seq in ended:
            of_deal = [row for row in rows if row[0] == deal and row[1] == f"p{seat + 1}"]
            result[who(seq)].deals += 1
            result[who(seq)].fines += any(row[2] == "bourre" and row[3] < 0 for row in of_deal)
            result[who(seq)].points += points / len(ended)
            sat.add(who(seq))
        for deal, account, cause, units in rows:
            if account == f"p{seat + 1}" and cause != "refill":
                user = who(lines[deal]) if deal in lines else last
                result[user].net += units
                result[user].points += units if "net" in scheme else 0
        result[last].wins += places[seat] == 1
    for user in sat:
        result[user].sittings = 1
    return {user: sums for user, sums in result.items() if user is not None}


async def whole_season(path: Path, scheme: str, rule: str, sittings: list[Played]) -> None:
    database = await Database.open(path)
    try:
        season = await a_season(database, points=scheme, credit=rule)
        evenings = [await play(database, season.id, sitting) for sitting in sittings]
        assert await kept(database, season.id) == await recomputed(database, season.id)
        for evening, sitting in zip(evenings, sittings, strict=True):
            if sitting.correction and sitting.deals:
                (places,) = sitting.correction
                moved = transfer(1, "correction", 11) if places else ()
                await corrected(database, season.id, evening.table_id, places, moved)
        check(path, await kept(database, season.id), evenings, sittings, scheme, rule)
        assert await kept(database, season.id) == await recomputed(database, season.id)
    finally:
        await database.close()


def check(
    path: Path,
    totals: dict[int, SeasonTotal],
    evenings: Iterable[Evening],
    sittings: Iterable[Played],
    scheme: str,
    rule: str,
) -> None:
    connection = sqlite3.connect(path)
    expected: defaultdict[int, list[Sums]] = defaultdict(list)
    for evening, sitting in zip(evenings, sittings, strict=True):
        places: tuple[int, ...] | None = sitting.places
        if sitting.correction and sitting.deals:
            (places,) = sitting.correction
        if places:
            for user, sums in slow(connection, evening, places, scheme, rule).items():
                expected[user].append(sums)
    summed = connection.execute(
        "SELECT user_id, sum(sittings), sum(points), sum(net), sum(deals), sum(wins), sum(fines)"
        " FROM credit GROUP BY user_id"
    ).fetchall()
    connection.close()
    assert {replace(total, best=None, mu=None, sigma=None) for total in totals.values()} == {
        SeasonTotal(*row) for row in summed
    }
    for user, total in totals.items():
        parts = expected[user]
        for name in ("sittings", "net", "deals", "wins", "fines"):
            assert getattr(total, name) == sum(getattr(part, name) for part in parts), name
        exact = sum(part.points for part in parts)
        assert abs(total.points - exact) <= (3 * 3 * len(parts) if rule == "deals" else 0)
        assert total.best == max((part.net for part in parts), default=None)
    assert set(expected) <= set(totals)


@settings(max_examples=30, deadline=None)
@given(SCHEMES, st.sampled_from(["starter", "finisher", "deals"]), st.lists(SITTINGS, min_size=1, max_size=4))
def test_season_totals_are_what_was_played(scheme: str, rule: str, sittings: list[Played]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(whole_season(Path(folder) / "levee.db", scheme, rule, sittings))
