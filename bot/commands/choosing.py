"""Options that several commands have, and what is offered for them."""

from typing import Any

import discord
from discord import app_commands

from bot import house_rules, limits
from bot.rules_line import completions
from bot.tables import table_games


def offer_games(*commands: app_commands.Command[Any, ..., None]) -> None:
    """Let the option ``game`` of these commands offer the games that there are now."""
    offered = [app_commands.Choice(name=game.title, value=game.key) for game in table_games().values()]
    for command in commands:
        app_commands.choices(game=offered)(command)


async def rules_choices(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    """How the rules that are being typed can go on."""
    offered = table_games()
    game = offered.get(getattr(interaction.namespace, "game", ""), next(iter(offered.values())))
    saved = await house_rules.saved(interaction.client.database, interaction.guild_id or 0, game)
    lines = completions(game, current, saved, str(interaction.locale))
    return [app_commands.Choice(name=name, value=value) for name, value in lines[: limits.CHOICES]]
