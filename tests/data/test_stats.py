"""Results deal by deal, against what a replay of the record tells, and hand-made evenings."""

import asyncio
import tempfile
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from evenings import Sitting, sit_down
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_moves import seated_table, secret, start

from data import journal, ledger, seasons, tables
from data.database import Database
from data.deals import played
from data.journal import Append
from data.seasons import NewSeason
from data.stats import HeadToHead, head_to_head, stats
from engine.game import Game, games
from engine.ledger import UNITS, Posting, parse_amount
from engine.replay import replayed

ANA, BEN, CLEO, DAN = 11, 12, 13, 14
GUILD = 1
SEATS = {
    "bourre": (ANA, BEN, CLEO, None),
    "bura": (BEN, ANA),
    "bouillotte": (None, ANA, BEN, CLEO),
}


@pytest.fixture
async def season_id(database: Database) -> int:
    new = NewSeason(GUILD, "Autumn", "bourre", "series", 0, None, "Europe/Paris", "net", "finisher", 1, 0)
    return (await seasons.create(database, new)).id


async def replay_of(database: Database, sitting: Sitting) -> dict[str, Any]:
    """What ``replay --json`` says of the finished lines."""
    lines = await journal.finished_lines(database, sitting.id)
    replay, fault = replayed([*sitting.replay.header.lines(), "", *[line.text for line in lines]])
    assert fault is None
    assert replay is not None
    return replay.json()


