"""Commands: their options, completion, and to whom they are offered."""

from typing import Any

import discord
import pytest
from discord import app_commands

from tests.sandbox.bots import Itx, QuietBot
from tests.sandbox.conftest import Join, StartBot
from tests.sandbox.person import Refusal

AnyCommand = app_commands.Command[Any, Any, Any]


class Chooser(QuietBot):
    """``/table open game (seats)`` with completion, and one command for each kind of option."""

    def __init__(self) -> None:
        super().__init__()
        table = app_commands.Group(name="table", description="Tables")
        opening: AnyCommand = app_commands.Command(name="open", description="Open one", callback=self.open)
        opening.autocomplete("rules")(self.complete)
        table.add_command(opening)
        self.tree.add_command(table)
        kinds: AnyCommand = app_commands.Command(name="kinds", description="Of option", callback=self.kinds)
        self.tree.add_command(kinds)

    @app_commands.choices(game=[app_commands.Choice(name="Bourré", value="bourre")])
    async def open(
        self,
        interaction: Itx,
        game: app_commands.Choice[str],
        seats: app_commands.Range[int, 2, 8] = 4,
        rules: str = "series",
    ) -> None:
        await interaction.response.send_message(f"{game.value} {seats} {rules}")

    async def complete(self, interaction: Itx, current: str) -> list[app_commands.Choice[str]]:
        chosen = interaction.namespace.game
        return [
            app_commands.Choice(name=f"{chosen}: {w}", value=w) for w in ("series", "classic") if current in w
        ]

    async def kinds(
        self, interaction: Itx, who: discord.Member, where: discord.TextChannel, yes: bool
    ) -> None:
        await interaction.response.send_message(f"{who.display_name} {where.name} {yes}")


async def test_options_of_every_kind(start_bot: StartBot, join: Join) -> None:
    await start_bot(Chooser())
    ana, ben = await join("Ana"), await join("Ben")
    assert (await ana.slash("lounge", "table open", game="bourre", seats=5)).text == "bourre 5 series"
    told = await ana.slash("lounge", "kinds", who=ben, where=ana.channel("table-2"), yes=True)
    assert told.text == "Ben table-2 True"
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"seats": 5}, "required"),
        ({"game": "poker"}, "offered"),
        ({"game": "bourre", "seats": 9}, "too large"),
        ({"game": "bourre", "seats": 1}, "too small"),
        ({"game": "bourre", "seats": "5"}, "right kind"),
        ({"game": "bourre", "nonsense": "5"}, "no option"),
    ]
    for wrong, why in wrongs:
        with pytest.raises(Refusal, match=why):
            await ana.slash("lounge", "table open", **wrong)


async def test_autocomplete(start_bot: StartBot, join: Join) -> None:
    await start_bot(Chooser())
    ana = await join("Ana")
    choices = await ana.autocomplete("lounge", "table open", "rules", "cl", game="bourre")
    assert choices == [{"name": "bourre: classic", "value": "classic"}]


async def test_commands_respect_default_permissions(start_bot: StartBot, join: Join) -> None:
    bot = QuietBot()

    @bot.tree.command(description="For the owner")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Itx) -> None:
        await interaction.response.send_message("yours")

    @bot.tree.command(description="Not in direct messages")
    @app_commands.guild_only()
    async def table(interaction: Itx) -> None:
        await interaction.response.send_message("here")

    await start_bot(bot)
    ana, ben = await join("Ana"), await join("Ben")
    assert ana.members[ana.id]["owner"]
    assert [c["name"] for c in ana.commands] == ["settings", "table"]
    assert [c["name"] for c in ben.commands] == ["table"]
    ben.commands = ana.commands
    with pytest.raises(Refusal) as refused:
        await ben.slash("lounge", "settings")
    assert refused.value.status == 403
    member = await bot.guilds[0].fetch_member(int(ana.id))
    await member.create_dm()
    await ana.wait_for(lambda f: f["t"] == "channel_create")
    with pytest.raises(Refusal, match="not available"):
        await ana.slash("@me", "table")
