"""A bot logs in, registers a command, and answers a person."""

import discord
from discord import app_commands

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join, StartBot


class Greeter(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(
            app_commands.Command(name="hello", description="Say hello", callback=self.hello)
        )

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def hello(self, interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"Hello {name}, in {interaction.locale}.")


async def test_login_command_reply(sandbox: Sandbox, start_bot: StartBot, join: Join) -> None:
    bot = await start_bot(Greeter())
    assert [guild.name for guild in bot.guilds] == ["Levée Club"]
    ana = await join("Ana")
    await ana.settings(locale="fr")
    outcome = await ana.slash("table-1", "hello", name="you")
    assert outcome.status == "done"
    assert outcome.text == "Hello you, in fr."
    assert outcome.message is not None
    assert outcome.message["interaction_metadata"]["name"] == "hello"
    assert [m["content"] for m in await ana.messages("table-1")] == ["Hello you, in fr."]
