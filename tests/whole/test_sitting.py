"""Sittings of five people over real HTTP and WebSocket, all traffic held against Discord's description."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import aiohttp

from bot import Levee, create_bot
from bot.sandbox import Sandbox, point_discord_at
from data import journal, ledger
from engine.fair import check
from engine.game import Sitting
from engine.ledger import amount
from engine.replay import Replay, replayed
from tests.sandbox.conftest import READY_S, Join, StartBot, run_bot
from tests.sandbox.person import Person
from tests.sandbox.reading import components_of, text_of
from tests.whole.knowledge import Known, cards_in, leaks
from tests.whole.playing import (
    CHANNEL,
    NAMES,
    PLACES,
    Json,
    Player,
    a_choice,
    seated,
    table_message,
    whose_turn,
)

DEALS = 12
MOST_ACTS = 1000
KINDLY = ("turn", "already", "moved on", "hand")


async def lines_of(bot: Levee) -> list[str]:
    return [line.text for line in await journal.lines(bot.database, 1)]


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


async def act(player: Player, words: str, dice: random.Random) -> None:
    """By command or on the panel; after a command a fresh panel is open."""
    answer = await (player.press if dice.random() < 0.6 else player.command)(words)
    assert answer.refusal == ""


async def play(players: list[Player], dice: random.Random, *, acts: int = MOST_ACTS) -> int:
    """Play on for so many acts, or to the end of the sitting; how many it took."""
    for done in range(acts):
        player = await whose_turn(players)
        if player is None:
            return done
        await act(player, a_choice(player, dice), dice)
    assert acts < MOST_ACTS, "this sitting does not end"
    return acts


async def downloaded(person: Person) -> str:
    """The record, through the address that the page shows."""
    outcome = await person.slash(CHANNEL, "record file")
    assert outcome.message is not None
    (file,) = outcome.message["attachments"]
    async with (
        aiohttp.ClientSession(person.address) as http,
        http.get(file["url"]) as response,
    ):
        assert response.status == 200
        return (await response.read()).decode()


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


async def test_five_press_start_at_once(levee: Levee, people: list[Person]) -> None:
    first, *others = people
    await first.slash(CHANNEL, "table open", game="bourre")
    await asyncio.gather(*(person.slash(CHANNEL, "table join") for person in others))
    lobby = await table_message(first)
    outcomes = await asyncio.gather(*(person.click(lobby, label="Start") for person in people))
    assert [outcome.status for outcome in outcomes] == ["done"] * 5
    texts = sorted(outcome.text for outcome in outcomes)
    assert sum("Your hand · deal 1" in text for text in texts) == 1
    assert sum("already" in text for text in texts) == 4, texts
    assert (await lines_of(levee)).count("deal 1") == 1
    (table,) = levee.tables
    assert sorted(row.user_id or 0 for row in table.row.seats) == sorted(int(p.id) for p in people)


async def test_two_press_the_same_button_at_once(levee: Levee, people: list[Person]) -> None:
    """Each time all five press “Stay” or “Pass” of the public message, one has the turn."""
    players = await seated(people)
    dice = random.Random(2)
    for _ in range(4):
        player = await whose_turn(players)
        assert player is not None
        if "stay" not in player.choices():
            await act(player, a_choice(player, dice), dice)
            continue
        table = await table_message(people[0])
        button = next(c for c in components_of(table) if c.get("label") == "Stay")
        before = len(await lines_of(levee))
        outcomes = await asyncio.gather(*(p.click(table, custom_id=button["custom_id"]) for p in people))
        new = [line for line in (await lines_of(levee))[before:] if line.endswith("stay")]
        assert len(new) == 1
        refused = [outcome.text for outcome in outcomes if "Your hand" not in outcome.text]
        assert all(any(word in text for word in KINDLY) for text in refused), refused
    assert (await lines_of(levee)).count("deal 1") == 1


async def test_the_same_card_by_button_and_command_at_once(levee: Levee, people: list[Person]) -> None:
    players = await seated(people)
    dice, plays = random.Random(3), 0
    while plays < 6:
        player = await whose_turn(players)
        assert player is not None
        words = a_choice(player, dice)
        if not words.startswith("play "):
            await act(player, words, dice)
            continue
        plays += 1
        before = len(await lines_of(levee))
        answers = await asyncio.gather(player.press(words), player.command(words))
        new = (await lines_of(levee))[before:]
        assert sum(line.endswith(words) for line in new) == 1
        refusals = [answer.refusal for answer in answers if answer.refusal]
        assert len(refusals) <= 1
        assert all(any(word in text for word in KINDLY) for text in refusals), refusals
        await player.open_hand()


async def test_a_double_press_acts_once(levee: Levee, people: list[Person]) -> None:
    players = await seated(people)
    dice = random.Random(4)
    for _ in range(25):
        player = await whose_turn(players)
        assert player is not None
        words, before = a_choice(player, dice), len(await lines_of(levee))
        answers = await asyncio.gather(player.press(words), player.press(words))
        new = (await lines_of(levee))[before:]
        seat = f"p{players.index(player) + 1}"
        assert sum(line == f"{seat} {words}" for line in new) == 1
        assert min(len(answer.refusal) for answer in answers) == 0


async def test_play_goes_on_when_the_gateway_drops(
    levee: Levee, people: list[Person], sandbox: Sandbox
) -> None:
    players = await seated(people)
    dice = random.Random(5)
    for _ in range(3):
        await play(players, dice, acts=7)
        player = await whose_turn(players)
        assert player is not None
        await asyncio.gather(sandbox.gateway.drop(), act(player, a_choice(player, dice), dice))
    await play(players, dice, acts=10)
    assert not levee.is_closed()


async def test_a_restart_in_mid_trick_while_people_stay(
    start_bot: StartBot, database: Path, join: Join
) -> None:
    first = create_bot({"DATABASE": database})
    await start_bot(first)
    people = [await join(name) for name in ("Ana", "Ben", "Cleo")]
    players = await seated(people)
    dice = random.Random(6)
    while not in_mid_trick(first):
        await play(players, dice, acts=1)
    player = await whose_turn(players)
    assert player is not None
    before = sitting_of(first).copy()
    await first.close()
    second = create_bot({"DATABASE": database})
    await start_bot(second)
    after = sitting_of(second)
    assert after.to_act() == before.to_act()
    assert [after.observe(seat) for seat in (None, 0, 1, 2)] == [
        before.observe(seat) for seat in (None, 0, 1, 2)
    ]
    assert (await player.press(a_choice(player, dice))).refusal == "", "a panel of before the restart works"
    await asyncio.gather(*(player.open_hand() for player in players))
    await play(players, dice, acts=30)


def sitting_of(bot: Levee) -> Sitting:
    (table,) = bot.tables
    assert table.sitting is not None
    return table.sitting


def in_mid_trick(bot: Levee) -> bool:
    return bool(sitting_of(bot).observe(None).trick)


def told_seq(message: Json) -> int:
    """The line for which the message's buttons were made; 0 if it has none that act."""
    ids = [c.get("custom_id", "").split(":") for c in components_of(message)]
    return max((int(parts[2]) for parts in ids if parts[0] == "act"), default=0)


