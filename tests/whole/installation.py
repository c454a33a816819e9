"""``python -m bot`` in a folder and a process of its own, to be ended, killed and started again."""

import asyncio
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 60.0
OPEN: Final = "Levée is open at "
READY: Final = "Levée is ready."


class Installation:
    """``port`` 0 is any at first, then that of last time. ``invite_url`` holds once it has ``started``.

    ``settings`` are those of ``.env.example`` besides the port. With SANDBOX_URL it has no page of its own
    and so no ``invite_url``.
    """

    def __init__(self, folder: Path, port: int = 0, **settings: str) -> None:
        self.folder = folder
        self.settings = settings
        self.port = port
        self.invite_url = ""
        self._process: asyncio.subprocess.Process | None = None

    @property
    def database(self) -> Path:
        return self.folder / "var" / "levee.db"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def address(self) -> str:
        return self.invite_url.partition("/join/")[0]

    @property
    def log(self) -> str:
        """What all starts have written to standard error."""
        return (self.folder / "log").read_text("utf-8")

    async def launch(self) -> None:
        """Start it without waiting until it can be reached."""
        with (self.folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot"),
                cwd=self.folder,
                env=self._surroundings(),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def started(self) -> None:
        """Wait until it prints that, or where, people can play."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), PATIENCE_S)).decode().strip()
        assert line.startswith((OPEN, READY)), f"{line!r} {self.log}"
        self.invite_url = line.removeprefix(OPEN) if line != READY else ""

    async def start(self) -> None:
        await self.launch()
        await self.started()

    async def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Send a signal: the exit code, and the seconds it took to end."""
        assert self._process is not None
        began = time.monotonic()
        if self._process.returncode is None:
            self._process.send_signal(number)
        code = await asyncio.wait_for(self._process.wait(), PATIENCE_S)
        return code, time.monotonic() - began

    async def exit_code(self) -> int:
        """Wait until it ends by itself."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), PATIENCE_S)

    async def data(self, *words: str) -> str:
        """What ``python -m data`` prints there, standard error included."""
        asking = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "data", *words),
            cwd=self.folder,
            env=self._surroundings(),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await asyncio.wait_for(asking.communicate(), PATIENCE_S)
        return said.decode()

    def _surroundings(self) -> dict[str, str]:
        """The environment, without the settings of whoever runs the tests."""
        ours = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE)
        rest = {name: value for name, value in os.environ.items() if name not in ours}
        return {**rest, **self.settings, "SANDBOX_PORT": str(self.port), "PYTHONPATH": str(ROOT)}
