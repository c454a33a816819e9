"""``/season``: leagues, their players and their rounds."""

from typing import Any

import discord
from discord import app_commands

from bot import house_rules, league
from bot.answers import answering
from bot.commands.asked_season import open_tables, shown, state_of, wanted
from bot.commands.choosing import choices, entered_names, offer_games, rules_choices, season_names
from bot.commands.correct import correct
from bot.errors import Refused
from bot.founding import Wished, found_season
from bot.render.message import Message
from bot.render.names import LONGEST, escaped
from bot.render.season import cut_short, dates, own_buttons, season_embed, season_line
from bot.render.table import CLOTH
from bot.rules_line import compose_rules
from bot.scheduling import check_may_post, due_of, schedule
from bot.staff import check_staff
from bot.tables import game_named, table_games
from bot.text import described, say
from bot.times import zones_like
from bot.withdrawing import withdraw
from data import people, scheme, seasons
from data.season_errors import AlreadyEntered, SeasonClosed, SeasonTablesOpen

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Name = app_commands.Range[str, 1, LONGEST]
When = app_commands.Range[str, 1, 40]

SCHEMES = (scheme.DEFAULT, "places 3 2 1", "net", f"{scheme.DEFAULT} + net")
CREDITS = [
    app_commands.Choice(name=described(f"credit-{credit}"), value=credit)
    for credit in ("deals", "starter", "finisher")
]
LISTED = 1500
"""Characters of a list of seasons."""


@app_commands.guild_only()
class SeasonGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="season", description=described("season"))
        self.add_command(correct)
        offer_games(self.create)

    @app_commands.command(name="create", description=described("season-create"))
    @app_commands.describe(
        name=described("option-season-name"),
        game=described("option-game"),
        rules=described("option-rules"),
        start=described("option-start"),
        end=described("option-end"),
        timezone=described("option-timezone"),
        points=described("option-points"),
        credit=described("option-credit"),
    )
    @app_commands.choices(credit=CREDITS)
    @app_commands.autocomplete(rules=rules_choices)
    async def create(
        self,
        interaction: Interaction,
        name: Name,
        game: str | None = None,
        rules: app_commands.Range[str, 0, 200] = "",
        start: When | None = None,
        end: When | None = None,
        timezone: app_commands.Range[str, 1, 50] | None = None,
        points: app_commands.Range[str, 1, 80] = scheme.DEFAULT,
        credit: str = "deals",
    ) -> None:
        async with answering(interaction, "season create") as answer:
            await check_staff(interaction)
            assert interaction.guild_id, "a guild-only command"
            played = game_named(game or next(iter(table_games())))
            saved = await house_rules.saved(interaction.client.database, interaction.guild_id, played)
            wished = Wished(
                name, played, compose_rules(played, rules, saved), start, end, timezone, points, credit
            )
            season = await found_season(interaction, wished)
            await answer.say(
                say(
                    answer.locale,
                    "season.created",
                    season=escaped(season.name),
                    game=played.title,
                    rules=season.rules,
                    dates=dates(season, answer.locale),
                )
            )

    @create.autocomplete("timezone")
    async def _zones(self, _: Interaction, current: str) -> Choices:
        return choices(zones_like(current))

    @create.autocomplete("points")
    async def _points(self, _: Interaction, current: str) -> Choices:
        return choices([text for text in SCHEMES if current.strip().lower() in text])

    @app_commands.command(name="join", description=described("season-join"))
    @app_commands.describe(season=described("option-season"), substitute=described("option-substitute"))
    @app_commands.autocomplete(season=season_names)
    async def join(
        self, interaction: Interaction, season: str | None = None, substitute: bool = False
    ) -> None:
        async with answering(interaction, "season join") as answer:
            levee, user = interaction.client, interaction.user
            found = await wanted(interaction, season)
            name = escaped(found.name)
            league.check_not_over(found, levee.tables.now_ms())
            try:
                await seasons.enter(levee.database, found.id, user.id, levee.tables.now_ms(), substitute)
            except AlreadyEntered:
                raise Refused("refused.already-entered", season=name) from None
            except SeasonClosed:
                raise Refused("refused.season-closed", season=name) from None
            await people.note(levee.database, found.guild_id, user.id, user.display_name)
            key = "season.joined-substitute" if substitute else "season.joined"
            await answer.say(say(answer.locale, key, season=name))

    @app_commands.command(name="leave", description=described("season-leave"))
    @app_commands.describe(season=described("option-season"), player=described("option-withdrawn"))
    @app_commands.autocomplete(season=season_names, player=entered_names)
    async def leave(
        self, interaction: Interaction, season: str | None = None, player: Name | None = None
    ) -> None:
        async with answering(interaction, "season leave") as answer:
            await withdraw(answer, await wanted(interaction, season), player)

    @app_commands.command(name="show", description=described("season-show"))
    @app_commands.describe(name=described("option-season"))
    @app_commands.autocomplete(name=season_names)
    async def show(self, interaction: Interaction, name: str | None = None) -> None:
        async with answering(interaction, "season show") as answer:
            state = await state_of(interaction, await shown(interaction, name))
            items = own_buttons(state, interaction.user.id, answer.locale)
            await answer.show(Message(season_embed(state, answer.locale), items=items))

    @app_commands.command(name="list", description=described("season-list"))
    async def list(self, interaction: Interaction) -> None:
        async with answering(interaction, "season list") as answer:
            levee = interaction.client
            found = await seasons.of_guild(levee.database, interaction.guild_id or 0)
            now_ms = levee.tables.now_ms()
            lines = [season_line(each, now_ms, answer.locale) for each in found]
            text = cut_short(lines, len(lines), "\n", answer.locale, LISTED)
            none = say(answer.locale, "season.none")
            await answer.show(Message(discord.Embed(description=text or none, colour=CLOTH)))

    @app_commands.command(name="close", description=described("season-close"))
    @app_commands.describe(season=described("option-season"))
    @app_commands.autocomplete(season=season_names)
    async def close(self, interaction: Interaction, season: str | None = None) -> None:
        async with answering(interaction, "season close") as answer:
            await check_staff(interaction)
            levee = interaction.client
            found = await wanted(interaction, season)
            name = escaped(found.name)
            try:
                await seasons.close(levee.database, found.id, levee.tables.now_ms())
            except SeasonClosed:
                raise Refused("refused.season-closed", season=name) from None
            except SeasonTablesOpen:
                where = await open_tables(interaction, found)
                raise Refused("refused.season-tables", tables=where) from None
            await levee.reminders.plan()
            await answer.say(say(answer.locale, "season.done", season=name))

    @app_commands.command(name="schedule", description=described("season-schedule"))
    @app_commands.describe(
        season=described("option-season"),
        due=described("option-due"),
        computers=described("option-computers"),
        force=described("option-force"),
    )
    @app_commands.autocomplete(season=season_names)
    async def schedule(
        self,
        interaction: Interaction,
        season: str | None = None,
        due: When | None = None,
        computers: bool = False,
        force: bool = False,
    ) -> None:
        async with answering(interaction, "season schedule") as answer:
            await check_staff(interaction)
            check_may_post(interaction)
            found = await wanted(interaction, season)
            due_ms = due_of(interaction, found, due)
            async with interaction.client.rounds.drawing:
                await schedule(answer, found, due_ms, computers, force)
