"""``/table``: the life of a table."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import limits
from bot.answers import answering
from bot.render.names import escaped
from bot.tables import game_named, table_games
from bot.text import described, say
from data.rows import NewSeat
from engine.errors import BadRules
from engine.game import Game
from engine.options import Rules

if TYPE_CHECKING:
    from bot.client import Levee

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


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


@app_commands.guild_only()
class TableGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="table", description=described("table"))
        app_commands.choices(game=_games(), conduct=_conducts())(self.open)

    @app_commands.command(name="open", description=described("table-open"))
    @app_commands.describe(
        game=described("option-game"),
        rules=described("option-rules"),
        seats=described("option-seats"),
        deals=described("option-deals"),
        conduct=described("option-conduct"),
    )
    async def open(
        self,
        interaction: Interaction,
        game: str,
        rules: app_commands.Range[str, 0, 200] = "",
        seats: app_commands.Range[int, 2, 8] | None = None,
        deals: app_commands.Range[int, 1, 999] | None = None,
        conduct: str | None = None,
    ) -> None:
        async with answering(interaction, "table open") as answer:
            levee: Levee = interaction.client
            played = game_named(game)
            chosen = compose_rules(played, rules, seats, deals, conduct)
            assert interaction.guild_id, "a guild-only command"
            assert interaction.channel_id
            user = interaction.user
            opener = NewSeat(0, user.display_name, user.id)
            table = await levee.tables.open(
                interaction.guild_id, interaction.channel_id, opener, played, chosen
            )
            opened = say(answer.locale, "done.opened", game=played.title, rules=str(chosen))
            await levee.presses.present(answer, table, opened)

    @open.autocomplete("rules")
    async def _rules(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        offered = table_games()
        game = offered.get(getattr(interaction.namespace, "game", ""), next(iter(offered.values())))
        return [
            app_commands.Choice(name=text, value=text)
            for text in rules_completions(game, current)[: limits.CHOICES]
        ]

    @app_commands.command(name="join", description=described("table-join"))
    @app_commands.describe(seat=described("option-seat"))
    async def join(self, interaction: Interaction, seat: app_commands.Range[int, 1, 8] | None = None) -> None:
        async with answering(interaction, "table join") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.join(answer, table, None if seat is None else seat - 1)

    @app_commands.command(name="leave", description=described("table-leave"))
    async def leave(self, interaction: Interaction) -> None:
        async with answering(interaction, "table leave") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.leave(answer, table)

    @app_commands.command(name="fill", description=described("table-fill"))
    @app_commands.describe(count=described("option-count"))
    async def fill(
        self, interaction: Interaction, count: app_commands.Range[int, 1, 7] | None = None
    ) -> None:
        async with answering(interaction, "table fill") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.fill(answer, table, count)

    @app_commands.command(name="start", description=described("table-start"))
    async def start(self, interaction: Interaction) -> None:
        async with answering(interaction, "table start") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.start(answer, table)

    @app_commands.command(name="show", description=described("table-show"))
    async def show(self, interaction: Interaction) -> None:
        async with answering(interaction, "table show") as answer:
            table = interaction.client.presses.table_here(interaction)
            names = ", ".join(escaped(row.name) for row in table.row.seats)
            await interaction.client.presses.present(
                answer, table, say(answer.locale, "done.shown", names=names)
            )

    @app_commands.command(name="close", description=described("table-close"))
    async def close(self, interaction: Interaction) -> None:
        async with answering(interaction, "table close") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.close(answer, table)


def _games() -> Choices:
    return [app_commands.Choice(name=game.title, value=game.key) for game in table_games().values()]


def _conducts() -> Choices:
    """What the games have to choose from that have a choice."""
    offered = [game.rules.CHOICES.get("conduct") for game in table_games().values()]
    words = dict.fromkeys(word for choice in offered if choice for word in choice.samples())
    return [app_commands.Choice(name=word, value=word) for word in words]


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
