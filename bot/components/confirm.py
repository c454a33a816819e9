"""The buttons under a question asked before something that cannot be undone: ``confirm:<key>:<said>``."""

import re
from typing import Any, Final, Self

import discord

from bot.components.pressing import pressing

CONFIRM: Final = r"confirm:(?P<key>[0-9a-f]{16}):(?P<said>yes|no)"
STYLES: Final = {"yes": discord.ButtonStyle.danger, "no": discord.ButtonStyle.secondary}


class ConfirmButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=CONFIRM):
    def __init__(self, key: str, said: str, label: str = "…") -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, custom_id=f"confirm:{key}:{said}", style=STYLES[said]
        )
        super().__init__(button)
        self.key = key
        self.said = said

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["key"], match["said"])

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.confirming.press(interaction, self.key, self.said)
