"""``/season correct``."""

from typing import Any

import discord
from discord import app_commands

from bot import archive, corrections, limits
from bot.answers import answering
from bot.archive import Kept
from bot.commands.record import DealNumber, TableNumber
from bot.corrections import Wished
from bot.errors import Refused
from bot.render.names import plain
from bot.render.quoting import LONGEST
from bot.staff import is_staff
from bot.text import described
from data.rows import TableState

Interaction = discord.Interaction[Any]
SeatNumber = app_commands.Range[int, 1, 8]


@app_commands.command(name="correct", description=described("season-correct"))
@app_commands.describe(
    table=described("option-correct-table"),
    reason=described("option-reason"),
    deal=described("option-correct-deal"),
    from_seat=described("option-from"),
    to_seat=described("option-to"),
    amount=described("option-amount"),
    void=described("option-void"),
)
@app_commands.rename(from_seat="from", to_seat="to")
async def correct(
    interaction: Interaction,
    table: TableNumber,
    reason: app_commands.Range[str, 1, LONGEST],
    deal: DealNumber | None = None,
    from_seat: SeatNumber | None = None,
    to_seat: SeatNumber | None = None,
    amount: app_commands.Range[str, 1, 20] | None = None,
    void: bool = False,
) -> None:
    async with answering(interaction, "season correct") as answer:
        source, target = (None if number is None else number - 1 for number in (from_seat, to_seat))
        await corrections.plan(answer, Wished(table, reason, void, deal, source, target, amount))


@correct.autocomplete("deal")
async def _deals(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The deals of the table chosen, the last ones first."""
    found = await _chosen(interaction)
    fitting = [each for each in reversed(found.finished if found else ()) if str(each).startswith(current)]
    return [app_commands.Choice(name=str(each), value=each) for each in fitting[: limits.CHOICES]]


@correct.autocomplete("from_seat")
@correct.autocomplete("to_seat")
async def _seats(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The seats of the table chosen, by who sits there."""
    found = await _chosen(interaction)
    rows = found.row.seats if found else ()
    named = [(f"{row.seat + 1}: {plain(row.name)}", row.seat + 1) for row in rows]
    return [
        app_commands.Choice(name=label, value=number)
        for label, number in named
        if current.strip().casefold() in label.casefold()
    ]


async def _chosen(interaction: Interaction) -> Kept | None:
    """The table named so far, for staff, once its sitting is over."""
    table = getattr(interaction.namespace, "table", None)
    if not isinstance(table, int) or not await is_staff(interaction):
        return None
    try:
        found = await archive.by_number(interaction.client.database, interaction.guild_id or 0, table)
    except Refused:
        return None
    return found if found.row.state is TableState.CLOSED else None