def net(deal: dict[str, Any], account: str) -> int:
    return sum(
        parse_amount(amount)
        for of, cause, amount in deal["postings"]
        if of in (account, f"bonus:{account}") and cause not in ("opening", "refill")
    )


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(sorted(SEATS)), st.integers(0, 10_000))
def test_stats_are_what_the_records_tell(game: str, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(compare_with_records(Path(folder) / "levee.db", game, seed))


async def compare_with_records(path: Path, game: str, seed: int) -> None:
    database = await Database.open(path)
    deals, sittings = [], []
    for number in range(2):
        sitting = await sit_down(database, game, SEATS[game], deals=3, at_ms=10_000 + number, seed=seed)
        told = (await replay_of(database, await sitting.play()))["deals"]
        assert sitting.is_over
        deals += told
        sittings.append(sum(net(deal, "p2") for deal in told))
    who = SEATS[game][1]
    assert who is not None
    (found,) = await stats(database, GUILD, who)
    (total,) = await ledger.totals(database, GUILD, game, who)
    await database.close()

    nets = [net(deal, "p2") for deal in deals]
    assert (found.game, found.deals) == (game, len(deals))
    assert found.curve == tuple(accumulate(nets))
    assert found.average == Fraction(sum(nets), len(nets))
    assert (found.best, found.worst) == (max(sittings), min(sittings))
    assert found.wins == sum("p2" in deal["winners"] for deal in deals)
    assert found.fines == sum(
        posting[:2] == ["p2", "bourre"] for deal in deals for posting in deal["postings"]
    )
    if game == "bourre":
        stayed = [deal for deal in deals if "p2" in deal["tricks"]]
        assert found.stays == len(stayed)
        assert found.ties == sum(not deal["winners"] for deal in stayed)
    assert (found.deals, found.wins, found.curve[-1]) == (total.deals, total.wins, total.units)


async def played_for(database: Database, nets: list[int]) -> int:
    """A table at which Ana's deals brought her so many units."""
    table_id = await seated_table(database)
    seq = await journal.append(database, start(table_id))
    for deal, units in enumerate(nets, start=1):
        moved = [Posting("p1", "bet", units), Posting("pot", "bet", -units)] if units else []
        move = Append(
            table_id,
            seq,
            (f"deal {deal}",),
            deal,
            at_ms=deal,
            postings=tuple(moved),
            cut="0",
            deal_over=True,
            next_secret=secret(deal + 1),
        )
        seq = await journal.append(database, move)
    return table_id


@pytest.mark.parametrize(
    ("nets", "winning", "losing", "running"),
    [
        ([5], 1, 0, 1),
        ([-5], 0, 1, -1),
        ([0], 0, 0, 0),
        ([1, 1, -1, 1, 1, 1, -1, -1], 3, 2, -2),
        ([1, 0, 1, 0], 2, 0, 2),
        ([-1, 0, 0, -1, 2], 1, 2, 1),
    ],
)
async def test_streaks(database: Database, nets: list[int], winning: int, losing: int, running: int) -> None:
    """A deal that brings nothing neither lengthens a streak nor ends it."""
    await played_for(database, nets)
    (found,) = await stats(database, GUILD, ANA)
    assert found.curve == tuple(accumulate(nets))
    assert (found.winning_streak, found.losing_streak, found.streak) == (winning, losing, running)


async def test_who_has_played_nothing_has_no_stats(database: Database) -> None:
    sitting = await sit_down(database)
    assert await stats(database, GUILD, ANA) == ()
    await sitting.begin()
    assert await stats(database, GUILD, ANA) == ()


async def test_a_running_deal_does_not_count(database: Database) -> None:
    sitting = await sit_down(database, deals=3)
    await sitting.deal()
    (before,) = await stats(database, GUILD, ANA)
    await sitting.begin()
    assert await stats(database, GUILD, ANA) == (before,)
    assert (before.deals, before.best, before.worst) == (1, None, None)


async def test_the_share_after_a_void_deal_belongs_to_the_deal_before(database: Database) -> None:
    sitting = await sit_down(database, deals=4, seed=3)
    await sitting.deal()
    await sitting.begin()
    await sitting.end()
    told = (await replay_of(database, sitting))["deals"]
    (found,) = await stats(database, GUILD, ANA)
    assert found.curve == (sum(net(deal, "p1") for deal in told),)
    assert (found.deals, found.best) == (1, found.curve[0])


async def test_a_deal_is_his_who_holds_the_seat_as_it_ends(database: Database) -> None:
    sitting = await sit_down(database, users=(ANA, BEN, None), deals=3)
    await sitting.deal()
    await sitting.begin()
    await tables.substitute(database, sitting.id, 0, DAN, "Dan")
    while sitting.replay.sitting.to_act():
        await sitting.move()
    await sitting.play()
    told = (await replay_of(database, sitting))["deals"]
    nets = [net(deal, "p1") for deal in told]
    (first,), (second,) = await stats(database, GUILD, ANA), await stats(database, GUILD, DAN)
    assert (first.curve, second.curve) == ((nets[0],), tuple(accumulate(nets[1:])))
    assert (first.best, second.best) == (nets[0], sum(nets[1:]))


async def test_a_voided_sitting_counts_in_no_stats(database: Database, season_id: int) -> None:
    for at_ms in (1, 2):
        sitting = await sit_down(database, users=(ANA, BEN), deals=2, season_id=season_id, at_ms=at_ms)
        await sitting.play()
    assert (await stats(database, GUILD, ANA))[0].deals == 4
    void = (
        "INSERT INTO correction (season_id, table_id, kind, reason, user_id, at_ms)"
        " VALUES (?, ?, 'void', 'a wrong table', 1, 9000)"
    )
    await database.write(lambda writer: writer.execute(void, (season_id, sitting.id)))
    assert (await stats(database, GUILD, ANA))[0].deals == 2
    assert (await head_to_head(database, GUILD, ANA, BEN)).sittings == 1


async def test_games_and_guilds_are_kept_apart(database: Database) -> None:
    await (await sit_down(database, "bura", (ANA, BEN), deals=1, at_ms=1)).play()
    await (await sit_down(database, "bourre", (ANA, BEN), deals=1, at_ms=2)).play()
    await (await sit_down(database, "bourre", (ANA, BEN), deals=1, at_ms=3, guild_id=2)).play()
    assert [each.game for each in await stats(database, GUILD, ANA)] == ["bourre", "bura"]
    assert [each.game for each in await stats(database, GUILD, ANA, "bura")] == ["bura"]
    assert [each.game for each in await stats(database, 2, ANA)] == ["bourre"]
    assert await stats(database, 2, ANA, "bouillotte") == ()
    assert (await head_to_head(database, 2, ANA, BEN)).sittings == 1
    assert (await head_to_head(database, GUILD, ANA, BEN)).sittings == 2
    assert (await head_to_head(database, GUILD, ANA, BEN, "bura")).sittings == 1


async def test_two_against_each_other(database: Database) -> None:
    """Three sittings, one of them without Cleo."""
    results = []
    for seed, users in enumerate([(ANA, BEN, CLEO), (BEN, ANA), (CLEO, BEN, ANA)]):
        sitting = await sit_down(database, users=users, deals=3, at_ms=seed + 1, seed=seed)
        records = (await replay_of(database, await sitting.play()))["records"]
        results.append(
            {user: parse_amount(records[f"p{at}"]) - 100 * UNITS for at, user in enumerate(users, 1)}
        )
    found = await head_to_head(database, GUILD, ANA, BEN)
    assert found == HeadToHead(
        sittings=3,
        better_a=sum(each[ANA] > each[BEN] for each in results),
        better_b=sum(each[ANA] < each[BEN] for each in results),
        equal=sum(each[ANA] == each[BEN] for each in results),
        deals=9,
        net_a=sum(each[ANA] for each in results),
        net_b=sum(each[BEN] for each in results),
    )
    turned = await head_to_head(database, GUILD, BEN, ANA)
    assert (turned.better_a, turned.better_b, turned.net_a) == (found.better_b, found.better_a, found.net_b)
    assert (await head_to_head(database, GUILD, ANA, CLEO)).deals == 6
    assert await head_to_head(database, GUILD, ANA, DAN) == HeadToHead(0, 0, 0, 0, 0, 0, 0)


async def test_a_substitute_has_not_met_whom_he_replaced(database: Database) -> None:
    sitting = await sit_down(database, users=(ANA, BEN), deals=2)
    await sitting.deal()
    await tables.substitute(database, sitting.id, 0, DAN, "Dan")
    await sitting.play()
    assert (await head_to_head(database, GUILD, ANA, DAN)).sittings == 0
    assert [(await head_to_head(database, GUILD, BEN, other)).deals for other in (ANA, DAN)] == [1, 1]


async def test_who_takes_part_has_said_so_or_wins_unasked(database: Database) -> None:
    """B-3.6: when all others pass, the dealer takes the pot without a word."""
    sitting = await sit_down(database, users=(ANA, BEN), deals=40, seed=1)
    await sitting.play()
    told = (await replay_of(database, sitting))["deals"]
    unasked = [deal for deal in told if len(deal["tricks"]) == 1]
    assert unasked
    deals = await database.read(lambda reader: played(reader, GUILD, ANA))
    assert [deal.stayed for deal in deals] == ["p1" in deal["tricks"] for deal in told]


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_taking_part_is_said_in_the_games_own_verbs(game: Game) -> None:
    assert game.takes_part <= {verb.name for verb in game.verbs}
