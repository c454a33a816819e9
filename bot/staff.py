"""Who are the staff of a server: who may manage it, and who has the role chosen in its settings."""

from typing import TYPE_CHECKING

import discord

from bot.errors import Refused
from data import settings

if TYPE_CHECKING:
    from bot.client import Levee


async def is_staff(interaction: "discord.Interaction[Levee]") -> bool:
    if interaction.permissions.manage_guild:
        return True
    if interaction.guild_id is None or not isinstance(interaction.user, discord.Member):
        return False
    chosen = await settings.settings(interaction.client.database, interaction.guild_id)
    return chosen.staff_role_id in [role.id for role in interaction.user.roles]


async def check_staff(interaction: "discord.Interaction[Levee]") -> None:
    """Raises Refused for who is not of the staff."""
    if not await is_staff(interaction):
        raise Refused("refused.staff-only")
