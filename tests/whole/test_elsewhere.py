"""``python -m bot`` in a process of its own, on the embedded server of this one."""

import random
import signal
from pathlib import Path

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join
from tests.whole.installation import Installation
from tests.whole.playing import NAMES, play, seated


async def test_people_play_with_it_and_it_comes_back(
    elsewhere: Installation, join: Join, sandbox: Sandbox
) -> None:
    await elsewhere.start()
    players = await seated([await join(name) for name in NAMES[:3]])
    dice = random.Random(1)
    await play(players, dice, acts=10)
    code, _ = await elsewhere.end(signal.SIGKILL)
    assert code == -signal.SIGKILL
    await elsewhere.start()
    for player in players:
        await player.open_hand()
    await play(players, dice, acts=10)
    code, seconds = await elsewhere.end()
    assert code == 0
    assert seconds < 5
    assert sandbox.bot_token not in elsewhere.log
    assert " ERROR " not in elsewhere.log


async def test_a_token_of_another_server(sandbox: Sandbox, tmp_path: Path) -> None:
    installation = Installation(tmp_path, DISCORD_TOKEN="a.b.c", SANDBOX_URL=sandbox.address)
    await installation.launch()
    assert await installation.exit_code() == 1
    assert f"{sandbox.address} refused DISCORD_TOKEN" in installation.log
    assert "Traceback" not in installation.log
