"""``/settings house-rules``: rules that a server keeps by name. For members who may manage it."""

import io
from typing import Any

import discord
from discord import app_commands

from bot import house_rules, limits
from bot.answers import Answer, answering
from bot.commands.choosing import offer_games, rules_choices
from bot.render.message import Message
from bot.render.names import escaped, in_line, plain
from bot.render.table import CLOTH
from bot.rules_line import compose_rules, differences, summary
from bot.server_settings import managed
from bot.tables import game_named
from bot.text import described, say
from data import house_rules as rows
from data.house_rules import HouseRules, folded
from engine.game import games

Interaction = discord.Interaction[Any]
Name = app_commands.Range[str, 1, 200]
"""Longer than a name may be, so that the refusal can say how long that is."""


class HouseRulesGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="house-rules", description=described("house-rules"))
        offer_games(self.save, self.delete, self.list)

    @app_commands.command(name="save", description=described("house-rules-save"))
    @app_commands.describe(
        name=described("option-name"), game=described("option-game"), rules=described("option-rules")
    )
    @app_commands.autocomplete(rules=rules_choices)
    async def save(
        self, interaction: Interaction, name: Name, game: str, rules: app_commands.Range[str, 1, 200]
    ) -> None:
        async with answering(interaction, "house-rules save") as answer:
            guild_id = managed(interaction)
            levee = interaction.client
            played = game_named(game)
            kept_name = house_rules.checked_name(name, played)
            saved = await house_rules.saved(levee.database, guild_id, played)
            chosen = compose_rules(played, rules, saved)
            user_id, now = interaction.user.id, levee.tables.now_ms()
            new = HouseRules(guild_id, played.key, kept_name, str(chosen), user_id, now)
            before = await house_rules.save(levee.database, new, played)
            key = "done.house-rules-replaced" if before else "done.house-rules-saved"
            old = before.rules if before else ""
            said = say(
                answer.locale, key, name=escaped(kept_name), game=played.title, rules=str(chosen), before=old
            )
            await answer.say("\n".join([said, *summary(played, chosen, answer.locale)]))

    @app_commands.command(name="delete", description=described("house-rules-delete"))
    @app_commands.describe(name=described("option-saved-name"), game=described("option-game"))
    async def delete(self, interaction: Interaction, name: Name, game: str | None = None) -> None:
        async with answering(interaction, "house-rules delete") as answer:
            guild_id = managed(interaction)
            of = game_named(game) if game else None
            gone = await house_rules.delete(interaction.client.database, guild_id, name, of)
            values = {"name": escaped(gone.name), "game": title(gone), "rules": gone.rules}
            await answer.say(say(answer.locale, "done.house-rules-deleted", **values))

    @delete.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        kept = await rows.of_guild(interaction.client.database, interaction.guild_id or 0)
        typed = folded(plain(current)) if current.strip() else ""
        fitting = [each for each in kept if typed in folded(each.name)][: limits.CHOICES]
        labels = [f"{in_line(each.name)} — {title(each)}: {each.rules}"[: limits.CHOICE] for each in fitting]
        return [
            app_commands.Choice(name=label, value=each.name)
            for label, each in zip(labels, fitting, strict=True)
        ]

    @app_commands.command(name="list", description=described("house-rules-list"))
    @app_commands.describe(game=described("option-game"))
    async def list(self, interaction: Interaction, game: str | None = None) -> None:
        async with answering(interaction, "house-rules list") as answer:
            kept = await rows.of_guild(interaction.client.database, interaction.guild_id or 0)
            await show_list(answer, [each for each in kept if game in (None, each.game)])


def title(kept: HouseRules) -> str:
    return games()[kept.game].title if kept.game in games() else kept.game


async def show_list(answer: Answer, kept: list[HouseRules]) -> None:
    """In a message if they fit into one, else as a file."""
    count = say(answer.locale, "settings.list", n=len(kept))
    told = "\n".join(_entry(each, f"**{escaped(each.name)}**", answer.locale) for each in kept)
    if len(told) <= limits.EMBED_TEXT:
        await answer.show(Message(discord.Embed(title=count, description=told, colour=CLOTH)))
        return
    text = "\n".join(_entry(each, plain(each.name), answer.locale) for each in kept)
    file = discord.File(io.BytesIO(f"{text}\n".encode()), "house-rules.txt")
    await answer.say(say(answer.locale, "settings.list-as-file", count=count), files=[file])


def _entry(kept: HouseRules, name: str, locale: str) -> str:
    """Name, rules, and what differs from the preset; of rules that cannot be read any more, that."""
    rules = house_rules.readable(kept)
    if rules is None:
        differing = [say(locale, "settings.unreadable")]
    else:
        differing = differences(games()[kept.game], rules, locale) or [say(locale, "settings.as-preset")]
    what = "; ".join(differing)
    return say(locale, "settings.entry", name=name, game=title(kept), rules=kept.rules, what=what)
