"""Looking, after every act, through all that arrived at each page, and through what lies on the disk."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from bot import Levee
from data import journal
from tests.whole.knowledge import Known, cards_in, leaks
from tests.whole.panel import Json
from tests.whole.playing import Player, lines_of

Also = Callable[[list[Json], Sequence[Known], str], list[str]]
"""What in the news of a seat should not have been told to it, by what was known before and after an act."""


class Watch:
    """``players`` are by seat; ``bystanders`` have none. ``reading`` makes of a record's lines what is known.

    ``also`` are asked about the news of each person too.
    """

    def __init__(
        self,
        bot: Levee,
        players: Sequence[Player],
        reading: Callable[[list[str]], Known] = Known,
        *,
        bystanders: Sequence[Player] = (),
        also: Sequence[Also] = (),
    ) -> None:
        self._bot = bot
        self._players = {f"p{number}": player for number, player in enumerate(players, 1)}
        self._bystanders = bystanders
        self._reading = reading
        self._also = also
        self._read: dict[str, int] = {}
        self._states = [reading([])]
        self.looked_at = 0
        self.cards_told = 0

    async def look(self) -> None:
        now = self._reading(await lines_of(self._bot))
        for seat, player in [*self._players.items(), *(("", each) for each in self._bystanders)]:
            frames = self._news(player)
            self.looked_at += len(frames)
            self.cards_told += sum(len(cards_in(frame)) for frame in frames)
            known = (*self._states, now)
            wrong = leaks(frames, known, seat) + [
                each for also in self._also for each in also(frames, known, seat)
            ]
            assert not wrong, wrong
        self._states = [*self._states[-1:], now]

    async def look_at_tables(self) -> None:
        """What stands at the table now, once it has caught up, tells of this moment and no other."""
        now = self._reading(await lines_of(self._bot))
        for player in (*self._players.values(), *self._bystanders):
            wrong = leaks([{"d": player.table}], [now], "")
            assert not wrong, wrong

    def _news(self, player: Player) -> list[Json]:
        id = player.person.id
        frames = player.person.seen[self._read.get(id, 0) :]
        self._read[id] = self._read.get(id, 0) + len(frames)
        return frames

    def forgive(self) -> None:
        """Look at nothing that has arrived until now."""
        for player in (*self._players.values(), *self._bystanders):
            self._news(player)


async def told_on_disk(bot: Levee, database: Path) -> list[str]:
    """The running deal's cards and choices that can be read in the files of the database."""
    finished = "\n".join(line.text for line in await journal.finished_lines(bot.database, 1))
    running = [line for line in await lines_of(bot) if line not in finished and re.match(r"d deal|p\d", line)]
    kept = b"".join(file.read_bytes() for file in database.parent.rglob("*") if file.is_file())
    return [line for line in running if line.encode() in kept]
