"""Whatever became of what is stored: a changed box does not open, and whatever is damaged is told."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_verify import played

from data import journal
from data.database import Database
from data.errors import Unusable
from data.sealing import NONCE_BYTES, Seal
from data.verify import Verdict, verify

__all__ = ["played"]

T = TypeVar("T")
_COLUMNS = "SELECT name FROM pragma_table_info"
_NAMES = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND"

SEAL = Seal(bytes(32), Path("levee.db.key"))
one_database = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@given(
    content=st.binary(max_size=60), place=st.text(st.characters(codec="utf-8"), max_size=9), data=st.data()
)
def test_a_box_that_was_changed_does_not_open(content: bytes, place: str, data: st.DataObject) -> None:
    box = SEAL.close(place, content)
    assert SEAL.open(place, box) == content
    at, bit = data.draw(st.integers(0, len(box) - 1)), data.draw(st.integers(0, 7))
    changed = bytearray(box)
    changed[at] ^= 1 << bit
    for other in (bytes(changed), box[:at], box + b"\0", data.draw(st.binary(max_size=60))):
        with pytest.raises(Unusable, match=r"levee\.db\.key does not open"):
            SEAL.open(place, other)
    with pytest.raises(Unusable):
        SEAL.open(f"{place}1", box)


@pytest.mark.parametrize("length", [0, 1, NONCE_BYTES - 1, NONCE_BYTES, NONCE_BYTES + 15])
async def test_a_box_cut_short_in_the_file(database: Database, dealt_id: int, length: int) -> None:
    cut = f"UPDATE running SET box = substr(box, 1, {length}) WHERE seq = 7"
    await database.write(lambda writer: writer.execute(cut))
    with pytest.raises(Unusable, match=f"does not open line {dealt_id}/7"):
        await journal.lines(database, dealt_id)


VALUES = (
    st.none()
    | st.integers(-2, 12)
    | st.sampled_from([2**31, 2**63 - 1, -(2**63), 10**15])
    | st.sampled_from(["", "bura", "series", "net", "= pot 5", "p1 play Ah", "deal 1", "p1", "{}", "é\u2028"])
    | st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
    | st.binary(max_size=40)
)


class WrittenOver:
    """What was played, read as a Database, with a value in it that no check, key or trigger forbids."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        with closing(sqlite3.connect(file)) as kept:
            kept.backup(self.connection)
        for (name,) in self.connection.execute(f"{_NAMES} type = 'trigger'").fetchall():
            self.connection.execute(f"DROP TRIGGER {name}")
        self.connection.execute("PRAGMA ignore_check_constraints = ON")

    def places(self) -> Iterator[tuple[str, str, int]]:
        """Every table and column that holds something, and how many rows there are."""
        for (table,) in self.connection.execute(f"{_NAMES} type = 'table' ORDER BY name").fetchall():
            (rows,) = self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            columns = self.connection.execute(f"{_COLUMNS}('{table}')").fetchall()
            yield from ((table, column, rows) for (column,) in columns if rows)

    @contextmanager
    def having(self, table: str, column: str, row: int, value: object) -> Iterator[bool]:
        """Whether the column can hold the value, as it then does meanwhile."""
        self.connection.execute("BEGIN")
        names = self.connection.execute(f"{_COLUMNS}('{table}') WHERE pk > 0").fetchall()
        key = ", ".join(name for (name,) in names)
        picked = f"SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {row}"
        try:
            self.connection.execute(f"UPDATE {table} SET {column} = ? WHERE ({key}) = ({picked})", (value,))
            yield True
        except sqlite3.IntegrityError:
            yield False
        finally:
            self.connection.rollback()

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return work(self.connection)


@pytest.fixture
def written_over(played: Path) -> Iterator[WrittenOver]:
    database = WrittenOver(played)
    yield database
    database.connection.close()


@one_database
@given(data=st.data(), value=VALUES)
async def test_any_value_in_any_row(written_over: WrittenOver, data: st.DataObject, value: object) -> None:
    table, column, rows = data.draw(st.sampled_from(list(written_over.places())))
    row = data.draw(st.integers(0, rows - 1))
    with written_over.having(table, column, row, value) as could_be:
        if could_be:
            assert isinstance(await verify(written_over, 1), Verdict)  # type: ignore[arg-type]
    assert (await verify(written_over, 1)).differences == ()  # type: ignore[arg-type]


async def test_a_proof_of_a_deal_beyond_all_numbers(written_over: WrittenOver) -> None:
    with written_over.having("proof", "deal", 0, 2**63 - 1) as could_be:
        assert could_be
        found = (await verify(written_over, 1)).differences  # type: ignore[arg-type]
    assert "unread-table" in {each.key for each in found}
