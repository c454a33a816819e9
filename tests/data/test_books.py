"""Files people take away: exact, whole, and harmless whatever people are called."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from evenings import Sitting, sit_down
from sample_seasons import a_season

from data import corrections, ledger, privacy, tables
from data.beancount import as_beancount
from data.books import Books, books
from data.corrections import Move
from data.database import Database
from data.export import as_csv, as_json
from engine.ledger import UNITS, parse_amount

NAMES = [
    "=HYPERLINK(0)", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1", "@everyone", "<@&7> **bold** `x`",
    'a"b\\c', "a\nb", "\u202eevil\u2066", "דן", "x\u2028y", "", "\\", "'", "; = ,", "\x00\x1b[2J",
]  # fmt: skip
SEATS = (11, 12, None, 14)


def complaints(text: str, folder: Path) -> str:
    """What the real bean-check says."""
    file = folder / "levee.beancount"
    file.write_text(text, "utf-8")
    command = [Path(sys.executable).with_name("bean-check"), file]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (checked.returncode == 0) == (checked.stderr == checked.stdout == "")
    return checked.stdout + checked.stderr


async def called(database: Database, name: str, user_id: int = 11) -> None:
    await database.write(
        lambda writer: writer.execute("INSERT OR REPLACE INTO person VALUES (1, ?, ?)", (user_id, name))
    )


def csv_rows(kept: Books) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(kept), newline="")))


@pytest.fixture
async def sitting(database: Database) -> Sitting:
    """Four deals; user 15 takes the seat of user 11 after the first. A deal of another table runs."""
    running = await sit_down(database, users=(12, 14), at_ms=500_000)
    await running.begin()
    sitting = await sit_down(database, users=SEATS, deals=4)
    await sitting.deal()
    await tables.substitute(database, sitting.id, 0, 15, "Fay")
    return await sitting.play()


async def test_csv_has_every_posting_of_the_deals_that_are_over(database: Database, sitting: Sitting) -> None:
    rows = csv_rows(await books(database, 1))
    booked = await ledger.postings(database, sitting.id)
    assert [(int(row["seq"]), int(row["deal"]), row["account"], row["units"]) for row in rows] == [
        (each.seq, each.deal, each.posting.account, str(each.posting.units)) for each in booked
    ]
    assert [row["cause"] for row in rows] == [each.posting.cause for each in booked]
    assert all(parse_amount(row["amount"]) == int(row["units"]) for row in rows)
    assert any(row["clause"] == "B-6.1" for row in rows if row["cause"] == "win")
    assert sum(int(row["units"]) for row in rows) == 0


async def test_a_posting_is_of_who_held_the_seat(database: Database, sitting: Sitting) -> None:
    rows = csv_rows(await books(database, 1))
    of_first = {(row["deal"] == "1", row["user_id"]) for row in rows if row["account"] == "p1"}
    assert of_first == {(True, "11"), (False, "15")}
    assert {row["user_id"] for row in rows if row["account"] in ("p3", "pot")} == {""}
    assert {row["name"] for row in rows if row["account"] == "pot"} == {""}
    assert {row["name"] for row in rows if row["account"] == "p3"} == {"Computer2"}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
async def test_no_name_is_a_formula_or_breaks_a_row(database: Database, sitting: Sitting, name: str) -> None:
    await called(database, name)
    text = as_csv(await books(database, 1))
    cells = [row["name"] for row in csv_rows(await books(database, 1)) if row["user_id"] == "11"]
    assert len(text.splitlines()) == len(csv_rows(await books(database, 1))) + 1
    assert not any(cell.lstrip().startswith(tuple("=+-@＝＋－＠\t\r")) for cell in cells)
    assert not any("\u202a" <= letter <= "\u202e" or "\u2066" <= letter <= "\u2069" for letter in text)


async def test_csv_leaves_harmless_names_alone(database: Database, sitting: Sitting) -> None:
    for name in ("Ana", "<@&7> **bold** `x`", "דן", "a, b", 'a"b', "3 = 3"):
        await called(database, name)
        assert name in {row["name"] for row in csv_rows(await books(database, 1))}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
async def test_json_keeps_names_as_they_are(database: Database, sitting: Sitting, name: str) -> None:
    await called(database, name)
    text = as_json(await books(database, 1))
    assert text.isascii()
    assert json.loads(text)["names"]["11"] == name


async def test_json_tells_everything(database: Database, sitting: Sitting) -> None:
    await database.write(lambda writer: [writer.execute(each) for each in SEASON])
    told = json.loads(as_json(await books(database, 1)))
    assert [season["name"] for season in told["seasons"]] == ["Spring"]
    assert [entry["user_id"] for entry in told["entries"]] == ["981000000000000011"]
    assert told["credits"][0]["net"] == 840
    correction = told["corrections"][0]
    assert (correction["user_id"], correction["at_ms"], correction["reason"]) == ("99", 5, "Misdealt")
    assert len(told["postings"]) == len(await ledger.postings(database, sitting.id))


SEASON = (
    "INSERT INTO season"
    " VALUES (1, 1, 'Spring', 'bourre', 'series', 0, NULL, 'UTC', 'net', 'deals', 99, 0, NULL)",
    "INSERT INTO entry VALUES (1, 981000000000000011, 0, 0, NULL)",
    "INSERT INTO credit VALUES (1, 1, 2, 0, 11, NULL, 5, 1, 1, 840, 840, 2, 1, 0)",
    "INSERT INTO correction (season_id, table_id, kind, reason, user_id, at_ms)"
    " VALUES (1, 2, 'void', 'Misdealt', 99, 5)",
)


async def test_books_of_a_season_hold_nothing_else(database: Database, sitting: Sitting) -> None:
    await database.write(lambda writer: [writer.execute(each) for each in SEASON])
    assert (await books(database, 1, season_id=1)).entered == ()
    assert (await books(database, 2)).seasons == ()
    assert (await books(database, 2)).entered == ()


@pytest.mark.parametrize(
    ("game", "users"), [("bourre", SEATS), ("bura", (11, None)), ("bouillotte", SEATS)], ids=str
)
async def test_bean_check_accepts_a_sitting(
    database: Database, tmp_path: Path, game: str, users: tuple[int | None, ...]
) -> None:
    sitting = await (await sit_down(database, game, users)).play()
    text = as_beancount(await books(database, 1))
    assert complaints(text, tmp_path) == ""
    assert text.count(" UNIT840\n    seat: ") == len(await ledger.postings(database, sitting.id))


async def test_bean_check_finds_what_does_not_add_up(
    database: Database, sitting: Sitting, tmp_path: Path
) -> None:
    text = as_beancount(await books(database, 1))
    assert complaints(text, tmp_path) == ""
    wrong = text.replace(f"  {-UNITS} UNIT840", f"  {-UNITS - 1} UNIT840", 1)
    assert wrong != text
    assert "does not balance" in complaints(wrong, tmp_path)


async def test_bean_check_accepts_any_name(database: Database, sitting: Sitting, tmp_path: Path) -> None:
    for place, name in enumerate(NAMES):
        await called(database, name, user_id=1000 + place)
        table = await sit_down(database, users=(1000 + place, 12), at_ms=1_000_000 + place, deals=1)
        await table.play()
    text = as_beancount(await books(database, 1))
    assert complaints(text, tmp_path) == ""
    assert '  name: "a\\"b\\\\c"\n' in text


async def test_bean_check_accepts_whom_nobody_knows_any_more(
    database: Database, sitting: Sitting, tmp_path: Path
) -> None:
    await privacy.forget(database, 11, at_ms=99)
    text = as_beancount(await books(database, 1))
    assert complaints(text, tmp_path) == ""
    assert "Assets:Former:1" in text
    assert "Assets:Players:11" not in text


async def test_bean_check_accepts_that_nothing_was_played(database: Database, tmp_path: Path) -> None:
    assert complaints(as_beancount(await books(database, 1)), tmp_path) == ""


async def corrected(database: Database, sitting: Sitting, change: Move | None, season_id: int) -> None:
    token = (await corrections.preview(database, season_id, sitting.id, change)).token
    await corrections.correct(
        database, season_id, sitting.id, change, 'He said "no"\n=1', 99, 600_000, expected=token
    )


async def test_corrections_are_told_with_who_when_and_why(database: Database, tmp_path: Path) -> None:
    season_id = (await a_season(database)).id
    moved = await (await sit_down(database, users=SEATS, season_id=season_id, at_ms=2_000)).play()
    voided = await (await sit_down(database, users=SEATS, season_id=season_id, at_ms=3_000)).play()
    await corrected(database, moved, Move(1, 0, 1, 13 * UNITS // 5), season_id)
    await corrected(database, voided, None, season_id)
    kept = await books(database, 1, season_id)

    text = as_beancount(kept)
    assert complaints(text, tmp_path) == ""
    assert '  correction: "1"\n  reason: "He said \\"no\\" =1"\n' in text

    rows = csv_rows(kept)
    move = [row for row in rows if row["correction"] == "1"]
    assert [(row["account"], row["amount"], row["cause"]) for row in move] == [
        ("p1", "-13/5", "correction"),
        ("p2", "13/5", "correction"),
    ]
    assert {row["time"] for row in rows if row["correction"]} == {"1970-01-01T00:10:00+00:00"}
    assert sum(int(row["units"]) for row in rows if row["table"] == str(voided.id)) == 0

    first, second = json.loads(as_json(kept))["corrections"]
    assert (first["kind"], first["user_id"], first["at_ms"]) == ("move", "99", 600_000)
    assert (second["kind"], second["reason"]) == ("void", 'He said "no"\n=1')
