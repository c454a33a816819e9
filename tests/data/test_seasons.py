from dataclasses import astuple, replace

import pytest
from sample_moves import GUILD
from sample_seasons import SEASON, Evening, a_season, a_table, an_evening, won

from data import people, seasons, settings, tables
from data.database import Database
from data.rows import NewTable
from data.season_errors import (
    AlreadyEntered,
    BadScheme,
    NotEntered,
    SeasonClosed,
    SeasonNameTaken,
    SeasonTablesOpen,
    UnknownSeason,
)
from data.seasons import Entry
from data.settings import GuildSettings


async def test_a_new_season(database: Database) -> None:
    created = await seasons.create(database, SEASON)
    assert astuple(created) == (created.id, *astuple(SEASON), None)
    assert await seasons.season(database, created.id) == created
    with pytest.raises(UnknownSeason, match=r"season 404$"):
        await seasons.season(database, 404)


async def test_a_guild_has_a_name_once_capitals_aside(database: Database) -> None:
    first = await a_season(database, name="Été à Genève")
    with pytest.raises(SeasonNameTaken, match="ÉTÉ À GENÈVE"):
        await a_season(database, name="ÉTÉ À GENÈVE")
    elsewhere = await a_season(database, name="ÉTÉ À GENÈVE", guild_id=GUILD + 1)
    assert await seasons.by_name(database, GUILD, "été à genève") == first
    assert await seasons.by_name(database, GUILD + 1, "été à genève") == elsewhere
    assert await seasons.by_name(database, GUILD, "Été") is None


async def test_a_guild_s_seasons_newest_first(database: Database) -> None:
    made = [await a_season(database, name=f"S{number}") for number in range(3)]
    await a_season(database, guild_id=GUILD + 1)
    assert await seasons.of_guild(database, GUILD) == tuple(reversed(made))


def test_a_season_ends_after_it_starts() -> None:
    with pytest.raises(ValueError, match="ends after it starts"):
        replace(SEASON, ends_at_ms=SEASON.starts_at_ms)
    with pytest.raises(BadScheme):
        replace(SEASON, points="ten for the winner")


async def test_players_enter_leave_and_come_back(database: Database) -> None:
    season = await a_season(database)
    await seasons.enter(database, season.id, 12, at_ms=5)
    await seasons.enter(database, season.id, 11, at_ms=6, substitute=True)
    with pytest.raises(AlreadyEntered, match="user 12, season"):
        await seasons.enter(database, season.id, 12, at_ms=7)
    await seasons.withdraw(database, season.id, 12, at_ms=8)
    assert await seasons.entries(database, season.id) == (Entry(12, False, 5, 8), Entry(11, True, 6, None))
    with pytest.raises(NotEntered):
        await seasons.withdraw(database, season.id, 12, at_ms=9)
    with pytest.raises(NotEntered):
        await seasons.withdraw(database, season.id, 13, at_ms=9)
    await seasons.enter(database, season.id, 12, at_ms=10)
    await seasons.enter(database, season.id, 11, at_ms=11)  # plays himself from now on
    assert await seasons.entries(database, season.id) == (
        Entry(12, False, 5, None),
        Entry(11, False, 6, None),
    )


async def test_a_season_closes_once_its_tables_have(database: Database) -> None:
    season = await a_season(database)
    evening = await an_evening(database, season.id)
    await evening.end_deal(won([1, 0, -1]))
    with pytest.raises(SeasonTablesOpen):
        await seasons.close(database, season.id, at_ms=7)
    await evening.finish([1, 2, 3])
    await seasons.close(database, season.id, at_ms=7)
    assert (await seasons.season(database, season.id)).closed_at_ms == 7
    for refused in (
        seasons.close(database, season.id, at_ms=8),
        seasons.enter(database, season.id, 11, at_ms=8),
        seasons.withdraw(database, season.id, 11, at_ms=8),
    ):
        with pytest.raises(SeasonClosed):
            await refused
    with pytest.raises(SeasonClosed):
        await a_table(database, season.id)
    for unknown in (seasons.close(database, 404, at_ms=8), seasons.enter(database, 404, 11, at_ms=8)):
        with pytest.raises(UnknownSeason):
            await unknown


@pytest.mark.parametrize("changed", [{"guild_id": GUILD + 1}, {"game": "bura"}])
async def test_a_table_is_of_its_season_s_guild_and_game(
    database: Database, changed: dict[str, object]
) -> None:
    season = await a_season(database)
    new = NewTable(GUILD, 5, 11, "bourre", "series", 1, season.id)
    with pytest.raises(Exception, match="of its guild and game"):
        await tables.open_table(database, replace(new, **changed))  # type: ignore[arg-type]
    opened = await tables.open_table(database, new)
    assert opened.season_id == season.id
    with pytest.raises(Exception, match="the season it was opened for"):
        await database.write(lambda writer: writer.execute("UPDATE game_table SET season_id = NULL"))


async def test_a_sitting_counts_in_its_own_season(database: Database) -> None:
    one, other = await a_season(database, name="One"), await a_season(database, name="Other")
    evening = Evening(database, await a_table(database, other.id))
    await evening.end_deal(won([1, 0, -1]))
    await evening.finish([1, 2, 3])
    counted = "SELECT DISTINCT season_id FROM credit"
    assert await database.read(lambda reader: reader.execute(counted).fetchall()) == [(other.id,)]
    assert one.id != other.id


async def test_settings_change_one_by_one(database: Database) -> None:
    assert await settings.settings(database, GUILD) == GuildSettings()
    await settings.change(database, GUILD, staff_role_id=5)
    changed = await settings.change(database, GUILD, timezone="Europe/Paris", appeals_channel_id=6)
    assert changed == GuildSettings(5, 6, "Europe/Paris")
    assert await settings.change(database, GUILD, staff_role_id=None) == GuildSettings(
        None, 6, "Europe/Paris"
    )
    assert await settings.settings(database, GUILD) == GuildSettings(None, 6, "Europe/Paris")
    assert await settings.settings(database, GUILD + 1) == GuildSettings()
    with pytest.raises(TypeError):
        await settings.change(database, GUILD, staff_rule_id=5)


async def test_people_are_called_as_they_were_last_seen(database: Database) -> None:
    for user_id in range(300):
        await people.note(database, GUILD, user_id, f"Player {user_id}")
    await people.note(database, GUILD, 7, "=Ana")
    await people.note(database, GUILD + 1, 7, "Elsewhere")
    named = await people.names(database, GUILD, range(400))
    assert (len(named), named[7], named[8]) == (300, "=Ana", "Player 8")
    assert await people.names(database, GUILD, []) == {}
