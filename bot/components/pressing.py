"""What a button, a select or a form leads to; nothing, if Discord does not even take its acknowledgement."""

import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import discord

from bot.outage import OUTAGES

log = logging.getLogger(__name__)

T = TypeVar("T")
Callback = Callable[[T, discord.Interaction[Any]], Coroutine[Any, Any, None]]


def pressing(callback: Callback[T]) -> Callback[T]:
    """Nobody can be told, and whoever pressed hears from Discord that there was no answer."""

    @functools.wraps(callback)
    async def called(item: T, interaction: discord.Interaction[Any]) -> None:
        try:
            await callback(item, interaction)
        except OUTAGES as fault:
            log.warning("Discord did not take an acknowledgement: %s", fault)

    return called
