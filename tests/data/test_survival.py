"""SIGKILL at any moment leaves all of a move, or nothing of it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sample_moves import dealing, ending, start
from test_totals import summed

from data import journal, ledger, tables
from data.database import Database

HERE = Path(__file__).parent
MOVES = (dealing(1), ending(1))


def kill_after(path: Path, seconds: float) -> None:
    """Let a child play at ``path`` for about ``seconds``, then kill it."""
    folders = f"{HERE.parents[1]}{os.pathsep}{HERE}"
    child = subprocess.Popen(
        [sys.executable, HERE / "endless_table.py", path], env={**os.environ, "PYTHONPATH": folders}
    )
    deadline = time.monotonic() + 30
    while moves_at(path) == 0 and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(seconds)
    child.kill()
    assert child.wait(10) == -signal.SIGKILL


def moves_at(path: Path) -> int:
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT coalesce(max(seq), 0) FROM posting").fetchone()[0])
    except sqlite3.OperationalError:  # the schema is not there yet
        return 0
    finally:
        connection.close()


@pytest.mark.parametrize("seconds", [0.0, 0.007, 0.05, 0.131, 0.31])
async def test_killed_in_mid_play(path: Path, seconds: float) -> None:
    kill_after(path, seconds)
    database = await Database.open(path)
    (table,) = await tables.open_tables(database)
    lines = await journal.lines(database, table.id)
    assert [line.seq for line in lines] == list(range(1, table.seq + 1))

    # the child only ever makes these two moves, so what is there must be a whole number of them
    deals, rest = divmod(table.seq - len(start(1).lines), sum(len(move.lines) for move in MOVES))
    assert rest in (0, len(MOVES[0].lines))
    expected = [p for move in MOVES for p in move.postings] * deals + list(MOVES[0].postings if rest else ())
    assert [booked.posting for booked in await ledger.postings(database, table.id)] == expected
    assert [proof.deal for proof in await journal.published(database, table.id)] == list(range(1, deals + 1))
    secret = await journal.secret(database, table.id)
    assert secret is not None
    assert (secret.deal, secret.cut is not None) == (deals + 1, bool(rest))
    finished = await journal.finished_lines(database, table.id)
    assert len(finished) == table.seq - rest
    applied = await database.read(lambda r: r.execute("SELECT count(*) FROM applied").fetchone())
    assert applied == (deals,)
    assert set(await ledger.totals(database, 1)) == summed(path)

    # and play goes on where it stood
    again = ending(table.id, table.seq, deals + 1) if rest else dealing(table.id, table.seq, deals + 1)
    await journal.append(database, again)
    await database.close()
