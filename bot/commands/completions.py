"""What may be typed next: choices for options."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot import limits
from data import seasons
from engine.errors import BadRules
from engine.game import Game
from engine.options import Rules

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


def choices(texts: Iterable[str]) -> Choices:
    """As many as Discord takes."""
    fitting = [text for text in texts if len(text) <= limits.CHOICE]
    return [app_commands.Choice(name=text, value=text) for text in fitting[: limits.CHOICES]]


async def season_names(interaction: Interaction, current: str) -> Choices:
    """The server's seasons, the newest first."""
    found = await seasons.of_guild(interaction.client.database, interaction.guild_id or 0)
    typed = current.strip().casefold()
    return choices(each.name for each in found if typed in each.name.casefold())


def compose_rules(
    game: Game, text: str, seats: int | None = None, deals: int | None = None, conduct: str | None = None
) -> Rules:
    """A Rules line from what was typed and chosen. Raises BadRules."""
    words = text.split()
    if not words or "=" in words[0]:
        words.insert(0, next(iter(game.rules.PRESETS)))
    chosen = {"players": seats, "deals": deals, "conduct": conduct}
    words += [f"{key}={value}" for key, value in chosen.items() if value is not None]
    return game.rules.parse(" ".join(words))


def rules_completions(game: Game, current: str) -> list[str]:
    """Rules lines that go on from what was typed: presets, then ``key=value`` of options not yet named."""
    *before, last = current.split(" ")
    if not before:
        presets = [name for name in game.rules.PRESETS if name.startswith(last)]
        if presets:
            return presets
    stem = " ".join(before)
    named = {word.partition("=")[0] for word in before}
    options = [f"{key}={value}" for key, value in _values(game) if key not in named]
    fitting = [" ".join([stem, option]).strip() for option in options if option.startswith(last)]
    return [line for line in fitting if len(line) <= limits.CHOICE and _is_possible(game, line)]


def _values(game: Game) -> list[tuple[str, str]]:
    return [(key, value) for key, choice in game.rules.CHOICES.items() for value in choice.samples()]


def _is_possible(game: Game, line: str) -> bool:
    try:
        compose_rules(game, line)
    except BadRules:
        return False
    return True
