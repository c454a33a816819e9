"""``/table close`` and the button that does the same."""

from bot import play
from bot.answers import Answer
from bot.render.names import shown
from bot.staff import check_staff, is_staff
from bot.table import Table
from bot.text import say


async def close_here(answer: Answer) -> None:
    """Close the channel's table; staff also one that could not be read. Raises Refused."""
    levee, channel_id = answer.interaction.client, answer.interaction.channel_id or 0
    if channel_id not in levee.tables.unreadable:
        await close(answer, levee.presses.table_here(answer.interaction))
        return
    await check_staff(answer.interaction)
    await play.lay_aside(levee.tables, channel_id)
    await answer.say(say(answer.locale, "done.laid-aside"))


async def close(answer: Answer, table: Table) -> None:
    """Raises Refused."""
    interaction = answer.interaction
    user_id, staff = interaction.user.id, await is_staff(interaction)
    closed = await play.close(interaction.client.tables, table, user_id, staff, interaction.id)
    async with interaction.client.display.telling(table):
        if closed:
            await answer.say(say(answer.locale, "done.closed"))
        elif user_id in table.enders:
            names = ", ".join(shown(row) for row in table.people if row.user_id not in table.enders)
            await answer.say(say(answer.locale, "done.close-asked", names=names))
        else:
            await answer.say(say(answer.locale, "done.close-withdrawn"))
