"""Where Discord's limit on everything together is reached, nothing is lost, and it is not run into again."""

import asyncio
from collections import Counter
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from bot import create_bot
from bot.sandbox import Sandbox
from tests.sandbox.conftest import run_bot


async def test_who_was_refused_once_asks_slowly(tmp_path: Path) -> None:
    sandbox, answers = Sandbox(None), Counter[int]()

    @web.middleware
    async def count(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        answers[response.status] += 1
        return response

    sandbox.middlewares.append(count)
    await sandbox.start()
    at = {"SANDBOX_URL": sandbox.address, "DISCORD_TOKEN": sandbox.bot_token}
    bot = create_bot({"DATABASE": tmp_path / "levee.db", **at})
    running = await run_bot(sandbox, bot)
    channels = [channel.id for guild in bot.guilds for channel in guild.text_channels]
    try:
        for asked, refused in ((90, True), (60, False)):
            answers.clear()
            await asyncio.gather(*(bot.fetch_channel(channels[n % len(channels)]) for n in range(asked)))
            assert answers[200] == asked
            assert bool(answers[429]) is refused
    finally:
        await bot.close()
        await running
        await sandbox.close()
