"""What the bot has stored, read from outside while it runs: the tables, and every line of their records."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from data.sealing import Seal, line_place

_TABLES: Final = (
    "SELECT id, channel_id, game, state, seq, message_id, clock FROM game_table WHERE id > ? OR id IN "
    "(SELECT value FROM json_each(?)) ORDER BY id"
)
_SEATS: Final = "SELECT 'p' || (seat + 1), coalesce(user_id, 0), computer FROM seat WHERE table_id = ?"
_PLAIN: Final = "SELECT seq, text FROM line WHERE table_id = ? AND seq > ? ORDER BY seq"
_SEALED: Final = "SELECT seq, box FROM running WHERE table_id = ? AND seq > ? ORDER BY seq"
_UNBALANCED: Final = "SELECT table_id FROM posting GROUP BY table_id, seq, cause HAVING sum(units) <> 0"
_MULTIPLE: Final = "SELECT count(*) FROM applied WHERE interaction_id = ?"


@dataclass(frozen=True, slots=True)
class Stored:
    """A table. ``holders`` are the users by seat, 0 for a computer player; ``played_for`` the seats that the
    bot plays now.
    """

    id: int
    channel_id: int
    game: str
    state: str
    seq: int
    message_id: int | None
    clock: str | None
    holders: dict[str, int]
    played_for: frozenset[str]

    def seat_of(self, user_id: int) -> str | None:
        return next((seat for seat, holder in self.holders.items() if holder == user_id), None)


class Books:
    """The connection cannot write. It is to be closed while the bot is down, so that the bot alone opens the
    file next, and mends it alone.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def tables(self, after: int, open: list[int]) -> list[Stored]:
        """Those numbered above ``after``, and those in ``open``."""
        return [self._stored(row) for row in self._read(_TABLES, after, str(open))]

    def _stored(self, row: tuple[Any, ...]) -> Stored:
        seats = self._read(_SEATS, row[0])
        id, channel_id, game, state, seq, message_id, clock = row
        holders = {seat: user for seat, user, _ in seats}
        played_for = frozenset(seat for seat, _, computer in seats if computer)
        return Stored(id, channel_id, game, state, seq, message_id, clock, holders, played_for)

    def lines(self, table_id: int, after: int = 0) -> Iterator[str]:
        """Those after number ``after``; of the running deal too. Raises AssertionError if one is missing."""
        plain = self._read(_PLAIN, table_id, after)
        sealed = self._read(_SEALED, table_id, after)
        opened = [(seq, self._seal.open(line_place(table_id, seq), box).decode()) for seq, box in sealed]
        for due, (seq, text) in enumerate([*plain, *opened], after + 1):
            assert seq == due, f"table {table_id} has no line {due}"
            yield text

    def finished(self, table_id: int) -> list[str]:
        """The lines that everybody may read."""
        return [text for _, text in self._read(_PLAIN, table_id, 0)]

    def unbalanced(self) -> list[int]:
        """Tables where a cause has moved chips out of nothing."""
        return [table_id for (table_id,) in self._read(_UNBALANCED)]

    def copy_to(self, path: Path) -> None:
        """A copy as it stands in this moment, with its key."""
        path.with_name(path.name + ".key").write_bytes(self._key.read_bytes())
        target = sqlite3.connect(path)
        self._open().backup(target)
        target.close()

    @property
    def _key(self) -> Path:
        return self._database.with_name(self._database.name + ".key")

    @property
    def _seal(self) -> Seal:
        return Seal(self._key.read_bytes(), self._key)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            uri = f"{self._database.absolute().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        return self._connection

    def _read(self, query: str, *arguments: object) -> list[Any]:
        return self._open().execute(query, arguments).fetchall()
