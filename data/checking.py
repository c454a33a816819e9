"""Whether a database file is whole, found out in bounded time."""

import sqlite3
import threading
from typing import Final

WITHIN_S: Final = 5.0
"""How long a start may spend on it. What a bigger file holds further on is looked through by the backups."""


def first_fault(connection: sqlite3.Connection, within_s: float = WITHIN_S) -> str:
    """What ``PRAGMA quick_check`` finds first, in SQLite's words; empty if nothing turned up ``within_s``.

    Raises sqlite3.DatabaseError for damage that cannot even be read.
    """
    late = threading.Event()

    def stop() -> None:
        late.set()
        connection.interrupt()

    timer = threading.Timer(within_s, stop)
    timer.start()
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        if late.is_set():
            return ""
        raise
    finally:
        timer.cancel()
        timer.join()  # or it could interrupt what comes next
    return "" if found == "ok" or late.is_set() else " ".join(str(found).split())


def primary_code(error: sqlite3.Error) -> int:
    """The code without its particulars; 0 if Python's module complains and not SQLite."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
