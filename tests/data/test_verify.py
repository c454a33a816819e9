"""Every kind of difference is planted by hand in what real sittings have stored, and has to be found."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from evenings import Sitting, opened, sit_down
from sample_seasons import a_season

from data import corrections, fixtures, privacy, seasons, tables
from data.corrections import Move
from data.database import Database
from data.differences import Difference
from data.rows import NewTable
from data.verify import Verdict, verify
from engine.ledger import UNITS

USERS = (11, 12, None, 14)


@pytest.fixture(scope="module")
def played() -> Iterator[Path]:
    """Table 1 in a season, with a substitute and two moves; 2 in it and voided; 3 outside; 4 running; 5 never
    started.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "levee.db"
        asyncio.run(_play(path))
        yield path


async def _play(path: Path) -> None:
    async with opened(path) as database:
        await _play_at(database)


async def _play_at(database: Database) -> None:
    season_id = (await a_season(database)).id
    first = await sit_down(database, users=USERS, deals=3, season_id=season_id, at_ms=2_000)
    await first.deal()
    await tables.substitute(database, first.id, 0, 15, "Fay")
    await first.play()
    second = await (await sit_down(database, users=USERS, season_id=season_id, at_ms=3_000)).play()
    await (await sit_down(database, "bouillotte", USERS, at_ms=4_000)).play()
    running = await sit_down(database, "bura", (21, 22), at_ms=500_000)
    await running.deal()
    await running.begin()
    await running.move()
    changes = ((first, Move(1, 0, 1, 7 * UNITS)), (first, Move(2, 3, 0, 1)), (second, None))
    for at_ms, (sitting, change) in enumerate(changes, 600_000):
        await correct(database, season_id, sitting, change, at_ms)
    await seasons.enter(database, season_id, 77, at_ms=1_000)
    lobby = await tables.open_table(database, NewTable(1, 5, 11, "bura", "series", 700_000))
    await tables.close_table(database, lobby.id, at_ms=700_001)
    await fixtures.add_round(database, season_id, [((11, 12), 2)], 5, None)


async def correct(
    database: Database, season_id: int, sitting: Sitting, change: Move | None, at_ms: int
) -> None:
    token = (await corrections.preview(database, season_id, sitting.id, change)).token
    await corrections.correct(database, season_id, sitting.id, change, "x", 99, at_ms, expected=token)


