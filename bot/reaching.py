"""Discord is asked until it answers: that it is away when the bot starts is no reason to end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot.outage import OUTAGES, is_final

T = TypeVar("T")
log = logging.getLogger(__name__)

FIRST_S: Final = 1.0
MOST_S: Final = 60.0
"""The waits between tries, each twice the one before."""


async def reached(client: discord.Client, asking: Callable[[], Awaitable[T]]) -> T:
    """What comes of ``asking``. Raises what Discord answers, and any fault once the client is closed."""
    wait_s = FIRST_S
    while True:
        try:
            return await asking()
        except OUTAGES as fault:
            if is_final(fault) or client.is_closed():
                raise
            log.warning("Discord cannot be reached, trying again in %.0f s: %s", wait_s, fault)
            await asyncio.sleep(wait_s)
            if client.is_closed():
                raise
        wait_s = min(2 * wait_s, MOST_S)
