"""What several people do at the same instant, and what each of them hears of it."""

import asyncio
import random
from collections.abc import Awaitable, Sequence
from typing import Any

import pytest

from bot import Levee
from bot.sandbox import Sandbox
from data import journal
from tests.sandbox.person import Person
from tests.sandbox.reading import Outcome, text_of
from tests.whole.panel import EPHEMERAL
from tests.whole.playing import Player, whose_turn

Json = dict[str, Any]

ORDERS = 2
"""Seeds with which things done at once arrive in other orders."""


@pytest.fixture(params=range(ORDERS))
def weather(request: pytest.FixtureRequest, sandbox: Sandbox) -> Sandbox:
    """Interactions overtake each other, some come twice, and what the bot asks and says takes its time."""
    dice = random.Random(request.param)
    which = {"name": "INTERACTION_CREATE", "dice": dice}
    sandbox.gateway.delay(0.04, 0.3, in_order=False, **which)
    sandbox.gateway.delay(0.01, 0.5, in_order=False, **which)
    sandbox.gateway.duplicate(0.3, **which)
    sandbox.gateway.duplicate(0.3, later_s=0.05, **which)
    sandbox.faults.slow(0.02, share=0.3, dice=dice)
    return sandbox


async def heard(person: Person, act: Awaitable[Outcome], since: int | None = None) -> str:
    """All that an interaction told its author, once it has told something."""
    seen = len(person.seen) if since is None else since
    outcome = await act
    assert outcome.status == "done", outcome
    said = await person.wait_for_message(
        lambda m: bool((m.get("interaction_metadata") or {}).get("id") == outcome.id and text_of(m)),
        since=seen,
    )
    text = text_of(said)
    assert "My mistake" not in text
    return text


async def all_heard(*acts: tuple[Person, Awaitable[Outcome]]) -> list[str]:
    """Done at once; what each of them was told, in the order of ``acts``."""
    return list(await asyncio.gather(*(heard(person, act) for person, act in acts)))


def count(texts: Sequence[str], *parts: str) -> int:
    """How many of ``texts`` hold one of ``parts``."""
    return sum(any(part in text for part in parts) for text in texts)


async def public(person: Person, channel: str) -> list[Json]:
    """The messages that everybody can see there, oldest first."""
    return [m for m in await person.messages(channel) if not m["flags"] & EPHEMERAL]


async def lines(levee: Levee, table_id: int = 1) -> list[str]:
    return [line.text for line in await journal.lines(levee.database, table_id)]


async def on_turn(players: list[Player]) -> Player:
    player = await whose_turn(players)
    assert player is not None
    return player


def state(levee: Levee) -> list[object]:
    """What no refusal may change."""
    tables = sorted(levee.tables, key=lambda table: table.id)
    return [(t.row.seats, t.row.state, t.seq, t.is_paused, t.enders, t.voters, t.cutters) for t in tables]


def forged(sandbox: Sandbox, message: Json, custom_id: str) -> Json:
    """The message as a client shows it that lets a button, its first, stand for whatever it likes."""
    stored = sandbox.world.messages[int(message["channel_id"])][int(message["id"])]
    (button, *_) = stored.components[0]["components"]
    button["custom_id"] = custom_id
    row = {**message["components"][0], "components": [{**button}]}
    return {**message, "components": [row]}
