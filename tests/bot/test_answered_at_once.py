"""Every interaction is acknowledged before anything else is done, and answered to its author alone."""

import pytest
import simcord
from evening import Evening

DEFERRED, DEFERRED_UPDATE, FORM = 5, 6, 9
ONLY_YOU = 64

COMMANDS: dict[str, dict[str, object]] = {
    "hand": {},
    "stay": {},
    "pass": {},
    "draw": {"discard": "2h"},
    "play": {"cards": "nonsense"},
    "claim": {},
    "retract": {},
    "abandon": {},
    "waive": {},
    "announce": {"kind": "bura"},
    "carre": {},
    "decline": {},
    "open": {"total": 5},
    "call": {},
    "raise": {"total": 5},
    "fold": {},
    "done": {},
    "refill": {"answer": "yes"},
    "table open": {"game": "bourre", "rules": "nonsense"},
    "table join": {},
    "table fill": {},
    "table start": {},
    "table show": {},
    "table leave": {},
    "table substitute": {"out": "Zoe", "in": "Zoe"},
    "table pause": {},
    "table resume": {},
    "table close": {},
    "season create": {"name": "Winter"},
    "season join": {},
    "season leave": {},
    "season show": {},
    "season list": {},
    "season schedule": {},
    "season close": {},
    "season correct": {"table": 1, "reason": "Misdealt"},
    "record show": {},
    "record file": {},
    "fair": {"deal": 1},
    "ledger show": {},
    "ledger explain": {"deal": 1},
    "ledger verify": {},
    "ledger export": {},
    "standings": {"file": "csv"},
    "stats": {},
    "head-to-head": {"player": "Zoe"},
    "privacy export": {},
    "privacy forget": {},
    "rules": {},
    "help": {},
}


def first_request(evening: Evening, since: int) -> tuple[str, dict[str, object]]:
    request = evening.env.http_requests[since]
    assert isinstance(request.json, dict)
    return request.path, request.json


def test_every_command_is_here(evening: Evening) -> None:
    offered = evening.players[0].available_commands(evening.channel)
    assert set(offered) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command(evening: Evening, name: str) -> None:
    await evening.start()
    since = len(evening.env.http_requests)
    options = {key: evening.bystander if value == "Zoe" else value for key, value in COMMANDS[name].items()}
    said = await evening.turn().slash(evening.channel, name, **options)
    path, body = first_request(evening, since)
    assert path.endswith("/callback")
    assert body["type"] == DEFERRED
    assert body["data"] == {"flags": ONLY_YOU}
    assert said.response is not None
    assert said.response.ephemeral
    message = said.response
    assert message.content or message.embeds, "nobody is left with “thinking …”"
    assert not message.flags.loading


async def test_a_command_for_the_channel(evening: Evening) -> None:
    since = len(evening.env.http_requests)
    said = await evening.bystander.slash(evening.channel, "standings")
    path, body = first_request(evening, since)
    assert path.endswith("/callback")
    assert body == {"type": DEFERRED}
    assert said.response is not None
    assert not said.response.ephemeral
    assert said.response.embeds


@pytest.mark.parametrize("label", ["My hand", "Let me cut", "Pause", "Stay", "Pass"])
async def test_a_button_of_the_table(evening: Evening, label: str) -> None:
    await evening.start()
    since = len(evening.env.http_requests)
    await evening.turn().click(evening.table_message(), label=label)
    path, body = first_request(evening, since)
    assert path.endswith("/callback")
    assert body["type"] == DEFERRED
    assert body["data"] == {"flags": ONLY_YOU}


async def test_a_button_of_a_panel_changes_the_panel(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    panel = await evening.panel(member)
    since = len(evening.env.http_requests)
    before = len(own_messages(evening, member))
    await member.click(panel, custom_id=f"act:{evening.table.id}:{evening.table.seq}:stay")
    path, body = first_request(evening, since)
    assert path.endswith("/callback")
    assert body["type"] == DEFERRED_UPDATE
    assert len(own_messages(evening, member)) == before, "no second panel"


def own_messages(evening: Evening, member: simcord.MemberActor) -> list[object]:
    return [message for message in evening.channel.history(viewer=member) if message.flags.ephemeral]


async def test_the_form_of_the_cut_comes_at_once(evening: Evening) -> None:
    await evening.open()
    for member in evening.players:
        await member.click(evening.table_message(), label="Let me cut")
    await evening.players[0].slash(evening.channel, "table start")
    since = len(evening.env.http_requests)
    await evening.bystander.click(evening.table_message(), label="Cut")
    path, body = first_request(evening, since)
    assert path.endswith("/callback")
    assert body["type"] == FORM
