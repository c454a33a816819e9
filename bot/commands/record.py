"""``/record`` and ``/fair``: what was dealt and played, and that it was dealt as promised."""

from typing import Any

import discord
from discord import app_commands

from bot import archive, limits
from bot.answers import Answer, answering
from bot.archive import Kept
from bot.errors import Refused
from bot.render.files import record_file
from bot.text import described, say

Interaction = discord.Interaction[Any]
TableNumber = app_commands.Range[int, 1, 10**9]
DealNumber = app_commands.Range[int, 1, 99999]
FENCES = 8
"""Characters around a record in a message."""


async def kept(interaction: Interaction, table: int | None) -> Kept:
    """The table asked for, or this channel's. Raises Refused."""
    database = interaction.client.database
    assert interaction.guild_id, "a guild-only command"
    assert interaction.channel_id
    if table is None:
        return await archive.in_channel(database, interaction.channel_id)
    found = await archive.by_number(database, interaction.guild_id, table)
    if not may_see(interaction, found.row.channel_id):
        raise Refused("refused.unknown-table", table=table)
    return found


def may_see(interaction: Interaction, channel_id: int) -> bool:
    """Whether the caller may look into a table's channel; one that is gone is for who manages the server."""
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None
    if channel_id == interaction.channel_id:
        return True
    if channel is None or not isinstance(interaction.user, discord.Member):
        return interaction.permissions.manage_guild
    if isinstance(channel, discord.Thread) and channel.is_private():
        return interaction.permissions.manage_threads
    return channel.permissions_for(interaction.user).view_channel


async def finished_deals(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The deals of this channel's table that are over, the last ones first."""
    try:
        found = await kept(interaction, getattr(interaction.namespace, "table", None))
    except Refused:
        return []
    fitting = [deal for deal in reversed(found.finished) if str(deal).startswith(current)]
    return [app_commands.Choice(name=str(deal), value=deal) for deal in fitting[: limits.CHOICES]]


async def answer_with_record(answer: Answer, found: Kept, text: str) -> None:
    """As text if it fits into a message, else as a file."""
    if len(text) <= limits.MESSAGE - FENCES:
        await answer.say(f"```\n{text.replace('`', 'ˋ')}```")
    else:
        await answer.say(say(answer.locale, "record.too-long"), files=[record_file(found, text)])


@app_commands.guild_only()
class RecordGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="record", description=described("record"))

    @app_commands.command(name="show", description=described("record-show"))
    @app_commands.describe(table=described("option-table"), deal=described("option-deal"))
    @app_commands.autocomplete(deal=finished_deals)
    async def show(
        self, interaction: Interaction, table: TableNumber | None = None, deal: DealNumber | None = None
    ) -> None:
        async with answering(interaction, "record show") as answer:
            found = await kept(interaction, table)
            wanted = deal or (found.finished[-1] if found.finished else None)
            await answer_with_record(answer, found, found.record(wanted))

    @app_commands.command(name="file", description=described("record-file"))
    @app_commands.describe(table=described("option-table"))
    async def file(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        async with answering(interaction, "record file") as answer:
            found = await kept(interaction, table)
            text = found.record()
            sentence = say(answer.locale, "record.file", table=found.row.id, n=len(found.finished))
            await answer.say(sentence, files=[record_file(found, text)])


@app_commands.command(name="fair", description=described("fair"))
@app_commands.describe(deal=described("option-deal"))
@app_commands.autocomplete(deal=finished_deals)
@app_commands.guild_only()
async def fair(interaction: Interaction, deal: DealNumber) -> None:
    async with answering(interaction, "fair") as answer:
        found = await kept(interaction, None)
        live = interaction.client.tables.find(interaction.channel_id)
        if live and live.secret and live.secret.deal == deal:
            await answer.say(say(answer.locale, "fair.running", deal=deal, commit=live.secret.commit_hex))
            return
        proof = found.proof(deal)
        await answer.say(
            say(
                answer.locale,
                "fair.over",
                table=found.row.id,
                deal=deal,
                commit=proof.commit,
                secret=proof.secret.hex(),
                salt=proof.salt.hex(),
                cut=discord.utils.escape_markdown(proof.cut),
            )
        )