@pytest.fixture
async def kept(played: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """A copy of what was played."""
    for file in (played, Path(f"{played}.key")):
        shutil.copy(file, tmp_path / file.name)
    async with opened(tmp_path / played.name) as database:
        yield database


async def planted(database: Database, statement: str) -> Verdict:
    """The verdict after an edit that no trigger forbids any more."""

    def plant(writer: sqlite3.Connection) -> int:
        triggers = writer.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            writer.execute(f"DROP TRIGGER {name}")
        return writer.execute(statement).rowcount

    assert await database.write(plant), "nothing was planted"
    return await verify(database, 1)


def found(verdict: Verdict, key: str) -> list[Difference]:
    return [each for each in verdict.differences if each.key == key]


async def count(database: Database, query: str) -> int:
    return int((await database.read(lambda reader: reader.execute(query).fetchone()))[0])


async def test_what_was_played_is_all_equal(kept: Database) -> None:
    told: list[tuple[int, int]] = []
    verdict = await verify(kept, 1, lambda done, of: told.append((done, of)))
    assert verdict.differences == ()
    assert verdict.tables == 5
    assert verdict.deals == await count(kept, "SELECT count(*) FROM proof")
    finished = "SELECT count(*) FROM posting WHERE (table_id, deal) IN (SELECT table_id, deal FROM proof)"
    assert verdict.postings == await count(kept, finished)
    assert told == [(done, 7) for done in range(1, 8)]


async def test_another_server_has_nothing(kept: Database) -> None:
    assert await verify(kept, 2) == Verdict(0, 0, 0, ())


async def test_play_goes_on_meanwhile(kept: Database) -> None:
    sitting = await sit_down(kept, users=(23, 24), at_ms=900_000, deals=8)
    checking = asyncio.create_task(verify(kept, 1))
    await sitting.play()
    assert (await checking).differences == ()
    assert (await verify(kept, 1)).differences == ()


async def test_it_can_be_cancelled(kept: Database) -> None:
    told: list[int] = []

    def stop(done: int, of: int) -> None:
        told.append(done)
        checking.cancel()

    checking = asyncio.create_task(verify(kept, 1, stop))
    with pytest.raises(asyncio.CancelledError):
        await checking
    assert told == [1]
    assert (await verify(kept, 1)).differences == ()


@pytest.mark.parametrize("user_id", [11, 12, 15, 77, 99])
async def test_it_is_all_equal_without_who_is_forgotten(kept: Database, user_id: int) -> None:
    before = await verify(kept, 1)
    await privacy.forget(kept, user_id, at_ms=10**6)
    after = await verify(kept, 1)
    assert (after.deals, after.postings) == (before.deals, before.postings)
    assert after.differences == before.differences == ()


async def test_a_changed_posting_is_told(kept: Database) -> None:
    ante = "table_id = 1 AND deal = 2 AND account = 'p2' AND cause = 'ante'"
    verdict = await planted(kept, f"UPDATE posting SET units = units - 1 WHERE {ante}")
    (posting,) = found(verdict, "posting")
    assert (posting.table_id, posting.deal, posting.what) == (1, 2, "p2 ante")
    assert (posting.stored, posting.computed) == (str(-UNITS - 1), str(-UNITS))
    assert [(each.user_id, each.what) for each in found(verdict, "total")] == [(12, "units")]


@pytest.mark.parametrize(
    "edit",
    [
        "DELETE FROM posting WHERE id = (SELECT max(id) FROM posting WHERE table_id = 3)",
        "INSERT INTO posting (table_id, seq, deal, account, cause, units) VALUES (3, 5, 1, 'p1', 'win', 840)",
        "INSERT INTO posting (table_id, seq, deal, account, cause, units) VALUES (3, 5, 9, 'p1', 'win', 840)",
        "UPDATE posting SET account = 'p3' WHERE table_id = 3 AND account = 'p1' AND cause = 'ante'",
        "UPDATE posting SET cause = 'brelan' WHERE table_id = 3 AND account = 'p1' AND cause = 'ante'",
        "UPDATE posting SET deal = 2 WHERE table_id = 3 AND deal = 1 AND account = 'p1' AND cause = 'ante'",
        "UPDATE posting SET seq = 3 WHERE table_id = 3 AND deal = 2 AND account = 'p1'",
        "UPDATE posting SET seq = 900 WHERE table_id = 3 AND deal = 1 AND account = 'p1' AND cause = 'ante'",
        "UPDATE posting SET units = 2 WHERE correction_id = 2 AND units > 0",
        "UPDATE posting SET correction_id = NULL WHERE correction_id = 1",
        "DELETE FROM posting WHERE correction_id = 3 AND account = 'p1' AND cause = 'void'",
        "UPDATE correction SET units = 841 WHERE id = 1",
        "UPDATE correction SET kind = 'move', deal = 1, from_seat = 0, to_seat = 1, units = 1 WHERE id = 3",
    ],
)  # fmt: skip
async def test_every_wrong_posting_is_found(kept: Database, edit: str) -> None:
    assert found(await planted(kept, edit), "posting")


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        ("UPDATE line SET text = 'p9 stay' WHERE table_id = 1 AND seq = 9", "9"),
        ("UPDATE line SET text = text || ' ' WHERE table_id = 1 AND seq = 2", "2"),
        ("UPDATE line SET text = '= ante p1 7' WHERE table_id = 1 AND seq = 2", "2"),
        ("DELETE FROM line WHERE table_id = 1 AND text LIKE '= win%'", None),
        ("DELETE FROM line WHERE (table_id, seq) IN (SELECT id, seq FROM game_table WHERE id = 1)", None),
        ("INSERT INTO line SELECT id, seq + 1, 'deal 9', 1 FROM game_table WHERE id = 1", None),
        ("UPDATE game_table SET seq = seq + 1 WHERE id = 1", "count"),
        ("UPDATE game_table SET dealer = 1 WHERE id = 1", None),
    ],
)  # fmt: skip
async def test_a_line_that_does_not_hold_is_told(kept: Database, edit: str, line: str | None) -> None:
    lines = found(await planted(kept, edit), "line")
    assert lines
    assert {each.table_id for each in lines} == {1}
    assert line is None or [each.what for each in lines] == [line]


async def test_a_card_that_was_not_dealt_is_told(kept: Database) -> None:
    """Two hands exchanged are still lawful: only the proof tells."""
    hands = "FROM line WHERE table_id = 1 AND text LIKE 'd deal p_ %' ORDER BY seq LIMIT 2"
    rows = await kept.read(lambda reader: reader.execute(f"SELECT seq, text {hands}").fetchall())
    (first, one), (second, other) = rows
    swapped = one[:10] + other[10:], other[:10] + one[10:]
    edit = f"UPDATE line SET text = iif(seq = {first}, '{swapped[0]}', '{swapped[1]}') WHERE table_id = 1"
    (line, *_) = found(await planted(kept, f"{edit} AND seq IN ({first}, {second})"), "line")
    assert (line.what, line.stored, line.deal) == (str(first), swapped[0], 1)
    assert f"the proof gives “{one}”" in line.computed


@pytest.mark.parametrize(
    ("edit", "key"),
    [
        ("UPDATE proof SET commit_hex = hex(zeroblob(32)) WHERE table_id = 1 AND deal = 2", "proof"),
        ("UPDATE proof SET void = 1 WHERE table_id = 1 AND deal = 2", "deal"),
        ("UPDATE proof SET seq = seq - 1 WHERE table_id = 1 AND deal = 2", "deal"),
        ("DELETE FROM proof WHERE table_id = 1 AND deal = 3", "deal"),
    ],
)  # fmt: skip
async def test_a_wrong_proof_is_told(kept: Database, edit: str, key: str) -> None:
    (difference,) = found(await planted(kept, edit), key)
    assert difference.table_id == 1


