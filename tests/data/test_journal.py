import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sample_moves import CUT, HANDS, dealing, ending, secret, start

from data import journal, ledger, tables
from data.database import Database
from data.errors import AlreadyApplied, Conflict, TableClosed, UnknownTable, Unproved
from data.journal import Append
from data.proofs import Published
from data.rows import TableState
from engine.ledger import Posting, Unbalanced


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def texts(lines: tuple[journal.Line, ...]) -> list[str]:
    return [line.text for line in lines]


async def test_a_deal_from_the_lobby_to_its_proof(database: Database, table_id: int) -> None:
    assert await journal.append(database, start(table_id)) == 2
    assert await journal.secret(database, table_id) == secret(1)
    assert await journal.append(database, dealing(table_id)) == 9
    assert await journal.secret(database, table_id) == secret(1, CUT)
    assert texts(await journal.finished_lines(database, table_id)) == ["Record: 1", "Game: bourre"]
    assert await journal.published(database, table_id) == ()

    assert await journal.append(database, ending(table_id)) == 11
    lines = await journal.lines(database, table_id)
    assert [line.seq for line in lines] == list(range(1, 12))
    assert [line.at_ms for line in lines] == [2000] * 2 + [3000] * 7 + [4000] * 2
    assert texts(lines)[6:] == [*HANDS, "p1 play Ah", "= win p1 3"]
    assert await journal.finished_lines(database, table_id) == lines
    first = secret(1)
    proof = Published(1, first.commit_hex, first.secret, first.salt, CUT, void=False)
    assert await journal.published(database, table_id) == (proof,)
    assert await journal.kept(database, table_id) == (lines, (proof,))
    assert await journal.secret(database, table_id) == secret(2)
    assert (await tables.table(database, table_id)).seq == 11


async def test_postings_are_kept_in_order_and_by_deal(database: Database, dealt_id: int) -> None:
    await journal.append(database, ending(dealt_id))
    await journal.append(database, dealing(dealt_id, seen=11, deal=2))
    booked = await ledger.postings(database, dealt_id)
    assert [(b.seq, b.deal) for b in booked] == [(9, 1)] * 4 + [(11, 1)] * 2 + [(18, 2)] * 4
    first = [*dealing(dealt_id).postings, *ending(dealt_id).postings]
    assert [b.posting for b in await ledger.postings(database, dealt_id, deal=1)] == first


async def test_a_stale_move_is_refused(database: Database, dealt_id: int, path: Path) -> None:
    before = dump(path)
    with pytest.raises(Conflict) as caught:
        await journal.append(database, ending(dealt_id, seen=8))
    assert (caught.value.table_id, caught.value.at, caught.value.seen) == (dealt_id, 9, 8)
    assert dump(path) == before


async def test_of_two_at_once_one_is_stored(database: Database, dealt_id: int) -> None:
    moves = [
        Append(dealt_id, 9, (f"p{player} play 2c",), deal=1, at_ms=1, interaction_id=player)
        for player in range(1, 9)
    ]
    outcomes = await asyncio.gather(
        *(journal.append(database, move) for move in moves), return_exceptions=True
    )
    assert outcomes[0] == 10
    assert [type(outcome) for outcome in outcomes[1:]] == [Conflict] * 7
    assert texts(await journal.lines(database, dealt_id))[9:] == ["p1 play 2c"]


async def test_an_interaction_counts_once(database: Database, dealt_id: int, path: Path) -> None:
    move = Append(dealt_id, 9, ("p1 stay",), deal=1, at_ms=5000, interaction_id=77)
    await journal.append(database, move)
    before = dump(path)
    with pytest.raises(AlreadyApplied) as caught:
        await journal.append(database, replace(move, expected_seq=10))
    assert caught.value.interaction_id == 77
    assert dump(path) == before


async def test_an_interaction_refused_as_stale_may_come_again(database: Database, dealt_id: int) -> None:
    move = Append(dealt_id, 8, ("p1 stay",), deal=1, at_ms=5000, interaction_id=77)
    with pytest.raises(Conflict):
        await journal.append(database, move)
    assert await journal.append(database, replace(move, expected_seq=9)) == 10


async def test_old_interactions_are_forgotten(database: Database, dealt_id: int) -> None:
    await journal.append(database, ending(dealt_id))
    assert await journal.forget_applied(database, before_ms=4000) == 1  # the dealing, at 3000
    with pytest.raises(AlreadyApplied):
        await journal.append(database, ending(dealt_id))


async def test_every_cause_sums_to_zero(database: Database, dealt_id: int) -> None:
    crossed = (Posting("p1", "ante", -840), Posting("pot", "bourre", 840))
    for postings in (crossed, crossed[:1]):
        with pytest.raises(Unbalanced):
            await journal.append(database, Append(dealt_id, 9, ("x",), 1, 1, postings=postings))
    assert len(await journal.lines(database, dealt_id)) == 9


async def test_a_table_closes_with_its_last_move(database: Database, dealt_id: int) -> None:
    await journal.append(database, ending(dealt_id))
    last = Append(dealt_id, 11, ("d end",), deal=1, at_ms=9000, deal_over=True, state=TableState.CLOSED)
    await journal.append(database, last)
    row = await tables.table(database, dealt_id)
    assert (row.state, row.closed_at_ms, row.seq) == (TableState.CLOSED, 9000, 12)
    assert texts(await journal.finished_lines(database, dealt_id))[-1] == "d end"
    assert await journal.secret(database, dealt_id) is None  # of deal 2, which was never dealt
    assert len(await journal.published(database, dealt_id)) == 1
    with pytest.raises(TableClosed):
        await journal.append(database, replace(last, expected_seq=12))


