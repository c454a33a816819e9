"""Where tables are, and where they are not: channels, threads, servers, direct messages."""

import discord
import pytest
import simcord
from evening import Evening, embed_text, words_of

from data import journal


async def say(evening: Evening, member: simcord.MemberActor, name: str, **options: object) -> str:
    return words_of(await member.slash(evening.channel, name, **options))


@pytest.mark.parametrize(
    "name",
    ["table join", "table leave", "table fill", "table start", "table show", "table close", "hand", "pass"],
)
async def test_no_table_here(evening: Evening, name: str) -> None:
    said = await say(evening, evening.players[0], name)
    assert said == "There is no table in this channel. Open one with `/table open`."


async def test_the_table_is_in_another_channel(evening: Evening) -> None:
    await evening.start()
    other = evening.guild.create_text_channel("other")
    before = evening.table.seq
    said = words_of(await evening.turn().slash(other, "pass"))
    assert f"<#{evening.channel.id}>" in said
    assert words_of(await evening.bystander.slash(other, "pass")).startswith("There is no table")
    assert evening.table.seq == before


@pytest.mark.parametrize("name", ["record show", "record file"])
async def test_no_record_yet(evening: Evening, name: str) -> None:
    assert "has not had a table" in await say(evening, evening.players[0], name)
    await evening.start()
    assert "no finished deal yet" in await say(evening, evening.players[0], name)
    assert "no table 99" in await say(evening, evening.players[0], name, table=99)


async def test_another_servers_table_stays_there(evening: Evening) -> None:
    await evening.start(deals=1)
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    elsewhere = evening.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("cards")
    stranger = elsewhere.add_member(evening.env.create_user("stranger"))
    said = words_of(await stranger.slash(channel, "record show", table=1))
    assert said == "This server has no table 1."


async def test_a_deal_that_never_was(evening: Evening) -> None:
    await evening.start()
    await evening.play_deal()
    for name in ("fair", "ledger explain", "record show"):
        assert "Deal 9" in await say(evening, evening.players[0], name, deal=9)


# ---- threads and direct messages


async def test_a_thread_has_a_table_of_its_own(evening: Evening) -> None:
    channel = evening.bot.get_channel(evening.channel.id)
    assert isinstance(channel, discord.TextChannel)
    opening = await evening.players[0].send(evening.channel, "Let us play over there")
    await channel.create_thread(name="over there", message=discord.Object(opening.id))
    (thread,) = evening.channel.threads
    await evening.open(channel=thread)
    assert evening.bot.tables.find(evening.channel.id) is None
    await evening.players[0].slash(thread, "table start")
    table = evening.bot.tables.find(thread.id)
    assert table is not None
    assert table.seq
    shown = thread.history(viewer=evening.bystander)
    assert any("deal 1" in embed_text(embed) for message in shown for embed in message.embeds)
    user = evening.players[1].user
    (dm,) = user.dm_channel.history(viewer=user)
    assert "over there" in str(dm.embeds[0].title)


async def test_no_table_command_is_offered_in_direct_messages(evening: Evening) -> None:
    offered = evening.players[0].user.available_commands()
    assert set(offered) <= {"rules", "help"}
    for name in offered:
        said = await evening.players[0].user.slash(name)
        assert said.response is not None
        assert said.response.embeds


def test_staff_commands_are_bound_to_a_permission(evening: Evening) -> None:
    """All but closing a table, which is open to players too, and asks for the permission itself."""
    for command in evening.bot.tree.get_commands():
        assert isinstance(command, discord.app_commands.Command | discord.app_commands.Group)
        needed = discord.Permissions(manage_guild=True) if command.name == "settings" else None
        assert command.default_permissions == needed


async def test_a_table_ends_with_its_channel(evening: Evening) -> None:
    """Nobody could show or close it any more; what was played is kept."""
    await evening.start()
    table = evening.table
    channel = evening.bot.get_channel(evening.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await evening.env.settle()
    assert table.is_closed
    assert evening.bot.tables.find(evening.channel.id) is None
    lines = [line.text for line in await journal.finished_lines(evening.bot.database, table.id)]
    assert "d end" in lines


async def test_a_table_ends_with_its_thread(evening: Evening) -> None:
    await evening.open()
    channel = evening.bot.get_channel(evening.channel.id)
    assert isinstance(channel, discord.TextChannel)
    created = await channel.create_thread(name="there", message=discord.Object(evening.table_message().id))
    (thread,) = evening.channel.threads
    await evening.players[0].slash(thread, "table open", game="bourre")
    table = evening.bot.tables.find(created.id)
    assert table is not None
    await created.delete()
    await evening.env.settle()
    assert table.is_closed
    assert evening.bot.tables.find(evening.channel.id) is evening.table


async def test_records_of_a_hidden_channel_are_for_who_may_see_it(evening: Evening) -> None:
    guild = evening.guild
    hidden = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    first, second, _ = evening.players
    back_room = guild.create_text_channel(
        "back-room",
        overwrites={guild.default_role: hidden, first: seen, second: seen, evening.bot.user: seen},
    )
    await first.slash(back_room, "table open", game="bourre", seats=2, deals=1)
    await second.slash(back_room, "table join")
    await first.slash(back_room, "table start")
    table = evening.bot.tables.find(back_room.id)
    assert table is not None
    await first.slash(back_room, "table close")
    for member, may in ((evening.bystander, False), (second, True)):
        said = words_of(await member.slash(evening.channel, "record file", table=table.id))
        assert (f"no table {table.id}" not in said) is may
