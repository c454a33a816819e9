"""Whatever Discord should send: the bot outlives it, nothing has happened, and the next command works."""

import copy
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import Levee
from bot.sandbox import Sandbox
from tests.sandbox.junk import ANYTHING, at_a_server, sendable, spoilt
from tests.sandbox.person import Person
from tests.whole.playing import seated

Json = dict[str, Any]
EVENTS = (
    "CHANNEL_CREATE",
    "CHANNEL_DELETE",
    "CHANNEL_UPDATE",
    "GUILD_CREATE",
    "GUILD_DELETE",
    "GUILD_MEMBER_REMOVE",
    "GUILD_ROLE_UPDATE",
    "GUILD_UPDATE",
    "INTERACTION_CREATE",
    "MESSAGE_CREATE",
    "MESSAGE_DELETE",
    "MESSAGE_DELETE_BULK",
    "MESSAGE_REACTION_ADD",
    "MESSAGE_UPDATE",
    "THREAD_CREATE",
    "THREAD_DELETE",
    "TYPING_START",
    "USER_UPDATE",
    "NO_SUCH_EVENT",
)


KINDS = ("hand", "rules", "typing", "button", "MESSAGE_CREATE", "MESSAGE_DELETE")


@pytest.fixture(autouse=True)
def nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """discord.py may tell what it could not read; we, and asyncio of us, have nothing to tell."""
    yield
    errors = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
    assert [each.getMessage() for each in errors if not each.name.startswith("discord.")] == []


def send(sandbox: Sandbox, event: str, data: Any) -> None:
    (session,) = sandbox.gateway.sessions.values()
    session.dispatch(event, data)


async def still_serves(person: Person) -> None:
    assert (await person.slash("lounge", "hand")).text.startswith("There is no table in this channel")


@pytest.fixture
async def heard(levee: Levee, sandbox: Sandbox, people: list[Person]) -> dict[str, Json]:
    """What the bot heard of people who ask for what changes nothing, by what they did."""
    players = await seated(people[:2])
    (session,) = sandbox.gateway.sessions.values()
    dispatch, told = session.dispatch, []
    session.dispatch = lambda event, data: (told.append((event, data)), dispatch(event, data))[1]  # type: ignore[method-assign]
    ana = people[0]
    await ana.slash("table-1", "hand")
    await ana.slash("table-1", "rules", topic="ante")
    await ana.autocomplete("table-1", "play", "cards", "A")
    panel = await players[0].open_hand()
    await ana.click(panel, custom_id=f"table:{next(iter(levee.tables)).id}:hand")
    await ana.delete(await ana.say("table-1", "hello"))
    session.dispatch = dispatch  # type: ignore[method-assign]
    kinds = ["hand", "rules", "typing", "panel", "button"]
    asked = [data for event, data in told if event == "INTERACTION_CREATE"]
    return dict(zip(kinds, asked, strict=True)) | {
        event: data for event, data in told if event != "INTERACTION_CREATE"
    }


def state(levee: Levee) -> Any:
    """Of the tables: how far they are and who sits there. Where hands and tables are shown may change."""
    return [
        (table.seq, table.row.state, [(seat.user_id, seat.computer) for seat in table.row.seats])
        for table in levee.tables
    ]


@at_a_server
@given(event=st.sampled_from(EVENTS), data=ANYTHING)
async def test_any_payload(
    levee: Levee, sandbox: Sandbox, heard: dict[str, Json], people: list[Person], event: str, data: Any
) -> None:
    before = state(levee)
    send(sandbox, event, sendable(data))
    await still_serves(people[1])
    assert state(levee) == before


@at_a_server
@given(
    data=st.data(),
    kind=st.sampled_from(KINDS),
)
async def test_spoilt_payloads(
    levee: Levee,
    sandbox: Sandbox,
    heard: dict[str, Json],
    people: list[Person],
    data: st.DataObject,
    kind: str,
) -> None:
    before = state(levee)
    payload = copy.deepcopy(heard[kind])
    payload["id"] = str(sandbox.world.ids.next())
    event = kind if kind.isupper() else "INTERACTION_CREATE"
    send(sandbox, event, sendable(data.draw(spoilt(payload))))
    await still_serves(people[1])
    assert state(levee) == before


async def test_a_command_that_is_no_longer_there(
    levee: Levee, sandbox: Sandbox, people: list[Person]
) -> None:
    """A client shows for a while what was registered before."""
    ana = people[0]
    known = sandbox.world.commands[0]
    hand = next(command for command in known if command["name"] == "hand")
    since = len(ana.seen)
    sandbox.world.set_commands(0, [*known, {**hand, "name": "paw", "id": "77"}])
    await ana.wait_for(lambda frame: frame["t"] == "commands_update", since=since)
    assert "I have no such command any more" in (await ana.slash("lounge", "paw")).text
