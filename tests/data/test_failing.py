# ruff: noqa: ASYNC240 -- these tests may wait for their own small files
"""Files that fail, or go away, while they are in use: what is said of it, and that nothing has changed."""

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sample_moves import ending, start

from data import backups, journal, tables
from data.database import Database
from data.errors import Failing, NotRead, NotStored, Unusable

ROOT = Path(__file__).parents[2]


@pytest.fixture
def said() -> list[Failing]:
    return []


@pytest.fixture
async def database(path: Path, said: list[Failing]) -> AsyncIterator[Database]:
    database = await Database.open(path, failed=said.append)
    yield database
    await database.close()


@pytest.mark.parametrize("added", ["", "-wal"])
async def test_what_is_removed_in_use_takes_nothing_more(
    database: Database, table_id: int, path: Path, said: list[Failing], added: str
) -> None:
    file, kept = Path(f"{path}{added}"), path.with_name("kept")
    os.link(file, kept)
    file.unlink()
    with pytest.raises(NotStored, match="was removed or replaced in use") as failing:
        await journal.append(database, start(table_id))
    assert failing.value.lasts
    assert said == [failing.value]
    file.write_bytes(kept.read_bytes())
    with pytest.raises(NotStored, match="was removed or replaced in use"):
        await journal.append(database, start(table_id))
    kept.replace(file)
    assert await journal.append(database, start(table_id)) == 2


async def test_damage_that_is_read_or_written_over(
    database: Database, dealt_id: int, path: Path, said: list[Failing]
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(len(whole) - 4096))
    await database.write(lambda writer: writer.execute("PRAGMA shrink_memory"))
    await database.read(lambda reader: reader.execute("PRAGMA shrink_memory"))
    with pytest.raises(NotRead, match=r"nothing can be read: the database is damaged .* restore the last"):
        await tables.open_tables(database)
    with pytest.raises(NotStored, match=r"nothing was stored: the database is damaged") as failing:
        await journal.append(database, ending(dealt_id))
    assert failing.value.lasts
    assert len(said) == 2


async def test_a_full_disk_may_have_room_again(
    database: Database, dealt_id: int, said: list[Failing]
) -> None:
    await database.write(lambda writer: writer.execute("PRAGMA max_page_count = 1").fetchall())
    move = journal.Append(dealt_id, 9, ("p1 play Ah  # " + "long " * 5000,), deal=1, at_ms=1)
    with pytest.raises(NotStored, match="full") as failing:
        await journal.append(database, move)
    assert not failing.value.lasts
    assert said == [failing.value]


async def test_the_end_waits_for_no_lock(path: Path) -> None:
    database = await Database.open(path, wait_s=60)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(tables.close_table(database, 1, at_ms=1))
        await asyncio.sleep(0)
        began = time.monotonic()
        await database.close()
        assert time.monotonic() - began < 30
        with pytest.raises(NotStored, match="locked"):
            await waiting


def limited(most_bytes: int, path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``python`` with ``words``, which can write no file beyond so many bytes."""
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(path)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes)),
        capture_output=True,
        text=True,
        timeout=40,
        check=False,
    )


async def test_a_backup_for_which_there_is_no_room(database: Database, dealt_id: int, path: Path) -> None:
    for most_bytes in (0, 4096, 40_000):
        ended = await asyncio.to_thread(limited, most_bytes, path, "-m", "data", "backup")
        assert ended.returncode == 1
        assert ended.stderr.startswith(f"{path} cannot be copied: ")
        assert ended.stderr.count("\n") == 1
        assert list(backups.default_folder(path).iterdir()) == []
    assert len(await journal.lines(database, dealt_id)) == 9


@pytest.mark.parametrize("most_bytes", [0, 31, 4096, 40_000])
def test_a_start_for_which_there_is_no_room(path: Path, most_bytes: int) -> None:
    code = (
        "import asyncio, sys; from data.database import Database; from data.errors import Unusable\n"
        "try: asyncio.run(Database.open(sys.argv[1]))\n"
        "except Unusable as fault: sys.exit(str(fault))"
    )
    ended = limited(most_bytes, path, "-c", code, str(path))
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{path} cannot be used: look at its disk")
    assert ended.stderr.count("\n") == 1


def test_a_key_for_which_there_is_no_room(path: Path) -> None:
    """And none but a whole one is left behind."""
    code = (
        "import sys; from pathlib import Path; from data.sealing import _make_key\n"
        "try: _make_key(Path(sys.argv[1]))\n"
        "except OSError as fault: sys.exit(fault.strerror)"
    )
    ended = limited(31, path, "-c", code, str(path))
    assert ended.returncode == 1
    assert ended.stderr == "File too large\n"
    assert list(path.parent.iterdir()) == []


async def test_a_key_that_is_a_folder(path: Path) -> None:
    Path(f"{path}.key").mkdir()
    with pytest.raises(Unusable, match=r"levee\.db\.key cannot be used: Is a directory"):
        await Database.open(path)
