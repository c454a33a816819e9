"""The one file everything is kept in: one writer, and a reader that cannot write.

Whatever is stored is stored by one function run on the writer's thread, in one transaction: a hop to the
thread costs more than the SQL, and a half-stored move cannot be.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite

from data.checking import first_fault, primary_code
from data.disk import Opened, alone
from data.errors import Damaged, Failing, NotRead, NotStored, Unusable
from data.schema import migrate
from data.sealing import Seal, unlock

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Timed = Callable[[float], object]
"""Is told a time in seconds."""
Failed = Callable[[Failing], object]

DEFAULT: Final = "var/levee.db"

WAIT_S: Final = 10.0
"""How long another program's lock on the file is waited for."""
_ASK_S: Final = 0.05
"""After so long it is looked whether the lock is gone."""


class Database:
    """Build with ``Database.open``. Must be closed: its two threads keep the interpreter alive."""

    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        seal: Seal,
        files: Opened,
        opened: AsyncExitStack,
        wait_s: float,
        timed: Timed,
        failed: Failed,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._files = files
        self._opened = opened
        self._wait_s = wait_s
        self._timed = timed
        self._failed = failed
        self._closing = threading.Event()
        self.seal = seal

    @classmethod
    async def open(
        cls,
        path: Path | str,
        key_path: Path | str | None = None,
        *,
        wait_s: float = WAIT_S,
        timed: Timed = lambda seconds: None,
        failed: Failed = lambda fault: None,
    ) -> "Database":
        """Open, make or migrate the database at ``path``; its key lies at ``<path>.key`` by default.

        ``timed`` is told how long each ``write`` took, waiting included, ``failed`` what is raised later.
        Raises Unusable with a sentence for the operator; Damaged, if a backup could help.
        """
        path, key_path = Path(path), Path(key_path or f"{path}.key")
        with _explained(path):
            _make_place(path)
            async with AsyncExitStack() as opened:
                writer = await _connect(opened, str(path), wait_s)
                seal = await _hop(writer, partial(_prepare, path, key_path))
                opened.enter_context(alone(path))
                files = Opened(path, Path(f"{path}-wal"))
                # mode=ro: a statement that writes fails, whatever a caller hands to `read`
                reader = await _connect(opened, _read_only(path), wait_s)
                return cls(writer, reader, seal, files, opened.pop_all(), wait_s, timed, failed)

    async def close(self) -> None:
        """Nothing waits for a lock any longer."""
        self._closing.set()
        await self._opened.aclose()

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in one transaction; what it did is on disk when this returns.

        Raises NotStored, and whatever ``work`` raises; in both cases nothing has changed. A caller who is
        cancelled meanwhile does not know which it was, and has to read again.
        """
        began = time.monotonic()
        try:
            return await self._run(self._writer, partial(self._transaction, work))
        finally:
            self._timed(time.monotonic() - began)

    async def read(self, work: Work[T]) -> T:
        """Run ``work`` on one unchanging picture of what is stored.

        Raises NotRead, and whatever ``work`` raises.
        """
        return await self._run(self._reader, partial(_snapshot, work))

    async def _run(self, connection: aiosqlite.Connection, work: Work[T]) -> T:
        try:
            return await _hop(connection, work)
        except Failing as fault:
            self._failed(fault)
            raise

    def _transaction(self, work: Work[T], connection: sqlite3.Connection) -> T:
        try:
            self._begin(connection)
            result = work(connection)
            self._check_files()
            connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) or primary_code(error) in _BROKEN:
                raise _failing(NotStored, "nothing was stored", error) from error
            raise
        finally:
            connection.rollback()  # nothing is open unless something was raised
        return result

    def _begin(self, connection: sqlite3.Connection) -> None:
        """SQLite would wait for a lock as well, but not end when the database is to be closed."""
        deadline = time.monotonic() + self._wait_s
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                late = primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline
                if late or self._closing.wait(_ASK_S):
                    raise

    def _check_files(self) -> None:
        """A file without its name would take what is stored, and be gone with the process."""
        if lost := self._files.lost():
            todo = "Put it back, or end Levée and restore the last good backup."
            raise NotStored(f"nothing was stored: {lost} was removed or replaced in use. {todo}", lasts=True)


def _make_place(path: Path) -> None:
    """For its owner alone, as SQLite then makes what lies beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


def _read_only(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


async def _connect(opened: AsyncExitStack, name: str, wait_s: float) -> aiosqlite.Connection:
    connection = aiosqlite.connect(name, uri=name.startswith("file:"), isolation_level=None, timeout=wait_s)
    try:
        return await opened.enter_async_context(connection)
    except BaseException:
        # aiosqlite does not wait for its thread then, which still talks to a loop that may close next
        connection._thread.join()
        raise


async def _hop(connection: aiosqlite.Connection, work: Work[T]) -> T:
    """Run ``work`` on the connection's own thread.

    aiosqlite's private names are used here and in ``_connect`` only: it has no public way to run one function
    there, and the way it has, one hop a statement, is three times slower and logs the parameters.
    """
    result: T = await connection._execute(work, connection._conn)  # type: ignore[no-untyped-call]
    return result


def _prepare(path: Path, key_path: Path, connection: sqlite3.Connection) -> Seal:
    if fault := first_fault(connection):
        raise Damaged(f"{path} {_REASONS[sqlite3.SQLITE_CORRUPT]} ({fault}).")
    migrate(connection, path)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise Unusable(f"{path} cannot keep a write-ahead log ({mode}): put it on a local disk.")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("DELETE FROM applied WHERE false")  # fails here, not at the first move, if read-only
    connection.execute("PRAGMA busy_timeout = 0")  # who writes waits by himself
    return unlock(connection, path, key_path)


def _snapshot(work: Work[T], connection: sqlite3.Connection) -> T:
    try:
        connection.execute("BEGIN")
        return work(connection)
    except sqlite3.DatabaseError as error:
        if primary_code(error) in (*_BROKEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            raise _failing(NotRead, "nothing can be read", error) from error
        raise
    finally:
        connection.rollback()


_BROKEN: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _failing(kind: type[Failing], what: str, error: sqlite3.Error) -> Failing:
    if primary_code(error) not in _BROKEN:
        return kind(f"{what}: {error}")
    todo = "End Levée, look at the disk, restore the last good backup."
    return kind(f"{what}: the database is damaged ({error}). {todo}", lasts=True)


_REASONS: Final = {
    sqlite3.SQLITE_NOTADB: "is not a database: point DATABASE at another file",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a copy of it",
    sqlite3.SQLITE_BUSY: "is locked by another program: end that one first",
    sqlite3.SQLITE_READONLY: "may only be read: let the user who runs Levée write the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: it must be a file in a folder open to who runs Levée",
    sqlite3.SQLITE_FULL: "needs room: its disk is full",
}


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What sqlite and the file system say, as one sentence for the operator."""
    try:
        yield
    except sqlite3.Error as error:
        code = primary_code(error)
        reason = _REASONS.get(code, "cannot be used: look at its disk and at the folder it is in")
        kind = Damaged if code in _BROKEN else Unusable
        raise kind(f"{path} {reason} ({error}).") from error
    except OSError as error:
        raise Unusable(f"{error.filename or path} cannot be used: {error.strerror}.") from error
