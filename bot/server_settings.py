"""What the managers of a server settle for all of it: who is of the staff, and where appeals are posted."""

from typing import TYPE_CHECKING, Final

import discord

from bot.errors import Refused
from bot.outage import OUTAGES
from bot.render.clocks import clock_sentence
from bot.render.table import CLOTH
from bot.text import say
from bot.turn_clock import TurnClock, read_clock
from data import settings
from data.settings import GuildSettings

if TYPE_CHECKING:
    from bot.client import Levee

NEEDED: Final = ("view_channel", "send_messages", "embed_links", "attach_files")
"""What an appeal with its record takes in the staff's channel."""


def managed(interaction: "discord.Interaction[Levee]") -> int:
    """The server of a caller who may manage it. Raises Refused: the role chosen here does not do."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused("refused.managers-only")
    return interaction.guild_id


def usual_clock(chosen: GuildSettings) -> TurnClock | None:
    """That of tables which are opened without saying another."""
    return TurnClock.stored(chosen.clock) if chosen.clock else None


async def chosen_clock(interaction: "discord.Interaction[Levee]", text: str | None) -> TurnClock | None:
    """The clock of a table to be opened here: as it is said, or as it is usual. Raises Refused."""
    if text is not None:
        return read_clock(text)
    assert interaction.guild_id, "a guild-only command"
    return usual_clock(await settings.settings(interaction.client.database, interaction.guild_id))


async def try_channel(levee: "Levee", guild_id: int, channel_id: int, locale: str) -> None:
    """Post what the channel was chosen for. Raises Refused, with what is missing, if Discord refuses."""
    missing = _missing(levee, guild_id, channel_id)
    if missing:
        raise _refused(channel_id, missing, locale)
    channel = levee.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        await channel.send(
            embed=discord.Embed(description=say(locale, "settings.appeals-here"), colour=CLOTH)
        )
    except OUTAGES:
        raise _refused(channel_id, NEEDED, locale) from None


def _refused(channel_id: int, missing: tuple[str, ...], locale: str) -> Refused:
    words = ", ".join(say(locale, f"permission.{name}") for name in missing)
    return Refused("refused.no-posting-there", channel=f"<#{channel_id}>", permissions=words)


def _missing(levee: "Levee", guild_id: int, channel_id: int) -> tuple[str, ...]:
    guild = levee.get_guild(guild_id)
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if guild is None or channel is None:
        return ()  # not known here: posting there will tell
    allowed = channel.permissions_for(guild.me)
    return tuple(name for name in NEEDED if not getattr(allowed, name))


def shown(chosen: GuildSettings, locale: str) -> list[str]:
    """A line a setting."""
    role, channel = chosen.staff_role_id, chosen.appeals_channel_id
    return [
        say(locale, "settings.role", role=f"<@&{role}>") if role else say(locale, "settings.no-role"),
        say(locale, "settings.channel", channel=f"<#{channel}>")
        if channel
        else say(locale, "settings.no-channel"),
        say(locale, "settings.zone", zone=chosen.timezone or "UTC"),
        clock_sentence(clock, locale) if (clock := usual_clock(chosen)) else say(locale, "settings.no-clock"),
    ]
