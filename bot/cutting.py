"""The cut: asked for ahead, made in a form, or left to chance."""

from typing import TYPE_CHECKING

import discord

from bot import play
from bot.answers import Answer
from bot.components.address import TableAddress
from bot.components.cut_modal import CutModal
from bot.table import Table
from bot.text import say

if TYPE_CHECKING:
    from bot.client import Levee


async def open_form(interaction: "discord.Interaction[Levee]", address: TableAddress) -> None:
    await interaction.response.send_modal(CutModal(address, str(interaction.locale)))


async def cut(answer: Answer, table: Table, text: str | None, seen: int | None) -> None:
    """Cut with what was typed, or leave it to chance, and show the caller his hand. Raises Refused."""
    client = answer.interaction.client
    await play.cut(client.tables, table, answer.interaction.user.id, text, seen=seen)
    async with client.display.telling(table):
        await client.presses.show_hand(answer, table)


async def ask(answer: Answer, table: Table) -> None:
    """Raises Refused."""
    interaction = answer.interaction
    will = await play.ask_to_cut(interaction.client.tables, table, interaction.user.id, interaction.id)
    async with interaction.client.display.telling(table):
        await answer.say(say(answer.locale, "done.will-cut" if will else "done.will-not-cut"))
