"""``python -m bot``: the bot on Discord, or on an embedded server; without a token on one of its own."""

import asyncio
import gc
import logging
import signal
import sqlite3
import sys
from contextlib import AsyncExitStack
from dataclasses import replace

import discord

from bot import health
from bot.client import Levee
from bot.config import BadSetting, Settings
from bot.logs import note_stray, open_log
from bot.sandbox import Sandbox
from bot.shards import bot_for
from data.errors import Failing, Unusable
from data.surroundings import surroundings

log = logging.getLogger(__name__)

WORLD_FILE = "sandbox.db"
"""The embedded server's world, beside the database whose channels and players it holds."""


class CannotRun(Exception):
    """The text is one sentence for whoever started the bot."""


async def run(settings: Settings) -> None:
    """Until SIGINT or SIGTERM. Raises CannotRun or Unusable."""
    note_stray(asyncio.get_running_loop())
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    if settings.token:
        await run_bot(bot_for(settings), settings.token, stop)
    else:
        await run_embedded(settings, stop)


async def run_bot(bot: Levee, token: str, stop: asyncio.Event, ready: str = "Levée is ready.") -> None:
    """Run the bot until ``stop`` is set, saying ``ready`` when people can play.

    Raises CannotRun or Unusable.
    """
    async with bot, AsyncExitStack() as opened:
        port = bot.settings.health_port
        try:
            await opened.enter_async_context(health.open_on(port, bot))
        except OSError as fault:
            raise CannotRun(
                f"HEALTH_PORT={port} is taken ({fault.strerror}): end the other program or take another."
            ) from None
        running = asyncio.create_task(bot.start(token))
        announcing = asyncio.create_task(announce(bot, ready))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        for task in (announcing, stopping, running):
            task.cancel()  # it may start up, or wait to try again
        await asyncio.wait({running})
        await bot.close()
        if not running.cancelled():
            _result(running, bot.settings)


def _result(running: "asyncio.Task[None]", settings: Settings) -> None:
    """Why the bot ended by itself. Raises CannotRun or Unusable."""
    where = settings.sandbox_url or "Discord"
    try:
        running.result()
    except discord.LoginFailure:
        raise CannotRun(_refused(settings)) from None
    except discord.DiscordException as fault:
        raise CannotRun(f"{where} does not let the bot in: {fault}.") from None
    except Failing as fault:
        raise CannotRun(f"{settings.database} cannot be used: {fault}.") from None


def _refused(settings: Settings) -> str:
    if settings.sandbox_url:
        return f"{settings.sandbox_url} refused DISCORD_TOKEN: take the one that its server has for bots."
    return "Discord refused DISCORD_TOKEN: make a new one in the developer portal."


async def announce(bot: Levee, ready: str) -> None:
    await bot.wait_until_ready()
    print(ready, flush=True)


async def run_embedded(settings: Settings, stop: asyncio.Event) -> None:
    world = settings.database.parent / WORLD_FILE
    try:
        sandbox = Sandbox(world)
    except (OSError, sqlite3.Error) as fault:
        raise CannotRun(f"{world} cannot be used: {fault}; set DATABASE to a file of yours.") from None
    try:
        await sandbox.start(port=settings.sandbox_port)
    except OSError as fault:
        raise CannotRun(
            f"Port {settings.sandbox_port} is taken ({fault.strerror}): end the other program, "
            "or set SANDBOX_PORT=0 for any free port."
        ) from None
    try:
        bot = Levee(replace(settings, sandbox_url=sandbox.address))
        await run_bot(bot, sandbox.bot_token, stop, f"Levée is open at {sandbox.invite_url}")
    finally:
        await sandbox.close()


def collect_seldom() -> None:
    """A full collection looks through all tables, and no press is noticed meanwhile: for a tenth of a second.

    What is imported stays, and what lives as long as a request is not taken for what stays.
    """
    gc.freeze()
    gc.set_threshold(5_000, 50, 20)


def main() -> int:
    try:
        settings = Settings.read(surroundings())
        open_log(settings.log_level)
        collect_seldom()
        asyncio.run(run(settings))
    except (BadSetting, CannotRun, Unusable) as fault:
        print(fault, file=sys.stderr)
        return 1
    except Exception:
        log.exception("Levée had to end")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
