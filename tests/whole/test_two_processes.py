"""Two processes share Discord's shards: each has its servers, its database, and an end of its own."""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.objects import Guild
from data import tables
from data.database import Database
from tests.sandbox.person import Person
from tests.sandbox.waiting import until
from tests.whole.installation import Installation
from tests.whole.playing import NAMES, Player, play, seated

COUNT = 2


@dataclass(frozen=True)
class Shard:
    """A process of the bot, the one server on its shard, and the people at a table there."""

    installation: Installation
    guild: Guild
    players: list[Player]

    async def servers_of_tables(self) -> list[int]:
        """Those of the open tables in its database, once it has ended."""
        database = await Database.open(self.installation.database)
        rows = await tables.open_tables(database)
        await database.close()
        return [row.guild_id for row in rows]


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """With a server on either shard: which one follows from the millisecond in which it is founded."""
    parity = 0

    def clock() -> float:
        return (int(time.time() * 1000) // 2 * 2 + parity + 0.5) / 1000

    sandbox = Sandbox(None, rate_limits=False, clock=clock)
    parity = 1
    sandbox.world.add_guild("Other Club")
    assert [(id >> 22) % COUNT for id in sandbox.world.guilds] == [0, 1]
    await sandbox.start()
    yield sandbox
    await sandbox.close()


@pytest.fixture
async def shards(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[list[Shard]]:
    """Both started at once, with three people at a table on each."""
    guilds = list(sandbox.world.guilds.values())
    bots = [installed(sandbox, tmp_path / str(number), number) for number in range(COUNT)]
    async with AsyncExitStack() as opened:
        for bot in bots:
            opened.push_async_callback(bot.end)
        await asyncio.gather(*(bot.start() for bot in bots))
        shards = []
        for bot, guild, names in zip(bots, guilds, (NAMES[:3], ("Fay", "Guy", "Hal")), strict=True):
            people = [await Person.join(sandbox, name, guild.invite) for name in names]
            for person in people:
                opened.push_async_callback(person.close)
            shards.append(Shard(bot, guild, await seated(people)))
        yield shards


def installed(sandbox: Sandbox, folder: Path, shard: int) -> Installation:
    folder.mkdir()
    discord = {"DISCORD_TOKEN": sandbox.bot_token, "SANDBOX_URL": sandbox.address}
    return Installation(folder, **discord, SHARD_COUNT=str(COUNT), SHARD_IDS=str(shard))


async def test_each_process_has_its_own_servers(shards: list[Shard]) -> None:
    await asyncio.gather(*(play(shard.players, random.Random(1), acts=15) for shard in shards))
    for shard in shards:
        code, seconds = await shard.installation.end()
        assert code == 0
        assert seconds < 5
        assert " ERROR " not in shard.installation.log
        assert await shard.servers_of_tables() == [shard.guild.id]


async def test_one_is_killed_and_the_other_plays_on(shards: list[Shard]) -> None:
    for killed, other in (shards, reversed(shards)):
        await killed.installation.end(signal.SIGKILL)
        await play(other.players, random.Random(2), acts=5)
        await killed.installation.start()
        await asyncio.gather(*(player.open_hand() for player in killed.players))
        await play(killed.players, random.Random(3), acts=5)


async def test_direct_messages_arrive_at_shard_0(shards: list[Shard]) -> None:
    """Whatever server the two know each other from."""
    first, other = shards
    for shard in shards:
        person = shard.players[0].person
        outcome = await person.slash("@me", "help")
        assert outcome.message is not None
        asked = f"user={person.id} doing=help"
        await until(lambda asked=asked: asked in first.installation.log)
        assert asked not in other.installation.log
