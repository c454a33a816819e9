"""The two other processes of the load: the embedded server, and the bot on it."""

import asyncio
import json
import os
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.whole.test_kill import free_port

Json = dict[str, Any]

LONGEST_LINE: Final = 1 << 26
END_S: Final = 30.0


def raise_file_limit() -> None:
    """Every connection is an open file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server:
    """``bench.load_server``, asked one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._turn = asyncio.Lock()
        self.address = ""
        self.bot_token = ""

    @classmethod
    @asynccontextmanager
    async def started(cls) -> "AsyncIterator[Server]":
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.load_server"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        server = cls(process)
        where = await server._answer()
        server.address, server.bot_token = where["address"], where["token"]
        yield server
        assert process.stdin is not None
        process.stdin.close()
        await asyncio.wait_for(process.wait(), END_S)

    async def ask(self, what: str) -> Json:
        assert self._process.stdin is not None
        async with self._turn:
            self._process.stdin.write(f"{what}\n".encode())
            return await self._answer()

    async def _answer(self) -> Json:
        assert self._process.stdout is not None
        answer: Json = json.loads(await self._process.stdout.readline())
        return answer


class Bot:
    """``python -m bot``. It logs what goes wrong."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self._port = port

    @classmethod
    @asynccontextmanager
    async def started(cls, server: Server, folder: Path, idle_min: float) -> "AsyncIterator[Bot]":
        port = free_port()
        settings = {
            "SANDBOX_URL": server.address,
            "DISCORD_TOKEN": server.bot_token,
            "DATABASE": str(folder / "levee.db"),
            "LOG_LEVEL": "ERROR",
            "IDLE_AFTER": str(idle_min),
            "HEALTH_PORT": str(port),
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"), env={**os.environ, **settings}, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        await process.stdout.readline()  # it says so when it is ready
        yield cls(process, port)
        process.terminate()
        await asyncio.wait_for(process.wait(), END_S)

    def memory_mib(self) -> float:
        """What is resident; where the system does not say, 0."""
        status = Path(f"/proc/{self._process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")), 0.0)

    async def tables_in_memory(self) -> float:
        async with (
            aiohttp.ClientSession() as http,
            http.get(f"http://127.0.0.1:{self._port}/metrics") as asked,
        ):
            figures = dict(
                line.rsplit(" ", 1) for line in (await asked.text()).splitlines() if line[0] != "#"
            )
        return float(figures["levee_awake_tables"])
