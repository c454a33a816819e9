"""Questions that are asked before something that cannot be undone.

What is to be done is kept here, in memory, under the key that the buttons carry: it is done once, by who was
asked, and after a restart, or too late, not at all.
"""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import Answer, answering
from bot.components.confirm import ConfirmButton
from bot.errors import Refused
from bot.render.message import Item, Message
from bot.text import say

if TYPE_CHECKING:
    from bot.client import Levee

KEPT_MS: Final = 14 * 60 * 1000
"""A little less than Discord lets an answer be changed."""

Act = Callable[[Answer], Awaitable[str]]
"""Does what was asked about and says, in a sentence, what has been done. Raises Refused."""


@dataclass(frozen=True, slots=True)
class Asked:
    user_id: int
    until_ms: int
    act: Act


class Confirming:
    def __init__(self, client: "Levee") -> None:
        self.client = client
        self._asked: dict[str, Asked] = {}

    async def ask(self, answer: Answer, embed: discord.Embed, yes: str, act: Act) -> None:
        """Show a question; ``yes`` is the label of the button that does it."""
        now_ms = self.client.tables.now_ms()
        self._asked = {key: asked for key, asked in self._asked.items() if asked.until_ms > now_ms}
        key = secrets.token_hex(8)
        self._asked[key] = Asked(answer.interaction.user.id, now_ms + KEPT_MS, act)
        no = say(answer.locale, "button.cancel")
        buttons: tuple[Item, ...] = (ConfirmButton(key, "yes", yes), ConfirmButton(key, "no", no))
        await answer.show(Message(embed, items=buttons))

    async def press(self, interaction: "discord.Interaction[Levee]", key: str, said: str) -> None:
        async with answering(interaction, f"confirm {said}") as answer:
            try:
                text = await self._done(answer, key, said)
            except Refused:
                await interaction.edit_original_response(view=None)
                raise
            await interaction.edit_original_response(content=text, embed=None, view=None)

    async def _done(self, answer: Answer, key: str, said: str) -> str:
        asked = self._asked.get(key)
        late = asked is not None and asked.until_ms <= self.client.tables.now_ms()
        if asked is None or late or asked.user_id != answer.interaction.user.id:
            raise Refused("refused.confirm-gone")
        del self._asked[key]
        if said == "no":
            return say(answer.locale, "done.cancelled")
        return await asked.act(answer)
