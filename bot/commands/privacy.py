"""``/privacy``: what is stored about a person, handed out or made nobody's."""

import json
from typing import Any

import discord
from discord import app_commands

from bot import forgetting
from bot.answers import answering
from bot.render.files import attached, packed
from bot.render.table import CLOTH
from bot.text import described, say
from data import privacy

Interaction = discord.Interaction[Any]


class PrivacyGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="privacy", description=described("privacy"))

    @app_commands.command(name="export", description=described("privacy-export"))
    async def export(self, interaction: Interaction) -> None:
        async with answering(interaction, "privacy export") as answer:
            stored = await privacy.export(interaction.client.database, interaction.user.id)
            text = json.dumps(stored, indent=1, ensure_ascii=False)
            files = packed({"levee-about-me.json": text}, interaction.filesize_limit)
            rows = sum(map(len, stored.values()))
            told = say(answer.locale, "privacy.export", n=rows)
            await interaction.edit_original_response(content=told, attachments=attached(files))

    @app_commands.command(name="forget", description=described("privacy-forget"))
    async def forget(self, interaction: Interaction) -> None:
        async with answering(interaction, "privacy forget") as answer:
            await forgetting.check_away(interaction.client, interaction.user.id)
            title, text = (say(answer.locale, f"privacy.{part}") for part in ("title", "warning"))
            embed = discord.Embed(title=title, description=text, colour=CLOTH)
            yes = say(answer.locale, "button.forget")
            await interaction.client.confirming.ask(answer, embed, yes, forgetting.forget)
