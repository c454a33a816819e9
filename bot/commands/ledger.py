"""``/ledger``: who stands where, why a chip moved, whether all of it is right, and all of it as files."""

from typing import Any

import discord
from discord import app_commands

from bot import exporting
from bot.answers import Answer, answering
from bot.archive import Kept
from bot.commands.choosing import season_names
from bot.commands.record import DealNumber, TableNumber, finished_deals, kept
from bot.components.appeal import AppealButton
from bot.errors import Refused
from bot.render.files import attached
from bot.render.ledger import explained, signed
from bot.render.message import Message
from bot.render.names import escaped, shown
from bot.render.rules import rule_buttons
from bot.text import described, say
from data import corrections, ledger, people
from data.corrections import Correction
from data.stints import seats_at
from engine.game import games
from engine.ledger import amount
from engine.words import clause_of

Interaction = discord.Interaction[Any]
FORMATS = [app_commands.Choice(name=format, value=format) for format in exporting.FORMATS]


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
            await answer.say("\n".join([title, *lines, *await _here(interaction, answer.locale)]))

    @app_commands.command(name="explain", description=described("ledger-explain"))
    @app_commands.describe(deal=described("option-deal"), table=described("option-table"))
    @app_commands.autocomplete(deal=finished_deals)
    async def explain(
        self, interaction: Interaction, deal: DealNumber, table: TableNumber | None = None
    ) -> None:
        async with answering(interaction, "ledger explain") as answer:
            await _explain(answer, await kept(interaction, table), deal)

    @app_commands.command(name="verify", description=described("ledger-verify"))
    async def verify(self, interaction: Interaction) -> None:
        async with answering(interaction, "ledger verify") as answer:
            assert interaction.guild_id, "a guild-only command"
            await interaction.client.verifying.verify(answer, interaction.guild_id)

    @app_commands.command(name="export", description=described("ledger-export"))
    @app_commands.describe(format=described("option-format"), season=described("option-export-season"))
    @app_commands.choices(format=FORMATS)
    @app_commands.autocomplete(season=season_names)
    async def export(
        self, interaction: Interaction, format: str | None = None, season: str | None = None
    ) -> None:
        async with answering(interaction, "ledger export") as answer:
            of = await exporting.season_of(interaction, season)
            files = await exporting.files(interaction, of, format)
            key = "export.season" if of else "export.all"
            told = [say(answer.locale, key, season=escaped(of.name) if of else "")]
            if any(name.endswith(".gz") for name in files):
                told.append(say(answer.locale, "export.packed"))
            await answer.say("\n".join(told), files=attached(files))


async def _here(interaction: Interaction, locale: str) -> list[str]:
    """The records at this channel's table, if one is in play."""
    table = interaction.client.tables.find(interaction.channel_id)
    if table is None or table.in_lobby:
        return []
    await table.wake()
    assert table.sitting is not None
    lines = [
        say(locale, "ledger.seat", name=shown(row), units=amount(units))
        for row, units in zip(table.row.seats, table.sitting.records, strict=True)
    ]
    return ["", say(locale, "ledger.here", pot=amount(table.sitting.pot)), *lines]


async def _explain(answer: Answer, found: Kept, deal: int) -> None:
    """A deal's postings and, for who played it once it is over, the button to appeal it. Raises Refused."""
    database, user = answer.interaction.client.database, answer.interaction.user
    booked = await ledger.postings(database, found.row.id)
    played = [each for each in booked if each.deal == deal and each.correction_id is None]
    if not played:
        raise Refused("refused.no-deal", deal=deal, table=found.row.id)
    seats = await seats_at(database, found.row, max(each.seq for each in played))
    corrected = await _corrected(answer, found)
    staff = {each.user_id for each in corrected.values()}
    names = await people.names(database, found.row.guild_id, staff)
    embed = explained(found, deal, booked, seats, corrected, names, answer.locale)
    mine = deal in found.proofs and user.id in [row.user_id for row in seats]
    button = AppealButton(found.row.id, deal, say(answer.locale, "button.appeal"))
    causes = dict.fromkeys(each.posting.cause for each in played)
    rules = rule_buttons([clause_of(found.game, cause) for cause in causes], answer.locale)
    await answer.show(Message(embed, items=(*rules, button) if mine else tuple(rules)))


async def _corrected(answer: Answer, found: Kept) -> dict[int, Correction]:
    """The corrections of the table's season, by id."""
    if found.row.season_id is None:
        return {}
    made = await corrections.corrections(answer.interaction.client.database, found.row.season_id)
    return {each.id: each for each in made}
