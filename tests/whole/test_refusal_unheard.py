"""A refusal that Discord does not take: nothing was done, so there is nothing wrong either."""

import logging

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from tests.sandbox.person import Person
from tests.sandbox.waiting import until
from tests.whole.playing import CHANNEL

ANSWER = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


async def test_a_refusal_that_is_not_taken(
    levee: Levee, people: list[Person], sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    sandbox.faults.cut(method="PATCH", route=ANSWER)
    data = people[0].command_data("hand", {})
    asked = {"type": 2, "channel_id": people[0].channel(CHANNEL), "data": data}
    await people[0].request("POST", "/interactions", asked)
    await until(lambda: "Discord did not take an answer" in caplog.text)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    sandbox.faults.clear()
    assert "There is no table in this channel" in (await people[0].slash(CHANNEL, "hand")).text
