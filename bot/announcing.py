"""Telling a channel or a person what is stored already, and holds whether or not it arrives."""

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.outage import OUTAGES
from bot.render.names import plain

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


def locale_of(client: "Levee", guild_id: int) -> str:
    """The language in which a server is spoken to."""
    guild = client.get_guild(guild_id)
    return str(guild.preferred_locale) if guild else "en"


def place_of(client: "Levee", guild_id: int, channel_id: int) -> str:
    """The names of server and channel."""
    guild = client.get_guild(guild_id)
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    return " · ".join([plain(guild.name) if guild else "?", f"#{plain(channel.name)}" if channel else "?"])


async def announce(
    client: "Levee", guild_id: int, channel_id: int, text: str, pings: Iterable[int] = ()
) -> bool:
    """Post in a channel, and notify the users in ``pings``; whether Discord took it."""
    channel = client.get_partial_messageable(channel_id, guild_id=guild_id)
    users = [discord.Object(user_id) for user_id in pings]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    try:
        await channel.send(text, allowed_mentions=mentions)
    except OUTAGES as fault:
        log.warning("channel %d was not told: %s", channel_id, fault)
        return False
    return True


async def tell(client: "Levee", user_id: int, text: str, files: Sequence[discord.File] = ()) -> bool:
    """Write a direct message; whether it was taken."""
    try:
        direct = await client.create_dm(discord.Object(user_id))
        await direct.send(text, files=files, allowed_mentions=discord.AllowedMentions.none())
    except OUTAGES as fault:
        log.info("user %d was not written to: %s", user_id, fault)
        return False
    return True
