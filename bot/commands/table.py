"""``/table``: the life of a table."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import house_rules
from bot.answers import answering
from bot.commands.choosing import offer_games, rules_choices
from bot.render.names import escaped
from bot.rules_line import compose_rules, summary
from bot.tables import game_named, table_games
from bot.text import described, say
from data.rows import NewSeat

if TYPE_CHECKING:
    from bot.client import Levee

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class TableGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="table", description=described("table"))
        offer_games(self.open)
        app_commands.choices(conduct=_conducts())(self.open)

    @app_commands.command(name="open", description=described("table-open"))
    @app_commands.describe(
        game=described("option-game"),
        rules=described("option-rules"),
        seats=described("option-seats"),
        deals=described("option-deals"),
        conduct=described("option-conduct"),
    )
    @app_commands.autocomplete(rules=rules_choices)
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
            assert interaction.guild_id, "a guild-only command"
            saved = await house_rules.saved(levee.database, interaction.guild_id, played)
            chosen = compose_rules(played, rules, saved, players=seats, deals=deals, conduct=conduct)
            assert interaction.channel_id
            user = interaction.user
            opener = NewSeat(0, user.display_name, user.id)
            table = await levee.tables.open(
                interaction.guild_id, interaction.channel_id, opener, played, chosen
            )
            opened = say(answer.locale, "done.opened", game=played.title, rules=str(chosen))
            differing = summary(played, chosen, answer.locale)
            await levee.presses.present(answer, table, "\n".join([opened, *differing]))

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


def _conducts() -> Choices:
    """What the games have to choose from that have a choice."""
    offered = [game.rules.CHOICES.get("conduct") for game in table_games().values()]
    words = dict.fromkeys(word for choice in offered if choice for word in choice.samples())
    return [app_commands.Choice(name=word, value=word) for word in words]
