"""The public message of a table that has not started."""

from collections.abc import Iterator

import discord

from bot.components.address import TableAddress
from bot.components.buttons import TableButton
from bot.lobby import capacity
from bot.render.clocks import clock_sentence, notices
from bot.render.message import Message
from bot.render.names import escaped, shown
from bot.render.table import CLOTH, commit
from bot.rules_line import summary
from bot.table import Table
from bot.text import say

LOBBY_BUTTONS = {
    "join": discord.ButtonStyle.primary,
    "leave": discord.ButtonStyle.secondary,
    "fill": discord.ButtonStyle.secondary,
    "start": discord.ButtonStyle.success,
    "cut": discord.ButtonStyle.secondary,
}


def lobby_message(table: Table, locale: str) -> Message:
    seats = [
        say(locale, "lobby.seat", seat=seat + 1, name=shown(table.seats[seat]))
        if seat in table.seats
        else say(locale, "lobby.free", seat=seat + 1)
        for seat in range(capacity(table))
    ]
    told = [f"-# {line}" for line in notices(table, locale)]
    differing = summary(table.game, table.rules, locale)
    embed = discord.Embed(
        title=say(locale, "lobby.title", game=table.game.title),
        description="\n".join([*_counting(table, locale), *differing, "", *seats, *told]),
        colour=CLOTH,
    )
    embed.set_footer(text=say(locale, "lobby.footer", table=table.id, commit=commit(table)))
    items = tuple(
        TableButton(TableAddress(table.id, what), say(locale, f"button.{what}"), style=style)
        for what, style in LOBBY_BUTTONS.items()
    )
    return Message(embed, items=items)


def _counting(table: Table, locale: str) -> Iterator[str]:
    """The rules, and what the sitting counts in."""
    yield say(locale, "lobby.rules", rules=str(table.rules))
    if table.season is not None:
        yield say(locale, "lobby.season", season=escaped(table.season.name))
    if table.clock is not None:
        yield clock_sentence(table.clock, locale)
