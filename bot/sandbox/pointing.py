"""Where discord.py looks for Discord."""

import contextlib
from collections.abc import Iterator
from typing import Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

_DISCORD: Final = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
_taken: list[str] = []
"""The servers that are taken for Discord; the last of them is."""


@contextlib.contextmanager
def point_discord_at(address: str) -> Iterator[None]:
    """While this holds, discord.py takes the embedded server at ``address`` for Discord.

    Its three addresses are those of the whole process: they come back only when nobody points elsewhere, in
    whatever order that ends.
    """
    _taken.append(address)
    _aim()
    try:
        yield
    finally:
        _taken.remove(address)
        _aim()


def _aim() -> None:
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = (
        _addresses(_taken[-1]) if _taken else _DISCORD
    )


def _addresses(server: str) -> tuple[str, yarl.URL, str]:
    gateway = yarl.URL(f"{server.replace('http', 'ws', 1)}/gateway")
    return f"{server}/api/v10", gateway, f"{server}/cdn"
