import sqlite3
from pathlib import Path

import pytest
from evenings import sit_down

from data import appeals, privacy, tables
from data.appeals import NewAppeal
from data.database import Database
from data.errors import Seated

NOBODY = {
    "accepted", "application", "asked", "at_ms", "bank_ms", "best", "closed_at_ms", "computer",
    "correction_id", "created_at_ms", "deadline_ms", "deal", "dealer", "deals", "decided_at_ms",
    "dm_closed", "due_at_ms", "ends_at_ms", "fines", "fixture_id", "free_until_ms", "from_seat", "from_seq",
    "id", "interaction_id", "joined_at_ms", "left_at_ms", "left_deal", "missed", "net", "number",
    "opened_at_ms", "paused_at_ms", "place", "points", "reminded", "reminded_at_ms", "round", "saved_at_ms",
    "season_id", "seat", "seats", "seq", "since_ms", "sittings", "started_at_ms", "starts_at_ms",
    "substitute", "table_id", "to_seat", "units", "void", "wins",
}  # fmt: skip
"""Columns of numbers that say nothing of who somebody is."""
PLACES = {"guild_id", "channel_id", "message_id", "staff_role_id", "appeals_channel_id"}
"""Discord's ids of servers, roles and what everybody there sees."""
OF_SEAT = {"dm_channel_id", "dm_message_id"}
"""Told with the seat, and dropped when its user is forgotten."""


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def test_every_column_of_numbers_is_known_to_tell_a_person_or_none(
    database: Database, path: Path
) -> None:
    columns = rows(
        path,
        "SELECT tables.name, columns.name"
        " FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns"
        " WHERE tables.type = 'table' AND columns.type = 'INTEGER' AND tables.name NOT LIKE 'sqlite%'",
    )
    unknown = {column for column in columns if column[1] not in NOBODY | PLACES | OF_SEAT}
    assert unknown == set(privacy.PERSONS)


ROWS = """
    INSERT INTO person VALUES (1, {user}, 'Ana');
    INSERT INTO house_rules VALUES (1, 'bourre', 'friday', 'Friday', 'series', {user}, 5);
    INSERT INTO guild_setting VALUES (1, NULL, NULL, NULL, NULL);
    INSERT INTO season
        VALUES (1, 1, 'Spring', 'bourre', 'series', 0, NULL, 'UTC', 'net', 'deals', {user}, 0, NULL);
    INSERT INTO entry VALUES (1, {user}, 0, 0, NULL), (1, 12, 0, 0, NULL);
    INSERT INTO stint VALUES ({table}, 2, 0, {user}, 'Ana'), ({table}, 2, 9, 13, 'Cleo');
    INSERT INTO fixture VALUES (1, 1, 1, 1, 3, 5, NULL, NULL, NULL);
    INSERT INTO fixture_player VALUES (1, 0, {user}), (1, 1, 12);
    INSERT INTO correction (season_id, table_id, kind, reason, user_id, at_ms)
        VALUES (1, {table}, 'void', 'What <@{user}> and <@!{user}> said', {user}, 5);
    INSERT INTO credit VALUES (1, 1, {table}, 0, {user}, NULL, 5, 1, 1, 840, 840, 2, 1, 0);
    INSERT INTO season_total VALUES (1, {user}, 1, 840, 840, 2, 1, 0, 840, NULL, NULL);
    INSERT INTO appeal VALUES (1, 1, {table}, 1, {user}, 'I, Ana, had the king', 5, 1, {user}, 6, 7);
    INSERT INTO appeal VALUES (2, 1, {table}, 2, 12, '<@{user}> had it', 5, NULL, NULL, NULL, NULL);
    UPDATE seat SET dm_channel_id = 71, dm_message_id = 72 WHERE user_id = {user};
"""
ANA = 981_000_000_000_000_011


async def everywhere(database: Database, user_id: int = ANA) -> int:
    """A user who is in every table there is, and the closed table he sat at."""
    sitting = await sit_down(database, users=(user_id, 12, 13))
    await sitting.play()
    script = ROWS.format(user=user_id, table=sitting.id)
    statements = [each for each in script.split(";") if each.strip()]
    await database.write(lambda writer: [writer.execute(each) for each in statements])
    return sitting.id


async def test_all_that_is_stored_about_a_person_is_handed_out(database: Database) -> None:
    await everywhere(database)
    told = await privacy.export(database, ANA)
    for table, column in privacy.PERSONS:
        assert any(row.get(column) == ANA for row in told[table]), (table, column)
    assert {row["account"] for row in told["posting"]} == {"p1", "p3"}
    assert len(told["proof"]) == 2
    assert any(row["text"] == "deal 2" for row in told["line"])


async def test_nothing_of_others_is_handed_out_but_what_was_played(database: Database) -> None:
    await everywhere(database)
    told = await privacy.export(database, ANA)
    for table, column in privacy.PERSONS:
        assert all(ANA in row.values() for row in told[table]), (table, column)
    assert all(not rows for rows in (await privacy.export(database, 999)).values())


async def test_who_decided_an_appeal_is_not_handed_what_others_wrote(database: Database) -> None:
    sitting = await (await sit_down(database, users=(ANA, 12))).play()
    made = await appeals.appeal(database, NewAppeal(1, sitting.id, 1, ANA, "I had the king", 50))
    await appeals.decide(database, 1, made.id, True, by=99, at_ms=60)
    (told,) = (await privacy.export(database, 99))["appeal"]
    assert told["decided_by"] == 99
    assert ANA not in told.values()
    assert "I had the king" not in told.values()
    (own,) = (await privacy.export(database, ANA))["appeal"]
    assert (own["text"], own["accepted"]) == ("I had the king", 1)
    assert 99 not in own.values()


