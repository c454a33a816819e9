"""Two bots share Discord's shards between them, each with a database of its own."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest

from bot import Levee, create_bot
from bot.sandbox import Sandbox, point_discord_at
from data import tables
from tests.sandbox.conftest import READY_S, Join, StartBot
from tests.sandbox.reading import components_of
from tests.sandbox.waiting import until
from tests.whole.playing import NAMES, Player, play, seated

COUNT = 2


@dataclass
class Pair:
    """``home`` has the server's shard, ``away`` the other one."""

    home: Levee
    away: Levee

    @property
    def first(self) -> Levee:
        """The one with shard 0."""
        return self.home if 0 in self.home.settings.shard_ids else self.away


@pytest.fixture(params=[0, 1], ids=["server on shard 0", "server on shard 1"])
async def sandbox(request: pytest.FixtureRequest) -> AsyncIterator[Sandbox]:
    """A server's shard follows from the millisecond in which it was founded: an even or an odd one."""

    def clock() -> float:
        return (int(time.time() * 1000) // 2 * 2 + request.param + 0.5) / 1000

    sandbox = Sandbox(None, rate_limits=False, clock=clock)
    assert (sandbox.world.home.id >> 22) % COUNT == request.param
    await sandbox.start()
    with point_discord_at(sandbox.address):
        yield sandbox
    await sandbox.close()


def bot_of(sandbox: Sandbox, folder: Path, shard: int) -> Levee:
    database = folder / f"levee-{shard}.db"
    shards = {"SHARD_COUNT": COUNT, "SHARD_IDS": shard}
    return create_bot({"DISCORD_TOKEN": sandbox.bot_token, "DATABASE": database, **shards})


@pytest.fixture
async def pair(sandbox: Sandbox, start_bot: StartBot, tmp_path: Path) -> Pair:
    bots = [bot_of(sandbox, tmp_path, shard) for shard in range(COUNT)]
    for bot in bots:
        await start_bot(bot)
    here = (sandbox.world.home.id >> 22) % COUNT
    return Pair(bots[here], bots[1 - here])


@pytest.fixture
async def players(pair: Pair, join: Join) -> list[Player]:
    return await seated([await join(name) for name in NAMES[:3]])


async def test_a_table_is_its_own_shards_alone(pair: Pair, players: list[Player]) -> None:
    await play(players, random.Random(1), acts=25)
    assert pair.home.is_connected
    assert pair.away.is_connected
    assert len(pair.home.guilds) == 1
    assert len(pair.away.guilds) == 0
    assert len(await tables.open_tables(pair.home.database)) == 1
    assert await tables.open_tables(pair.away.database) == ()


async def test_direct_messages_come_to_shard_0(pair: Pair, players: list[Player]) -> None:
    heard = asyncio.create_task(pair.first.wait_for("interaction", timeout=20))
    other = pair.away if pair.first is pair.home else pair.home
    unheard = asyncio.create_task(other.wait_for("interaction", timeout=20))
    outcome = await players[0].person.slash("@me", "help")
    assert outcome.message is not None
    interaction = await heard
    assert isinstance(interaction.client, discord.AutoShardedClient)
    assert interaction.guild_id is None
    assert not unheard.done()
    unheard.cancel()


async def test_hands_come_by_direct_message_from_any_shard(players: list[Player]) -> None:
    """With nothing to press that would reach a bot without the table."""
    person = players[0].person
    direct = person.channel("@me")

    def hands() -> list[dict[str, object]]:
        said = [frame["d"] for frame in person.seen if frame.get("t") in ("message_create", "message_update")]
        return [message for message in said if message["channel_id"] == direct]

    await until(hands)
    assert not [each for hand in hands() for each in components_of(hand) if each.get("custom_id")]


async def test_one_of_two_restarts(
    sandbox: Sandbox, pair: Pair, players: list[Player], start_bot: StartBot, tmp_path: Path
) -> None:
    await play(players, random.Random(2), acts=10)
    (before,) = pair.home.tables
    await pair.home.close()
    assert pair.away.is_connected
    again = bot_of(sandbox, tmp_path, *pair.home.settings.shard_ids)
    await start_bot(again)
    (after,) = again.tables
    assert after.seq == before.seq
    await asyncio.gather(*(player.open_hand() for player in players))
    await play(players, random.Random(3), acts=10)


@pytest.mark.parametrize("sandbox", [1], indirect=True)
async def test_one_process_may_have_several_shards(
    sandbox: Sandbox, start_bot: StartBot, join: Join, tmp_path: Path
) -> None:
    """Discord lets them in one by one, five seconds apart."""
    bot = create_bot(
        {"DISCORD_TOKEN": sandbox.bot_token, "DATABASE": tmp_path / "levee.db", "SHARD_COUNT": COUNT}
    )
    await start_bot(bot)
    players = await seated([await join(name) for name in NAMES[:3]])
    await play(players, random.Random(4), acts=10)
    lost = asyncio.create_task(bot.wait_for("shard_disconnect", timeout=READY_S))
    await asyncio.sleep(0)
    await sandbox.gateway.drop()
    await lost
    await until(lambda: bot.is_connected)
    await play(players, random.Random(5), acts=5)
