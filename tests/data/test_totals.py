"""The totals kept are the sums of the postings, computed here the slow way from the rows themselves."""

import asyncio
import sqlite3
import tempfile
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from sample_moves import GUILD, dealing, ending, seated_table, secret, start

from data import journal, ledger, tables
from data.database import Database
from data.errors import AlreadySeated
from data.journal import Append
from data.ledger import Total
from engine.ledger import Posting

ACCOUNTS = ["p1", "p2", "p3", "pot", "bonus:p1", "bonus:p2", "bank"]
CAUSES = ["opening", "ante", "win", "bourre", "brelan", "refill", "share", "back"]


@dataclass(frozen=True)
class PlayedDeal:
    """Moves as postings, who took which seat before the last of them, and how the deal ended."""

    moves: list[list[Posting]]
    void: bool
    substitutes: list[tuple[int, int]]


def transfer(source: str, target: str, cause: str, units: int) -> list[Posting]:
    return [Posting(source, cause, -units), Posting(target, cause, units)]


TRANSFERS = st.builds(
    transfer,
    st.sampled_from(ACCOUNTS),
    st.sampled_from(ACCOUNTS),
    st.sampled_from(CAUSES),
    st.integers(-5000, 5000).filter(bool),
)
MOVES = st.lists(TRANSFERS, max_size=3).map(lambda pairs: [posting for pair in pairs for posting in pair])
SUBSTITUTES = st.lists(st.tuples(st.integers(0, 2), st.integers(11, 15)), max_size=2)
DEALS = st.lists(
    st.builds(PlayedDeal, st.lists(MOVES, min_size=1, max_size=4), st.booleans(), SUBSTITUTES), max_size=4
)


async def play(database: Database, table_id: int, deals: list[PlayedDeal]) -> None:
    """The last deal is left running."""
    seq = await journal.append(database, start(table_id))
    for number, deal in enumerate(deals, start=1):
        for place, postings in enumerate(deal.moves):
            last = place == len(deal.moves) - 1
            over = last and deal is not deals[-1]
            for seat, user_id in deal.substitutes if last else []:
                with suppress(AlreadySeated):
                    await tables.substitute(database, table_id, seat, user_id, "Substitute")
            move = Append(
                table_id,
                seq,
                lines=(f"{number}.{place}",),
                deal=number,
                at_ms=1,
                postings=tuple(postings),
                cut="0" if place == 0 else None,
                deal_over=over,
                void=over and deal.void,
                next_secret=secret(number + 1) if over else None,
            )
            seq = await journal.append(database, move)


def summed(path: Path) -> set[Total]:
    connection = sqlite3.connect(path)
    games = dict(connection.execute("SELECT id, game FROM game_table"))
    seats = connection.execute("SELECT table_id, seat, 0, user_id FROM seat").fetchall()
    stints = connection.execute(
        "SELECT table_id, seat, from_seq, user_id FROM stint ORDER BY from_seq"
    ).fetchall()
    rows = connection.execute("SELECT table_id, seq, deal, account, cause, units FROM posting").fetchall()
    ended = connection.execute("SELECT table_id, seq, deal FROM proof WHERE NOT void").fetchall()
    connection.close()

    def users(table_id: int, seq: int) -> dict[str, int | None]:
        """By account, as of that line: the last stint that had begun, or who sits there."""
        known = [*seats, *stints]
        return {f"p{seat + 1}": user for of, seat, since, user in known if of == table_id and since <= seq}

    sums: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for table_id, seq, _, account, cause, units in rows:
        user_id = users(table_id, seq).get(account.replace("bonus:", ""))
        if user_id and cause not in ("opening", "refill"):
            sums[games[table_id], user_id][1] += units
    for table_id, seq, deal in ended:
        won = {
            row[3] for row in rows if (row[0], row[2]) == (table_id, deal) and row[4] == "win" and row[5] > 0
        }
        for account, user_id in users(table_id, seq).items():
            if user_id:
                sums[games[table_id], user_id][0] += 1
                sums[games[table_id], user_id][2] += account in won
    return {Total(GUILD, game, user_id, *numbers) for (game, user_id), numbers in sums.items()}


async def kept_and_summed(
    path: Path, first: list[PlayedDeal], second: list[PlayedDeal], other: list[PlayedDeal]
) -> tuple[set[Total], set[Total]]:
    database = await Database.open(path)
    for channel_id, game, deals in ((1, "bourre", first), (2, "bourre", second), (3, "bura", other)):
        await play(database, await seated_table(database, channel_id, game), deals)
    kept = set(await ledger.totals(database, GUILD))
    await database.close()
    return kept, summed(path)


@settings(max_examples=25, deadline=None)
@given(DEALS, DEALS, DEALS)
def test_totals_are_the_sums_of_the_postings(
    first: list[PlayedDeal], second: list[PlayedDeal], other: list[PlayedDeal]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept, sums = asyncio.run(kept_and_summed(Path(folder) / "levee.db", first, second, other))
    assert kept == sums


async def test_totals_of_one_deal(database: Database, dealt_id: int) -> None:
    assert await ledger.totals(database, GUILD) == (
        Total(GUILD, "bourre", 11, deals=0, units=-840, wins=0),
        Total(GUILD, "bourre", 12, deals=0, units=-840, wins=0),
    )
    await journal.append(database, ending(dealt_id))
    assert await ledger.totals(database, GUILD) == (
        Total(GUILD, "bourre", 11, deals=1, units=1680, wins=1),
        Total(GUILD, "bourre", 12, deals=1, units=-840, wins=0),
    )


async def test_totals_are_asked_for_by_guild_and_game(database: Database, dealt_id: int) -> None:
    bura_id = await seated_table(database, channel_id=9, game="bura")
    await journal.append(database, start(bura_id))
    await journal.append(database, replace(dealing(bura_id), interaction_id=None))
    assert [t.game for t in await ledger.totals(database, GUILD)] == ["bourre", "bura", "bourre", "bura"]
    assert {t.game for t in await ledger.totals(database, GUILD, "bura")} == {"bura"}
    assert [t.game for t in await ledger.totals(database, GUILD, user_id=12)] == ["bourre", "bura"]
    assert [t.user_id for t in await ledger.totals(database, GUILD, "bura", limit=1)] == [11]
    assert await ledger.totals(database, GUILD + 1) == ()


async def test_stakes_handed_out_are_no_result(database: Database, dealt_id: int) -> None:
    before = await ledger.totals(database, GUILD)
    handed = (
        Posting("bank", "opening", -840),
        Posting("p1", "opening", 840),
        Posting("bank", "refill", -840),
        Posting("p2", "refill", 840),
    )
    await journal.append(database, Append(dealt_id, 9, ("x",), deal=1, at_ms=1, postings=handed))
    assert await ledger.totals(database, GUILD) == before
