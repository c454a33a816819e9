"""The Discord bot: commands, components, tables in play, and how they are shown."""

from bot.client import Levee
from bot.shards import create_bot

__all__ = ["Levee", "create_bot"]
