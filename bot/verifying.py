"""``/ledger verify``: everything a server has stored is computed again, and how far that is gets told."""

import asyncio
from typing import TYPE_CHECKING, Final

from bot.answers import Answer
from bot.errors import Refused
from bot.render.files import text_file
from bot.render.verdict import differences_told, summary
from bot.text import say
from data import people, seasons
from data.verify import Verdict, verify

if TYPE_CHECKING:
    from bot.client import Levee

TOLD_EVERY_S: Final = 1.0


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
        reached = (0, 1)

        def progress(done: int, of: int) -> None:
            nonlocal reached
            reached = done, of

        checking = asyncio.create_task(verify(self.client.database, guild_id, progress))
        try:
            while not (await asyncio.wait({checking}, timeout=TOLD_EVERY_S))[0]:
                done, of = reached
                await answer.say(say(answer.locale, "verify.progress", done=done, of=of))
        finally:
            checking.cancel()  # nothing to do unless this was cancelled, or could not be told
        return checking.result()

    async def _show(self, answer: Answer, guild_id: int, verdict: Verdict) -> None:
        users = {each.user_id for each in verdict.differences if each.user_id is not None}
        names = await people.names(self.client.database, guild_id, users)
        called = {each.id: each.name for each in await seasons.of_guild(self.client.database, guild_id)}
        told = differences_told(verdict, names, called, answer.locale)
        text = summary(verdict, told, answer.locale)
        file = text_file("levee-differences.txt", "\n".join(told) + "\n") if told else None
        await answer.say(text, file=file)
