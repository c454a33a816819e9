"""People leave the server, are banned, delete their accounts, block the bot, rename, and come back."""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import Levee, attendance, create_bot
from bot.attendance import QUIET_MS
from bot.lobby import ALONE_MS, alone_from_ms
from bot.sandbox import Sandbox
from bot.sandbox.objects import User
from bot.sandbox.world import World
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.sandbox.waiting import until
from tests.whole.playing import (
    CHANNEL,
    PATIENCE_S,
    Json,
    Player,
    a_choice,
    act,
    downloaded,
    play,
    seated,
    table_message,
    whose_turn,
)

Way = Callable[[World, User], None]

WAYS: dict[str, Way] = {
    "leaves": lambda world, user: world.leave(user, world.home),
    "is banned": lambda world, user: world.ban(user, world.home),
    "deletes the account": lambda world, user: world.delete_account(user),
}


def user_of(sandbox: Sandbox, person: Person) -> User:
    return sandbox.world.users[int(person.id)]


def leave(sandbox: Sandbox, person: Person) -> None:
    sandbox.world.leave(user_of(sandbox, person), sandbox.world.home)


def time_goes_by(bot: Levee, passed_ms: int) -> None:
    """It is later for the bot, and its timer rings for what is due by that."""
    before = bot.tables.now_ms
    bot.tables.now_ms = lambda: before() + passed_ms
    bot.attendance.plan()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One go of questions follows another without a rest."""
    monkeypatch.setattr(attendance, "PACE_MS", 10)


@pytest.fixture
async def owner(levee: Levee, join: Join) -> Person:
    """Who came first, owns the server, and does not play."""
    return await join("Olga")


@pytest.fixture
async def four(owner: Person, join: Join) -> list[Person]:
    return [await join(name) for name in ("Ana", "Ben", "Cleo", "Dan")]


async def in_mid_deal(levee: Levee, four: list[Person]) -> list[Player]:
    players = await seated(four)
    await play(players, random.Random(4), acts=2)
    return players


async def one_who(levee: Levee, players: list[Player], what: str) -> Player:
    (table,) = levee.tables
    assert table.sitting is not None
    on_turn = await whose_turn(players)
    assert on_turn is not None
    dealer = players[table.sitting.observe(None).dealer]
    return {"is on turn": on_turn, "deals": dealer, "opened": players[0]}[what]


@pytest.mark.parametrize("who", ["is on turn", "deals", "opened"])
@pytest.mark.parametrize("way", WAYS)
async def test_the_others_play_on_when_somebody(
    sandbox: Sandbox, levee: Levee, four: list[Person], way: str, who: str
) -> None:
    players = await in_mid_deal(levee, four)
    gone = await one_who(levee, players, who)
    rest = [player for player in players if player is not gone]
    WAYS[way](sandbox.world, user_of(sandbox, gone.person))
    time_goes_by(levee, QUIET_MS)
    await rest[0].person.wait_for_message(
        lambda m: "has left the server. The computer plays on" in text_of(m)
    )
    await play(rest, random.Random(5), acts=6)
    (table,) = levee.tables
    assert [row.user_id for row in table.row.seats if row.computer] == [int(gone.person.id)]
    if who == "opened":
        assert "is paused" in (await rest[0].person.slash(CHANNEL, "table pause")).text


async def test_a_ban_is_heard_of_without_asking(sandbox: Sandbox, levee: Levee, four: list[Person]) -> None:
    players = await in_mid_deal(levee, four)
    banned = await one_who(levee, players, "is on turn")
    rest = [player for player in players if player is not banned]
    sandbox.world.ban(user_of(sandbox, banned.person), sandbox.world.home)
    await rest[0].person.wait_for_message(lambda m: "has left the server" in text_of(m))
    await play(rest, random.Random(6), acts=6)


async def test_who_presses_is_not_held_up(sandbox: Sandbox, levee: Levee, four: list[Person]) -> None:
    """Also where it has been quiet for days, and nobody would be asked about for as long."""
    players = await in_mid_deal(levee, four)
    gone = await one_who(levee, players, "is on turn")
    rest = [player for player in players if player is not gone]
    leave(sandbox, gone.person)
    before = levee.tables.now_ms
    levee.tables.now_ms = lambda: before() + QUIET_MS
    await rest[0].open_hand()
    await rest[0].person.wait_for_message(lambda m: "has left the server" in text_of(m))
    await play(rest, random.Random(7), acts=6)


async def test_who_comes_back_has_seat_hand_and_panel(
    sandbox: Sandbox, levee: Levee, four: list[Person]
) -> None:
    players = await seated(four)
    (table,) = levee.tables
    assert table.sitting is not None
    on_turn = await whose_turn(players)
    gone = next(player for player in players if player is not on_turn)
    seat = players.index(gone)
    hand = table.sitting.observe(seat).hand
    leave(sandbox, gone.person)
    time_goes_by(levee, QUIET_MS)
    await until(lambda: table.seats[seat].computer)
    await gone.person.enter(sandbox.world.home.invite)
    assert "Your seat is yours again" in (await gone.person.slash(CHANNEL, "table join")).text
    panel = text_of(await gone.open_hand())
    assert all(card.symbol in panel for card in hand)
    await play(players, random.Random(8), acts=20)


async def test_when_everybody_is_gone_the_channel_is_free(
    sandbox: Sandbox, levee: Levee, owner: Person, four: list[Person]
) -> None:
    await in_mid_deal(levee, four)
    (table,) = levee.tables
    for person in four:
        leave(sandbox, person)
    time_goes_by(levee, QUIET_MS)
    await until(lambda: table.is_closed)
    assert (await owner.slash(CHANNEL, "table open", game="bura")).text.startswith("The table is open")


async def test_a_lobby_is_handed_on(sandbox: Sandbox, levee: Levee, four: list[Person]) -> None:
    opener, second, third, _ = four
    await opener.slash(CHANNEL, "table open", game="bourre")
    for person in (second, third):
        await person.slash(CHANNEL, "table join")
    leave(sandbox, opener)
    time_goes_by(levee, QUIET_MS)
    told = await second.wait_for_message(lambda m: "can pause and close it from now on" in text_of(m))
    assert "has left the server, so that seat is free." in text_of(told)
    await third.slash(CHANNEL, "table start")
    assert "is paused" in (await second.slash(CHANNEL, "table pause")).text


async def test_a_lobby_that_nobody_touches_gives_its_channel_back(levee: Levee, four: list[Person]) -> None:
    first, second, *_ = four
    await first.slash(CHANNEL, "table open", game="bourre")
    await second.slash(CHANNEL, "table join")
    time_goes_by(levee, ALONE_MS)
    told = await second.wait_for_message(lambda m: "the channel is free again" in text_of(m))
    assert "the table is closed" in text_of(told)
    assert (await second.slash(CHANNEL, "table open", game="bura")).text.startswith("The table is open")


async def test_an_outage_does_not_make_a_lobby_look_left_alone(
    sandbox: Sandbox, levee: Levee, four: list[Person]
) -> None:
    await four[0].slash(CHANNEL, "table open", game="bourre")
    (table,) = levee.tables
    before = levee.tables.now_ms
    levee.tables.now_ms = lambda: before() + ALONE_MS
    back = asyncio.create_task(levee.wait_for("resumed"))
    await sandbox.gateway.drop()
    await asyncio.wait_for(back, PATIENCE_S)
    await until(lambda: alone_from_ms(table) > levee.tables.now_ms())
    assert not table.is_closed
    assert "You have seat 2" in (await four[1].slash(CHANNEL, "table join")).text


async def test_a_dead_table_keeps_nobody_from_another(
    sandbox: Sandbox, levee: Levee, four: list[Person]
) -> None:
    """Also before anybody knows that it is dead."""
    players = await in_mid_deal(levee, four)
    gone = await one_who(levee, players, "is on turn")
    rest = [player.person for player in players if player is not gone]
    leave(sandbox, gone.person)
    await play(await seated(rest, "table-2", "bourre"), random.Random(9), acts=8)


async def test_a_table_that_cannot_be_read_is_freed_by_staff(
    start_bot: StartBot, join: Join, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bot = create_bot({"DATABASE": database})
    await start_bot(bot)
    owner, ana, ben = [await join(name) for name in ("Olga", "Ana", "Ben")]
    await seated([ana, ben])
    await bot.close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE game_table SET rules = 'unheard-of'")
    connection.close()
    again = create_bot({"DATABASE": database})
    await start_bot(again)
    assert "table 1 cannot be rebuilt" in caplog.text
    caplog.clear()
    said = (await ana.slash(CHANNEL, "table open", game="bourre")).text
    assert "Staff can free the channel with `/table close`" in said
    assert "Only staff may do that" in (await ben.slash(CHANNEL, "table close")).text
    assert "The channel is free" in (await owner.slash(CHANNEL, "table close")).text
    assert (await ana.slash(CHANNEL, "table open", game="bourre")).text.startswith("The table is open")


async def test_who_takes_no_direct_messages_is_told_once(levee: Levee, four: list[Person]) -> None:
    """And has his hand there again from the deal after he takes them."""
    await four[1].settings(dms=False)
    players = await seated(four)
    (table,) = levee.tables
    blocking, dice = players[1], random.Random(11)
    await until(lambda: table.seats[1].dm_closed)
    await blocking.open_hand()
    await blocking.person.wait_for_message(tells_closed)
    await play_until(players, dice, lambda: deal_of(levee) > 1)
    heard = [frame["d"] for frame in blocking.person.seen if frame.get("t") == "message_create"]
    assert sum(tells_closed(message) for message in heard) == 1
    await blocking.person.settings(dms=True)
    await play_until(players, dice, lambda: deal_of(levee) > 2)
    await until(lambda: not table.seats[1].dm_closed)
    assert "deal 3" in text_of((await blocking.person.messages("@me"))[-1])


async def test_who_blocks_the_bot_in_the_middle_plays_on(levee: Levee, four: list[Person]) -> None:
    players = await in_mid_deal(levee, four)
    blocking = await one_who(levee, players, "is on turn")
    await blocking.person.settings(dms=False)
    dice = random.Random(13)
    await play_until(players, dice, lambda: deal_of(levee) > 1)
    assert f"deal {deal_of(levee)}" in text_of(await blocking.open_hand())


def deal_of(levee: Levee) -> int:
    (table,) = levee.tables
    assert table.sitting is not None
    return table.sitting.observe(None).deal


async def play_until(players: list[Player], dice: random.Random, done: Callable[[], bool]) -> None:
    for _ in range(200):
        if done():
            return
        player = await whose_turn(players)
        assert player is not None
        await act(player, a_choice(player, dice), dice)
    raise AssertionError("this never came about")


def tells_closed(message: Json) -> bool:
    return "cannot send you your hand by direct message" in message["content"]


async def test_names_follow(sandbox: Sandbox, levee: Levee, four: list[Person]) -> None:
    players = await in_mid_deal(levee, four)
    ana = players[0]
    await ana.person.settings(name="Anastasia")
    await ana.open_hand()
    await four[1].wait_for_message(lambda m: "**Anastasia**" in text_of(m))
    dice = random.Random(12)
    await play_until(players, dice, lambda: deal_of(levee) > 1)
    record = await downloaded(four[1])
    assert "p1=Ana " in record, "a record names who sat there when it started"
    assert "**Anastasia**" in text_of(await table_message(four[1]))


async def test_a_season_goes_on_without_who_is_gone(
    sandbox: Sandbox, levee: Levee, owner: Person, four: list[Person]
) -> None:
    await owner.slash(CHANNEL, "season create", name="Winter", game="bourre")
    await asyncio.gather(*(person.slash(CHANNEL, "season join") for person in four))
    dan = four[3]
    sandbox.world.delete_account(user_of(sandbox, dan))
    assert "Round 1 is drawn" in (await owner.slash(CHANNEL, "season schedule")).text
    told = [text_of(message) for message in await owner.messages(CHANNEL)]
    assert any("because they have left the server: Dan." in text for text in told)
    (round_told,) = [text for text in told if "round 1 is drawn" in text]
    assert dan.mention not in round_told
    (choice,) = await owner.autocomplete(CHANNEL, "season leave", "player", "da")
    said = (await owner.slash(CHANNEL, "season leave", player=choice["value"])).text
    assert said.startswith("Dan has left the season “Winter”")
