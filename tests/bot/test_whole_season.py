"""A whole season of twenty people, by commands, against a table that the test reckons by itself."""

import csv
import io
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from counted_sitting import ask
from evening import Evening
from league_night import say
from lots import seed_lots
from reckoning import LEVELS, Corrected, Line, reckon, standing
from sitting_read import PLACES, Moved, Sat, results
from winter import Winter
from winter_rounds import enter, play_around_the_end, play_rounds

from engine.ledger import UNITS

TOLD = {"net": "*by net record*", "head-to-head": "*by head-to-head*", "wins": "*by sittings won*"}
SHARED = "shared"


@pytest.fixture
async def winter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Winter]:
    seed_lots(monkeypatch, 20)
    evening = Evening(tmp_path / "levee.db", 0)
    winter = Winter(evening)
    await evening.env.start()
    yield winter
    await evening.end()
    evening.env._raise_errors_since(evening.env._errors_acknowledged)


async def test_a_whole_season(winter: Winter, tmp_path: Path) -> None:
    await enter(winter)
    days = await play_rounds(winter)
    await play_around_the_end(winter)
    await compare(winter)
    for wanted in (*reversed(LEVELS[2:]), SHARED, LEVELS[1]):
        await bring_about(winter, wanted)
    await compare(winter)
    await compare_pages(winter)
    for day in ("2026-01-01", *days, "2026-03-28", "2026-03-29", "2026-03-30"):
        await compare(winter, day)
    await verify(winter)
    assert "is closed" in await say(winter.evening, winter.staff, "season close")
    await compare(winter)
    await compare_books(winter, tmp_path)
    check_sums(winter)


# ---- ties


async def bring_about(winter: Winter, wanted: str) -> None:
    """Correct a sitting so that a tie-break, which has decided nothing until then, decides; or none does."""
    if wanted not in outcomes(lines(winter)):
        table, change = next(moves_to(winter, wanted), (0, None))
        assert change is not None, f"no correction brings about {wanted}"
        await winter.evening.env.advance_time(60)
        await winter.move(table, change)
    assert wanted in outcomes(lines(winter))


def outcomes(table: Iterable[Line]) -> set[str]:
    """By what lines were told apart, and whether some were not."""
    sat = [line for line in table if line.sittings]
    shared = {SHARED} if len({line.rank for line in sat}) < len(sat) else set()
    return {line.decided_by for line in sat if line.decided_by} | shared


def moves_to(winter: Winter, wanted: str) -> Iterator[tuple[int, Moved]]:
    """Corrections that bring it about, and leave whatever else there is."""
    there = outcomes(lines(winter))
    for table, change in moves(winter):
        tried = Corrected(winter.now(), table, change)
        if outcomes(reckon(winter.sittings, [*winter.changes, tried], winter.listed)) >= {*there, wanted}:
            yield table, change


def moves(winter: Winter) -> Iterator[tuple[int, Moved]]:
    """Corrections after which two players have equal points and equal nets."""
    table = [line for line in lines(winter) if line.sittings]
    for sat in standing(winter.sittings, winter.changes, None):
        before = points_of(sat)
        for better, worse in permutations(table, 2):
            ahead = better.points - worse.points - before[better.user] + before[worse.user]
            for change in moves_between(sat, better, worse):
                after = points_of(sat.moved(change))
                if after[worse.user] - after[better.user] == ahead:
                    yield sat.table, change


def points_of(sat: Sat) -> dict[int, Fraction]:
    """0 for who did not sit there."""
    return defaultdict(Fraction, {each.user: each.points for each in results(sat)})


def moves_between(sat: Sat, better: Line, worse: Line) -> Iterator[Moved]:
    """Chips of one who has more to others, or of others to one who has less, in the first deal."""
    excess, deal = better.net - worse.net, sat.finished[0]
    for giver, taker in permutations(range(len(sat.held)), 2):
        involved = (sat.held[giver][deal] == better.user) + (sat.held[taker][deal] == worse.user)
        if excess > 0 and involved and UNITS % (excess / involved).denominator == 0:
            yield Moved(deal, giver, taker, excess / involved)


