"""``python -m bot.sandbox``: the embedded server alone, for a bot that runs in another process."""

import argparse
import asyncio
import signal
import sqlite3
import sys
from pathlib import Path

from bot.sandbox.server import Sandbox


async def run(world: Path | None, port: int) -> None:
    """Until SIGINT or SIGTERM; says first what the bot needs and where people play.

    Raises OSError or sqlite3.Error.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    sandbox = Sandbox(world)
    try:
        await sandbox.start(port=port)
        print(f"# The bot's settings; people play at {sandbox.invite_url}")
        print(f"SANDBOX_URL={sandbox.address}")
        print(f"DISCORD_TOKEN={sandbox.bot_token}", flush=True)
        await stop.wait()
    finally:
        await sandbox.close()


def port(text: str) -> int:
    if not 0 <= int(text) <= 65535:
        raise ValueError
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description=__doc__)
    parser.add_argument("--port", type=port, default=8420, help="0 takes any free one (default: 8420)")
    parser.add_argument("--world", type=Path, help="the file that keeps the world (default: in memory)")
    asked = parser.parse_args()
    try:
        asyncio.run(run(asked.world, asked.port))
    except (OSError, sqlite3.Error) as fault:
        print(f"The embedded server cannot start: {fault}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
