# ruff: noqa: ASYNC240 -- these tests may wait for their own small files
"""A backup is the whole database of one moment; putting it back loses nothing of what was there."""

import asyncio
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sample_moves import dealing, ending, seated_table, start

from data import backups, journal, tables
from data.__main__ import main
from data.checking import first_fault
from data.database import Database
from data.errors import Damaged, InUse, NewerSchema, Unusable

ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 12, 31, 12, tzinfo=UTC)


def copy_of(path: Path, at: datetime = NOON) -> Path:
    with closing(backups.source(path)) as source:
        return backups.back_up(source, path, backups.default_folder(path), at)


def spoil(path: Path) -> None:
    """Every page but the first reads as zeros."""
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))


async def test_a_backup_is_what_was_stored_when_it_was_made(
    database: Database, dealt_id: int, path: Path
) -> None:
    before = await journal.lines(database, dealt_id)
    made = copy_of(path)
    await journal.append(database, ending(dealt_id))
    after = await journal.lines(database, dealt_id)
    await database.close()
    kept = backups.restore(path, made, NOON)
    assert kept is not None
    restored = await Database.open(path)
    assert await journal.lines(restored, dealt_id) == before
    await restored.close()
    former = await Database.open(kept, f"{path}.key")
    assert await journal.lines(former, dealt_id) == after
    await former.close()


async def test_play_goes_on_from_a_restored_backup(database: Database, dealt_id: int, path: Path) -> None:
    made = copy_of(path)
    await database.close()
    path.unlink()
    assert backups.restore(path, made, NOON) is None
    assert path.stat().st_mode & 0o077 == 0
    restored = await Database.open(path)
    await journal.append(restored, ending(dealt_id))
    await restored.close()


async def test_backups_are_made_while_moves_are_stored(database: Database, path: Path) -> None:
    table_id = await seated_table(database)
    await journal.append(database, start(table_id))
    made: list[Path] = []
    copying = threading.Thread(
        target=lambda: made.extend(copy_of(path, NOON + timedelta(seconds=n)) for n in range(10))
    )
    copying.start()
    deal, seq = 0, 2
    while copying.is_alive():
        deal += 1
        await journal.append(database, dealing(table_id, seq, deal) if deal > 1 else dealing(table_id))
        seq = (await tables.table(database, table_id)).seq
        await journal.append(database, ending(table_id, seq, deal))
        seq = (await tables.table(database, table_id)).seq
    copying.join()
    stored = [line.text for line in await journal.lines(database, table_id)]
    assert len(made) == 10
    for each in made:
        copy = await Database.open(each, f"{path}.key")
        lines = [line.text for line in await journal.lines(copy, table_id)]
        assert lines == stored[: len(lines)]
        await copy.close()


async def test_what_was_deleted_is_in_no_backup(database: Database, path: Path) -> None:
    name = "Ephemeral Person Of Note"
    await database.write(
        lambda writer: writer.execute("INSERT INTO applied VALUES (1, 1)").execute("CREATE TABLE x (a)")
    )
    await database.write(lambda writer: writer.execute("INSERT INTO x VALUES (?)", (name,)))
    assert name.encode() in copy_of(path).read_bytes()
    await database.write(lambda writer: writer.execute("DELETE FROM x"))
    assert name.encode() not in copy_of(path).read_bytes()


async def test_the_newest_are_kept_and_nothing_else_is_touched(database: Database, path: Path) -> None:
    folder = backups.default_folder(path)
    made = [copy_of(path, NOON + timedelta(hours=hours)) for hours in range(5)]
    others = [folder / "notes.txt", folder / "other.db-20261231-120000", folder / "levee.db-20269999-120000"]
    for other in others:
        other.write_text("not ours")
    backups.drop_old(path, folder, 2)
    assert [backup.path for backup in backups.backups(path, folder)] == [made[4], made[3]]
    assert sorted(folder.iterdir()) == sorted([made[3], made[4], *others])


async def test_a_backup_is_for_its_owner_and_holds_no_key(
    database: Database, dealt_id: int, path: Path
) -> None:
    made = copy_of(path)
    assert made.stat().st_mode & 0o077 == 0
    assert list(made.parent.iterdir()) == [made]
    assert Path(f"{path}.key").read_bytes() not in made.read_bytes()


async def test_a_half_made_backup_has_no_name(database: Database, path: Path) -> None:
    def fail(*_: object) -> int:
        return sqlite3.SQLITE_DENY

    with closing(backups.source(path)) as source:
        source.set_authorizer(fail)
        with pytest.raises(sqlite3.Error):
            backups.back_up(source, path, backups.default_folder(path), NOON)
    assert list(backups.default_folder(path).iterdir()) == []


async def test_a_disk_that_takes_no_more_leaves_no_backup(
    database: Database, dealt_id: int, path: Path
) -> None:
    told = await asyncio.to_thread(back_up_with_little_room, path)
    assert told.returncode == 1
    assert told.stderr == f"{path} cannot be copied: disk I/O error.\n"
    assert list(backups.default_folder(path).iterdir()) == []
    assert await journal.append(database, ending(dealt_id)) > 9, "play goes on"


def back_up_with_little_room(path: Path) -> subprocess.CompletedProcess[str]:
    """In a process that may write no file of more than 64 KiB."""
    return subprocess.run(
        [sys.executable, "-m", "data", "--database", path, "backup"],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
        capture_output=True,
        text=True,
        check=False,
    )


