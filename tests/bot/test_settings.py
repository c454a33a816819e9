"""``/settings``: what managers settle for their server, and nobody else."""

import discord
import pytest
from evening import Evening, words_of
from league_night import say

from data.settings import GuildSettings, settings


async def chosen(evening: Evening) -> GuildSettings:
    return await settings(evening.bot.database, evening.guild.id)


async def test_nothing_is_settled_at_first(evening: Evening) -> None:
    said = await say(evening, evening.owner, "settings show")
    assert "Staff: who may manage the server." in said
    assert "Appeals are not taken" in said
    assert "zone UTC" in said
    assert await chosen(evening) == GuildSettings()


async def test_a_role_makes_staff(evening: Evening) -> None:
    role = evening.guild.create_role("Bankers")
    banker = evening.member("Bea", roles=[role])
    assert "Only staff" in await say(evening, banker, "season create", name="Winter")
    assert role.mention in await say(evening, evening.owner, "settings staff-role", role=role)
    assert "is open" in await say(evening, banker, "season create", name="Winter")
    assert "Only staff" in await say(evening, evening.players[0], "season create", name="Spring")
    assert "adds a role" in await say(evening, evening.owner, "settings staff-role")
    assert "Only staff" in await say(evening, banker, "season create", name="Spring")


async def test_not_everybody_is_staff(evening: Evening) -> None:
    everyone = evening.guild.default_role
    said = await say(evening, evening.owner, "settings staff-role", role=everyone)
    assert "make everybody staff" in said
    assert await chosen(evening) == GuildSettings()


async def test_staff_by_role_settle_nothing(evening: Evening) -> None:
    """Who has the role is offered the commands by a server that wants it so; the bot still says no."""
    role = evening.guild.create_role("Bankers")
    banker = evening.member("Bea", roles=[role])
    await say(evening, evening.owner, "settings staff-role", role=role)
    before = await chosen(evening)
    commands = await evening.bot.tree.fetch_commands()
    evening.guild.set_command_permissions(
        next(each for each in commands if each.name == "settings"), {role: True}
    )
    for command in ("staff-role", "appeals-channel", "timezone", "show"):
        assert "Only members who may manage" in await say(evening, banker, f"settings {command}")
    assert await chosen(evening) == before


async def test_a_time_zone_is_offered_and_kept(evening: Evening) -> None:
    offered = await evening.owner.autocomplete(evening.channel, "settings timezone", "zone", "paris")
    assert [choice["value"] for choice in offered] == ["Europe/Paris"]
    assert len(await evening.owner.autocomplete(evening.channel, "settings timezone", "zone", "")) == 25
    assert "zone Europe/Paris" in await say(evening, evening.owner, "settings timezone", zone="europe/PARIS")
    assert "no time zone “Paris/Texas”" in await say(
        evening, evening.owner, "settings timezone", zone="Paris/Texas"
    )
    assert (await chosen(evening)).timezone == "Europe/Paris"
    assert "zone UTC" in await say(evening, evening.owner, "settings timezone")


async def test_the_channel_for_appeals_is_tried_at_once(evening: Evening) -> None:
    office = evening.guild.create_text_channel("office")
    said = words_of(await evening.owner.slash(evening.channel, "settings appeals-channel", channel=office))
    assert f"Appeals are posted in <#{office.id}>" in said
    (posted,) = office.history()
    assert "will be posted here" in str(posted.embeds[0].description)
    assert (await chosen(evening)).appeals_channel_id == office.id
    await say(evening, evening.owner, "settings appeals-channel")
    assert (await chosen(evening)).appeals_channel_id is None


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"send_messages": False}, "send messages"),
        ({"embed_links": False, "attach_files": False}, "embed links, attach files"),
        ({"view_channel": False}, "see the channel"),
    ],
)
async def test_what_is_missing_in_a_channel_is_named(
    evening: Evening, missing: dict[str, bool], words: str
) -> None:
    everyone = {evening.guild.default_role: discord.PermissionOverwrite(**missing)}
    office = evening.guild.create_text_channel("office", overwrites=everyone)
    said = await say(evening, evening.owner, "settings appeals-channel", channel=office)
    assert f"cannot post appeals in <#{office.id}>" in said
    assert words in said
    assert await chosen(evening) == GuildSettings()


async def test_a_channel_that_takes_nothing_is_not_chosen(evening: Evening) -> None:
    office = evening.guild.create_text_channel("office")
    evening.env.inject_error("POST", f"/channels/{office.id}/messages", status=403, code=50013)
    said = await say(evening, evening.owner, "settings appeals-channel", channel=office)
    assert "cannot post appeals" in said
    assert await chosen(evening) == GuildSettings()
