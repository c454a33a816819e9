"""``/privacy``: what is stored about a member, to that member alone; and becoming nobody."""

import json
from pathlib import Path
from typing import Any

import pytest
import simcord
from counted_sitting import a_counted_sitting, ask, labels
from evening import Evening, embed_text, words_of
from league_night import a_season, only_season, say

from data import fixtures, seasons, standings


async def exported(evening: Evening, member: simcord.MemberActor) -> dict[str, list[dict[str, Any]]]:
    (file,) = (await ask(evening, member, "privacy export")).attachments
    assert file.filename == "levee-about-me.json"
    found = json.loads(await file.read())
    assert isinstance(found, dict)
    return found


async def forget(evening: Evening, member: simcord.MemberActor) -> str:
    asked = await ask(evening, member, "privacy forget")
    if not labels(asked):
        return str(asked.content)
    result = await member.click(asked, label="Forget me")
    assert result.response is not None
    return result.response.content


async def test_nothing_is_stored_about_who_has_done_nothing(evening: Evening) -> None:
    found = await exported(evening, evening.bystander)
    assert not any(rows for table, rows in found.items() if table != "person")


async def test_all_that_is_stored_about_me_and_nothing_of_others(evening: Evening) -> None:
    await a_counted_sitting(evening)
    first, *others = evening.players
    found = await exported(evening, first)
    (credit,), (total,) = found["credit"], found["season_total"]
    assert credit["user_id"] == total["user_id"] == first.id
    assert [row["name"] for row in found["seat"]] == ["Ana"]
    assert found["posting"]
    text = json.dumps({table: rows for table, rows in found.items() if table != "line"})
    for member in others:
        assert str(member.id) not in text


async def test_the_file_is_shown_to_nobody_else(evening: Evening) -> None:
    shown = await ask(evening, evening.players[0], "privacy export")
    assert shown.ephemeral
    assert "can never be bought, cashed or given as prizes" in shown.content


async def test_it_says_what_will_happen_and_asks(evening: Evening) -> None:
    await a_counted_sitting(evening)
    first = evening.players[0]
    before = await exported(evening, first)
    asked = await ask(evening, first, "privacy forget")
    text = embed_text(asked.embeds[0])
    assert "I cannot undo it" in text
    assert labels(asked) == ["Forget me", "Cancel"]
    await first.click(asked, label="Cancel")
    assert await exported(evening, first) == before


async def test_a_member_becomes_nobody_and_every_sum_stays(evening: Evening) -> None:
    season, _ = await a_counted_sitting(evening)
    first = evening.players[0]
    before = await standings.standings(evening.bot.database, season.id)
    assert "you are Former player 1 now" in await forget(evening, first)
    after = await standings.standings(evening.bot.database, season.id)
    assert [(row.rank, row.points, row.net) for row in after] == [
        (row.rank, row.points, row.net) for row in before
    ]
    assert first.id not in [row.user_id for row in after]
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")
    assert "Former player 1" in await say(evening, evening.bystander, "ledger explain", deal=1)
    assert "Ana" not in await say(evening, evening.bystander, "ledger explain", deal=1)
    record = await say(evening, evening.bystander, "record file")
    assert "Ana" not in record


