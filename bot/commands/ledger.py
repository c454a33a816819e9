"""``/ledger``: who stands where, and why a chip moved."""

from collections import defaultdict
from typing import Any

import discord
from discord import app_commands

from bot import archive
from bot.answers import answering
from bot.archive import Kept
from bot.commands.record import DealNumber, finished_deals, kept
from bot.render.message import Message
from bot.render.names import escaped, shown
from bot.render.rules import rule_buttons
from bot.render.table import CLOTH
from bot.text import at_table, described, say
from data import ledger
from data.ledger import Booked
from engine.game import games
from engine.ledger import amount
from engine.words import clause_of

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
class LedgerGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="ledger", description=described("ledger"))

    @app_commands.command(name="show", description=described("ledger-show"))
    @app_commands.describe(player=described("option-player"))
    async def show(self, interaction: Interaction, player: discord.User | None = None) -> None:
        async with answering(interaction, "ledger show") as answer:
            user = player or interaction.user
            assert interaction.guild_id, "a guild-only command"
            database = interaction.client.database
            mine = await ledger.totals(database, interaction.guild_id, user_id=user.id)
            lines = [
                say(
                    answer.locale,
                    "ledger.total",
                    game=games()[total.game].title,
                    units=signed(total.units),
                    n=total.deals,
                    wins=total.wins,
                )
                for total in mine
            ] or [say(answer.locale, "ledger.nothing")]
            title = say(answer.locale, "ledger.title", name=escaped(user.display_name))
            await answer.say("\n".join([title, *lines, *_here(interaction, answer.locale)]))

    @app_commands.command(name="explain", description=described("ledger-explain"))
    @app_commands.describe(deal=described("option-deal"))
    @app_commands.autocomplete(deal=finished_deals)
    async def explain(self, interaction: Interaction, deal: DealNumber) -> None:
        async with answering(interaction, "ledger explain") as answer:
            found = await kept(interaction, None)
            booked = await archive.postings(interaction.client.database, found, deal)
            title = say(answer.locale, "ledger.explained", deal=deal, table=found.row.id)
            lines = explained(found, booked, answer.locale)
            embed = discord.Embed(title=title, description="\n".join(lines), colour=CLOTH)
            clauses = [clause_of(found.game, each.posting.cause) for each in booked]
            await answer.show(Message(embed, items=tuple(rule_buttons(clauses, answer.locale))))


def _here(interaction: Interaction, locale: str) -> list[str]:
    """The records at this channel's table, if one is in play."""
    table = interaction.client.tables.find(interaction.channel_id)
    if table is None or table.sitting is None:
        return []
    lines = [
        say(locale, "ledger.seat", name=shown(row), units=amount(units))
        for row, units in zip(table.row.seats, table.sitting.records, strict=True)
    ]
    return ["", say(locale, "ledger.here", pot=amount(table.sitting.pot)), *lines]


def explained(found: Kept, booked: tuple[Booked, ...], locale: str) -> list[str]:
    """A line a cause: its clause, who paid and who got, and that it sums to nothing."""
    causes: defaultdict[str, list[Booked]] = defaultdict(list)
    for each in booked:
        causes[each.posting.cause].append(each)
    locale = at_table(locale, found.game)
    return [_cause(found, cause, each, locale) for cause, each in causes.items()]


def _cause(found: Kept, cause: str, booked: list[Booked], locale: str) -> str:
    moves: defaultdict[str, int] = defaultdict(int)
    for each in booked:
        moves[each.posting.account] += each.posting.units
    told_moves = ", ".join(f"{_account(found, name)} {signed(units)}" for name, units in moves.items())
    clause = clause_of(found.game, cause)
    return say(locale, "ledger.cause", cause=say(locale, f"cause.{cause}"), clause=clause, moves=told_moves)


def _account(found: Kept, name: str) -> str:
    """``p1`` by its player's name; the pot and the bank by their own."""
    for row in found.row.seats:
        if name == f"p{row.seat + 1}":
            return shown(row)
    return name


def signed(units: int) -> str:
    return f"+{amount(units)}" if units > 0 else amount(units)
