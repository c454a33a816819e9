"""Several servers in one world: each its own channels, roles, people and commands; shards share them out."""

import discord
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import Guild, Overwrite
from bot.sandbox.permissions import MEMBER, Permission
from tests.sandbox.api import Api
from tests.sandbox.bots import QuietBot, StepBot, button
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Person, Refusal
from tests.sandbox.waiting import until

OTHER = "Other Club"
ODD_MS = 100_001
"""Ids that are so far apart are on different ones of two shards; and no test lasts so long."""


@pytest.fixture
def other(sandbox: Sandbox) -> Guild:
    return sandbox.world.add_guild(OTHER)


def channel_in(bot: discord.Client, guild: Guild, name: str = "lounge") -> discord.TextChannel:
    known = bot.get_guild(guild.id)
    assert known is not None
    found = discord.utils.get(known.text_channels, name=name)
    assert found is not None
    return found


async def test_the_bot_is_told_of_every_guild(sandbox: Sandbox, other: Guild, start_bot: StartBot) -> None:
    bot = await start_bot(QuietBot())
    assert {guild.name for guild in bot.guilds} == {"Levée Club", OTHER}
    third = sandbox.world.add_guild("Third Club")
    await until(lambda: bot.get_guild(third.id))
    assert not {c.id for c in bot.guilds[0].channels} & {c.id for c in bot.guilds[1].channels}
    assert channel_in(bot, third).permissions_for(channel_in(bot, third).guild.me).send_messages
    fetched = await bot.fetch_guild(other.id, with_counts=True)
    assert (fetched.name, fetched.approximate_member_count) == (OTHER, 1)


async def test_an_interaction_carries_its_guild(
    sandbox: Sandbox, other: Guild, start_bot: StartBot, join: Join
) -> None:
    heard: list[discord.Interaction] = []

    async def step(interaction: discord.Interaction) -> None:
        heard.append(interaction)
        await interaction.response.send_message(view=button("Press", step, custom_id="press"), content="x")

    await start_bot(StepBot(step))
    ana = await join("Ana")
    await ana.enter(other.invite)
    sandbox.world.change_member(sandbox.world.users[int(ana.id)], other, nick="Annie")
    role = next(role for role in sandbox.world.roles_of(other) if role.managed)
    sandbox.world.set_role_permissions(role.id, int(MEMBER | Permission.MANAGE_THREADS))
    here = await ana.slash(ana.channel("lounge"), "do")
    there = await ana.slash(ana.channel("lounge", OTHER), "do")
    await ana.click(there.message, label="Press")
    assert here.text == "x"
    assert [i.guild_id for i in heard] == [sandbox.world.home.id, other.id, other.id]
    assert [i.user.display_name for i in heard] == ["Ana", "Annie", "Annie"]
    assert [i.app_permissions.manage_threads for i in heard] == [False, True, True]
    owners = [(await ana.messages(ana.channel("lounge", name)))[0] for name in ("Levée Club", OTHER)]
    assert [m["interaction_metadata"]["authorizing_integration_owners"]["0"] for m in owners] == [
        str(sandbox.world.home.id),
        str(other.id),
    ]


async def test_who_is_not_in_a_guild_sees_nothing_of_it(
    sandbox: Sandbox, other: Guild, start_bot: StartBot, join: Join
) -> None:
    bot = await start_bot(QuietBot())
    ana, ben = await join("Ana"), await Person.join(sandbox, "Ben", other.invite)
    await channel_in(bot, other).send("for the other club")
    await ben.wait_for_message(lambda m: m["content"] == "for the other club")
    await ana.say("lounge", "hello")
    await ana.wait_for_message(lambda m: m["content"] == "hello")
    assert "for the other club" not in str(ana.seen)
    assert "Ben" not in str(ana.seen)
    assert {member["global_name"] for member in ben.members.values()} == {"Levée", "Ben"}
    with pytest.raises(Refusal) as refused:
        await ana.messages(ben.channel("lounge"))
    assert refused.value.status == 404
    await ben.close()


async def test_commands_of_one_guild_are_not_offered_in_another(
    sandbox: Sandbox, other: Guild, api: Api, join: Join
) -> None:
    path = f"/applications/{sandbox.world.bot_id}/guilds/{other.id}/commands"
    assert (await api("PUT", path, [{"name": "do", "description": "Do it"}])).status == 200
    ana = await join("Ana")
    assert ana.commands == []
    await ana.enter(other.invite)
    assert [command["name"] for command in ana.commands] == ["do"]
    with pytest.raises(Refusal, match="not available"):
        await ana.slash(ana.channel("lounge"), "do")


