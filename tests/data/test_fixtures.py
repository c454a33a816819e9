from collections import Counter

import pytest
from sample_moves import GUILD
from sample_seasons import a_season, a_table

from data import fixtures, seasons, tables
from data.database import Database
from data.fixtures import Fixture
from data.rows import NewTable
from data.season_errors import FixtureOpened, SeasonClosed, UnknownFixture, UnknownSeason

CHANNEL = 77


async def drawn(database: Database, season_id: int, due_at_ms: int | None = 500) -> tuple[Fixture, ...]:
    return await fixtures.add_round(
        database, season_id, [((11, 12, 13), 3), ((15, 14), 4)], CHANNEL, due_at_ms
    )


async def in_lobby(database: Database, season_id: int, fixture_id: int, channel_id: int) -> int:
    new = NewTable(GUILD, channel_id, 11, "bourre", "series", 1, season_id)
    return (await tables.open_table(database, new, fixture_id=fixture_id)).id


async def test_a_round_is_kept_as_drawn(database: Database) -> None:
    season = await a_season(database)
    first, second = await drawn(database, season.id)
    assert first == Fixture(first.id, season.id, 1, 1, 3, CHANNEL, 500, None, None, (11, 12, 13))
    assert second == Fixture(second.id, season.id, 1, 2, 4, CHANNEL, 500, None, None, (15, 14))
    assert await fixtures.fixture(database, second.id) == second
    again = await drawn(database, season.id, due_at_ms=None)
    assert [(fixture.round, fixture.number) for fixture in again] == [(2, 1), (2, 2)]
    assert await fixtures.of_season(database, season.id) == (first, second, *again)
    assert await fixtures.of_season(database, season.id, round=2) == again
    assert await fixtures.of_season(database, season.id, round=3) == ()


async def test_meetings_are_counted_in_pairs(database: Database) -> None:
    season, other = await a_season(database), await a_season(database, name="Other")
    await drawn(database, season.id)
    await fixtures.add_round(database, season.id, [((11, 12), 2)], CHANNEL, None)
    await drawn(database, other.id)
    pairs = {(11, 12): 2, (11, 13): 1, (12, 13): 1, (14, 15): 1}
    expected = Counter({frozenset(pair): times for pair, times in pairs.items()})
    assert await fixtures.meetings(database, season.id) == expected


async def test_who_is_drawn_alone_has_met_computer_players_only(database: Database) -> None:
    season = await a_season(database)
    for drawn_tables in ([((11, 12), 2), ((13,), 2)], [((13,), 2)]):
        await fixtures.add_round(database, season.id, drawn_tables, CHANNEL, None)
    met = Counter({frozenset((11, 12)): 1, frozenset((13,)): 2})
    assert await fixtures.meetings(database, season.id) == met


async def test_a_table_opened_for_a_fixture_is_noted(database: Database) -> None:
    season = await a_season(database)
    first, second = await drawn(database, season.id)
    table_id = await in_lobby(database, season.id, first.id, channel_id=5)
    assert (await fixtures.fixture(database, first.id)).table_id == table_id
    with pytest.raises(FixtureOpened) as caught:
        await in_lobby(database, season.id, first.id, channel_id=6)
    assert (caught.value.fixture_id, caught.value.table_id) == (first.id, table_id)
    assert await tables.latest_in_channel(database, 6) is None
    await tables.close_table(database, table_id, at_ms=9)
    again = await in_lobby(database, season.id, first.id, channel_id=6)
    assert (await fixtures.fixture(database, first.id)).table_id == again

    started = await a_table(database, season.id, fixture_id=second.id)
    with pytest.raises(FixtureOpened):
        await in_lobby(database, season.id, second.id, channel_id=8)
    await tables.close_table(database, started, at_ms=9)
    after = await in_lobby(database, season.id, second.id, channel_id=8)
    assert (await fixtures.fixture(database, second.id)).table_id == after, "no deal was finished"


async def test_a_table_is_opened_for_fixtures_of_its_season_only(database: Database) -> None:
    season, other = await a_season(database), await a_season(database, name="Other")
    first, _ = await drawn(database, season.id)
    for season_id, fixture_id in ((other.id, first.id), (season.id, 404)):
        with pytest.raises(UnknownFixture, match=f"fixture {fixture_id}$"):
            await in_lobby(database, season_id, fixture_id, channel_id=5)
    assert await tables.open_tables(database) == ()


async def test_who_is_late_is_reminded_once(database: Database) -> None:
    season, closed = await a_season(database), await a_season(database, name="Closed")
    first, second = await drawn(database, season.id, due_at_ms=500)
    (sooner, started) = await drawn(database, season.id, due_at_ms=400)
    await drawn(database, season.id, due_at_ms=None)
    await drawn(database, closed.id)
    await seasons.close(database, closed.id, at_ms=1)
    await a_table(database, season.id, fixture_id=started.id)
    await in_lobby(database, season.id, first.id, channel_id=5)  # opened, but nobody has started it
    assert [fixture.id for fixture in await fixtures.due(database, 500)] == [sooner.id]
    late = [fixture.id for fixture in await fixtures.due(database, 501)]
    assert late == [sooner.id, first.id, second.id]
    await fixtures.reminded(database, second.id, at_ms=502)
    assert (await fixtures.fixture(database, second.id)).reminded_at_ms == 502
    assert [fixture.id for fixture in await fixtures.due(database, 501)] == [sooner.id, first.id]


async def test_what_is_not_there(database: Database) -> None:
    season = await a_season(database)
    await seasons.close(database, season.id, at_ms=1)
    with pytest.raises(SeasonClosed):
        await drawn(database, season.id)
    with pytest.raises(UnknownSeason):
        await drawn(database, 404)
    with pytest.raises(UnknownFixture):
        await fixtures.fixture(database, 404)
    with pytest.raises(UnknownFixture):
        await fixtures.reminded(database, 404, at_ms=1)
