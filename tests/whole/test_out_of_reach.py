"""The bot is told to end while Discord cannot be reached."""

import re
from pathlib import Path

from bot.sandbox import Sandbox
from tests.sandbox.waiting import until
from tests.whole.installation import Installation

LONG_S = 6.0


async def test_it_ends_in_time_while_it_waits_to_try_again(tmp_path: Path) -> None:
    """Between its tries it waits longer and longer."""
    sandbox = Sandbox(None, rate_limits=False)
    await sandbox.start()
    bot = Installation(tmp_path, SANDBOX_URL=sandbox.address, DISCORD_TOKEN=sandbox.bot_token)
    await bot.start()
    await sandbox.close()

    def waits_long() -> bool:
        waits = re.findall(r"reconnect in (\d+\.\d+)s", bot.log)
        return any(float(wait) > LONG_S for wait in waits[-1:])

    await until(waits_long, 120)
    code, seconds = await bot.end()
    assert code == 0, bot.log
    assert seconds < 5
