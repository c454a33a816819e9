"""The check against Discord's own description must be able to fail."""

import pytest

from bot.sandbox import Sandbox
from tests.sandbox.api import Api
from tests.sandbox.bots import QuietBot, file, text_channel
from tests.sandbox.conftest import StartBot
from tests.sandbox.recorder import SPECIFICATION, Exchange, Recorder

needs_description = pytest.mark.skipif(
    not SPECIFICATION.exists(), reason="Discord's API description is not beside this repository"
)


@needs_description
async def test_all_reads_fit_the_description(sandbox: Sandbox, api: Api, recorder: Recorder) -> None:
    world = sandbox.world
    channel = next(iter(world.channels))
    paths = ["/users/@me", f"/users/{world.bot_id}", "/oauth2/applications/@me", "/gateway", "/gateway/bot"]
    paths += [f"/guilds/{world.home.id}{rest}" for rest in ("", "/channels", "/roles", "/threads/active")]
    paths += [f"/guilds/{world.home.id}/members/{world.bot_id}", f"/channels/{channel}"]
    paths += [f"/guilds/{world.home.id}?with_counts=1", f"/guilds/{world.home.id}/members?limit=5"]
    for path in paths:
        assert (await api("GET", path)).status == 200
    assert len(recorder.exchanges) == len(paths)
    assert recorder.faults() == []


@needs_description
def test_faults_are_found() -> None:
    recorder = Recorder()
    recorder.exchanges = [
        Exchange("GET", "/users/@me", None, 200, {"id": "1"}),
        Exchange("POST", "/channels/1/messages", {"embeds": "x"}, 200, None),
        Exchange("GET", "/users/@me", None, 401, {"id": "1"}),
    ]
    faults = recorder.faults()
    assert any("'username' is a required property" in fault for fault in faults)
    assert any("POST /channels/1/messages: sent ['embeds']" in fault for fault in faults)


@needs_description
async def test_forms_with_files_are_checked_too(start_bot: StartBot, recorder: Recorder) -> None:
    bot = await start_bot(QuietBot())
    await text_channel(bot).send("x", file=file(description="the table"))
    exchange = recorder.exchanges[-1]
    assert exchange.sent["attachments"] == [{"id": 0, "filename": "table.png", "description": "the table"}]
    assert recorder.faults() == []
