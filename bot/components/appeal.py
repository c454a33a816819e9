"""A player's doubt about a deal: the button, the form, and the buttons with which staff decide.

``appeal:<table>:<deal>`` opens the form; ``verdict:<appeal>:<what>`` is what staff press.
"""

import re
from typing import Any, Final, Self

import discord

from bot.components.pressing import pressing
from bot.render.quoting import LONGEST
from bot.text import say

APPEAL: Final = r"appeal:(?P<table>[0-9]{1,18}):(?P<deal>[0-9]{1,9})"
VERDICT: Final = r"verdict:(?P<appeal>[0-9]{1,18}):(?P<what>accept|refuse)"
STYLES: Final = {"accept": discord.ButtonStyle.success, "refuse": discord.ButtonStyle.danger}


class AppealButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=APPEAL):
    def __init__(self, table_id: int, deal: int, label: str = "…") -> None:
        super().__init__(discord.ui.Button[Any](label=label, custom_id=f"appeal:{table_id}:{deal}"))
        self.table_id = table_id
        self.deal = deal

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["table"]), int(match["deal"]))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.appeals.ask(interaction, self.table_id, self.deal)


class AppealModal(discord.ui.Modal):
    def __init__(self, table_id: int, deal: int, locale: str) -> None:
        super().__init__(title=say(locale, "appeal.form", deal=deal, table=table_id), timeout=600)
        self.table_id = table_id
        self.deal = deal
        self.reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=say(locale, "appeal.reason"),
            style=discord.TextStyle.paragraph,
            max_length=LONGEST,
        )
        self.add_item(self.reason)

    @pressing
    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.client.appeals.submit(interaction, self.table_id, self.deal, self.reason.value)


class VerdictButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=VERDICT):
    def __init__(self, appeal_id: int, what: str, label: str = "…") -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, custom_id=f"verdict:{appeal_id}:{what}", style=STYLES[what]
        )
        super().__init__(button)
        self.appeal_id = appeal_id
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["appeal"]), match["what"])

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.appeals.decide(interaction, self.appeal_id, self.what == "accept")
