"""The real bot on the embedded server, and people at its tables."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import Levee, create_bot
from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join, StartBot, api, join, recorder, sandbox, start_bot
from tests.sandbox.person import Person
from tests.whole.installation import Installation
from tests.whole.playing import NAMES

__all__ = ["api", "join", "levee", "people", "recorder", "sandbox", "start_bot"]


@pytest.fixture(autouse=True)
def nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No test leaves an error in the log."""
    yield
    wrong = [each.getMessage() for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
    assert wrong == []


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "levee.db"


@pytest.fixture
async def levee(start_bot: StartBot, database: Path) -> Levee:
    """Without a pace, so that every change is shown as soon as it can be."""
    bot = create_bot({"DATABASE": database, "EDIT_PACE": 0})
    await start_bot(bot)
    return bot


@pytest.fixture
async def people(levee: Levee, join: Join) -> list[Person]:
    """Five, in the order of their seats."""
    return [await join(name) for name in NAMES]


@pytest.fixture
async def elsewhere(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Installation]:
    """``python -m bot`` on the embedded server of this process, not yet started.

    Its token is in the environment, as any other.
    """
    settings = {"DISCORD_TOKEN": sandbox.bot_token, "SANDBOX_URL": sandbox.address}
    installation = Installation(tmp_path, **settings)
    yield installation
    await installation.end()