async def test_the_id_is_nowhere_in_the_database(evening: Evening) -> None:
    await a_counted_sitting(evening)
    first = evening.players[0]
    await forget(evening, first)
    tables = await evening.bot.database.read(
        lambda reader: [
            name for (name,) in reader.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
    )
    for table in tables:
        query = f"SELECT * FROM {table}"
        rows = await evening.bot.database.read(lambda reader, query=query: reader.execute(query).fetchall())
        assert not [row for row in rows if first.id in row], table


async def test_who_begins_again_begins_anew(evening: Evening) -> None:
    season, _ = await a_counted_sitting(evening)
    first = evening.players[0]
    await forget(evening, first)
    assert "No deal played yet" in await say(evening, first, "ledger show")
    assert "not in the season" in await say(evening, first, "season leave")
    await say(evening, first, "season join")
    await a_counted_sitting(evening, season)
    rows = {row.user_id: row for row in await standings.standings(evening.bot.database, season.id)}
    assert (rows[first.id].sittings, rows[-1].sittings) == (1, 1)
    assert "you are Former player 2 now" in await forget(evening, first)


@pytest.mark.parametrize("started", [False, True])
async def test_nobody_is_forgotten_at_a_table(evening: Evening, started: bool) -> None:
    await (evening.start() if started else evening.open())
    first = evening.players[0]
    said = await forget(evening, first)
    assert f"You sit at a table: <#{evening.channel.id}>" in said
    assert evening.table.seat_of(first.id) is not None


async def test_who_sits_down_after_being_asked_is_not_forgotten(evening: Evening) -> None:
    first = evening.players[0]
    asked = await ask(evening, first, "privacy forget")
    await evening.open()
    said = words_of(await first.click(asked, label="Forget me"))
    assert f"You sit at a table: <#{evening.channel.id}>" in said
    assert evening.table.seat_of(first.id) is not None


async def test_an_open_table_forgets_who_opened_it(evening: Evening) -> None:
    await evening.open()
    first = evening.players[0]
    await first.slash(evening.channel, "table leave")
    await forget(evening, first)
    assert evening.table.row.opener_id == -1
    assert "Only who opened the table" in await say(evening, first, "table close")


async def test_an_open_table_forgets_who_was_drawn_there(evening: Evening) -> None:
    await a_season(evening)
    first, second, _ = evening.players
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await fixtures.of_season(evening.bot.database, (await only_season(evening)).id)
    message = next(each for each in evening.channel.history() if each.components)
    await second.click(message, custom_id=f"fixture:{fixture.id}")
    (table,) = evening.bot.tables
    await forget(evening, first)
    assert table.fixture is not None
    assert first.id not in table.fixture.players
    assert -1 in table.fixture.players
    entries = await seasons.entries(evening.bot.database, fixture.season_id)
    assert [entry.user_id for entry in entries if entry.left_at_ms is not None] == [-1]


@pytest.mark.parametrize("evening", [5], indirect=True)
async def test_whoever_else_was_drawn_keeps_the_seat_and_waits_for_nobody(evening: Evening) -> None:
    await a_season(evening)
    *others, leaving = evening.players
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await fixtures.of_season(evening.bot.database, (await only_season(evening)).id)
    message = next(each for each in evening.channel.history() if each.components)
    for member in others[:2]:
        await member.click(message, custom_id=f"fixture:{fixture.id}")
    await forget(evening, leaving)
    (table,) = evening.bot.tables
    (thread,) = evening.channel.threads
    said = words_of(await others[0].slash(thread, "table start"))
    assert all(each.mention in said for each in others[2:])
    assert said.count("<@") == 2
    for member in others[2:]:
        await member.slash(thread, "table join")
    due = {user: seat for seat, user in enumerate(fixture.players)}
    assert {row.user_id: row.seat for row in table.row.seats} == {each.id: due[each.id] for each in others}
    await others[0].slash(thread, "table start")
    assert not table.in_lobby


async def test_what_was_forgotten_stays_forgotten_after_a_restart(evening: Evening, tmp_path: Path) -> None:
    await a_counted_sitting(evening)
    first = evening.players[0]
    await forget(evening, first)
    await evening.restart()
    assert "Former player 1" in await say(evening, evening.bystander, "ledger explain", deal=1)
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")


async def test_who_has_left_the_server_is_heard_by_direct_message(evening: Evening) -> None:
    await a_counted_sitting(evening)
    first = evening.players[0]
    evening.guild.remove_member(first)
    shown = await first.user.slash("privacy export")
    (file,) = shown.response.attachments
    assert json.loads(await file.read())["credit"]
    asked = (await first.user.slash("privacy forget")).response
    done = await first.user.click(asked, label="Forget me")
    assert "you are Former player 1 now" in done.response.content
    assert "all equal" in await say(evening, evening.bystander, "ledger verify")
