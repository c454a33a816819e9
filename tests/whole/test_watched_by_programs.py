"""What other programs may ask of the bot and what its log says, over a real connection."""

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import Levee, create_bot
from bot.health import open_on
from bot.sandbox import Sandbox
from tests.sandbox.person import Person
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.playing import lines_of, play, seated
from tests.whole.test_kill import free_port

MOVE = re.compile(r"table=\d+ seq=\d+ seat=(d|p\d) verb=[a-z+-]+ outcome=[A-Za-z.-]+ ms=\d+\.\d")

STRANGE: tuple[dict[str, str], ...] = (
    {"Host": "rebound.example:1"},
    {"Host": "127.0.0.1.example"},
    {"Origin": "http://evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


class Asked:
    def __init__(self, port: int, session: aiohttp.ClientSession) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self._session = session

    async def text(self, path: str, **headers: str) -> tuple[int, str]:
        async with self._session.get(self.address + path, headers=headers) as response:
            return response.status, await response.text()

    async def figures(self) -> dict[str, float]:
        """By name, or by name and label."""
        _, text = await self.text("/metrics")
        return {
            " ".join([sample.name, *sample.labels.values()]): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }


@pytest.fixture
async def asked(levee: Levee) -> AsyncIterator[Asked]:
    port = free_port()
    async with open_on(port, levee), aiohttp.ClientSession() as session:
        yield Asked(port, session)


async def test_well_only_while_gateway_and_database_are(
    levee: Levee, asked: Asked, sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "discord.client")  # it says that it finds no gateway
    assert await asked.text("/healthz") == (200, "ok")
    lost = asyncio.create_task(levee.wait_for("disconnect", timeout=20))
    await asyncio.sleep(0)
    await sandbox.gateway.drop()
    await lost
    await until(lambda: levee.is_connected)
    assert await asked.text("/healthz") == (200, "ok")
    await sandbox.close()
    await until(lambda: not levee.is_connected)
    assert await asked.text("/healthz") == (503, "no gateway")
    await levee.database.close()
    assert await asked.text("/healthz") == (503, "no gateway, no database")
    assert (await asked.figures())["levee_gateway_connected"] == 0


async def test_not_well_before_it_has_started(tmp_path: Path) -> None:
    bot, port = create_bot({"DATABASE": tmp_path / "levee.db"}), free_port()
    async with open_on(port, bot), aiohttp.ClientSession() as session:
        asked = Asked(port, session)
        assert await asked.text("/healthz") == (503, "no gateway, no database")
        assert (await asked.figures())["levee_open_tables"] == 0


async def test_a_program_of_its_own(tmp_path: Path) -> None:
    """Well once it is ready; another one is refused the port with a sentence; it ends in time."""
    port = free_port()
    first = Installation(tmp_path / "one", HEALTH_PORT=str(port))
    second = Installation(tmp_path / "two", HEALTH_PORT=str(port))
    first.folder.mkdir()
    second.folder.mkdir()
    await first.start()
    async with aiohttp.ClientSession() as session:
        asked = Asked(port, session)
        assert await asked.text("/healthz") == (200, "ok")
        await second.launch()
        assert await second.exit_code() == 1
        code, seconds = await first.end()
    assert second.log.startswith(f"HEALTH_PORT={port} is taken")
    assert second.log.count("\n") == 1
    assert code == 0
    assert seconds < 5


async def test_figures_of_an_evening(
    levee: Levee, people: list[Person], asked: Asked, sandbox: Sandbox
) -> None:
    before = await asked.figures()
    players = await seated(people)
    await play(players, random.Random(3), acts=12)
    after = await asked.figures()

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown("levee_moves_total bourre") >= 12
    assert grown("levee_acknowledgement_seconds_count") >= 12
    assert grown("levee_commit_seconds_count") >= grown("levee_moves_total bourre")
    assert after["levee_open_tables"] == 1
    assert after["levee_gateway_connected"] == 1


async def test_what_is_refused_is_counted(levee: Levee, people: list[Person], asked: Asked) -> None:
    before = (await asked.figures()).get("levee_refusals_total refused.no-table", 0)
    await people[0].slash("lounge", "table start")
    assert (await asked.figures())["levee_refusals_total refused.no-table"] == before + 1


async def test_what_discord_does_not_grant_is_counted(levee: Levee, asked: Asked) -> None:
    before = (await asked.figures()).get("levee_discord_errors_total 404", 0)
    with pytest.raises(Exception, match="404"):
        await levee.fetch_channel(1)
    assert (await asked.figures())["levee_discord_errors_total 404"] == before + 1


async def test_only_under_its_own_name_and_only_what_there_is(levee: Levee, asked: Asked) -> None:
    for path in ("/healthz", "/metrics", "/"):
        for headers in STRANGE:
            assert (await asked.text(path, **headers))[0] == 403
    assert (await asked.text("/"))[0] == 404


async def test_figures_name_nobody(levee: Levee, people: list[Person], asked: Asked) -> None:
    players = await seated(people)
    await play(players, random.Random(4), acts=5)
    _, text = await asked.text("/metrics")
    (table,) = levee.tables
    assert not any(str(row.user_id) in text or row.name in text for row in table.row.seats)
    assert str(table.row.channel_id) not in text


async def test_a_line_a_move(levee: Levee, people: list[Person], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.moves")
    players = await seated(people)
    await play(players, random.Random(5), acts=30)
    (table,) = levee.tables
    async with table.lock:
        lines = [each.getMessage() for each in caplog.records if each.name == "bot.moves"]
        assert all(MOVE.fullmatch(line) for line in lines)
        stored = [int(line.split()[1].removeprefix("seq=")) for line in lines if "outcome=stored" in line]
        assert stored == sorted(set(stored)), "each move once"
        assert stored[-1] == table.seq
    acts = [line for line in await lines_of(levee) if line.startswith("p")]
    assert len([line for line in lines if " seat=p" in line and "outcome=stored" in line]) == len(acts)
