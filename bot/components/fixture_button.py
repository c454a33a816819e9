"""A button that opens a drawn table: ``fixture:<id>``."""

import re
from typing import Any, Final, Self

import discord

from bot.components.pressing import pressing

FIXTURE: Final = r"fixture:(?P<fixture>[0-9]{1,18})"


class FixtureButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=FIXTURE):
    def __init__(self, fixture_id: int, label: str = "…") -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, custom_id=f"fixture:{fixture_id}", style=discord.ButtonStyle.success
        )
        super().__init__(button)
        self.fixture_id = fixture_id

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["fixture"]))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.rounds.open(interaction, self.fixture_id)
