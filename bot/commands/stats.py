"""``/stats`` and ``/head-to-head``: what a player has done here, and two against each other."""

import asyncio
from typing import Any

import discord
from discord import app_commands

from bot.answers import answering
from bot.errors import Refused
from bot.render.message import Message
from bot.render.names import escaped, plain
from bot.render.stats import head_to_head_text, stats_message
from bot.render.table import CLOTH
from bot.text import described, say
from data import stats as kept

Interaction = discord.Interaction[Any]


@app_commands.command(name="stats", description=described("stats"))
@app_commands.describe(player=described("option-player"))
@app_commands.guild_only()
async def stats(interaction: Interaction, player: discord.User | None = None) -> None:
    async with answering(interaction, "stats") as answer:
        user = player or interaction.user
        assert interaction.guild_id, "a guild-only command"
        found = await kept.stats(interaction.client.database, interaction.guild_id, user.id)
        name = await _name(interaction, user)
        await answer.show(await asyncio.to_thread(stats_message, found, plain(name), answer.locale))


@app_commands.command(name="head-to-head", description=described("head-to-head"))
@app_commands.describe(player=described("option-rival"), other=described("option-other"))
@app_commands.guild_only()
async def head_to_head(
    interaction: Interaction, player: discord.User, other: discord.User | None = None
) -> None:
    async with answering(interaction, "head-to-head") as answer:
        users = (other or interaction.user, player) if other is None else (player, other)
        if users[0].id == users[1].id:
            raise Refused("refused.same-player")
        assert interaction.guild_id, "a guild-only command"
        database = interaction.client.database
        found = await kept.head_to_head(database, interaction.guild_id, users[0].id, users[1].id)
        names = [escaped(await _name(interaction, user)) for user in users]
        title = say(answer.locale, "head-to-head.title", a=names[0], b=names[1])
        text = head_to_head_text(found, names[0], names[1], answer.locale)
        await answer.show(Message(discord.Embed(title=title, description=text, colour=CLOTH)))


async def _name(interaction: Interaction, user: discord.User | discord.Member) -> str:
    """A member's is told by the interaction; who has left is known by the name he last had here."""
    if isinstance(user, discord.Member):
        return user.display_name
    names: dict[int, str] = await interaction.client.people.names(interaction.guild_id, [user.id])
    return names.get(user.id, user.display_name)
