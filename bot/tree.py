"""The slash commands, and what is said to one that is not, or no longer, among them."""

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answering
from bot.errors import Refused
from bot.outage import OUTAGES

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Levee"]):
    async def _call(self, interaction: "discord.Interaction[Levee]") -> None:
        """discord.py has no public place where the data of a command that it cannot read is noticed."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as fault:
            log.warning("a command could not be read: %s", type(fault).__name__)

    async def on_error(
        self, interaction: "discord.Interaction[Levee]", error: app_commands.AppCommandError, /
    ) -> None:
        """A client may still have commands as they were before the bot changed."""
        if isinstance(error, app_commands.CommandInvokeError) and isinstance(error.original, OUTAGES):
            log.warning("Discord did not take an acknowledgement: %s", error.original)
        elif isinstance(error, app_commands.CommandInvokeError):
            await super().on_error(interaction, error)
        elif interaction.type is discord.InteractionType.application_command:
            with suppress(*OUTAGES):
                async with answering(interaction, "unknown command"):
                    raise Refused("refused.unknown-command")
