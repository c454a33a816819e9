"""Neither the log, at any level and whatever goes wrong, nor what can be downloaded tells anything secret."""

import asyncio
import gzip
import io
import json
import logging
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import Levee
from bot.logs import Discreet, note_stray
from engine.cards import Card, parse_cards
from tests.sandbox.person import Person
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.knowledge import cards_in
from tests.whole.playing import NAMES, play, seated

ACE, KING = parse_cards("AhKd")


class Told:
    """What was logged as we write it, and as any program would by itself."""

    def __init__(self) -> None:
        self.handlers = [logging.StreamHandler(io.StringIO()) for _ in range(2)]
        self.handlers[0].setFormatter(Discreet("%(name)s %(message)s"))

    @property
    def ours(self) -> str:
        return str(self.handlers[0].stream.getvalue())

    @property
    def plain(self) -> str:
        return str(self.handlers[1].stream.getvalue())


@pytest.fixture
def told() -> Iterator[Told]:
    told, root = Told(), logging.getLogger()
    # the formatted fault is kept with the record: ours must not see what the plain one made of it
    for handler in told.handlers:
        handler.addFilter(lambda record: setattr(record, "exc_text", None) or True)
        root.addHandler(handler)
    yield told
    for handler in told.handlers:
        root.removeHandler(handler)


@pytest.fixture(autouse=True)
def nothing_goes_wrong() -> None:
    """Here it does, on purpose."""


def secrets_of(installation: Installation) -> set[str]:
    """Whatever in its files must not be in its log: proofs, tokens, and what people wrote to cut."""
    with closing(sqlite3.connect(installation.database)) as levee:
        found = {value for row in levee.execute("SELECT secret, salt FROM proof") for value in row}
    with closing(sqlite3.connect(installation.folder / "var" / "sandbox.db")) as world:
        documents = [json.loads(body) for (body,) in world.execute("SELECT body FROM document")]
    texts = {doc["token"] for doc in documents if isinstance(doc, dict) and doc.get("token")}
    return texts | {form for value in found for form in (value.hex(), repr(value)[2:-1])}


def shown(log: str, secrets: set[str]) -> list[str]:
    """The secrets and the cards that ``log`` tells."""
    return [*sorted(secret for secret in secrets if secret in log), *sorted(cards_in(log))]


async def test_a_sitting_logged_at_the_lowest_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, where asyncio tells of its calls too."""
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")
    installation = Installation(tmp_path, LOG_LEVEL="DEBUG")
    await installation.start()
    people = [await Person.join(installation, name) for name in NAMES[:3]]
    await play(await seated(people), random.Random(3), acts=14)
    await people[0].slash("table-1", "table close")
    for person in people:
        await person.close()
    code, _ = await installation.end()
    secrets = secrets_of(installation)
    assert code == 0
    assert len(secrets) > 20
    assert " bot.moves " in installation.log
    assert shown(installation.log, secrets) == []
    assert installation.invite_url not in installation.log
    planted = f"{installation.log} {max(secrets)} p1 play Ah"
    assert shown(planted, secrets) == [max(secrets), "Ah"]


@pytest.mark.parametrize(
    "address",
    [
        "POST {base}/api/v10/webhooks/145607444398080000/{token}/messages/@original was not taken",
        "url='{base}/api/v10/interactions/145607444398080000/{token}/callback'",
        "GET {base}/play/{token}",
        "{base}/join/{token}, message='x'",
        "{base}/page/ws?token={token}&x=1",
    ],
)
def test_tokens_in_addresses(told: Told, address: str) -> None:
    """With that of an interaction a hand can be read, with that of a link one is somebody else."""
    token, base = "aW50ZXJhY3Rpb246-_" * 4, "http://127.0.0.1:1"
    logging.getLogger("discord.http").warning("%s", address.format(base=base, token=token))
    assert token in told.plain
    assert token not in told.ours
    assert told.ours.strip() == f"discord.http {address.format(base=base, token='…')}"


FAULTS = (KeyError(ACE), ValueError(f"p1 holds {ACE}"), AssertionError(str(ACE)))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_our_own_faults(
    levee: Levee, people: list[Person], told: Told, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """They name the place where it happened, and not the card at which."""

    def fails(*_: object) -> None:
        raise fault

    await seated(people)
    monkeypatch.setattr("bot.presses.read_action", fails)
    said = (await people[0].slash("table-1", "stay")).text
    assert "my mistake" in said.lower()
    assert not cards_in(said)
    assert "Ah" in told.plain
    assert "our mistake in act" in told.ours
    assert f"in fails\n    raise fault\n{type(fault).__name__}\n" in told.ours
    assert not cards_in(told.ours)


async def test_faults_that_nobody_waits_for(told: Told) -> None:
    loop = asyncio.get_running_loop()
    note_stray(loop)

    async def fails(card: Card) -> None:
        raise KeyError(card)

    task = asyncio.create_task(fails(ACE))
    await asyncio.wait({task})
    del task
    loop.call_soon(lambda card: {}[card], KING)
    await until(lambda: told.ours.count("nobody waited") == 2)
    assert told.ours.count("KeyError\n") == 2
    assert not cards_in(told.ours)
    assert cards_in(told.plain) == {"Ah", "Kd"}


async def files_of(person: Person, message: dict[str, Any] | None) -> str:
    """What a message says, and all that can be downloaded from it."""
    assert message is not None
    texts = [json.dumps(message, ensure_ascii=False)]
    async with aiohttp.ClientSession(person.address) as http:
        for file in message["attachments"]:
            async with http.get(file["url"]) as response:
                content = await response.read()
            packed = file["filename"].endswith(".gz")
            texts.append((gzip.decompress(content) if packed else content).decode(errors="replace"))
    return "\n".join(texts)


ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("ledger export", {}),
    ("ledger show", {}),
    ("ledger explain", {"deal": 1}),
    ("ledger verify", {}),
    ("privacy export", {}),
    ("record file", {}),
    ("record show", {}),
    ("fair", {"deal": 1}),
    ("stats", {}),
    ("table show", {}),
)


async def test_nothing_can_be_had_before_the_deal_is_over(levee: Levee, people: list[Person]) -> None:
    """By the owner of the server, who may do all that staff may. In the first deal no card is over yet."""
    await play(await seated(people), random.Random(2), acts=8)
    (table,) = levee.tables
    assert table.secret is not None
    assert table.sitting is not None
    public = {str(table.sitting.observe(None).turn_up)} | {
        card for step in table.steps if (cards := step.action.told()) for card in cards_in(str(cards))
    }
    secret, salt = table.secret.secret.hex(), table.secret.salt.hex()
    for name, options in ASKED:
        outcome = await people[0].slash("table-1", name, **options)
        text = await files_of(people[0], outcome.message)
        assert cards_in(text) <= public, name
        assert secret not in text, name
        assert salt not in text, name
