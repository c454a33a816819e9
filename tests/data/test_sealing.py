# ruff: noqa: ASYNC240 -- these tests may wait for their own small files

import logging
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sample_moves import CUT, HANDS, dealing, ending, seated_table, secret, start

from data import journal
from data.database import Database
from data.errors import Unusable

PRIVATE = [
    *(hand.encode() for hand in HANDS),
    b"AhKh9c5d3s",
    CUT.encode(),
    secret(1).secret,
    secret(1).secret.hex().encode(),
    secret(1).salt,
    secret(1).salt.hex().encode(),
]


def on_disk(path: Path) -> bytes:
    files = [Path(f"{path}{suffix}") for suffix in ("", "-wal", "-shm")]
    return b"".join(file.read_bytes() for file in files if file.exists())


async def test_no_card_is_on_disk_while_the_deal_runs(path: Path, database: Database, dealt_id: int) -> None:
    stored = on_disk(path)
    assert b"series deals=2" in stored  # the search does find what is plain
    assert secret(1).commit_hex.encode() in stored
    assert [text for text in PRIVATE if text in stored] == []


async def test_no_card_is_left_in_the_file_after_closing(path: Path) -> None:
    database = await Database.open(path)
    table_id = await seated_table(database)
    await journal.append(database, start(table_id))
    await journal.append(database, dealing(table_id))
    await database.close()
    stored = on_disk(path)
    assert b"Game: bourre" in stored
    assert [text for text in PRIVATE if text in stored] == []


async def test_everything_is_plain_once_the_deal_is_over(
    path: Path, database: Database, dealt_id: int
) -> None:
    await journal.append(database, ending(dealt_id))
    stored = on_disk(path)
    assert all(text in stored for text in (*PRIVATE[:5], secret(1).secret, secret(1).salt))
    assert secret(2).secret not in stored


async def test_the_key_is_a_private_file_beside_the_database(path: Path, database: Database) -> None:
    key = Path(f"{path}.key")
    assert len(key.read_bytes()) == 32
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes() not in on_disk(path)


async def test_the_key_may_lie_elsewhere(tmp_path: Path, path: Path) -> None:
    key = tmp_path / "safe" / "levee.key"
    database = await Database.open(path, key)
    await database.close()
    assert key.exists()
    assert not Path(f"{path}.key").exists()


async def closed_mid_deal(path: Path) -> None:
    database = await Database.open(path)
    table_id = await seated_table(database)
    await journal.append(database, start(table_id))
    await journal.append(database, dealing(table_id))
    await database.close()


async def closed_before_a_deal(path: Path) -> None:
    database = await Database.open(path)
    await journal.append(database, start(await seated_table(database)))
    await database.close()


@pytest.mark.parametrize("closed", [closed_mid_deal, closed_before_a_deal])
@pytest.mark.parametrize("sentence", ["is missing", "does not open", "is not a key of 32 bytes"])
async def test_a_deal_cannot_go_on_without_its_key(
    path: Path, closed: Callable[[Path], Awaitable[None]], sentence: str
) -> None:
    await closed(path)
    key = Path(f"{path}.key")
    key.rename(f"{key}.kept")
    if sentence != "is missing":
        key.write_bytes(b"x" * (32 if sentence == "does not open" else 31))
    with pytest.raises(Unusable, match=rf"levee\.db\.key {sentence}"):
        await Database.open(path)
    Path(f"{key}.kept").rename(key)
    await (await Database.open(path)).close()


async def test_a_missing_key_is_made_anew_when_nothing_is_sealed(path: Path) -> None:
    await (await Database.open(path)).close()
    key = Path(f"{path}.key")
    old = key.read_bytes()
    key.unlink()
    await (await Database.open(path)).close()
    assert key.read_bytes() != old


async def test_a_box_opens_only_where_it_was_sealed(database: Database, dealt_id: int) -> None:
    swap = "UPDATE running SET box = (SELECT box FROM running WHERE seq = 7) WHERE seq = 8"
    await database.write(lambda writer: writer.execute(swap))
    with pytest.raises(Unusable, match=f"does not open line {dealt_id}/8"):
        await journal.lines(database, dealt_id)


async def test_no_card_is_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await closed_mid_deal(path)
    database = await Database.open(path)
    shown = repr((dealing(1), await journal.lines(database, 1), await journal.secret(database, 1)))
    await database.close()
    told = caplog.text + shown
    assert "executing" in told
    assert "Append(table_id=1" in told
    for text in ("AhKh9c5d3s", CUT, secret(1).secret.hex(), repr(secret(1).secret), repr(secret(1).salt)):
        assert text not in told
