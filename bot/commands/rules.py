"""``/rules`` and ``/help``."""

from typing import Any

import discord
from discord import app_commands

from bot import limits, rulebook
from bot.answers import answering
from bot.errors import Refused
from bot.render.message import Message
from bot.render.rules import passage_message
from bot.render.table import CLOTH
from bot.text import described, say
from engine.game import Game, games
from engine.words import DEFAULT

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
HELP_TOPICS = ("start", "playing", "hand", "fairness", "ledger", "seasons", "privacy", "commands")


@app_commands.command(name="rules", description=described("rules"))
@app_commands.describe(game=described("option-game"), topic=described("option-topic"))
async def rules(
    interaction: Interaction, game: str | None = None, topic: app_commands.Range[str, 1, 100] | None = None
) -> None:
    async with answering(interaction, "rules") as answer:
        books = _books(interaction, game)
        wanted = topic or next(iter(rulebook.topics(books[0])))
        found = rulebook.find(books, wanted)
        if found is None:
            names = ", ".join(rulebook.topics(books[0]))
            key = "refused.no-topic-in" if game else "refused.no-topic"
            raise Refused(key, topic=wanted, game=books[0].title, topics=names)
        await answer.show(passage_message(found))


@rules.autocomplete("topic")
async def _topics(interaction: Interaction, current: str) -> Choices:
    books = _books(interaction, getattr(interaction.namespace, "game", None))
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in rulebook.offered(books, current)[: limits.CHOICES]
    ]


def _books(interaction: Interaction, key: str | None) -> list[Game]:
    """The book of the game asked for, or all, that of this channel's table first. Raises Refused."""
    if key:
        if key not in games():
            raise Refused("refused.no-game", game=key, games=", ".join(games()))
        return [games()[key]]
    table = interaction.client.tables.find(interaction.channel_id)
    first = [table.game] if table else []
    return [*first, *(game for game in games().values() if game not in first)]


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
        text = say(answer.locale, f"help.{wanted}.text", verbs=_verbs(answer.locale))
        await answer.show(Message(discord.Embed(title=title, description=text, colour=CLOTH)))


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
