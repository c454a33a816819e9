"""``/rules`` and ``/help``."""

from typing import Any

import discord
from discord import app_commands

from bot import limits, rulebook
from bot.answers import Answer, answering
from bot.errors import Refused
from bot.render.message import Message
from bot.render.table import CLOTH
from bot.text import described, say
from engine.game import Game, games
from engine.words import DEFAULT

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
HELP_TOPICS = ("start", "playing", "hand", "fairness", "ledger", "commands")


@app_commands.command(name="rules", description=described("rules"))
@app_commands.describe(game=described("option-game"), topic=described("option-topic"))
async def rules(
    interaction: Interaction, game: str | None = None, topic: app_commands.Range[str, 1, 100] | None = None
) -> None:
    async with answering(interaction, "rules") as answer:
        played = _game(interaction, game)
        heading = topic or next(iter(rulebook.topics(played)))
        found = rulebook.find(played, heading)
        if found is None:
            names = ", ".join(rulebook.topics(played))
            raise Refused("refused.no-topic", topic=heading, topics=names)
        await _show(answer, f"{played.title} · {found[0]}", found[1])


@rules.autocomplete("topic")
async def _topics(interaction: Interaction, current: str) -> Choices:
    played = _game(interaction, getattr(interaction.namespace, "game", None))
    return [
        app_commands.Choice(name=heading[: limits.CHOICE], value=heading[: limits.CHOICE])
        for heading in rulebook.topics(played)
        if current.lower() in heading.lower()
    ][: limits.CHOICES]


def offer_games() -> None:
    """Let the command offer the games that there are now."""
    offered = [app_commands.Choice(name=game.title, value=game.key) for game in games().values()]
    app_commands.choices(game=offered)(rules)


def _game(interaction: Interaction, key: str | None) -> Game:
    """The game asked for, or that of this channel's table. Raises Refused."""
    if key:
        if key not in games():
            raise Refused("refused.no-game", game=key, games=", ".join(games()))
        return games()[key]
    table = interaction.client.tables.find(interaction.channel_id)
    return table.game if table else next(iter(games().values()))


@app_commands.command(name="help", description=described("help"))
@app_commands.describe(topic=described("option-help"))
@app_commands.choices(
    topic=[
        app_commands.Choice(name=say(DEFAULT, f"help.{topic}.title"), value=topic) for topic in HELP_TOPICS
    ]
)
async def help_command(interaction: Interaction, topic: str = "start") -> None:
    async with answering(interaction, "help") as answer:
        wanted = topic if topic in HELP_TOPICS else "start"
        title = say(answer.locale, f"help.{wanted}.title")
        await _show(answer, title, say(answer.locale, f"help.{wanted}.text", verbs=_verbs(answer.locale)))


def _verbs(locale: str) -> str:
    """The commands of each game, a line a game."""
    return "\n".join(
        say(
            locale,
            "help.verbs",
            verbs=" ".join(f"`/{verb.name}`" for verb in game.verbs),
            game=game.title,
        )
        for game in games().values()
    )


async def _show(answer: Answer, title: str, text: str) -> None:
    await answer.show(
        Message(
            discord.Embed(
                title=title[: limits.EMBED_TITLE], description=text[: limits.EMBED_TEXT], colour=CLOTH
            )
        )
    )
