"""The world goes on after a restart, however the last run ended."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import discord
import pytest

from bot.sandbox import Sandbox, point_discord_at
from bot.sandbox.store import Store
from tests.sandbox.bots import Itx, QuietBot, button, file, text_channel
from tests.sandbox.conftest import run_bot
from tests.sandbox.person import Person, Refusal
from tests.sandbox.waiting import until


class Panel(QuietBot):
    """Its button works in every run, as it is known by its custom_id."""

    def __init__(self) -> None:
        super().__init__()
        self.add_view(button("Press", self.press, custom_id="press"))
        self.tree.command(name="panel", description="Show it")(self.panel)

    async def press(self, interaction: Itx) -> None:
        await interaction.response.edit_message(content="pressed")

    async def panel(self, interaction: Itx) -> None:
        await interaction.response.send_message("hand", ephemeral=True)
        await interaction.followup.send(
            "panel", view=button("Press", self.press, custom_id="press"), file=file()
        )


async def test_everything_is_there_again(world_file: Path) -> None:
    sandbox = Sandbox(world_file, rate_limits=False)
    await sandbox.start()
    with point_discord_at(sandbox.address):
        bot = Panel()
        task = await run_bot(sandbox, bot)
        ana = await Person.join(sandbox, "Ana")
        await ana.slash("table-1", "panel")
        await ana.wait_for_message(lambda m: m["content"] == "panel")
        await ana.say("table-1", "hello")
        await (await bot.fetch_user(int(ana.id))).send("direct")
        await ana.wait_for_message(lambda m: m["content"] == "direct")
        before, history = await ana.request("GET", "/state"), await ana.messages("table-1")
        await bot.close()
        await task
    invite, token, address = sandbox.invite_url, sandbox.bot_token, sandbox.address
    await ana.close()
    await sandbox.close()

    again = Sandbox(world_file, rate_limits=False)
    await again.start()
    assert (again.invite_url, again.bot_token, again.address) == (invite, token, address)
    with point_discord_at(again.address):
        bot = Panel()
        task = await run_bot(again, bot)
        ana = await Person.come_back(again, ana.token)
        after = await ana.request("GET", "/state")
        for part in ("me", "guilds", "channels"):
            assert after[part] == before[part]
        assert [c["id"] for c in after["commands"]] == [c["id"] for c in before["commands"]]
        assert await ana.messages("table-1") == history
        assert [m["content"] for m in history] == ["hand", "panel", "hello"]
        assert (await ana.click(history[1], label="Press")).text == "pressed"
        newer = await text_channel(bot).send("new")
        assert newer.id > int(history[-1]["id"])
        await bot.close()
        await task
    await ana.close()
    await again.close()


SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.sandbox import Sandbox

async def run():
    sandbox = Sandbox(Path(sys.argv[1]))
    await sandbox.start()
    ana = sandbox.world.join("Ana")
    print(ana.token, sandbox.world.home.invite, sandbox.bot_token, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(run())
"""


async def test_a_killed_server_forgets_nothing(world_file: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(world_file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)  # noqa: ASYNC221
    assert ended.returncode == -9, ended.stderr
    player, invite, bot_token = ended.stdout.split()
    sandbox = Sandbox(world_file)
    await sandbox.start()
    assert (sandbox.world.home.invite, sandbox.bot_token) == (invite, bot_token)
    ana = await Person.come_back(sandbox, player)
    assert ana.me["global_name"] == "Ana"
    assert ana.members[ana.id]["owner"]
    with pytest.raises(Refusal, match="already has this name"):
        await Person.join(sandbox, "ana")
    await ana.close()
    await sandbox.close()


def test_the_file_is_for_its_owner_alone(world_file: Path) -> None:
    Store(world_file).close()
    assert world_file.stat().st_mode & 0o077 == 0


async def test_a_taken_port_is_left_alone(world_file: Path) -> None:
    first = Sandbox(world_file)
    await first.start()
    second = Sandbox(None)
    port = int(first.address.rsplit(":", 1)[1])
    with pytest.raises(OSError, match="address already in use"):
        await second.start(port=port)
    await second.close()
    await first.close()


async def test_discord_py_is_pointed_back(world_file: Path) -> None:
    sandbox = Sandbox(None)
    await sandbox.start()
    before = discord.http.Route.BASE
    with point_discord_at(sandbox.address):
        assert f"{sandbox.address}/api/v10" == discord.http.Route.BASE
    assert before == discord.http.Route.BASE
    await sandbox.close()


def test_who_ends_first_leaves_discord_py_to_the_other() -> None:
    before = discord.http.Route.BASE
    first, second = point_discord_at("http://127.0.0.1:1"), point_discord_at("http://127.0.0.1:2")
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert discord.http.Route.BASE == "http://127.0.0.1:2/api/v10"
    second.__exit__(None, None, None)
    assert before == discord.http.Route.BASE


async def test_closing_waits_for_nobody() -> None:
    """Clients that have stopped listening do not hold up the end."""
    sandbox = Sandbox(None)
    await sandbox.start()
    ana = sandbox.world.join("Ana")
    port = int(sandbox.address.rsplit(":", 1)[1])
    sockets = [await _deaf(port, path) for path in ("/gateway", f"/page/ws?token={ana.token}")]
    await until(lambda: sandbox.hub.open)
    began = time.monotonic()
    await sandbox.close()
    assert time.monotonic() - began < 4
    for writer in sockets:
        writer.close()


async def _deaf(port: int, path: str) -> asyncio.StreamWriter:
    """A WebSocket client that asks, and then never reads nor answers."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    headers = {
        "Host": f"127.0.0.1:{port}",
        "Origin": f"http://127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    await writer.drain()
    return writer
