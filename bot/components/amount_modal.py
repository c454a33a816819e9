"""The form in which a player names an amount."""

from typing import Any

import discord

from bot.components.address import ActAddress, AskAddress
from bot.components.pressing import pressing
from bot.text import say


class AmountModal(discord.ui.Modal):
    def __init__(self, asked: AskAddress, locale: str) -> None:
        super().__init__(title=say(locale, f"amount.{asked.verb}"), timeout=600)
        self.asked = asked
        self.chips: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=say(locale, "amount.label", low=asked.low, high=asked.high), max_length=9
        )
        self.add_item(self.chips)

    @pressing
    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        asked = self.asked
        address = ActAddress(asked.table, asked.seq, asked.verb)
        await interaction.client.presses.act(interaction, address, f"{asked.verb} {self.chips.value.strip()}")