# ---- comparing


def lines(winter: Winter, at: datetime | None = None) -> list[Line]:
    return reckon(winter.sittings, winter.changes, winter.listed, at)


async def compare(winter: Winter, day: str | None = None) -> None:
    """The file of the season's table, now or at the end of a day."""
    at = None
    if day is not None:
        ends = datetime.fromisoformat(day).replace(tzinfo=ZoneInfo("Europe/Paris")) + timedelta(days=1)
        at = ends - timedelta(milliseconds=1)
    file = await winter.table_file(**({} if day is None else {"as_of": day}))
    told = list(csv.DictReader(io.StringIO(file, newline="")))
    expected = lines(winter, at)
    assert [line_of(row) for row in told] == expected
    assert [row["player"] for row in told] == [winter.names[line.user] for line in expected]


def line_of(row: dict[str, str]) -> Line:
    return Line(
        rank=int(row["rank"]),
        user=int(row["player_id"]),
        sittings=int(row["sittings"]),
        points=Fraction(row["points"]),
        net=Fraction(row["net"]),
        fines=int(row["bourres"]),
        wins=int(row["sittings_won"]),
        deals=int(row["deals"]),
        best=Fraction(row["best"]) if row["best"] else None,
        rating=row["rating"],
        decided_by=row["decided_by"],
    )


async def compare_pages(winter: Winter) -> None:
    """What everybody is shown, page by page."""
    expected = lines(winter)
    told = [line for page in await winter.table_pages(-(-len(expected) // 10)) for line in page.splitlines()]
    starts = [number for number, line in enumerate(told) if line.startswith("**")]
    assert len(starts) == len(expected)
    for line, at in zip(expected, starts, strict=True):
        head = f"**{line.rank}.** **{winter.names[line.user]}** · points **{line.points}** · net "
        assert told[at].startswith(head)
        assert [level for level, words in TOLD.items() if words in told[at + 1]] == [line.decided_by] * bool(
            line.decided_by
        )


async def verify(winter: Winter) -> None:
    """Every deal of the season, finished or not, and the one that was played after it."""
    deals = sum(len(sat.brought[0]) for sat in winter.sittings) + 1
    told = await say(winter.evening, winter.evening.bystander, "ledger verify")
    assert told.startswith(f"{deals} deals, ")
    assert told.endswith(" postings, all equal.")


async def compare_books(winter: Winter, folder: Path) -> None:
    """The export of the season, which bean-check adds up and of which every seat's chips are known."""
    files = {
        each.filename.rpartition(".")[2]: (await each.read()).decode()
        for each in (await ask(winter.evening, winter.staff, "ledger export", season="Winter")).attachments
    }
    book = folder / "winter.beancount"
    book.write_text(files["beancount"], "utf-8")
    assert not complaints(book)
    booked: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for row in csv.DictReader(io.StringIO(files["csv"], newline="")):
        if row["cause"] != "opening":
            booked[int(row["table"]), row["account"]] += Fraction(row["amount"])
    assert {key: chips for key, chips in booked.items() if chips} == {
        (sat.table, f"p{seat + 1}"): chips
        for sat in standing(winter.sittings, winter.changes, None)
        for seat, chips in enumerate(sat.nets)
        if chips
    }


def complaints(book: Path) -> bytes:
    """What the real bean-check says."""
    command = [Path(sys.executable).with_name("bean-check"), book]
    checked = subprocess.run(command, capture_output=True, timeout=60)
    assert (checked.returncode == 0) == (checked.stdout == checked.stderr == b"")
    return checked.stdout + checked.stderr


def check_sums(winter: Winter) -> None:
    """Nobody has won what nobody has lost, and each sitting has brought all points there are."""
    final = lines(winter)
    counted = standing(winter.sittings, winter.changes, None)
    assert len(counted) == 8 * 4
    assert sum(line.net for line in final) == 0
    assert sum(line.points for line in final) == sum(PLACES) * len(counted)
    assert {"Vic", "Wim", "Xia", "Hal", "Una", "Adele"} < {winter.names[line.user] for line in final}
