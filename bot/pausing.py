"""``/table pause`` and ``/table resume``, and the buttons that do the same."""

from bot import pauses
from bot.answers import Answer
from bot.staff import is_staff
from bot.table import Table
from bot.text import say


async def pause(answer: Answer, table: Table) -> None:
    """Raises Refused."""
    interaction, staff = answer.interaction, await is_staff(answer.interaction)
    done = await pauses.pause(interaction.client.tables, table, interaction.user.id, staff, interaction.id)
    await _tell(answer, table, "paused", done)


async def resume(answer: Answer, table: Table) -> None:
    """Raises Refused."""
    interaction, staff = answer.interaction, await is_staff(answer.interaction)
    done = await pauses.resume(interaction.client.tables, table, interaction.user.id, staff, interaction.id)
    await _tell(answer, table, "resumed", done)


async def _tell(answer: Answer, table: Table, outcome: str, done: bool) -> None:
    async with answer.interaction.client.display.telling(table):
        if done:
            await answer.say(say(answer.locale, f"done.{outcome}"))
        elif answer.interaction.user.id in table.voters:
            await answer.say(say(answer.locale, "done.vote", n=table.votes_missing))
        else:
            await answer.say(say(answer.locale, "done.vote-withdrawn"))
