"""Which season somebody asks for, and what there is to say of it."""

from typing import Any

import discord

from bot import league, limits
from bot.render.season import SeasonState
from data import corrections, fixtures, people, rounds, seasons, tables
from data.seasons import Season

Interaction = discord.Interaction[Any]


async def wanted(interaction: Interaction, name: str | None) -> Season:
    """Raises Refused."""
    assert interaction.guild_id, "a guild-only command"
    return await league.named(interaction.client.database, interaction.guild_id, name)


async def shown(interaction: Interaction, name: str | None) -> Season:
    """The season asked for, that of this channel's table, or the newest that runs. Raises Refused."""
    table = interaction.client.tables.find(interaction.channel_id or 0)
    if name is None and table is not None and table.season is not None:
        return await wanted(interaction, table.season.name)
    if name is None:
        found = await seasons.of_guild(interaction.client.database, interaction.guild_id or 0)
        running = [each for each in found if each.closed_at_ms is None]
        if newest := next(iter([*running, *found]), None):
            return newest
    return await wanted(interaction, name)


async def state_of(interaction: Interaction, season: Season) -> SeasonState:
    database = interaction.client.database
    entries = await seasons.entries(database, season.id)
    corrected = await corrections.corrections(database, season.id)
    users = {entry.user_id for entry in entries} | {each.user_id for each in corrected}
    return SeasonState(
        season,
        entries,
        await fixtures.of_season(database, season.id),
        await rounds.opened(database, season.id),
        corrected,
        await people.names(database, season.guild_id, users),
    )


async def open_tables(interaction: Interaction, season: Season) -> str:
    """Where a season's tables are open, those that cannot be read among them."""
    found = [
        each for each in await tables.open_tables(interaction.client.database) if each.season_id == season.id
    ]
    return ", ".join(f"<#{each.channel_id}>" for each in found[: limits.CHOICES])
