"""A whole sitting of five people over real HTTP and WebSocket, held against record, ledger and secrecy."""

import random
from collections import Counter

from bot import Levee
from data import ledger
from engine.fair import check
from engine.ledger import amount
from engine.replay import Replay, replayed
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.knowledge import Known, cards_in, leaks
from tests.whole.playing import (
    CHANNEL,
    MOST_ACTS,
    PLACES,
    Player,
    a_choice,
    act,
    downloaded,
    lines_of,
    seated,
    whose_turn,
)

DEALS = 12


class Watch:
    """Looks, after every act, through all that arrived at each page since the last look."""

    def __init__(self, bot: Levee, players: list[Player]) -> None:
        self._bot = bot
        self._read = {player.person.id: 0 for player in players}
        self.looked_at = 0
        self.cards_told = 0

    async def look(self, players: list[Player]) -> None:
        known = Known(await lines_of(self._bot))
        for number, player in enumerate(players, 1):
            frames = player.person.seen[self._read[player.person.id] :]
            self._read[player.person.id] += len(frames)
            self.looked_at += len(frames)
            self.cards_told += sum(len(cards_in(frame)) for frame in frames)
            assert leaks(frames, known, f"p{number}") == []


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
        await watch.look(players)
    await watch.look(players)
    assert watch.looked_at > 2000
    assert watch.cards_told > 2000, "the watch reads no cards at all"
    known = Known(await lines_of(levee))
    assert leaks(people[0].seen, known, "p2"), "the watch would not notice another one's hand"
    await agrees_with_the_ledger(levee, people)


async def agrees_with_the_ledger(levee: Levee, people: list[Person]) -> None:
    text = await downloaded(people[2])
    replay = replay_of(text)
    assert replay.sitting.places is not None
    assert len(replay.deals) == DEALS
    assert replay.text() == text
    verdict = check(text.splitlines())
    assert (verdict.proven, verdict.unproven) == (tuple(range(1, DEALS + 1)), ())
    booked = [each.posting for each in await ledger.postings(levee.database, 1)]
    assert Counter(booked) == Counter(posting for deal in replay.deals for posting in deal.postings)
    totals = await ledger.totals(levee.database, int(next(iter(levee.guilds)).id))
    results = {total.user_id: total.units for total in totals}
    opening = {p.account: p.units for p in booked if p.cause == "opening"}
    for seat, (person, record) in enumerate(zip(people, replay.sitting.records, strict=True)):
        assert results[int(person.id)] == record - opening[f"p{seat + 1}"]
    told = [text_of(message) for message in await people[0].messages(CHANNEL)]
    final = next(each for each in told if PLACES.search(each))
    for person, place, record in zip(people, replay.sitting.places, replay.sitting.records, strict=True):
        assert f"**{place}.** **{person.me['global_name']}** with {amount(record)}" in final
