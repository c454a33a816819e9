"""Copies of the database, made while it is in use, and how one of them is put back.

``VACUUM INTO`` copies one unchanging picture without holding up the writer, reads all that there is, and
leaves out the free pages, in which what was forgotten may still stand. A copy gets its name when it is known
to be whole and on disk.
"""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from data.checking import primary_code
from data.disk import alone, sync
from data.errors import Damaged, Unusable
from data.schema import APPLICATION

_STAMP: Final = "%Y%m%d-%H%M%S"
_DIGITS: Final = r"[0-9]{8}-[0-9]{6}"
_COMPANIONS: Final = ("", "-wal", "-shm")
"""The files of one database, by what is added to its name."""


@dataclass(frozen=True, slots=True)
class Backup:
    """``at`` is in UTC, to the second."""

    path: Path
    at: datetime


def default_folder(database: Path) -> Path:
    return database.parent / "backups"


def backups(database: Path, folder: Path) -> list[Backup]:
    """Those of ``database``, newest first."""
    if not folder.is_dir():
        return []
    found = [Backup(path, at) for path in folder.iterdir() if (at := _made_at(database, path.name))]
    return sorted(found, key=lambda backup: backup.at, reverse=True)


def _made_at(database: Path, name: str) -> datetime | None:
    """None for what has not the name of a backup."""
    match = re.fullmatch(rf"{re.escape(database.name)}-({_DIGITS})", name)
    try:
        return datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC) if match else None
    except ValueError:  # no such day
        return None


def source(database: Path) -> sqlite3.Connection:
    """A connection to back up from, which any thread may interrupt. Raises sqlite3.Error."""
    uri = f"{database.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def back_up(source: sqlite3.Connection, database: Path, folder: Path, at: datetime) -> Path:
    """Make a copy and say where it is. Raises Damaged, sqlite3.Error or OSError; then there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / f"{database.name}-{at.astimezone(UTC).strftime(_STAMP)}"
    part = folder.absolute() / f"{database.name}.part"
    part.unlink(missing_ok=True)
    try:
        _check(source, "main", database)  # VACUUM reads no index
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        source.execute("VACUUM INTO ?", (str(part),))
        source.execute(
            "ATTACH ? AS copy", (str(part),)
        )  # one connection, so that one interruption ends it all
        _check(source, "copy", part)
        source.execute("DETACH copy")
        sync(part)
        part.replace(whole)
    finally:
        part.unlink(missing_ok=True)
    sync(folder)
    return whole


def _check(connection: sqlite3.Connection, schema: str, path: Path) -> None:
    """Raises Damaged at the first fault, sqlite3.Error."""
    try:
        (found,) = connection.execute(f"PRAGMA {schema}.quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if primary_code(error) != sqlite3.SQLITE_CORRUPT:
            raise
        found = str(error)
    if found != "ok":
        raise Damaged(
            f"{path} is damaged ({found}): end Levée, look at the disk, restore the last good backup."
        )


def drop_old(database: Path, folder: Path, keep: int) -> None:
    """Leave the ``keep`` newest."""
    for old in backups(database, folder)[keep:]:
        old.path.unlink(missing_ok=True)


def last_good(database: Path, folder: Path) -> Path | None:
    """The newest that is whole."""
    for backup in backups(database, folder):
        try:
            check(backup.path)
        except Unusable:
            continue
        return backup.path
    return None


def check(backup: Path) -> None:
    """Raises Unusable unless it is a whole database of ours."""
    try:
        with closing(source(backup)) as copy:
            (application,) = copy.execute("PRAGMA application_id").fetchone()
            _check(copy, "main", backup)
    except (sqlite3.Error, Damaged) as error:
        raise Unusable(f"{backup} cannot be restored, for it is not whole: take another one.") from error
    if application != APPLICATION:
        raise Unusable(f"{backup} cannot be restored, for it is no database of Levée: take another one.")


def restore(database: Path, backup: Path, at: datetime) -> Path | None:
    """Put ``backup`` in the place of ``database``; where that lies now, None if there was none.

    Raises Unusable, InUse while a Levée has the database, or OSError; then nothing has changed.
    """
    check(backup)
    database.parent.mkdir(parents=True, exist_ok=True)
    with alone(database):
        fresh = database.with_name(f"{database.name}.restoring")
        try:
            fresh.touch(mode=0o600)
            shutil.copyfile(backup, fresh)
            sync(fresh)
            kept = _put_aside(database, at)
            fresh.replace(database)
        finally:
            fresh.unlink(missing_ok=True)
        sync(database.parent)
    return kept


def _put_aside(database: Path, at: datetime) -> Path | None:
    """With its log, so that it can still be opened."""
    kept = database.with_name(f"{database.name}.before-{at.astimezone(UTC).strftime(_STAMP)}")
    moved = [added for added in _COMPANIONS if Path(f"{database}{added}").exists()]
    for added in moved:
        Path(f"{database}{added}").replace(f"{kept}{added}")
    return kept if "" in moved else None
