"""Numbered SQL files bring the schema up to date; a file's number commits with what it did."""

import hashlib
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from data.errors import NewerSchema, Unusable

FOLDER: Final = Path(__file__).parent / "migrations"
APPLICATION: Final = 0x4C657665
"""``PRAGMA application_id`` of our files, set by the first migration."""

_NAME: Final = re.compile(r"[0-9]{4}_[a-z0-9_]+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()

    @property
    def script(self) -> str:
        """All of it in one transaction.

        ``executescript`` commits whatever is open, so the transaction has to be part of the script;
        ``user_version`` is part of the file and rolls back with it.
        """
        row = f"INSERT INTO migration VALUES ({self.number}, '{self.name}', '{self.sha256}');"
        return f"BEGIN IMMEDIATE;\n{self.sql}\n{row}\nPRAGMA user_version = {self.number};\nCOMMIT;"


def migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """The files of ``folder`` in order. Raises Unusable if they are not 0001_…, 0002_…, and so on."""
    found = []
    for number, file in enumerate(sorted(folder.glob("*.sql")), start=1):
        if not _NAME.fullmatch(file.name) or int(file.name[:4]) != number:
            raise Unusable(f"{file} is not migration number {number}: install Levée again.")
        found.append(Migration(number, file.name, file.read_text("utf-8")))
    return tuple(found)


def migrate(connection: sqlite3.Connection, path: Path, folder: Path = FOLDER) -> None:
    """Bring the database at ``path`` up to date.

    Raises NewerSchema or Unusable, and sqlite3.Error if a file fails; a failing file leaves no trace.
    """
    known = migrations(folder)
    version = _version(connection, path)
    if version > len(known):
        raise NewerSchema(
            f"{path} has schema {version}, this Levée knows {len(known)}: "
            "start the newer Levée that wrote it, or restore a copy made before the upgrade."
        )
    _check_unedited(connection, known[:version])
    for migration in known[version:]:
        _apply(connection, migration)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if objects and application != APPLICATION:
        raise Unusable(f"{path} belongs to another program: point DATABASE at another file.")
    return version


def _check_unedited(connection: sqlite3.Connection, applied: tuple[Migration, ...]) -> None:
    if not applied:
        return
    rows = connection.execute("SELECT name, sha256 FROM migration ORDER BY number").fetchall()
    for (name, sha256), migration in zip(rows, applied, strict=True):
        if (name, sha256) != (migration.name, migration.sha256):
            raise Unusable(
                f"migration {migration.name} is not the {name} this database was made with: "
                "install Levée again, or undo the edit."
            )


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    try:
        connection.executescript(migration.script)
    finally:
        connection.rollback()  # nothing is open unless the script failed