async def test_a_running_deal_is_not_handed_out(database: Database) -> None:
    sitting = await sit_down(database, users=(ANA, 12, 13))
    await sitting.begin()
    told = await privacy.export(database, ANA)
    assert told["line"] == told["proof"] == []
    assert len(told["seat"]) == 1


async def test_who_is_forgotten_leaves_no_trace(database: Database, path: Path) -> None:
    await everywhere(database)
    assert await privacy.forget(database, ANA, at_ms=99) == -1
    connection = sqlite3.connect(path)
    dump = "\n".join(connection.iterdump())
    connection.close()
    for trace in (str(ANA), "'Ana'", "I, Ana", ", 71,", "Ana981"):
        assert trace not in dump
    assert rows(path, "SELECT DISTINCT name FROM person") == [("Former player 1",)]
    assert rows(path, "SELECT name FROM seat WHERE user_id = -1") == [("Former player 1",)]
    assert rows(path, "SELECT reason FROM correction") == [("What Former player 1 and Former player 1 said",)]
    assert rows(path, "SELECT text FROM appeal") == [("…",), ("Former player 1 had it",)]
    assert rows(path, "SELECT left_at_ms FROM entry ORDER BY user_id") == [(99,), (None,)]
    assert all(not found for found in (await privacy.export(database, ANA)).values())
    assert any((await privacy.export(database, -1))["credit"])


async def test_every_sum_stays(database: Database, path: Path) -> None:
    await everywhere(database)
    queries = [
        "SELECT sum(units), sum(deals), sum(wins), count(*) FROM total",
        "SELECT sum(points), sum(net), sum(deals), count(*) FROM credit",
        "SELECT sum(points), sum(net), sum(deals), count(*) FROM season_total",
        "SELECT account, sum(units) FROM posting GROUP BY account",
        "SELECT * FROM line",
        "SELECT * FROM proof",
    ]
    before = [rows(path, query) for query in queries]
    (record,) = rows(path, f"SELECT units, deals, wins FROM total WHERE user_id = {ANA}")
    await privacy.forget(database, ANA, at_ms=99)
    assert [rows(path, query) for query in queries] == before
    assert rows(path, "SELECT units, deals, wins FROM total WHERE user_id = -1") == [record]


async def test_nobody_is_taken_for_another(database: Database, path: Path) -> None:
    await everywhere(database)
    assert [await privacy.forget(database, user, at_ms=99) for user in (12, ANA, 13)] == [-1, -2, -3]
    names = {(f"Former player {number}",) for number in (1, 2, 3)}
    assert set(rows(path, "SELECT name FROM seat")) == names
    assert set(rows(path, "SELECT user_id FROM total")) == {(-1,), (-2,), (-3,)}


async def test_the_name_is_said_in_the_words_given(database: Database, path: Path) -> None:
    await everywhere(database)
    await privacy.forget(database, ANA, at_ms=99, name_of="Jemand {}".format)
    assert rows(path, "SELECT name FROM seat WHERE user_id = -1") == [("Jemand 1",)]


async def test_nobody_is_forgotten_at_an_open_table(database: Database, path: Path) -> None:
    sitting = await sit_down(database, users=(ANA, 12, 13))
    other = await sit_down(database, users=(ANA, 12), at_ms=20_000)
    with pytest.raises(Seated) as caught:
        await privacy.forget(database, ANA, at_ms=99)
    assert caught.value.table_ids == (sitting.id, other.id)
    assert rows(path, "SELECT count(*) FROM seat WHERE user_id < 0") == [(0,)]
    await tables.close_table(database, other.id, at_ms=30_000)
    await sitting.play()
    assert await privacy.forget(database, ANA, at_ms=99) == -1


async def test_who_was_replaced_may_be_forgotten_while_the_table_plays_on(
    database: Database, path: Path
) -> None:
    sitting = await sit_down(database, users=(ANA, 12, 13))
    await sitting.deal()
    await tables.substitute(database, sitting.id, 0, 14, "Dan")
    await privacy.forget(database, ANA, at_ms=99)
    assert rows(path, "SELECT user_id, name FROM stint ORDER BY from_seq") == [
        (-1, "Former player 1"),
        (14, "Dan"),
    ]
    await sitting.play()
    assert sitting.is_over


async def test_a_reason_that_mentions_nobody_never_changes(database: Database) -> None:
    await everywhere(database)
    await privacy.forget(database, ANA, at_ms=99)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        await database.write(lambda writer: writer.execute("UPDATE correction SET reason = 'another'"))


async def test_who_is_forgotten_may_come_again_as_somebody_else(database: Database) -> None:
    table_id = await everywhere(database)
    await privacy.forget(database, ANA, at_ms=99)
    again = await sit_down(database, users=(ANA, 12), at_ms=40_000)
    await again.play()
    assert {row["table_id"] for row in (await privacy.export(database, ANA))["seat"]} == {again.id}
    assert await privacy.forget(database, ANA, at_ms=100) == -2
    found = await appeals.appeals(database, table_id)
    assert [each.user_id for each in found] == [-1, 12]


async def test_words_of_an_appeal_go_with_who_wrote_them(database: Database) -> None:
    sitting = await (await sit_down(database, users=(ANA, 12))).play()
    new = NewAppeal(1, sitting.id, 1, ANA, "I, Ana, had the king", 50)
    await appeals.appeal(database, new)
    await privacy.forget(database, ANA, at_ms=99)
    assert [each.text for each in await appeals.appeals(database, sitting.id)] == [privacy.UNTOLD]
