"""The world on disk: JSON documents by kind and id, and the bytes of attachments, in one SQLite file.

Every change is written before it is told to anybody. The log is not synced at each commit: a killed
process loses nothing, a power cut may lose the last second.
"""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCHEMA = """
CREATE TABLE IF NOT EXISTS document (
    kind TEXT, id INTEGER, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
"""


class Store:
    """``path`` None keeps everything in memory."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # it holds everybody's links
        self._connection = sqlite3.connect(path or ":memory:", isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(SCHEMA)

    def close(self) -> None:
        self._connection.close()

    def put(self, kind: str, id: int, body: object) -> None:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        self._connection.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?)", (kind, id, text))

    def drop(self, kind: str, id: int) -> None:
        self._connection.execute("DELETE FROM document WHERE kind = ? AND id = ?", (kind, id))

    def get(self, kind: str, id: int) -> Any:
        row = self._connection.execute(
            "SELECT body FROM document WHERE kind = ? AND id = ?", (kind, id)
        ).fetchone()
        return json.loads(row[0]) if row else None

    def all(self, kind: str) -> Iterator[dict[str, Any]]:
        """Every document of ``kind``, oldest id first."""
        query = "SELECT body FROM document WHERE kind = ? ORDER BY id"
        for (text,) in self._connection.execute(query, (kind,)):
            yield json.loads(text)

    def put_file(self, id: int, content: bytes) -> None:
        self._connection.execute("INSERT OR REPLACE INTO file VALUES (?, ?)", (id, content))

    def drop_file(self, id: int) -> None:
        self._connection.execute("DELETE FROM file WHERE id = ?", (id,))

    def file(self, id: int) -> bytes | None:
        row = self._connection.execute("SELECT bytes FROM file WHERE id = ?", (id,)).fetchone()
        return row[0] if row else None
