"""``/ledger verify``: everything a server has stored is computed again, and how far that is gets told."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from bot.answers import Answer
from bot.errors import Refused
from bot.outage import OUTAGES
from bot.render.files import text_file
from bot.render.verdict import differences_told, summary
from bot.text import say
from data import people, seasons
from data.verify import Verdict, verify

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)

TOLD_EVERY_S: Final = 1.0


class Progress:
    """Tells it by changing the answer, once a second at most and never twice at the same time.

    Once Discord did not take it, it is told no more: the answer may be too old to be changed.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self._is_lost = False
        self._told_at_s = time.monotonic()
        self._telling: asyncio.Task[None] | None = None

    def __call__(self, done: int, of: int) -> None:
        now_s = time.monotonic()
        too_soon = now_s - self._told_at_s < TOLD_EVERY_S or (self._telling and not self._telling.done())
        if too_soon or self._is_lost:
            return
        self._told_at_s = now_s
        self._telling = asyncio.create_task(self._tell(done, of))

    async def _tell(self, done: int, of: int) -> None:
        try:
            told = say(self.answer.locale, "verify.progress", done=done, of=of)
            await self.answer.interaction.edit_original_response(content=told)
        except OUTAGES as fault:
            self._is_lost = True
            log.warning("progress was not told: %s", fault)

    async def end(self) -> None:
        """Wait for what is being told, or it would take the place of the result."""
        if self._telling:
            await self._telling


class Verifying:
    """One at a time in each server."""

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._running: set[int] = set()

    async def verify(self, answer: Answer, guild_id: int) -> None:
        """Raises Refused while it is being done for this server already."""
        if guild_id in self._running:
            raise Refused("refused.verifying")
        self._running.add(guild_id)
        try:
            verdict = await self._verdict(answer, guild_id)
        finally:
            self._running.discard(guild_id)
        await self._show(answer, guild_id, verdict)

    async def _verdict(self, answer: Answer, guild_id: int) -> Verdict:
        progress = Progress(answer)
        try:
            return await verify(self.client.database, guild_id, progress)
        finally:
            await progress.end()

    async def _show(self, answer: Answer, guild_id: int, verdict: Verdict) -> None:
        users = {each.user_id for each in verdict.differences if each.user_id is not None}
        names = await people.names(self.client.database, guild_id, users)
        called = {each.id: each.name for each in await seasons.of_guild(self.client.database, guild_id)}
        told = differences_told(verdict, names, called, answer.locale)
        text = summary(verdict, told, answer.locale)
        files = [text_file("levee-differences.txt", "\n".join(told) + "\n")] if told else []
        await answer.say(text, files=files)
