"""What Discord, or the way to it, fails with."""

from typing import Final

import aiohttp
import discord

OUTAGES: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, ConnectionError)
