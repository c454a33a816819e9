"""``/settings``: what a server settles for all its tables. For members who may manage it."""

from collections import Counter
from typing import Any

import discord
from discord import app_commands

from bot import house_rules, server_settings
from bot.answers import Answer, answering
from bot.commands.choosing import choices
from bot.commands.house_rules import HouseRulesGroup
from bot.errors import Refused
from bot.server_settings import managed
from bot.tables import table_games
from bot.text import described, say
from bot.times import zone_named, zones_like
from bot.turn_clock import read_clock
from data import house_rules as rows
from data import settings

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SettingsGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="settings", description=described("settings"))
        self.add_command(HouseRulesGroup())

    @app_commands.command(name="show", description=described("settings-show"))
    async def show(self, interaction: Interaction) -> None:
        async with answering(interaction, "settings show") as answer:
            await _show(answer, await settings.settings(interaction.client.database, managed(interaction)))

    @app_commands.command(name="staff-role", description=described("settings-staff-role"))
    @app_commands.describe(role=described("option-role"))
    async def staff_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        async with answering(interaction, "settings staff-role") as answer:
            if role is not None and role.is_default():
                raise Refused("refused.everyone-staff")
            await _change(answer, staff_role_id=role.id if role else None)

    @app_commands.command(name="appeals-channel", description=described("settings-appeals-channel"))
    @app_commands.describe(channel=described("option-channel"))
    async def appeals_channel(
        self, interaction: Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        async with answering(interaction, "settings appeals-channel") as answer:
            guild_id = managed(interaction)
            if channel is not None:
                await server_settings.try_channel(interaction.client, guild_id, channel.id, answer.locale)
            await _change(answer, appeals_channel_id=channel.id if channel else None)

    @app_commands.command(name="timezone", description=described("settings-timezone"))
    @app_commands.describe(zone=described("option-zone"))
    async def timezone(
        self, interaction: Interaction, zone: app_commands.Range[str, 1, 50] | None = None
    ) -> None:
        async with answering(interaction, "settings timezone") as answer:
            await _change(answer, timezone=zone_named(zone).key if zone else None)

    @app_commands.command(name="clock", description=described("settings-clock"))
    @app_commands.describe(clock=described("option-clock"))
    async def clock(
        self, interaction: Interaction, clock: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async with answering(interaction, "settings clock") as answer:
            usual = read_clock(clock) if clock else None
            await _change(answer, clock=str(usual) if usual else None)

    @timezone.autocomplete("zone")
    async def _zones(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return choices(zones_like(current))


async def _change(answer: Answer, **changed: int | str | None) -> None:
    """Raises Refused."""
    guild_id = managed(answer.interaction)
    await _show(answer, await settings.change(answer.interaction.client.database, guild_id, **changed))


async def _show(answer: Answer, chosen: settings.GuildSettings) -> None:
    kept = await rows.of_guild(answer.interaction.client.database, managed(answer.interaction))
    counts = Counter(each.game for each in kept)
    lines = server_settings.shown(chosen, answer.locale)
    for game in table_games().values():
        told = {"game": game.title, "n": counts[game.key], "most": house_rules.MOST}
        lines.append(say(answer.locale, "settings.house-rules", **told))
    await answer.say("\n".join([say(answer.locale, "settings.title"), *lines]))
