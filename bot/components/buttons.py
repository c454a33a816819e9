"""Buttons and selects that are found by their address, also after a restart. What they do is elsewhere."""

import re
from typing import Any, Self

import discord

from bot.components.address import (
    ACT,
    ASK,
    PICK,
    RULE,
    TABLE,
    ActAddress,
    AskAddress,
    PickAddress,
    RuleAddress,
    TableAddress,
)
from bot.components.amount_modal import AmountModal
from bot.components.pressing import pressing


class ActionButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=ACT):
    """An action of a game."""

    def __init__(
        self,
        address: ActAddress,
        label: str = "…",
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.primary,
        disabled: bool = False,
        row: int | None = None,
    ) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, custom_id=str(address), style=style, disabled=disabled, row=row
        )
        super().__init__(button)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(ActAddress(int(match["table"]), int(match["seq"]), match["verb"], match["argument"] or ""))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.presses.act(interaction, self.address, self.address.words)


class PickSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=PICK):
    """An action whose cards are chosen from a list; the values are records' cards."""

    def __init__(
        self,
        address: PickAddress,
        options: list[discord.SelectOption] | None = None,
        *,
        most: int = 1,
        placeholder: str | None = None,
        row: int | None = None,
    ) -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=str(address),
            options=options or [discord.SelectOption(label="…")],
            min_values=1,
            max_values=most,
            placeholder=placeholder,
            row=row,
        )
        super().__init__(select)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(PickAddress(int(match["table"]), int(match["seq"]), match["verb"]))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        words = f"{self.address.verb} {''.join(self.item.values)}"
        await interaction.client.presses.act(interaction, self.address, words)


class AskButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=ASK):
    """Asks for an amount in a form."""

    def __init__(self, address: AskAddress, label: str = "…", *, row: int | None = None) -> None:
        super().__init__(discord.ui.Button[Any](label=label, custom_id=str(address), row=row))
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        seen = int(match["table"]), int(match["seq"])
        return cls(AskAddress(*seen, match["verb"], int(match["low"]), int(match["high"])))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(AmountModal(self.address, str(interaction.locale)))


class TableButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TABLE):
    """Something about the table itself: join, start, my hand …"""

    def __init__(
        self,
        address: TableAddress,
        label: str = "…",
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
    ) -> None:
        super().__init__(discord.ui.Button[Any](label=label, custom_id=str(address), style=style, row=row))
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        seq = int(match["seq"]) if match["seq"] else None
        return cls(TableAddress(int(match["table"]), match["what"], seq))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.presses.table(interaction, self.address)


class RuleButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=RULE):
    """Opens a passage of a rule book."""

    def __init__(self, address: RuleAddress, label: str = "…", *, row: int | None = None) -> None:
        super().__init__(discord.ui.Button[Any](label=label, custom_id=str(address), row=row))
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(RuleAddress(match["game"], match["clause"]))

    @pressing
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.presses.rule(interaction, self.address)
