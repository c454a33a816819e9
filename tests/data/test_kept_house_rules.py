"""House rules are kept by name, one a name and game, up to a limit a game."""

from dataclasses import replace
from pathlib import Path

import pytest

from data import house_rules
from data.database import Database
from data.errors import HouseRulesFull
from data.house_rules import HouseRules, folded

MOST = 3
FRIDAY = HouseRules(1, "bourre", "Friday", "series conduct=honour", saved_by=11, saved_at_ms=1000)


async def test_they_are_kept(database: Database, path: Path) -> None:
    assert await house_rules.of_guild(database, 1) == ()
    assert await house_rules.save(database, FRIDAY, MOST) is None
    await database.close()
    again = await Database.open(path)
    assert await house_rules.of_guild(again, 1) == (FRIDAY,)
    assert await house_rules.of_guild(again, 2) == ()
    await again.close()


@pytest.mark.parametrize("name", ["Friday", "FRIDAY", "ｆriday"])
async def test_a_name_is_saved_once(database: Database, name: str) -> None:
    await house_rules.save(database, FRIDAY, MOST)
    new = replace(FRIDAY, name=name, rules="wiki", saved_by=12)
    assert await house_rules.save(database, new, MOST) == FRIDAY
    assert await house_rules.of_guild(database, 1) == (new,)


async def test_another_game_or_server_has_its_own(database: Database) -> None:
    others = (FRIDAY, replace(FRIDAY, game="bura", rules="series"), replace(FRIDAY, guild_id=2))
    for each in others:
        assert await house_rules.save(database, each, most=1) is None
    assert await house_rules.of_guild(database, 1) == others[:2]
    assert await house_rules.of_guild(database, 2) == others[2:]


async def test_the_limit_holds_for_new_names_only(database: Database) -> None:
    for name in "abc":
        await house_rules.save(database, replace(FRIDAY, name=name), MOST)
    before = await house_rules.of_guild(database, 1)
    with pytest.raises(HouseRulesFull) as caught:
        await house_rules.save(database, FRIDAY, MOST)
    assert caught.value.most == MOST
    assert await house_rules.of_guild(database, 1) == before
    assert await house_rules.save(database, replace(FRIDAY, name="B"), MOST) is not None


async def test_they_are_deleted_by_any_spelling(database: Database) -> None:
    await house_rules.save(database, FRIDAY, MOST)
    assert await house_rules.delete(database, replace(FRIDAY, name="fRIDAY"))
    assert await house_rules.of_guild(database, 1) == ()
    assert not await house_rules.delete(database, FRIDAY)


def test_spellings_of_one_name() -> None:
    assert folded("Straße") == folded("STRASSE")
    assert folded("Ｆriday") == folded("friday")
    assert folded("Soirée") == folded("Soire\u0301e")
    assert folded("Friday") != folded("Fridays")
