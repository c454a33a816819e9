"""The form in which a player cuts."""

from typing import Any

import discord

from bot.components.address import TableAddress
from bot.components.pressing import pressing
from bot.play import LONGEST_CUT
from bot.text import say


class CutModal(discord.ui.Modal):
    def __init__(self, address: TableAddress, locale: str) -> None:
        super().__init__(title=say(locale, "cut.title"), timeout=600)
        self.address = address
        self.phrase: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=say(locale, "cut.label"), placeholder=say(locale, "cut.placeholder"), max_length=LONGEST_CUT
        )
        self.add_item(self.phrase)

    @pressing
    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.client.presses.cut(interaction, self.address, self.phrase.value)
