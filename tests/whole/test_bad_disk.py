# ruff: noqa: ASYNC240 -- these tests may wait for their own small files
"""A disk that is full, a database damaged or taken away under the bot: nobody is told what is not so."""

import os
import random
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.sandbox.conftest import Join
from tests.whole.installation import Installation
from tests.whole.panel import hand_of
from tests.whole.playing import NAMES, Answer, Player, a_choice, play, seated, whose_turn

NOT_STORED = "I could not write that down, so nothing has happened. Please try again in a moment."
BROKEN = "My database is damaged or gone, so nothing has happened."
NO_ROOM = 64 * 1024
"""No file can grow beyond so many bytes: fewer than the write-ahead log has, more than the bot's log."""


class Evening:
    """Three people at a table of a bot in a process of its own."""

    def __init__(self, installation: Installation, players: list[Player]) -> None:
        self.installation = installation
        self.players = players
        self.dice = random.Random(1)

    async def play(self, acts: int = 4) -> None:
        await play(self.players, self.dice, acts=acts)

    async def turn(self) -> Player:
        player = await whose_turn(self.players)
        assert player is not None
        return player

    async def command(self) -> Answer:
        """Any act of who is on turn, by command."""
        player = await self.turn()
        return await player.command(a_choice(player, self.dice))

    async def is_refused(self, sentence: str) -> None:
        """By command and on the panel, and hand and turn stay."""
        player = await self.turn()
        assert player.panel is not None
        hand = hand_of(player.panel)
        for way in (player.command, player.press):
            assert (await way(a_choice(player, self.dice))).refusal.startswith(sentence)
        assert hand_of(await player.open_hand()) == hand
        assert await self.turn() is player

    @property
    def seq(self) -> int:
        """The last line that is stored."""
        with closing(sqlite3.connect(f"{self.installation.database.as_uri()}?mode=ro", uri=True)) as reader:
            return int(reader.execute("SELECT max(seq) FROM game_table").fetchone()[0])


@pytest.fixture
async def evening(elsewhere: Installation, join: Join) -> Evening:
    await elsewhere.start()
    evening = Evening(elsewhere, await seated([await join(name) for name in NAMES[:3]]))
    await evening.play()
    return evening


@contextmanager
def full_disk(installation: Installation) -> Iterator[None]:
    limit, most = resource.prlimit(installation.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(installation.pid, resource.RLIMIT_FSIZE, (NO_ROOM, most))
    try:
        yield
    finally:
        resource.prlimit(installation.pid, resource.RLIMIT_FSIZE, (limit, most))


async def test_a_full_disk_in_mid_play(evening: Evening) -> None:
    installation = evening.installation
    assert Path(f"{installation.database}-wal").stat().st_size > NO_ROOM
    before = evening.seq
    with full_disk(installation):
        await evening.is_refused(NOT_STORED)
        outcome = await evening.players[0].person.slash("table-2", "table open", game="bura")
        assert outcome.text == NOT_STORED
        assert evening.seq == before
    await evening.play()
    assert evening.seq > before
    log = installation.log
    assert log.count("levee.db: nothing was stored: disk I/O error") == 1, "said once, not at each press"
    assert "Traceback" not in log


async def test_a_database_that_is_removed_in_mid_play(evening: Evening) -> None:
    """What was stored in a file without a name would be gone with the process."""
    database = evening.installation.database
    kept = database.with_name("kept.db")
    os.link(database, kept)
    database.unlink()
    await evening.is_refused(BROKEN)
    os.link(kept, database)
    await evening.play()
    log = evening.installation.log
    assert log.count("nothing was stored: var/levee.db was removed or replaced in use.") == 1
    assert "Traceback" not in log


@pytest.mark.parametrize("added", ["", "-wal"])
async def test_a_database_that_is_replaced_in_mid_play(evening: Evening, added: str) -> None:
    installation = evening.installation
    file, kept = Path(f"{installation.database}{added}"), installation.folder / "kept"
    file.rename(kept)
    file.write_bytes(kept.read_bytes())
    await evening.is_refused(BROKEN)
    assert (await installation.end())[0] == 0
    kept.replace(file)
    await installation.start()
    for player in evening.players:
        await player.open_hand()
    await evening.play()


async def test_damage_in_mid_play_and_the_backup_after_it(evening: Evening) -> None:
    """The start names the backup, one command puts it back, and play goes on from it."""
    installation = evening.installation
    backup = Path((await installation.data("backup")).strip())
    saved = evening.seq
    await evening.play()
    spoil(installation.database)
    for _ in range(2):
        assert (await evening.command()).refusal.startswith(BROKEN)
    log = installation.log
    assert log.count("the database is damaged (database disk image is malformed). End Levée, ") == 1
    assert "Traceback" not in log
    assert (await installation.end())[0] == 0

    await installation.launch()
    assert await installation.exit_code() == 1
    advice = f"its last good backup is {backup}, and `python -m data restore {backup.name}` puts it back."
    assert advice in installation.log
    assert f"is now what {backup} holds" in await installation.data("restore", backup.name)
    await installation.start()
    assert evening.seq == saved
    for player in evening.players:
        await player.open_hand()
    await evening.play()
    assert evening.seq > saved


def spoil(database: Path) -> None:
    """Write nonsense over all pages but the first, as a failing disk may."""
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x55" * (size - 4096))
