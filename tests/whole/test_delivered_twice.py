"""Every interaction delivered three times, of every kind: each is taken up once, and has one effect."""

import random
import re
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from data import appeals, corrections, fixtures, house_rules, seasons, standings
from data.seasons import Season
from engine.ledger import UNITS
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.sandbox.recorder import Recorder
from tests.sandbox.waiting import until
from tests.whole.at_once import heard, lines, public
from tests.whole.playing import CHANNEL, Player, a_choice, play, seated, table_message, whose_turn

LATER_S = 0.05
ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback")


@pytest.fixture(autouse=True)
async def three_times(sandbox: Sandbox, recorder: Recorder, people: list[Person]) -> AsyncIterator[None]:
    """Each, and at the end each has been answered once."""
    sandbox.gateway.duplicate(name="INTERACTION_CREATE")
    sandbox.gateway.duplicate(name="INTERACTION_CREATE", later_s=LATER_S)
    yield
    sandbox.gateway.delivery.clear()
    last = max(each.id for each in sandbox.world.interactions.values())
    await until(lambda: told(sandbox).count(last) == 3)
    await people[0].slash(CHANNEL, "rules")  # told behind the last repetition
    answers = Counter(int(match[1]) for each in recorder.exchanges if (match := ANSWER.fullmatch(each.path)))
    assert answers == Counter(each.id for each in sandbox.world.interactions.values())


def told(sandbox: Sandbox) -> list[int]:
    """The interactions that the bot was told of lately."""
    (session,) = sandbox.gateway.sessions.values()
    return [int(data["id"]) for _, event, data in session.sent if event == "INTERACTION_CREATE"]


@pytest.mark.parametrize("game", ["bourre", "bouillotte"])
async def test_moves(levee: Levee, people: list[Person], game: str) -> None:
    """By command, button, list and form: each stands in the journal once, and nobody is refused anything."""
    dice = random.Random(5)
    players = await seated(people[:4], game=game)
    done: Counter[str] = Counter()
    for number in range(16):
        player = await whose_turn(players)
        assert player is not None
        words = a_choice(player, dice)
        answer = await (player.press if number % 2 else player.command)(words)
        assert answer.refusal == ""
        done[f"p{players.index(player) + 1} {words}"] += 1
    assert Counter(line for line in await lines(levee) if line in done) == done


async def test_a_lobby_and_its_end(levee: Levee, people: list[Person]) -> None:
    """What is asked for and taken back by asking again is asked for once."""
    ana, ben, cleo, *_ = people
    await ana.slash(CHANNEL, "table open", game="bourre")
    lobby = await table_message(ana)
    assert "You have seat 2" in await heard(ben, ben.click(lobby, label="Sit down"))
    assert "You have seat 3" in await heard(cleo, cleo.slash(CHANNEL, "table join"))
    assert "You will be asked to cut" in await heard(ben, ben.click(lobby, label="Let me cut"))
    assert "Here it is" in await heard(ana, ana.slash(CHANNEL, "table show"))
    assert len(await public(ana, CHANNEL)) == 1
    assert "Your hand" in await heard(cleo, cleo.click(await table_message(ana), label="Start"))
    assert "one more does" in await heard(ben, ben.slash(CHANNEL, "table pause"))
    assert "ends when they ask for it too" in await heard(ben, ben.slash(CHANNEL, "table close"))
    assert "You have left" in await heard(cleo, cleo.slash(CHANNEL, "table leave"))
    assert "yours again" in await heard(cleo, cleo.slash(CHANNEL, "table join"))
    assert "is closed" in await heard(ana, ana.slash(CHANNEL, "table close"))
    assert not list(levee.tables)
    assert [line for line in await lines(levee) if line.startswith("d end")] == ["d end"]


async def test_settings(levee: Levee, people: list[Person], sandbox: Sandbox) -> None:
    owner = people[0]
    saved = {"name": "Friday", "game": "bourre", "rules": "series deals=6"}
    assert "is saved" in await heard(owner, owner.slash(CHANNEL, "settings house-rules save", **saved))
    kept = await house_rules.of_guild(levee.database, sandbox.world.home.id)
    assert [each.name for each in kept] == ["Friday"]
    assert "Paris" in await heard(owner, owner.slash(CHANNEL, "settings timezone", zone="Europe/Paris"))
    assert len(await owner.autocomplete(CHANNEL, "table open", "rules", "fri", game="bourre")) == 1
    delete = owner.slash(CHANNEL, "settings house-rules delete", name="Friday")
    assert "is deleted" in await heard(owner, delete)
    assert await house_rules.of_guild(levee.database, sandbox.world.home.id) == ()


