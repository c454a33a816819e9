"""Small real bots for the tests."""

import asyncio
import io
import struct
import zlib
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

Itx = discord.Interaction
Step = Callable[[Itx], Coroutine[Any, Any, Any]]


class QuietBot(discord.Client):
    """Logs in and remembers what it heard."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(intents=intents or discord.Intents.default(), guild_ready_timeout=0.1, **options)
        self.heard: list[discord.Message] = []
        self.resumed = asyncio.Event()
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        if self.tree.get_commands():
            await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def on_resumed(self) -> None:
        self.resumed.set()


class StepBot(QuietBot):
    """Has one command, ``do``, that takes the step a test gives it; errors are kept for the test to read."""

    def __init__(self, step: Step | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.step = step
        self.errors: list[Exception] = []
        self.tree.add_command(app_commands.Command(name="do", description="Do it", callback=self._do))
        self.tree.error(self._failed)

    async def _do(self, interaction: Itx) -> None:
        assert self.step is not None
        await self.step(interaction)

    async def _failed(self, interaction: Itx, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))


def button(label: str, step: Step, *, custom_id: str, **options: Any) -> discord.ui.View:
    """A view with one button."""
    view = discord.ui.View(timeout=None)
    item: discord.ui.Button[discord.ui.View] = discord.ui.Button(label=label, custom_id=custom_id, **options)
    setattr(item, "callback", step)  # noqa: B010 - discord.py lets a plain function be one; its types do not
    return view.add_item(item)


def picture(width: int = 2, height: int = 3) -> bytes:
    """A real PNG, all grey."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def file(name: str = "table.png", **options: Any) -> discord.File:
    return discord.File(io.BytesIO(picture()), name, **options)


def text_channel(bot: discord.Client, name: str = "table-1") -> discord.TextChannel:
    found = discord.utils.get(bot.guilds[0].text_channels, name=name)
    assert found is not None
    return found