async def test_with_rate_limits_nothing_is_lost(tmp_path: Path) -> None:
    """A deal played as fast as the hands can be asked for; the table's message catches up with its end."""
    sandbox = Sandbox(None, rate_limits=True)
    await sandbox.start()
    bot = create_bot({"DATABASE": tmp_path / "levee.db"})
    with point_discord_at(sandbox):
        running = await run_bot(sandbox, bot)
        people = [await Person.join(sandbox, name) for name in NAMES[:3]]
        try:
            await a_deal_in_haste(bot, await seated(people), random.Random(7))
        finally:
            await asyncio.gather(*(person.close() for person in people))
            await bot.close()
            await asyncio.wait_for(running, READY_S)
            await sandbox.close()


async def a_deal_in_haste(bot: Levee, players: list[Player], dice: random.Random) -> None:
    (table,) = bot.tables
    assert table.sitting is not None
    acts = []
    while table.sitting.observe(None).deal == 1:
        (seat,) = table.sitting.to_act()
        await players[seat].open_hand()
        words = a_choice(players[seat], dice)
        acts.append(f"p{seat + 1} {words}")
        assert (await players[seat].command(words)).refusal == ""
    lines = await lines_of(bot)
    assert [line for line in lines if line in acts] == acts
    over = await players[0].person.wait_for_message(lambda m: "deal 1 is over" in text_of(m), timeout_s=20)
    for line in acts:
        if " play " in line:
            assert cards_in(line) <= cards_in(over)
    await players[0].person.wait_for_message(lambda m: told_seq(m) == table.seq, timeout_s=20)
