"""Whole sittings over real HTTP and WebSocket, held against record, ledger and secrecy."""

import random
from collections import Counter

from bot import Levee
from data import ledger
from engine.fair import check
from engine.ledger import amount
from engine.replay import Replay, replayed
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.catching_up import caught_up
from tests.whole.knowledge import Known, leaks
from tests.whole.panel import is_panel
from tests.whole.playing import (
    CHANNEL,
    MOST_ACTS,
    PLACES,
    a_choice,
    act,
    downloaded,
    lines_of,
    seated,
    whose_turn,
)
from tests.whole.watching import Watch

DEALS = 12


def replay_of(text: str) -> Replay:
    replay, fault = replayed(text.splitlines())
    assert fault is None
    assert replay is not None
    return replay


async def test_a_whole_sitting(levee: Levee, people: list[Person]) -> None:
    players = await seated(people)
    watch, dice = Watch(levee, players), random.Random(1)
    for _ in range(MOST_ACTS):
        player = await whose_turn(players)
        if player is None:
            break
        choice = a_choice(player, dice)
        offered = await player.person.autocomplete(CHANNEL, "play", "cards", "")
        playable = {words.removeprefix("play ") for words in player.choices() if words.startswith("play ")}
        assert {each["value"] for each in offered} == playable
        await act(player, choice, dice)
        await watch.look()
    await watch.look()
    assert watch.looked_at > 2000
    assert watch.cards_told > 2000, "the watch reads no cards at all"
    known = Known(await lines_of(levee))
    assert leaks(people[0].seen, [known], "p2"), "the watch would not notice another one's hand"
    await agrees_with_the_ledger(levee, people)


async def test_the_hand_follows_the_table_into_a_new_deal(levee: Levee, people: list[Person]) -> None:
    """Whoever ends a deal on the own panel has hand and table at the end of the channel like all others."""
    players = await seated(people[:2])
    dice = random.Random(6)
    for _ in range(MOST_ACTS):
        player = await whose_turn(players)
        assert player is not None
        await player.press(a_choice(player, dice))
        await caught_up(levee, players)
        if any(line == "deal 3" for line in await lines_of(levee)):
            break
    for player in players:
        assert player.table is not None
        table = int(player.table["id"])
        assert f"deal 3 of {DEALS}" in text_of(player.table)
        await player.person.wait_for_message(lambda m, table=table: is_panel(m) and int(m["id"]) > table)


async def agrees_with_the_ledger(levee: Levee, people: list[Person], deals: int = DEALS) -> None:
    """Record, replay, proofs, postings, totals and the places told all say the same."""
    text = await downloaded(people[-1])
    replay = replay_of(text)
    assert replay.sitting.places is not None
    assert len(replay.deals) == deals
    assert replay.text() == text
    verdict = check(text.splitlines())
    assert (verdict.proven, verdict.unproven) == (tuple(range(1, deals + 1)), ())
    booked = [each.posting for each in await ledger.postings(levee.database, 1)]
    assert Counter(booked) == Counter(posting for deal in replay.deals for posting in deal.postings)
    totals = await ledger.totals(levee.database, int(next(iter(levee.guilds)).id))
    won = {total.user_id: total.units for total in totals}
    results = results_of(replay)
    for seat, person in enumerate(people):
        own = (f"p{seat + 1}", f"bonus:p{seat + 1}")
        given = [p.units for p in booked if p.account in own and p.cause in ledger.NOT_A_RESULT]
        held = replay.sitting.records[seat] + sum(p.units for p in booked if p.account == own[1])
        assert won.get(int(person.id), 0) == held - sum(given)
    told = [text_of(message) for message in await people[0].messages(CHANNEL)]
    final = next(each for each in told if PLACES.search(each))
    for person, place, result in zip(people, replay.sitting.places, results, strict=True):
        assert f"**{place}.** **{person.me['global_name']}** with {amount(result)}" in final


def results_of(replay: Replay) -> tuple[int, ...]:
    """What the places go by: the records, unless the game counts otherwise."""
    return replay.header.game.amounts(replay.sitting).get("results", replay.sitting.records)
