"""Options that several commands have, and what is offered for them."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot import house_rules, league, limits
from bot.errors import Refused
from bot.render.names import plain
from bot.rules_line import completions
from bot.tables import table_games
from data import people, seasons

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


def offer_games(*commands: app_commands.Command[Any, ..., None]) -> None:
    """Let the option ``game`` of these commands offer the games that there are now."""
    offered = [app_commands.Choice(name=game.title, value=game.key) for game in table_games().values()]
    for command in commands:
        app_commands.choices(game=offered)(command)


def choices(texts: Iterable[str]) -> Choices:
    """As many as Discord takes."""
    fitting = [text for text in texts if len(text) <= limits.CHOICE]
    return [app_commands.Choice(name=text, value=text) for text in fitting[: limits.CHOICES]]


async def season_names(interaction: Interaction, current: str) -> Choices:
    """The server's seasons, the newest first."""
    found = await seasons.of_guild(interaction.client.database, interaction.guild_id or 0)
    typed = current.strip().casefold()
    return choices(each.name for each in found if typed in each.name.casefold())


async def entered_names(interaction: Interaction, current: str) -> Choices:
    """Who is in the season that was chosen, or in the only one, also those who have left the server."""
    database, guild_id = interaction.client.database, interaction.guild_id or 0
    try:
        season = await league.named(database, guild_id, getattr(interaction.namespace, "season", None))
    except Refused:
        return []
    names = await people.names(database, guild_id, await league.entered(database, season.id))
    typed = current.strip().casefold()
    found = [(name, user_id) for user_id, name in names.items() if typed in name.casefold()]
    return [
        app_commands.Choice(name=plain(name), value=str(user_id)) for name, user_id in found[: limits.CHOICES]
    ]


async def rules_choices(interaction: Interaction, current: str) -> Choices:
    """How the rules that are being typed can go on."""
    offered = table_games()
    game = offered.get(getattr(interaction.namespace, "game", ""), next(iter(offered.values())))
    saved = await house_rules.saved(interaction.client.database, interaction.guild_id or 0, game)
    lines = completions(game, current, saved, str(interaction.locale))
    return [app_commands.Choice(name=name, value=value) for name, value in lines[: limits.CHOICES]]
