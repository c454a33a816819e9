"""The bot for all servers, or for those of some of Discord's shards: each process then has its own database.

A server belongs to shard ``(server id >> 22) % shards``. Whatever comes by direct message comes to shard 0.
"""

from collections.abc import Mapping
from typing import Any

import discord

from bot.client import Levee
from bot.config import Settings


class ShardedLevee(Levee, discord.AutoShardedClient):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, shard_ids=list(settings.shard_ids), shard_count=settings.shard_count)

    @property
    def is_connected(self) -> bool:
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())


def bot_for(settings: Settings) -> Levee:
    return ShardedLevee(settings) if settings.shard_count > 1 else Levee(settings)


def create_bot(settings: Mapping[str, Any]) -> Levee:
    """The bot, not yet started, from a mapping of the settings in ``.env.example``.

    Raises BadSetting.
    """
    return bot_for(Settings.read({name: str(value) for name, value in settings.items()}))
