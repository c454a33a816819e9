"""``/table substitute``: a seat changes hands, and with it everything that shows its cards."""

import logging
from typing import TYPE_CHECKING

import discord

from bot import substitutes
from bot.answers import Answer
from bot.errors import Refused
from bot.outage import OUTAGES
from bot.render.names import escaped
from bot.staff import is_staff
from bot.table import Table
from bot.text import say
from data import people

if TYPE_CHECKING:
    from bot.client import Levee

User = discord.User | discord.Member
log = logging.getLogger(__name__)


async def hand_over(answer: Answer, table: Table, leaving: User, coming: User) -> None:
    """Let ``coming`` hold the seat of ``leaving`` from now on, and tell both. Raises Refused."""
    interaction = answer.interaction
    client = interaction.client
    staff = await is_staff(interaction)
    if not staff and interaction.user.id != leaving.id:
        raise Refused("refused.not-your-seat")
    if coming.bot:
        raise Refused("refused.substitute-bot")
    name = coming.display_name
    async with client.display.handing_on(table):
        seat = await substitutes.substitute(client.tables, table, leaving.id, coming.id, name, staff=staff)
    async with client.display.telling(table):
        await people.note(client.database, table.row.guild_id, coming.id, name)
        await _call(client, table, leaving, coming)
        sentence = say(answer.locale, "done.handed-on", seat=seat + 1, name=escaped(name))
        await answer.say(sentence)


async def _call(client: "Levee", table: Table, leaving: User, coming: User) -> None:
    """Tell the table, and call who plays on."""
    channel = client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
    locale = client.display.locale(table)
    told = say(locale, "table.substituted", coming=coming.mention, leaving=escaped(leaving.display_name))
    try:
        await channel.send(told, allowed_mentions=discord.AllowedMentions(users=[coming]))
    except OUTAGES as fault:
        log.warning("a substitute at table %d was not called: %s", table.id, fault)
