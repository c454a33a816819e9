"""``python -m bot.sandbox``: the server in a process of its own."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

from bot.sandbox import Sandbox, point_discord_at
from tests.sandbox.bots import StepBot
from tests.sandbox.person import Person
from tests.sandbox.waiting import until

ROOT = Path(__file__).parents[2]
SAYS = re.compile(
    r"# .* people play at (?P<invite_url>\S+)\nSANDBOX_URL=(?P<address>\S+)\nDISCORD_TOKEN=(?P<token>\S+)\n"
)


class Elsewhere:
    """What the other process said of itself."""

    def __init__(self, said: str) -> None:
        found = SAYS.fullmatch(said)
        assert found is not None, said
        self.invite_url, self.address, self.token = found.group("invite_url", "address", "token")


async def started(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.sandbox", *arguments),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_a_bot_and_a_person_find_it(tmp_path: Path) -> None:
    process = await started("--port", "0", "--world", str(tmp_path / "world.db"))
    assert process.stdout is not None
    async with asyncio.timeout(30):
        said = [(await process.stdout.readline()).decode() for _ in range(3)]
    server = Elsewhere("".join(said))
    bot = StepBot(lambda interaction: interaction.response.send_message("here"))
    with point_discord_at(server.address):
        running = asyncio.create_task(bot.start(server.token))
        await until(bot.is_ready)
        ana = await Person.join(server, "Ana")
        assert (await ana.slash("lounge", "do")).text == "here"
        await ana.close()
        await bot.close()
        await running
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 20) == 0
    assert (tmp_path / "world.db").exists()


async def test_a_port_that_is_taken(sandbox: Sandbox) -> None:
    process = await started("--port", sandbox.address.rpartition(":")[2])
    out, err = await asyncio.wait_for(process.communicate(), 30)
    assert (process.returncode, out) == (1, b"")
    assert err.startswith(b"The embedded server cannot start: ")
    assert err.count(b"\n") == 1
