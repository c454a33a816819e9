"""``/table``: the life of a table."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import closing, house_rules, league, pausing
from bot.answers import Answer, answering
from bot.commands.choosing import offer_games, rules_choices, season_names
from bot.errors import Refused
from bot.handover import hand_over
from bot.render.clocks import clock_sentence
from bot.render.names import escaped
from bot.rules_line import compose_rules, summary
from bot.server_settings import chosen_clock
from bot.tables import game_named, table_games
from bot.text import described, say
from bot.turn_clock import TurnClock
from data.rows import NewSeat, NewTable
from data.seasons import Season
from engine.game import Game, games
from engine.options import Rules

if TYPE_CHECKING:
    from bot.client import Levee

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class TableGroup(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="table", description=described("table"))
        offer_games(self.open)
        app_commands.choices(conduct=_conducts())(self.open)

    @app_commands.command(name="open", description=described("table-open"))
    @app_commands.describe(
        game=described("option-game"),
        rules=described("option-rules"),
        seats=described("option-seats"),
        deals=described("option-deals"),
        conduct=described("option-conduct"),
        clock=described("option-clock"),
        season=described("option-table-season"),
    )
    @app_commands.autocomplete(rules=rules_choices, season=season_names)
    async def open(
        self,
        interaction: Interaction,
        game: str,
        rules: app_commands.Range[str, 0, 200] = "",
        seats: app_commands.Range[int, 2, 8] | None = None,
        deals: app_commands.Range[int, 1, 999] | None = None,
        conduct: str | None = None,
        clock: app_commands.Range[str, 1, 20] | None = None,
        season: str | None = None,
    ) -> None:
        async with answering(interaction, "table open") as answer:
            played = game_named(game)
            timed = await chosen_clock(interaction, clock)
            if season is None:
                assert interaction.guild_id, "a guild-only command"
                saved = await house_rules.saved(interaction.client.database, interaction.guild_id, played)
                chosen = compose_rules(played, rules, saved, players=seats, deals=deals, conduct=conduct)
                await _open(answer, played, chosen, timed, None)
                return
            beside = {"rules": rules or None, "seats": seats, "deals": deals, "conduct": conduct}
            given = [option for option, value in beside.items() if value is not None]
            counting = await _counting(interaction, season, played, given)
            await _open(answer, played, played.rules.parse(counting.rules), timed, counting)

    @app_commands.command(name="join", description=described("table-join"))
    @app_commands.describe(seat=described("option-seat"))
    async def join(self, interaction: Interaction, seat: app_commands.Range[int, 1, 8] | None = None) -> None:
        async with answering(interaction, "table join") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.join(answer, table, None if seat is None else seat - 1)

    @app_commands.command(name="leave", description=described("table-leave"))
    async def leave(self, interaction: Interaction) -> None:
        async with answering(interaction, "table leave") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.leave(answer, table)

    @app_commands.command(name="fill", description=described("table-fill"))
    @app_commands.describe(count=described("option-count"))
    async def fill(
        self, interaction: Interaction, count: app_commands.Range[int, 1, 7] | None = None
    ) -> None:
        async with answering(interaction, "table fill") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.fill(answer, table, count)

    @app_commands.command(name="start", description=described("table-start"))
    async def start(self, interaction: Interaction) -> None:
        async with answering(interaction, "table start") as answer:
            table = interaction.client.presses.table_here(interaction)
            await interaction.client.presses.start(answer, table)

    @app_commands.command(name="show", description=described("table-show"))
    async def show(self, interaction: Interaction) -> None:
        async with answering(interaction, "table show") as answer:
            table = interaction.client.presses.table_here(interaction)
            names = ", ".join(escaped(row.name) for row in table.row.seats)
            await interaction.client.presses.present(
                answer, table, say(answer.locale, "done.shown", names=names)
            )

    @app_commands.command(name="pause", description=described("table-pause"))
    async def pause(self, interaction: Interaction) -> None:
        async with answering(interaction, "table pause") as answer:
            await pausing.pause(answer, interaction.client.presses.table_here(interaction))

    @app_commands.command(name="resume", description=described("table-resume"))
    async def resume(self, interaction: Interaction) -> None:
        async with answering(interaction, "table resume") as answer:
            await pausing.resume(answer, interaction.client.presses.table_here(interaction))

    @app_commands.command(name="substitute", description=described("table-substitute"))
    @app_commands.rename(leaving="out", coming="in")
    @app_commands.describe(leaving=described("option-out"), coming=described("option-in"))
    async def substitute(self, interaction: Interaction, leaving: discord.User, coming: discord.User) -> None:
        async with answering(interaction, "table substitute") as answer:
            table = interaction.client.presses.table_here(interaction)
            await hand_over(answer, table, leaving, coming)

    @app_commands.command(name="close", description=described("table-close"))
    async def close(self, interaction: Interaction) -> None:
        async with answering(interaction, "table close") as answer:
            await closing.close_here(answer)


def _conducts() -> Choices:
    """What the games have to choose from that have a choice."""
    offered = [game.rules.CHOICES.get("conduct") for game in table_games().values()]
    words = dict.fromkeys(word for choice in offered if choice for word in choice.samples())
    return [app_commands.Choice(name=word, value=word) for word in words]


async def _counting(interaction: Interaction, name: str, game: Game, given: list[str]) -> Season:
    """The season that a table is to count in. Raises Refused, also for what only the season may say."""
    levee: Levee = interaction.client
    assert interaction.guild_id, "a guild-only command"
    season = await league.named(levee.database, interaction.guild_id, name)
    if given:
        raise Refused("refused.rules-of-season", options=", ".join(f"`{option}`" for option in given))
    if season.game != game.key:
        raise Refused("refused.game-of-season", season=escaped(season.name), game=games()[season.game].title)
    league.check_open(season, levee.tables.now_ms())
    await league.check_entered(levee.database, season, interaction.user.id)
    return season


async def _open(
    answer: Answer, game: Game, rules: Rules, clock: TurnClock | None, season: Season | None
) -> None:
    interaction = answer.interaction
    levee = interaction.client
    assert interaction.guild_id, "a guild-only command"
    assert interaction.channel_id
    user = interaction.user
    new = NewTable(
        interaction.guild_id,
        interaction.channel_id,
        user.id,
        game.key,
        str(rules),
        levee.tables.now_ms(),
        season_id=season.id if season else None,
        clock=str(clock) if clock else None,
    )
    table = await levee.tables.open(new, [NewSeat(0, user.display_name, user.id)], season)
    key, name = ("done.opened-season", escaped(season.name)) if season else ("done.opened", "")
    opened = say(answer.locale, key, game=game.title, rules=str(rules), season=name)
    timed = [clock_sentence(clock, answer.locale)] if clock else []
    lines = [opened, *summary(game, rules, answer.locale), *timed]
    await levee.presses.present(answer, table, "\n".join(lines))
