from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sample_moves import dealing, seated_table, start

from data import journal
from data.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "levee.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = await Database.open(path)
    yield database
    await database.close()


@pytest.fixture
async def table_id(database: Database) -> int:
    """A table in its lobby, everybody seated."""
    return await seated_table(database)


@pytest.fixture
async def dealt_id(database: Database, table_id: int) -> int:
    """A table in its first deal, at line 9."""
    await journal.append(database, start(table_id))
    await journal.append(database, dealing(table_id))
    return table_id
