"""An appeal as the staff see it."""

import discord

from bot.archive import Kept
from bot.components.appeal import VerdictButton
from bot.render.message import Item, Message
from bot.render.names import escaped
from bot.render.quoting import quoted
from bot.render.table import CLOTH
from bot.text import say
from bot.times import stamp
from data.appeals import Appeal


def appeal_message(made: Appeal, found: Kept, name: str, locale: str) -> Message:
    """``name`` is that of who appeals. Once staff have decided, their decision; until then its buttons."""
    lines = [
        say(
            locale,
            "appeal.who",
            name=escaped(name),
            channel=f"<#{found.row.channel_id}>",
            time=stamp(made.at_ms),
            text=quoted(made.text),
        )
    ]
    items: tuple[Item, ...] = ()
    if made.decided_at_ms is None:
        items = tuple(
            VerdictButton(made.id, what, say(locale, f"button.{what}")) for what in ("accept", "refuse")
        )
    else:
        key = "appeal.accepted" if made.accepted else "appeal.refused"
        lines.append(say(locale, key, by=f"<@{made.decided_by}>", time=stamp(made.decided_at_ms)))
    title = say(locale, "appeal.title", appeal=made.id, deal=made.deal, table=made.table_id)
    embed = discord.Embed(title=title, description="\n".join(lines), colour=CLOTH)
    return Message(embed, items=items)