@pytest.mark.parametrize(
    ("edit", "keys"),
    [
        ("UPDATE season SET points = 'chips'", {"unread-table"}),
        ("DELETE FROM stint WHERE from_seq = 0", {"unread-table", "unread-totals"}),
        ("UPDATE game_table SET game = 'whist' WHERE id = 1", {"unread-table", "total"}),
        ("UPDATE game_table SET rules = 'casino' WHERE id = 1", {"unread-table"}),
    ],
)
async def test_what_is_damaged_is_told_and_the_rest_is_checked(
    kept: Database, edit: str, keys: set[str]
) -> None:
    verdict = await planted(kept, edit)
    assert {each.key for each in verdict.differences} >= keys
    assert {each.table_id for each in found(verdict, "unread-table")} <= {1, 2}
    assert verdict.tables == 5
    assert verdict.deals > 0


async def test_a_credit_booked_to_another_season_is_told(kept: Database) -> None:
    await a_season(kept, name="Summer")
    (credit,) = found(await planted(kept, "UPDATE credit SET season_id = 2 WHERE id = 1"), "credit")
    assert (credit.what, credit.stored, credit.computed) == ("season_id", "2", "1")


CREDIT_COLUMNS = ("at_ms", "seat", "place", "points", "net", "deals", "wins", "fines")


@pytest.mark.parametrize("correction_id", [None, 1, 3])
@pytest.mark.parametrize("column", CREDIT_COLUMNS)
async def test_every_wrong_number_of_a_credit_is_told(
    kept: Database, column: str, correction_id: int | None
) -> None:
    one = f"(SELECT max(id) FROM credit WHERE correction_id IS {correction_id or 'NULL'})"
    verdict = await planted(kept, f"UPDATE credit SET {column} = {column} + 1 WHERE id = {one}")
    (credit,) = found(verdict, "credit")
    assert (credit.what, credit.correction_id) == (column, correction_id)
    assert int(credit.stored) == int(credit.computed) + 1


@pytest.mark.parametrize(
    "edit",
    [
        "DELETE FROM credit WHERE id = 1",
        "INSERT INTO credit VALUES (999, 1, 3, 0, 11, NULL, 5, 1, 1, 0, 0, 1, 0, 0)",
        "UPDATE credit SET user_id = 16 WHERE id = 1",
        "UPDATE credit SET sittings = -1 WHERE id = 1",
        "UPDATE credit SET correction_id = 2 WHERE id = 1",
        "UPDATE season SET credit = 'starter'",
        "UPDATE season SET points = 'net'",
        "UPDATE season SET starts_at_ms = 2500",
    ],
)  # fmt: skip
async def test_every_wrong_credit_is_found(kept: Database, edit: str) -> None:
    assert found(await planted(kept, edit), "credit")


@pytest.mark.parametrize(
    "column", ["sittings", "points", "net", "deals", "wins", "fines", "best", "mu", "sigma"]
)
async def test_every_wrong_season_total_is_told(kept: Database, column: str) -> None:
    edit = f"UPDATE season_total SET {column} = {column} + 1 WHERE user_id = 12"
    (difference,) = found(await planted(kept, edit), "season-total")
    assert (difference.what, difference.user_id, difference.season_id) == (column, 12, 1)
    assert float(difference.stored) == pytest.approx(float(difference.computed) + 1)


async def test_standings_that_follow_from_wrong_totals_are_told(kept: Database) -> None:
    verdict = await planted(kept, "UPDATE season_total SET points = points + 1000000 WHERE user_id = 11")
    ranks = {
        each.user_id: (each.stored, each.computed)
        for each in found(verdict, "standing")
        if each.what == "rank"
    }
    assert ranks[11][0] == "1"
    assert ranks[11][1] != "1"


@pytest.mark.parametrize(("table", "key"), [("season_total", "season-total"), ("total", "total")])
async def test_a_missing_total_is_found(kept: Database, table: str, key: str) -> None:
    verdict = await planted(kept, f"DELETE FROM {table} WHERE user_id = 12")
    assert {each.user_id for each in found(verdict, key)} == {12}


@pytest.mark.parametrize("column", ["deals", "units", "wins"])
async def test_every_wrong_total_is_told(kept: Database, column: str) -> None:
    edit = f"UPDATE total SET {column} = {column} - 1 WHERE user_id = 15"
    (difference,) = (await planted(kept, edit)).differences
    assert (difference.key, difference.what, difference.user_id) == ("total", column, 15)
    assert (difference.game, int(difference.stored)) == ("bourre", int(difference.computed) - 1)


async def test_a_stint_that_was_moved_is_found(kept: Database) -> None:
    verdict = await planted(kept, "UPDATE stint SET from_seq = from_seq - 2 WHERE from_seq > 0")
    assert {each.user_id for each in verdict.differences} == {11, 15}
