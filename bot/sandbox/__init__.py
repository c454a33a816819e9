"""An embedded Discord for one machine: unmodified discord.py connects, and people play in a browser page.

It speaks the part of Discord's HTTP API and gateway, version 10, that the bot uses, with Discord's limits and
errors. It knows nothing of the bot or the games. A test can let it go wrong: ``Sandbox.faults`` for the API,
``Sandbox.gateway`` for events and connections.
"""

from bot.sandbox.pointing import point_discord_at
from bot.sandbox.server import Sandbox

__all__ = ["Sandbox", "point_discord_at"]
