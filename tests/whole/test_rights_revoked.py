"""The bot may not show a table any more: its owner is told, people play on privately, and it comes back."""

import random

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from bot.sandbox.objects import Overwrite
from bot.sandbox.permissions import Permission
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.whole.catching_up import caught_up
from tests.whole.panel import EPHEMERAL, is_panel
from tests.whole.playing import CHANNEL, Json, Player, a_choice, act, seated, table_message, whose_turn
from tests.whole.shown import in_thread, tables_shown

NAMES = {
    Permission.VIEW_CHANNEL: "View Channel",
    Permission.SEND_MESSAGES: "Send Messages",
    Permission.EMBED_LINKS: "Embed Links",
    Permission.ATTACH_FILES: "Attach Files",
}
REVOKED = pytest.mark.parametrize("right", list(NAMES), ids=NAMES.values())


def deny(sandbox: Sandbox, right: int, channel: int) -> None:
    place = sandbox.world.channels[channel]
    sandbox.world.set_overwrite(place, Overwrite(sandbox.world.bot_id, 1, 0, right))


@pytest.fixture
async def players(levee: Levee, people: list[Person]) -> list[Player]:
    return await seated(people[:3])


def channel_of(players: list[Player]) -> int:
    return int(players[0].person.channel(CHANNEL))


async def play_a_deal(bot: Levee, players: list[Player], dice: random.Random) -> None:
    (table,) = bot.tables
    assert table.sitting is not None
    deal = table.sitting.observe(None).deal
    while table.sitting.observe(None).deal == deal:
        player = await whose_turn(players)
        assert player is not None
        await act(player, a_choice(player, dice), dice)


async def told_of_it(person: Person) -> list[Json]:
    return [m for m in await person.messages("@me") if "I cannot show table" in m["content"]]


@REVOKED
async def test_the_owner_is_told_once_and_play_goes_on(
    levee: Levee, sandbox: Sandbox, players: list[Player], right: Permission
) -> None:
    dice = random.Random(21)
    deny(sandbox, right, channel_of(players))
    for _ in range(2):
        await play_a_deal(levee, players, dice)
    ana, *others = (player.person for player in players)
    told = await ana.wait_for_message(lambda m: "I cannot show table" in m["content"])
    assert NAMES[right] in told["content"]
    assert "#table-1" in told["content"]
    assert [name for name in NAMES.values() if name in told["content"]] == [NAMES[right]]
    assert len(await told_of_it(ana)) == 1
    assert not [m for person in others for m in person.seen if "I cannot show table" in str(m)]


@REVOKED
async def test_the_table_comes_back_with_the_right(
    levee: Levee, sandbox: Sandbox, players: list[Player], right: Permission
) -> None:
    dice = random.Random(22)
    deny(sandbox, right, channel_of(players))
    await play_a_deal(levee, players, dice)
    await players[0].person.wait_for_message(lambda m: "I cannot show table" in m["content"])
    deny(sandbox, 0, channel_of(players))
    await caught_up(levee, players)
    assert len(await tables_shown(players[0].person)) == 1
    deny(sandbox, right, channel_of(players))
    await play_a_deal(levee, players, dice)
    seen = players[0].person.seen
    await players[0].person.wait_for_message(
        lambda m: "I cannot show table" in m["content"] and len(told_in(seen)) == 2
    )


def told_in(seen: list[Json]) -> set[str]:
    """The ids of the direct messages about it."""
    frames = [f["d"] for f in seen if f.get("t") == "message_create"]
    return {m["id"] for m in frames if "I cannot show table" in m["content"] and not m["flags"] & EPHEMERAL}


async def test_a_hand_has_the_table_above_it(levee: Levee, sandbox: Sandbox, players: list[Player]) -> None:
    deny(sandbox, Permission.VIEW_CHANNEL, channel_of(players))
    player = await whose_turn(players)
    assert player is not None
    await act(player, a_choice(player, random.Random(23)), random.Random(23))
    (table,) = levee.tables
    for each in players:
        panel = await each.person.wait_for_message(lambda m: is_panel(m) and len(m["embeds"]) == 2)
        assert "deal 1" in panel["embeds"][0]["title"]
        assert f"Table {table.id}" in panel["embeds"][0]["footer"]["text"]
        assert "Your hand" in panel["embeds"][1]["title"]
        assert "above.png" in panel["embeds"][0]["image"]["url"], "the picture too"


async def test_how_a_deal_ended_is_told_above_the_next_hand(
    levee: Levee, sandbox: Sandbox, players: list[Player]
) -> None:
    deny(sandbox, Permission.VIEW_CHANNEL, channel_of(players))
    await play_a_deal(levee, players, random.Random(24))
    panel = await players[1].open_hand()
    last, table, hand = (embed["title"] for embed in panel["embeds"])
    assert "deal 1 is over" in last
    assert "deal 2" in table
    assert "Your hand" in hand


async def test_the_owners_next_press_tells_it_too(
    levee: Levee, sandbox: Sandbox, players: list[Player]
) -> None:
    """Even if he takes no direct messages; then the next of the people gets one."""
    ana, ben, _ = (player.person for player in players)
    await ana.settings(dms=False)
    deny(sandbox, Permission.VIEW_CHANNEL, channel_of(players))
    await ben.slash(CHANNEL, "table pause")
    await ana.slash(CHANNEL, "table resume")
    await ben.wait_for_message(lambda m: "I cannot show table" in m["content"])
    since = len(ana.seen)
    await ana.slash(CHANNEL, "hand")
    told = await ana.wait_for_message(lambda m: "I cannot show table" in m["content"], since=since)
    assert told["flags"] & EPHEMERAL
    assert "View Channel" in told["content"]


async def test_the_table_is_shown_privately_to_who_asks(
    levee: Levee, sandbox: Sandbox, players: list[Player], people: list[Person]
) -> None:
    deny(sandbox, Permission.SEND_MESSAGES, channel_of(players))
    bystander = people[4]
    outcome = await bystander.slash(CHANNEL, "table show")
    assert outcome.message is not None
    assert outcome.message["flags"] & EPHEMERAL
    assert "could not post the table here" in outcome.text
    (embed,) = outcome.message["embeds"]
    assert "deal 1" in embed["title"]


async def test_in_a_thread_the_right_is_another(levee: Levee, sandbox: Sandbox, people: list[Person]) -> None:
    thread = await in_thread(sandbox, people[:1])
    await people[0].slash("night", "table open", game="bourre")
    deny(sandbox, Permission.SEND_MESSAGES_IN_THREADS, thread.parent_id)
    await people[0].slash("night", "table show")
    told = await people[0].wait_for_message(lambda m: "I cannot show table" in m["content"])
    assert "Send Messages in Threads" in told["content"]
    assert "#night" in told["content"]


async def test_a_locked_thread(levee: Levee, sandbox: Sandbox, people: list[Person]) -> None:
    thread = await in_thread(sandbox, people[:1])
    await people[0].slash("night", "table open", game="bourre")
    sandbox.world.change_channel(thread, locked=True)
    await people[0].slash("night", "table show")
    told = await people[0].wait_for_message(lambda m: "I cannot show table" in m["content"])
    assert "Manage Threads" in told["content"]
    before = (await table_message(people[0], "night"))["id"]
    sandbox.world.change_channel(thread, locked=False)
    await people[0].wait_for_message(lambda m: "first shuffle" in text_of(m) and m["id"] != before)