async def test_permissions_are_the_guilds_own(sandbox: Sandbox, other: Guild, start_bot: StartBot) -> None:
    bot = await start_bot(QuietBot())
    here, there = channel_in(bot, sandbox.world.home), channel_in(bot, other)
    for role in sandbox.world.roles_of(other):
        sandbox.world.set_role_permissions(role.id, int(MEMBER & ~Permission.SEND_MESSAGES))
    await until(lambda: not there.permissions_for(there.guild.me).send_messages)
    with pytest.raises(discord.Forbidden) as refused:
        await there.send("x")
    assert refused.value.code == 50013
    await here.send("x")
    place = sandbox.world.channels[there.id]
    sandbox.world.set_overwrite(place, Overwrite(other.id, 0, 0, int(Permission.VIEW_CHANNEL)))
    await until(lambda: not there.permissions_for(there.guild.me).view_channel)
    with pytest.raises(discord.Forbidden) as hidden:
        await there.send("x")
    assert hidden.value.code == 50001
    sandbox.world.set_overwrite(place, Overwrite(other.id, 0, 0, 0))
    await until(lambda: there.permissions_for(there.guild.me).view_channel)


async def test_a_role_that_hides_and_shows_channels(sandbox: Sandbox, other: Guild) -> None:
    """Who may not see a channel any more has it no longer, who may again has it back."""
    world = sandbox.world
    first, ben = [await Person.join(sandbox, name, other.invite) for name in ("Ana", "Ben")]
    since = len(ben.seen)
    world.set_role_permissions(other.id, int(MEMBER & ~Permission.VIEW_CHANNEL))
    await ben.wait_for(lambda f: f["t"] == "state" and not f["d"]["channels"], since=since)
    assert first.member(OTHER, first.id)["owner"]
    assert len(first.channels) == 3
    world.set_role_permissions(other.id, int(MEMBER))
    await ben.wait_for(lambda f: f["t"] == "state" and len(f["d"]["channels"]) == 3, since=since)
    for person in (first, ben):
        await person.close()


async def test_each_shard_hears_of_its_guilds(sandbox: Sandbox, start_bot: StartBot) -> None:
    world = sandbox.world
    world.ids.seen(world.home.id + (ODD_MS << 22))
    other = world.add_guild(OTHER)
    mine, theirs = [(guild.id >> 22) % 2 for guild in (world.home, other)]
    assert mine != theirs
    bots = [QuietBot(shard_id=shard, shard_count=2) for shard in (mine, theirs)]
    for bot in bots:
        await start_bot(bot)
    assert [[guild.id for guild in bot.guilds] for bot in bots] == [[world.home.id], [other.id]]
    ana = await Person.join(sandbox, "Ana", other.invite)
    await ana.say(ana.channel("lounge"), "hello")
    await until(lambda: bots[1].heard)
    assert not bots[0].heard
    await ana.close()


async def test_a_guild_is_deleted(sandbox: Sandbox, other: Guild, start_bot: StartBot, api: Api) -> None:
    bot = await start_bot(QuietBot())
    ana = await Person.join(sandbox, "Ana", other.invite)
    channel = ana.channel("lounge")
    await ana.say(channel, "hello")
    sandbox.world.delete_guild(other)
    await until(lambda: not bot.get_guild(other.id))
    await ana.wait_for(lambda f: f["t"] == "state" and not f["d"]["guilds"])
    assert not ana.guilds
    gone = [await api("GET", path) for path in (f"/guilds/{other.id}", f"/channels/{channel}")]
    assert [(answer.status, answer.code) for answer in gone] == [(404, 10004), (404, 10003)]
    await ana.close()


async def test_an_outage_hides_a_guild_until_it_ends(
    sandbox: Sandbox, other: Guild, start_bot: StartBot, api: Api
) -> None:
    bot = await start_bot(QuietBot())
    ana = await Person.join(sandbox, "Ana", other.invite)
    sandbox.world.set_available(other, False)
    await until(lambda: getattr(bot.get_guild(other.id), "unavailable", False))
    await ana.wait_for(lambda f: f["t"] == "state" and not f["d"]["guilds"])
    assert (await api("GET", f"/guilds/{other.id}/channels")).code == 50001
    since = len(ana.seen)
    sandbox.world.set_available(other, True)
    await until(lambda: not getattr(bot.get_guild(other.id), "unavailable", True))
    await ana.wait_for(lambda f: f["t"] == "state" and f["d"]["guilds"], since=since)
    await ana.close()


async def test_the_bot_is_removed_and_invited_again(
    sandbox: Sandbox, other: Guild, start_bot: StartBot, api: Api
) -> None:
    world = sandbox.world
    bot = await start_bot(StepBot(lambda interaction: interaction.response.send_message("x")))
    ana = await Person.join(sandbox, "Ana", other.invite)
    assert ana.commands
    world.leave(world.bot, other)
    await until(lambda: not bot.get_guild(other.id))
    await ana.wait_for(lambda f: f["t"] == "state" and not f["d"]["commands"])
    refused = [
        await api("GET", f"/guilds/{other.id}"),
        await api("GET", f"/channels/{ana.channel('lounge')}"),
        await api("PUT", f"/applications/{world.bot_id}/guilds/{other.id}/commands", []),
    ]
    assert [(answer.status, answer.code) for answer in refused] == [(404, 10004), (403, 50001), (403, 50001)]
    world.enter(world.bot, other)
    await until(lambda: bot.get_guild(other.id))
    await ana.wait_for(lambda f: f["t"] == "state" and f["d"]["commands"], since=len(ana.seen) - 1)
    assert (await ana.slash("lounge", "do")).text == "x"
    await ana.close()
