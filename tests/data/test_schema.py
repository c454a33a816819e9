import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import fixtures, ledger, stints, tables
from data.database import Database
from data.errors import NewerSchema, Unusable
from data.schema import FOLDER, migrate, migrations


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "migrations"))


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    yield connection
    connection.close()


def version(connection: sqlite3.Connection) -> int:
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def test_a_fresh_file_gets_every_migration(connection: sqlite3.Connection, path: Path) -> None:
    migrate(connection, path)
    assert version(connection) == len(migrations())
    assert {"game_table", "line", "posting", "total"} <= names(connection)
    rows = connection.execute("SELECT number, name, sha256 FROM migration").fetchall()
    assert rows == [(m.number, m.name, m.sha256) for m in migrations()]


def test_migrating_again_changes_nothing(connection: sqlite3.Connection, path: Path) -> None:
    migrate(connection, path)
    before = list(connection.iterdump())
    migrate(connection, path)
    assert list(connection.iterdump()) == before


def test_a_later_migration_builds_on_what_is_there(
    connection: sqlite3.Connection, path: Path, folder: Path
) -> None:
    migrate(connection, path, folder)
    before = version(connection)
    (folder / f"{before + 1:04}_more.sql").write_text("CREATE TABLE more (x INTEGER) STRICT;")
    migrate(connection, path, folder)
    assert version(connection) == before + 1
    assert "more" in names(connection)


@pytest.fixture
def first_schema(connection: sqlite3.Connection, path: Path, folder: Path) -> sqlite3.Connection:
    return first_schemas(connection, path, folder, 1)


@pytest.fixture
def three_schemas(connection: sqlite3.Connection, path: Path, folder: Path) -> sqlite3.Connection:
    return first_schemas(connection, path, folder, 3)


def first_schemas(connection: sqlite3.Connection, path: Path, folder: Path, count: int) -> sqlite3.Connection:
    for later in sorted(folder.glob("*.sql"))[count:]:
        later.unlink()
    migrate(connection, path, folder)
    return connection


async def test_what_was_played_before_there_were_seasons_stays(
    first_schema: sqlite3.Connection, path: Path
) -> None:
    """A table goes on that was in its second deal when the schema changed."""
    first_schema.executescript(
        """
        INSERT INTO game_table (guild_id, channel_id, opener_id, game, rules, opened_at_ms)
            VALUES (1, 2, 11, 'bourre', 'series', 5);
        INSERT INTO seat (table_id, seat, user_id, name, computer) VALUES (1, 0, 11, 'Ana', 0);
        UPDATE game_table SET state = 'playing', dealer = 0, seq = 20;
        INSERT INTO posting VALUES (1, 1, 9, 1, 'p1', 'win', 840), (2, 1, 9, 1, 'pot', 'win', -840);
        INSERT INTO proof VALUES (1, 1, printf('%064d', 1), x'00', x'00', '0', 0);
        """
    )
    database = await Database.open(path)
    try:
        row = await tables.table(database, 1)
        assert (row.season_id, row.started_at_ms, row.seq) == (None, None, 20)
        assert len(await ledger.postings(database, 1)) == 2
        await tables.substitute(database, 1, 0, 14, "Dan")
        held = await database.read(lambda reader: stints.holders(reader, 1))
        assert [held.at(0, seq) for seq in (0, 9, 21)] == [11, 11, 14]
    finally:
        await database.close()


async def test_rounds_drawn_before_seats_were_kept_stay(
    three_schemas: sqlite3.Connection, path: Path
) -> None:
    three_schemas.executescript(
        """
        INSERT INTO season
            VALUES (1, 1, 'Winter', 'bourre', 'series', 1, NULL, 'UTC', 'net', 'deals', 1, 1, NULL);
        INSERT INTO fixture VALUES (1, 1, 1, 1, 3, 2, NULL, NULL, NULL), (2, 1, 1, 2, 2, 2, NULL, NULL, NULL);
        INSERT INTO fixture_player VALUES (1, 13), (1, 11), (1, 12), (2, 15), (2, 14);
        """
    )
    database = await Database.open(path)
    try:
        drawn = await fixtures.of_season(database, 1)
        assert [each.players for each in drawn] == [(11, 12, 13), (14, 15)]
    finally:
        await database.close()


@pytest.mark.parametrize("name", ["0099_gap.sql", "0001_twice.sql", "2_short.sql", "0002-dash.sql"])
def test_a_gap_in_the_numbers_is_an_error(folder: Path, name: str) -> None:
    (folder / name).write_text("SELECT 1;")
    with pytest.raises(Unusable, match="is not migration number"):
        migrations(folder)


def test_an_edited_file_is_an_error(connection: sqlite3.Connection, path: Path, folder: Path) -> None:
    migrate(connection, path, folder)
    first = folder / migrations(folder)[0].name
    first.write_text(first.read_text("utf-8") + "-- edited\n", "utf-8")
    with pytest.raises(Unusable, match=first.name):
        migrate(connection, path, folder)


def test_a_newer_schema_is_left_alone(connection: sqlite3.Connection, path: Path) -> None:
    migrate(connection, path)
    connection.execute("PRAGMA user_version = 999")
    with pytest.raises(NewerSchema, match=r"levee\.db has schema 999, this Levée knows \d+: start the newer"):
        migrate(connection, path)
    assert version(connection) == 999


def test_another_program_s_database_is_left_alone(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("CREATE TABLE recipes (x)")
    with pytest.raises(Unusable, match="belongs to another program"):
        migrate(connection, path)
    assert names(connection) == {"recipes"}


@pytest.mark.parametrize(
    "fault", ["CREATE TABLE half (", "INSERT INTO nowhere VALUES (1)", "INSERT INTO half VALUES ('x')"]
)
def test_a_failing_migration_leaves_no_trace(
    connection: sqlite3.Connection, path: Path, folder: Path, fault: str
) -> None:
    migrate(connection, path, folder)
    before, number = list(connection.iterdump()), version(connection)
    script = f"CREATE TABLE half (x INTEGER) STRICT;\nPRAGMA user_version = 77;\n{fault};"
    (folder / f"{number + 1:04}_half.sql").write_text(script)
    with pytest.raises(sqlite3.Error):
        migrate(connection, path, folder)
    assert (list(connection.iterdump()), version(connection)) == (before, number)
    assert not connection.in_transaction
