"""Messages, threads, channels and servers that go, for good or for a while, with the bot there or away."""

import random
from pathlib import Path

from bot import Levee, create_bot
from bot.sandbox import Sandbox, messages
from bot.sandbox.objects import Channel
from data import tables as rows
from data.rows import TableState
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person
from tests.sandbox.reading import text_of
from tests.sandbox.waiting import until
from tests.whole.catching_up import caught_up
from tests.whole.playing import CHANNEL, a_choice, play, seated, whose_turn
from tests.whole.shown import in_thread, tables_shown


async def has_closed(bot: Levee, table_id: int) -> None:
    """And all that was stored is kept."""
    await until(lambda: not [table for table in bot.tables if table.id == table_id])
    row = await rows.table(bot.database, table_id)
    assert row.state is TableState.CLOSED
    assert row.seq > 0


def channel_of(sandbox: Sandbox, person: Person, name: str = CHANNEL) -> Channel:
    return sandbox.world.channels[int(person.channel(name))]


async def test_a_deleted_message_is_posted_anew(levee: Levee, people: list[Person], sandbox: Sandbox) -> None:
    players = await seated(people[:2])
    await caught_up(levee, players)
    (shown,) = await tables_shown(people[0])
    messages.delete(sandbox.world, sandbox.world.messages[int(shown["channel_id"])][int(shown["id"])])
    await people[0].wait_for_message(lambda m: int(m["id"]) > int(shown["id"]) and "committed" in text_of(m))
    assert len(await tables_shown(people[0])) == 1


async def test_a_thread_that_was_archived_is_opened_by_the_next_move(
    levee: Levee, people: list[Person], sandbox: Sandbox
) -> None:
    """A message in it cannot be changed, but another can be posted."""
    thread = await in_thread(sandbox, people[:2])
    players = await seated(people[:2], str(thread.id))
    await caught_up(levee, players)
    (old,) = await tables_shown(people[0], "night")
    sandbox.world.change_channel(thread, archived=True)
    player = await whose_turn(players)
    assert player is not None
    assert (await player.press(a_choice(player, random.Random(41)))).refusal == ""
    await people[0].wait_for(lambda f: f["t"] == "message_delete" and f["d"]["id"] == old["id"])
    assert not thread.archived
    await caught_up(levee, players)
    assert len(await tables_shown(people[0], "night")) == 1


async def test_a_deleted_thread_or_channel_closes_its_table(
    levee: Levee, people: list[Person], sandbox: Sandbox
) -> None:
    thread = await in_thread(sandbox, people[:2])
    await seated(people[:2], "night")
    await seated(people[:2], "table-2")
    sandbox.world.delete_channel(thread)
    await has_closed(levee, 1)
    sandbox.world.delete_channel(channel_of(sandbox, people[0], "table-2"))
    await has_closed(levee, 2)


async def test_a_deleted_server_closes_its_tables(
    levee: Levee, people: list[Person], sandbox: Sandbox
) -> None:
    await seated(people[:2], CHANNEL)
    await seated(people[2:4], "table-2")
    sandbox.world.delete_guild(sandbox.world.home)
    await has_closed(levee, 1)
    await has_closed(levee, 2)


async def test_a_server_that_is_out_of_order_closes_nothing(
    levee: Levee, people: list[Person], sandbox: Sandbox
) -> None:
    """Nor is anybody told of missing rights; afterwards the table is shown as it stands."""
    players = await seated(people[:2], clock="600")
    await caught_up(levee, players)
    (table,) = levee.tables
    home = sandbox.world.home
    sandbox.world.set_available(home, False)
    await until(lambda: levee.get_guild(home.id) is not None and levee.get_guild(home.id).unavailable)
    await levee.display.show(table)
    assert table.is_unseen
    sandbox.world.set_available(home, True)
    await until(lambda: not table.is_unseen)
    assert list(levee.tables) == [table]
    assert not [m for m in await people[0].messages("@me") if "I cannot show" in m["content"]]


async def test_what_went_while_the_bot_was_away(
    start_bot: StartBot, database: Path, join: Join, sandbox: Sandbox
) -> None:
    """A thread, and a server; the table of another server goes on."""
    first = create_bot({"DATABASE": database})
    await start_bot(first)
    ana, ben = await join("Ana"), await join("Ben")
    other = sandbox.world.add_guild("Other Club")
    await ana.enter(other.invite)
    await ben.enter(other.invite)
    thread = await in_thread(sandbox, [ana, ben])
    await seated([ana, ben], "night")
    there = ana.channel("lounge", "Other Club")
    await seated([ana, ben], there)
    players = await seated([ana, ben], CHANNEL)
    await first.close()
    sandbox.world.delete_channel(thread)
    sandbox.world.delete_guild(other)
    second = create_bot({"DATABASE": database})
    await start_bot(second)
    await has_closed(second, 1)
    await has_closed(second, 2)
    await play(players, random.Random(42), acts=2)
    assert [table.id for table in second.tables] == [3]