async def test_a_void_deal_is_proved_but_not_counted(database: Database, dealt_id: int) -> None:
    back = tuple(Posting(p.account, "void", -p.units) for p in dealing(dealt_id).postings)
    end = Append(dealt_id, 9, ("d end",), 1, 9000, back, deal_over=True, void=True, state=TableState.CLOSED)
    await journal.append(database, end)
    (proof,) = await journal.published(database, dealt_id)
    assert (proof.deal, proof.void) == (1, True)
    totals = await ledger.totals(database, 1)
    assert [(total.user_id, total.deals, total.units) for total in totals] == [(11, 0, 0), (12, 0, 0)]


async def test_a_move_may_have_no_lines(database: Database, dealt_id: int) -> None:
    await journal.append(database, ending(dealt_id))
    assert await journal.append(database, Append(dealt_id, 11, (), deal=2, at_ms=1, cut="7")) == 11
    assert await journal.secret(database, dealt_id) == secret(2, "7")


async def test_an_unknown_table_is_refused(database: Database) -> None:
    with pytest.raises(UnknownTable):
        await journal.append(database, start(404))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda move: replace(move, deal=2), Unproved),  # its secret is of deal 1
        (lambda move: replace(move, cut="again"), Unproved),
        (lambda move: replace(move, next_secret=None, deal_over=False, cut="again"), Unproved),
        (lambda move: replace(move, deal_over=False), sqlite3.IntegrityError),  # a second secret
        (lambda move: replace(move, state=TableState.LOBBY), sqlite3.IntegrityError),
        (lambda move: replace(move, lines=("two\nlines",)), sqlite3.IntegrityError),
        (lambda move: replace(move, postings=paid("p9", 840)), sqlite3.IntegrityError),
        (lambda move: replace(move, postings=paid("p1", 2**63)), OverflowError),
    ],
)
async def test_a_move_that_fails_half_way_leaves_no_trace(
    database: Database, dealt_id: int, path: Path, change: Callable[[Append], Append], error: type[Exception]
) -> None:
    before = dump(path)
    with pytest.raises(error):
        await journal.append(database, change(ending(dealt_id)))
    assert dump(path) == before
    assert await journal.append(database, ending(dealt_id)) == 11


def paid(account: str, units: int) -> tuple[Posting, ...]:
    return (Posting(account, "bet", -units), Posting("pot", "bet", units))


WRITTEN = ["applied", "game_table", "line", "running", "posting", "total", "shuffle", "proof"]


@pytest.mark.parametrize("name", WRITTEN)
async def test_a_move_is_stored_with_all_it_changes_or_not_at_all(
    database: Database, dealt_id: int, path: Path, name: str
) -> None:
    other = sqlite3.connect(path)
    for verb in ("INSERT", "UPDATE", "DELETE"):
        fault = "BEGIN SELECT RAISE(ABORT, 'fault injected'); END"
        other.execute(f"CREATE TRIGGER fault_{verb} BEFORE {verb} ON {name} {fault}")
    other.commit()
    before = dump(path)
    with pytest.raises(sqlite3.IntegrityError, match="fault injected"):
        await journal.append(database, ending(dealt_id))
    assert dump(path) == before
    for verb in ("INSERT", "UPDATE", "DELETE"):
        other.execute(f"DROP TRIGGER fault_{verb}")
    other.close()
    assert await journal.append(database, ending(dealt_id)) == 11


async def test_an_uncut_deal_cannot_end(database: Database, table_id: int) -> None:
    await journal.append(database, start(table_id))
    with pytest.raises(Unproved, match="was not cut"):
        await journal.append(database, Append(table_id, 2, ("deal 1",), deal=1, at_ms=1, deal_over=True))


@pytest.mark.parametrize(("void", "state"), [(True, None), (False, TableState.CLOSED)])
def test_a_deal_that_stops_is_over(void: bool, state: TableState | None) -> None:
    with pytest.raises(ValueError, match="is over"):
        Append(1, 9, ("d end",), deal=1, at_ms=1, void=void, state=state)


def test_postings_have_a_line() -> None:
    with pytest.raises(ValueError, match="has to be one"):
        Append(1, 9, (), deal=1, at_ms=1, postings=paid("p1", 840))


@pytest.mark.parametrize("name", ["line", "posting", "proof"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET table_id = 5", "DELETE FROM {}"])
async def test_what_is_written_stays(
    database: Database, dealt_id: int, path: Path, name: str, statement: str
) -> None:
    await journal.append(database, ending(dealt_id))
    before = dump(path)
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match=f"{name} is append-only"):
        other.execute(statement.format(name))
    other.close()
    assert dump(path) == before


@pytest.mark.parametrize("seq", [1, 11, 13])
async def test_lines_have_no_gap(database: Database, dealt_id: int, path: Path, seq: int) -> None:
    await journal.append(database, ending(dealt_id))
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="out of order"):
        other.execute("INSERT INTO line VALUES (?, ?, 'x', 1)", (dealt_id, seq))
    other.execute("INSERT INTO line VALUES (?, 12, 'x', 1)", (dealt_id,))
    other.close()


@pytest.mark.parametrize(
    "row",
    [
        "1, 9, 1, 'p1', 'ante', 0",
        "1, 9, 1, 'p1', 'ante', 1.5",
        "1, 9, 1, 'p1', 'ante', 'x'",
        "1, 9, 1, 'kitty', 'ante', 1",
        "1, 9, 1, 'p10', 'ante', 1",
        "1, 9, 1, 'p1', '', 1",
    ],
)
async def test_the_schema_refuses_a_posting_that_is_none(
    database: Database, dealt_id: int, path: Path, row: str
) -> None:
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        other.execute(f"INSERT INTO posting (table_id, seq, deal, account, cause, units) VALUES ({row})")
    other.close()