async def test_a_damaged_database_is_not_backed_up(database: Database, dealt_id: int, path: Path) -> None:
    await database.close()
    good = copy_of(path)
    spoil(path)
    with pytest.raises(Damaged, match="malformed"):
        copy_of(path, NOON + timedelta(hours=1))
    assert list(good.parent.iterdir()) == [good]


async def test_damage_is_found_at_the_start(database: Database, dealt_id: int, path: Path) -> None:
    await database.close()
    spoil(path)
    with pytest.raises(Damaged, match=r"levee\.db is damaged: restore a copy of it"):
        await Database.open(path)


async def test_one_bad_page_is_found_at_the_start(database: Database, path: Path) -> None:
    """Of an index that no query of the start reads, and no copying either."""
    await seated_table(database)
    await database.close()
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT max(rootpage) FROM sqlite_schema WHERE tbl_name = 'seat' AND type = 'index'"
        ).fetchone()
    whole = bytearray(path.read_bytes())
    whole[(page - 1) * 4096 : page * 4096] = b"\x0a" + bytes(4095)
    path.write_bytes(whole)
    with pytest.raises(Damaged, match="is damaged") as told:
        await Database.open(path)
    assert "\n" not in str(told.value), "one sentence"
    with pytest.raises(Damaged, match="is damaged"):
        copy_of(path)


def test_a_long_check_ends_in_time(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "big.db")) as big:
        big.execute("CREATE TABLE t (a)")
        big.executemany("INSERT INTO t VALUES (?)", ((f"{n}" * 40,) for n in range(100_000)))
        big.commit()
        assert first_fault(big, within_s=0.0) == ""
        assert first_fault(big) == ""
        assert big.execute("SELECT count(*) FROM t").fetchone() == (100_000,), "nothing is interrupted later"


async def test_the_last_good_backup(database: Database, dealt_id: int, path: Path) -> None:
    folder = backups.default_folder(path)
    assert backups.last_good(path, folder) is None
    good, bad, empty = (copy_of(path, NOON + timedelta(hours=hours)) for hours in range(3))
    spoil(bad)
    empty.write_bytes(b"")
    assert backups.last_good(path, folder) == good


async def test_nothing_is_restored_while_a_levee_runs(database: Database, path: Path) -> None:
    made = copy_of(path)
    before = sorted(path.parent.iterdir())
    with pytest.raises(InUse, match=r"levee\.db is in use by another Levée: end that one first\."):
        backups.restore(path, made, NOON)
    assert sorted(path.parent.iterdir()) == before
    await seated_table(database)


async def test_two_cannot_have_one_database(database: Database, path: Path) -> None:
    with pytest.raises(InUse):
        await Database.open(path)
    await seated_table(database)


def letter(path: Path) -> None:
    path.write_text("A letter to my aunt. " * 500)


def other_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a)")


@pytest.mark.parametrize("harm", [spoil, letter, other_program, Path.unlink])
async def test_what_is_no_good_backup_is_not_restored(
    database: Database, dealt_id: int, path: Path, harm: Callable[[Path], None]
) -> None:
    made = copy_of(path)
    await database.close()
    harm(made)
    before = path.read_bytes()
    with pytest.raises(Unusable, match="take another one"):
        backups.restore(path, made, NOON)
    assert path.read_bytes() == before


async def test_a_backup_of_a_newer_levee_waits_for_it(database: Database, path: Path) -> None:
    made = copy_of(path)
    await database.close()
    with closing(sqlite3.connect(made)) as newer:
        newer.execute("PRAGMA user_version = 9999")
    backups.restore(path, made, NOON)
    with pytest.raises(NewerSchema):
        await Database.open(path)


async def test_by_command(
    database: Database, dealt_id: int, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ["--database", str(path)]
    assert main([*own, "list"]) == 0
    assert "holds no backup of levee.db" in capsys.readouterr().out
    assert main([*own, "backup"]) == 0
    made = Path(capsys.readouterr().out.strip())
    assert main([*own, "list"]) == 0
    assert capsys.readouterr().out.startswith(f"{made.name}  2")
    assert main([*own, "restore", made.name]) == 1
    assert "is in use by another Levée" in capsys.readouterr().err
    await database.close()
    assert main([*own, "restore", made.name]) == 0
    assert capsys.readouterr().out.startswith(f"{path} is now what {made} holds.\nWhat was there is kept as")
    restored = await Database.open(path)
    assert len(await tables.open_tables(restored)) == 1
    await restored.close()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["backup"], "cannot be copied"),
        (["restore", "nothing"], "nothing cannot be restored"),
        (["--folder", "/proc/levee", "list"], ""),
    ],
)
def test_what_cannot_be_done_by_command(
    path: Path, words: list[str], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--database", str(path), *words]) == (1 if wanted else 0)
    told = capsys.readouterr().err
    assert wanted in told
    assert told.count("\n") == (1 if wanted else 0)
    assert not path.exists()


async def test_a_folder_that_cannot_be_written(
    database: Database, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--database", str(path), "--folder", "/proc/levee", "backup"]) == 1
    assert capsys.readouterr().err.startswith("/proc/levee cannot be used")


def test_settings_come_from_the_file_and_the_environment(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DATABASE=here/table.db\nBACKUP_FOLDER=there\n")
    shutil.copytree(Path(backups.__file__).parent, tmp_path / "data")
    shutil.copytree(Path(backups.__file__).parents[1] / "engine", tmp_path / "engine")
    told = subprocess.run(
        [sys.executable, "-m", "data", "list"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={},
    )
    assert told.stdout == "there holds no backup of table.db.\n"