async def test_a_league(levee: Levee, people: list[Person]) -> None:
    owner, *players = people[:3]
    season = await founded(levee, owner, players)
    assert "Round 1 is drawn" in await heard(owner, owner.slash(CHANNEL, "season schedule"))
    (drawn,) = await fixtures.of_season(levee.database, season.id)
    (announced,) = await public(owner, CHANNEL)
    for player in players:
        await heard(player, player.click(announced, label="Table 1"))
    (table,) = levee.tables
    assert [row.user_id for row in table.row.seats] == list(drawn.players)
    thread = str(table.row.channel_id)
    assert len(await public(owner, thread)) == 2, "the call and the table"
    await players[0].slash(thread, "table start")
    at_table = [Player(player, thread) for player in players]
    for each in at_table:
        await each.open_hand()
        each.look()
        each.is_over = False  # what told him of the round reads like the end of a sitting
    await play(at_table, random.Random(3))
    totals = await results_of(levee, season)
    assert {user: sittings for user, (sittings, _) in totals.items()} == dict.fromkeys(drawn.players, 1)
    await appeal(levee, owner, players[0])
    await correct(levee, season, owner, totals)
    assert "is closed" in await heard(owner, owner.slash(CHANNEL, "season close"))
    verified = await heard(owner, owner.slash(CHANNEL, "ledger verify"))
    assert "equal" in verified


async def founded(levee: Levee, owner: Person, players: list[Person]) -> Season:
    create = owner.slash(CHANNEL, "season create", name="Winter", game="bourre", rules="series deals=1")
    assert "is open" in await heard(owner, create)
    for player in players:
        entered = await heard(player, player.slash(CHANNEL, "season join", substitute=True))
        assert "as a substitute" in entered
        assert "will be drawn" in await heard(player, player.slash(CHANNEL, "season join"))
    (season,) = await seasons.of_guild(levee.database, levee.guilds[0].id)
    assert len(await seasons.entries(levee.database, season.id)) == len(players)
    return season


async def results_of(levee: Levee, season: Season) -> dict[int, tuple[int, int]]:
    """Sittings and net, by user."""
    found = await standings.standings(levee.database, season.id)
    return {row.user_id: (row.sittings, row.net) for row in found}


async def appeal(levee: Levee, owner: Person, player: Person) -> None:
    """Made in a form, decided by a button."""
    chosen = owner.slash(CHANNEL, "settings appeals-channel", channel=owner.channel("lounge"))
    await heard(owner, chosen)
    explained = await player.slash(CHANNEL, "ledger explain", deal=1, table=1)
    form = await player.click(explained.message, label="Appeal this deal")
    sent = player.submit_modal(form, {"What is wrong, and what should it be?": "I had the ace"}, CHANNEL)
    assert "is with the staff" in await heard(player, sent)
    _, posted = await public(owner, "lounge")  # below what says that they come here
    assert "Accepted" in await heard(owner, owner.click(posted, label="Accept"))
    (made,) = await appeals.appeals(levee.database, 1)
    assert made.accepted
    told = [m for m in await player.messages("@me") if "was accepted" in text_of(m)]
    assert len(told) == 1


async def correct(levee: Levee, season: Season, owner: Person, before: dict[int, tuple[int, int]]) -> None:
    move = {"deal": 1, "from": 1, "to": 2, "amount": "3", "reason": "Misdealt"}
    shown = await owner.slash(CHANNEL, "season correct", table=1, **move)
    await owner.click(shown.message, label="Book this correction")
    await owner.wait_for_message(lambda m: "It is booked" in text_of(m))
    assert len(await corrections.corrections(levee.database, season.id)) == 1
    after = await results_of(levee, season)
    assert sorted(after[user][1] - before[user][1] for user in before) == [-3 * UNITS, 3 * UNITS]


async def test_to_be_forgotten(levee: Levee, people: list[Person]) -> None:
    ana = people[0]
    await ana.slash(CHANNEL, "privacy export")
    asked = await ana.slash(CHANNEL, "privacy forget")
    since = len(ana.seen)
    await ana.click(asked.message, label="Forget me")
    done = await ana.wait_for_message(lambda m: "Forget" not in str(m["components"]), since=since)
    assert "Former player 1" in text_of(done)
