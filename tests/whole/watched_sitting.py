"""A sitting that is watched from beginning to end: everybody asks all he can, and nobody learns too much."""

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import aiohttp

from bot import Levee
from tests.sandbox.person import Person
from tests.whole.catching_up import caught_up
from tests.whole.playing import CHANNEL, LOOK_S, MOST_ACTS, PATIENCE_S, Player, act, lines_of
from tests.whole.watching import Watch, told_on_disk

ASK_EVERY = 12

Choose = Callable[[Sequence[Player], list[str], random.Random], tuple[Player, str]]
"""Who does what next, from the lines of the record so far."""


class WatchedSitting:
    """``players`` are by seat, ``bystander`` has none."""

    def __init__(
        self, bot: Levee, database: Path, players: Sequence[Player], bystander: Player, watch: Watch
    ) -> None:
        self.bot = bot
        self.database = database
        self.players = players
        self.bystander = bystander
        self.watch = watch

    async def play(self, choose: Choose, dice: random.Random) -> None:
        """To the end of the sitting."""
        for number in range(MOST_ACTS):
            if not await self.goes_on():
                return
            if number % ASK_EVERY == ASK_EVERY - 1:
                await self.ask_around(dice.choice([*self.players, self.bystander]).person)
                assert await self.goes_on()
            before = await lines_of(self.bot)
            player, words = choose(self.players, before, dice)
            await act(player, words, dice)
            for _ in range(round(PATIENCE_S / LOOK_S)):  # its panel may change before it is stored
                if len(await lines_of(self.bot)) > len(before):
                    break
                await asyncio.sleep(LOOK_S)
        raise AssertionError("this sitting does not end")

    async def goes_on(self) -> bool:
        """Look at everything, once it has been told."""
        await caught_up(self.bot, self.players, [self.bystander])
        await self.watch.look()
        await self.watch.look_at_tables()
        return any(True for _ in self.bot.tables)

    async def ask_around(self, person: Person) -> None:
        """All that he may ask while a deal runs, and may not: none of it tells more than he sees."""
        number = (await self.deal_lines())[0].removeprefix("deal ")
        for name in ("ledger show", "table join"):
            await person.slash(CHANNEL, name)
        for name in ("fair", "ledger explain", "record show"):
            await person.slash(CHANNEL, name, deal=int(number))
        for option, verb in (("cards", "play"), ("discard", "draw"), ("kind", "announce")):
            await person.autocomplete(CHANNEL, verb, option, "")
        await self.bystander.person.slash(CHANNEL, "hand")
        await self.watch.look()
        await self.ask_for_records(person)
        assert await told_on_disk(self.bot, self.database) == []

    async def ask_for_records(self, person: Person) -> None:
        """They tell the deals that are over, whole, and nothing of the running one."""
        lines, running = await lines_of(self.bot), await self.deal_lines()
        before = lines[: -len(running)]
        told = ""
        for name in ("record show", "record file"):
            outcome = await person.slash(CHANNEL, name)
            told += outcome.text + await _files(person, outcome.message)
        assert running[0] not in told.splitlines()
        dealt = {line for line in running if line.startswith("d deal")} - set(before)
        assert not dealt & set(told.splitlines())
        self.watch.forgive()

    async def deal_lines(self) -> list[str]:
        """Of the running deal."""
        lines = await lines_of(self.bot)
        start = max(at for at, line in enumerate(lines) if line.startswith("deal "))
        return lines[start:]


async def _files(person: Person, message: dict[str, object] | None) -> str:
    text = ""
    attachments = message["attachments"] if message else []
    assert isinstance(attachments, list)
    async with aiohttp.ClientSession(person.address) as http:
        for file in attachments:
            async with http.get(file["url"]) as response:
                text += (await response.read()).decode()
    return text
