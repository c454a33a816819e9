"""How an interaction is answered: acknowledged at once, and then "only you" hear of it, whatever happens."""

import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord

from bot import metrics
from bot.announcing import tell
from bot.errors import Refused, Stale
from bot.outage import ACKNOWLEDGED, DEAD_TOKEN, OUTAGES, UNKNOWN_MESSAGE, twice
from bot.render.message import Item, Message, view_of
from bot.render.names import shown
from bot.render.rules import rule_buttons
from bot.text import refusal, say
from data.errors import Failing
from data.rows import SeatRow
from engine.errors import BadRules, IllegalAction

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


class Answer:
    """The private answer to an interaction.

    A press on an "only you" panel answers by changing the panel, anything else by a new "only you" message.
    """

    def __init__(self, interaction: "discord.Interaction[Levee]", doing: str) -> None:
        self.interaction = interaction
        self.doing = doing
        self.locale = str(interaction.locale)
        message = interaction.message
        self.on_panel = message is not None and message.flags.ephemeral
        self.outcome = "ok"
        self._began = time.monotonic()

    async def acknowledge(self) -> None:
        """Raises what Discord raises.

        An interaction is taken up once, so only we can have acknowledged it already: that answer was lost.
        """
        try:
            await twice(self._acknowledge)
        except discord.HTTPException as fault:
            if fault.code != ACKNOWLEDGED:
                raise

    async def _acknowledge(self) -> None:
        if self.on_panel:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    def note_acknowledged(self) -> None:
        metrics.ACKNOWLEDGED.observe(time.monotonic() - self._began)

    async def show(self, message: Message) -> discord.WebhookMessage | None:
        """The message in which it is shown, if that is a new one: what was pressed may be gone meanwhile."""
        try:
            await twice(lambda: self._change(message))
        except discord.NotFound as fault:
            if fault.code != UNKNOWN_MESSAGE:
                raise
            return await show_anew(self.interaction, message)
        return None

    async def _change(self, message: Message) -> None:
        await self.interaction.edit_original_response(
            content=message.content or None,
            embeds=message.embeds,
            attachments=message.files,
            view=message.view,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def show_beside(self, message: Message) -> None:
        """Show something new and leave a panel that was pressed as it is."""
        if self.on_panel:
            await self.interaction.followup.send(embed=message.embed, ephemeral=True)
        else:
            await self.show(message)

    async def say(self, text: str, *items: Item, files: Sequence[discord.File] = ()) -> None:
        """A sentence and what may be pressed; after 15 minutes by direct message, with nothing to press."""
        try:
            await self._say(text, items, files)
        except discord.HTTPException as fault:
            if fault.code not in DEAD_TOKEN:
                raise
            await tell(self.interaction.client, self.interaction.user.id, text, _rewound(files))

    async def _say(self, text: str, items: Sequence[Item], files: Sequence[discord.File]) -> None:
        """On a panel it comes beside it, so that the hand stays."""
        none = discord.AllowedMentions.none()
        view = view_of(items)
        if self.on_panel:
            await self.interaction.followup.send(text, view=view, ephemeral=True, allowed_mentions=none)
        else:
            await twice(
                lambda: self.interaction.edit_original_response(
                    content=text, attachments=_rewound(files), view=view, allowed_mentions=none
                )
            )

    async def refuse(self, text: str, outcome: str, clause: str = "") -> None:
        """Say why not; who would like to know more can open the clause."""
        self.outcome = outcome
        try:
            await self.say(text, *rule_buttons([clause], self.locale))
        except OUTAGES as fault:
            self.note_unheard(fault)

    def note_unheard(self, fault: Exception) -> None:
        """Discord has not taken it: what was done is done, and what was refused is not."""
        self.outcome = f"discord-{getattr(fault, 'status', 'away')}"
        log.warning("Discord did not take an answer: %s", fault)

    def close(self) -> None:
        """One line a command. Never a hand: words of an action do not belong here."""
        if self.outcome != "ok":
            metrics.REFUSALS.labels(self.outcome).inc()
        spent_ms = (time.monotonic() - self._began) * 1000
        log.info(
            "channel=%s user=%s doing=%s outcome=%s ms=%.0f",
            self.interaction.channel_id,
            self.interaction.user.id,
            self.doing,
            self.outcome,
            spent_ms,
        )


class PublicAnswer(Answer):
    """An answer that everybody sees: a new message or, to a press, that message changed.

    Sentences, and so whatever is refused, are for the caller alone.
    """

    def __init__(self, interaction: "discord.Interaction[Levee]", doing: str) -> None:
        super().__init__(interaction, doing)
        self.on_panel = interaction.message is not None

    async def _acknowledge(self) -> None:
        await self.interaction.response.defer(thinking=not self.on_panel)

    async def _say(self, text: str, items: Sequence[Item], files: Sequence[discord.File]) -> None:
        if not self.on_panel:  # or what is said next would take the place of “thinking”, and be as public
            await self.interaction.edit_original_response(content="…")
        await self.interaction.followup.send(
            text,
            ephemeral=True,
            view=view_of(items),
            files=files,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        if not self.on_panel:
            await self.interaction.delete_original_response()


@asynccontextmanager
async def answering(
    interaction: "discord.Interaction[Levee]", doing: str, *, public: bool = False
) -> AsyncIterator[Answer]:
    """Acknowledge, and turn what is refused into a sentence. Our own mistakes are logged and owned up to."""
    answer = PublicAnswer(interaction, doing) if public else Answer(interaction, doing)
    await answer.acknowledge()  # if this fails nothing is done: nobody could be told of it
    answer.note_acknowledged()
    try:
        yield answer
        await interaction.client.rights.remind(answer)
    except IllegalAction as refused:
        await answer.refuse(refusal(answer.locale, refused), refused.refusal.value, refused.clause)
    except Stale as stale:
        await answer.refuse(say(answer.locale, "refused.moved-on"), stale.key)
    except Refused as refused:
        sentence = say(answer.locale, refused.key, **told(refused.values))
        await answer.refuse(sentence, refused.key, str(refused.values.get("clause", "")))
    except BadRules as refused:
        await answer.refuse(str(refused), "bad-rules", refused.clause)
    except Failing as failing:  # the log has heard of it
        key = "refused.broken" if failing.lasts else "refused.not-stored"
        await answer.refuse(say(answer.locale, key), key.removeprefix("refused."))
    except OUTAGES as fault:
        answer.note_unheard(fault)
    except Exception:
        if interaction.client.is_closed():
            answer.outcome = "closing"  # nobody can be told any more; the next start shows what was stored
            return
        log.exception("our mistake in %s", doing)
        await answer.refuse(say(answer.locale, "refused.my-mistake"), "my-mistake")
    finally:
        answer.close()


async def show_anew(interaction: discord.Interaction[Any], message: Message) -> discord.WebhookMessage:
    """A new “only you” message, below everything else."""
    return await interaction.followup.send(
        message.content or discord.utils.MISSING,
        embeds=message.embeds,
        files=message.files,
        view=message.view,
        ephemeral=True,
        wait=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _rewound(files: Sequence[discord.File]) -> Sequence[discord.File]:
    """To be sent again, if they were."""
    for file in files:
        file.reset()
    return files


def told(values: Mapping[str, object]) -> dict[str, object]:
    """Values as they stand in a sentence: a seat by its player's name."""
    return {name: shown(value) if isinstance(value, SeatRow) else value for name, value in values.items()}
