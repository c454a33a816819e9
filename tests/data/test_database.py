# ruff: noqa: ASYNC240 -- these tests may wait for their own small files

import asyncio
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sample_moves import dealing, ending, seated_table, start

from data import journal, tables
from data.database import Database, _prepare
from data.errors import NotStored, Unusable


async def test_what_a_commit_promises(database: Database) -> None:
    def settings(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await database.write(settings) == ["wal", 2, 1]  # 2: FULL


async def test_missing_folders_are_made(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "var" / "here" / "levee.db")
    await database.close()
    assert (tmp_path / "var" / "here" / "levee.db.key").exists()


async def test_its_files_are_for_their_owner(database: Database, dealt_id: int, path: Path) -> None:
    files = [path, *path.parent.glob(f"{path.name}*")]
    assert len(files) > 3
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []


async def test_a_path_may_be_relative_and_hold_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = await Database.open("what? 100% #1.db")
    await seated_table(database)
    assert len(await tables.open_tables(database)) == 1
    await database.close()
    assert Path("what? 100% #1.db").exists()


async def test_everything_is_there_after_reopening(path: Path) -> None:
    database = await Database.open(path)
    table_id = await seated_table(database)
    await journal.append(database, start(table_id))
    await journal.append(database, dealing(table_id))
    before = await tables.open_tables(database), await journal.lines(database, table_id)
    await database.close()
    database = await Database.open(path)
    assert (await tables.open_tables(database), await journal.lines(database, table_id)) == before
    await database.close()


async def test_readers_cannot_write(database: Database, table_id: int) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.read(lambda reader: reader.execute("UPDATE game_table SET message_id = 1"))
    assert (await tables.table(database, table_id)).message_id is None


async def test_a_reader_sees_one_picture(database: Database, table_id: int, path: Path) -> None:
    def read_twice(reader: sqlite3.Connection) -> list[object]:
        first = reader.execute("SELECT message_id FROM game_table").fetchone()
        other = sqlite3.connect(path)
        other.execute("UPDATE game_table SET message_id = 5")
        other.commit()
        other.close()
        return [first, reader.execute("SELECT message_id FROM game_table").fetchone()]

    assert await database.read(read_twice) == [(None,), (None,)]
    assert (await tables.table(database, table_id)).message_id == 5


async def test_a_lock_is_waited_for(database: Database, table_id: int, path: Path) -> None:
    locked = threading.Event()

    def hold() -> None:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        locked.set()
        time.sleep(0.5)
        other.execute("ROLLBACK")
        other.close()

    holder = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(locked.wait, 10)
    assert len(await tables.open_tables(database)) == 1, "who reads does not wait"
    assert await journal.append(database, start(table_id)) == 2
    await holder


async def test_a_lock_that_stays_is_reported(path: Path) -> None:
    database = await Database.open(path, wait_s=0.1)
    table_id = await seated_table(database)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotStored, match="locked"):
        await journal.append(database, start(table_id))
    other.close()
    assert await journal.append(database, start(table_id)) == 2
    await database.close()


async def test_a_full_disk_changes_nothing(database: Database, dealt_id: int) -> None:
    # sqlite takes the present size for 1: there is no room for a further page
    await database.write(lambda writer: writer.execute("PRAGMA max_page_count = 1").fetchall())
    before = await journal.lines(database, dealt_id)
    move = journal.Append(dealt_id, 9, ("p1 play Ah  # " + "long " * 5000,), deal=1, at_ms=1)
    with pytest.raises(NotStored, match="full"):
        await journal.append(database, move)
    assert await journal.lines(database, dealt_id) == before
    await database.write(lambda writer: writer.execute("PRAGMA max_page_count = 100000").fetchall())
    assert await journal.append(database, move) == 10


async def test_a_disk_that_turned_read_only_changes_nothing(database: Database, table_id: int) -> None:
    await database.write(lambda writer: writer.execute("PRAGMA query_only = 1"))
    with pytest.raises(NotStored, match="readonly"):
        await journal.append(database, start(table_id))
    assert await journal.lines(database, table_id) == ()


async def test_damage_that_a_move_meets_is_reported(database: Database, dealt_id: int, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    await database.write(lambda writer: writer.execute("PRAGMA shrink_memory"))
    with pytest.raises(NotStored, match="malformed"):
        await journal.append(database, ending(dealt_id))


async def test_an_error_of_the_work_itself_comes_through(database: Database, table_id: int) -> None:
    def fail(writer: sqlite3.Connection) -> None:
        writer.execute("UPDATE game_table SET message_id = 5")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(fail)
    assert (await tables.table(database, table_id)).message_id is None


async def test_what_is_no_database(path: Path) -> None:
    path.write_text("A letter to my aunt. " * 500)
    with pytest.raises(Unusable, match=r"levee\.db is not a database: point DATABASE at another file"):
        await Database.open(path)
    assert path.read_text().startswith("A letter")


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="cannot be opened"):
        await Database.open(tmp_path)


async def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    with pytest.raises(Unusable, match="var cannot be used"):
        await Database.open(tmp_path / "var" / "levee.db")


async def test_a_locked_file_is_reported(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Unusable, match=r"levee\.db is locked by another program: end that one first"):
        await Database.open(path, wait_s=0.1)
    other.close()


def test_a_disk_without_shared_memory_is_reported(path: Path) -> None:
    # what a network disk does: no lock that the write-ahead log could live with
    connection = sqlite3.connect(f"{path.as_uri()}?vfs=unix-dotfile", uri=True, isolation_level=None)
    with pytest.raises(Unusable, match="put it on a local disk"):
        _prepare(path, path.with_suffix(".key"), connection)
    connection.close()


@contextmanager
def an_ordinary_user() -> Iterator[None]:
    """Root may write everything, so whoever runs the tests as root steps down."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


async def test_a_file_one_may_not_write_is_reported() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "levee.db"
        await (await Database.open(path)).close()
        path.chmod(0o444)
        Path(f"{path}.key").chmod(0o444)
        Path(folder).chmod(0o555)
        with an_ordinary_user(), pytest.raises(Unusable, match=r"levee\.db may only be read"):
            await Database.open(path)
        Path(folder).chmod(0o755)
