"""What Discord, or the way to it, fails with."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

OUTAGES: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, ConnectionError)

# Codes of Discord's documentation, "Opcodes and Status Codes".
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
UNKNOWN_WEBHOOK: Final = 10015
INVALID_WEBHOOK_TOKEN: Final = 50027
ARCHIVED: Final = 50083
ACKNOWLEDGED: Final = 40060
LOCKED: Final = 160005

UNCHANGEABLE: Final = frozenset({UNKNOWN_MESSAGE, ARCHIVED})
"""A message that has gone, and one in a thread that is archived until somebody posts there."""
DEAD_TOKEN: Final = frozenset({UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN})
"""An interaction can be answered for 15 minutes."""
LEFT: Final = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
"""Who is no member of the server, or has no account any more."""


TOO_MANY: Final = 429
AGAIN_S: Final = 1.0


def is_final(fault: BaseException) -> bool:
    """Whether Discord said no: asking the same again changes nothing."""
    return isinstance(fault, discord.HTTPException) and fault.status < 500 and fault.status != TOO_MANY


def is_forbidden(fault: BaseException) -> bool:
    """Whether a right is missing."""
    return isinstance(fault, discord.Forbidden) or getattr(fault, "code", 0) == LOCKED


async def twice(asking: Callable[[], Awaitable[object]]) -> None:
    """Ask what can be asked again, and do so once if it was not Discord that said no."""
    try:
        await asking()
    except OUTAGES as fault:
        if is_final(fault):
            raise
        await asyncio.sleep(AGAIN_S)
        await asking()
