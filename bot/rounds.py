"""Rounds in their channel: announced with a button for each table, and opened where its players press it."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot import league, limits, lobby
from bot.announcing import locale_of
from bot.answers import Answer, answering
from bot.errors import Refused
from bot.outage import OUTAGES
from bot.render.message import view_of
from bot.render.names import is_somebody, plain
from bot.render.rounds import Sentences, round_parts
from bot.server_settings import chosen_clock
from bot.staff import is_staff
from bot.table import Table
from bot.text import say
from data import fixtures, seasons
from data import rounds as outcomes
from data.fixtures import Fixture
from data.rows import NewSeat, NewTable, TableState
from data.season_errors import UnknownFixture
from data.seasons import Season
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.client import Levee

log = logging.getLogger(__name__)


class Rounds:
    """``drawing`` is held while a round is drawn, or two of the staff might draw one each.

    ``_opening`` is held, by fixture id, while its table is opened: all its players may press at once.
    """

    def __init__(self, client: "Levee") -> None:
        self.client = client
        self.drawing = asyncio.Lock()
        self._opening: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def locale(self, season: Season) -> str:
        return locale_of(self.client, season.guild_id)

    async def announce(self, season: Season, drawn: Sequence[Fixture], sentences: Sentences) -> None:
        """Post drawn tables of one round in their channel, under the sentence, calling their players.

        Raises what Discord raises.
        """
        channel = self.client.get_partial_messageable(drawn[0].channel_id, guild_id=season.guild_id)
        for part in round_parts(season, drawn, sentences, self.locale(season)):
            users = [discord.Object(user) for user in part.users]
            mentions = discord.AllowedMentions(everyone=False, roles=False, users=users)
            await channel.send(part.text, view=view_of(part.items), allowed_mentions=mentions)

    # ---- opening

    async def open(self, interaction: "discord.Interaction[Levee]", fixture_id: int) -> None:
        async with answering(interaction, "open drawn table") as answer:
            async with self._opening[fixture_id]:
                fixture, season = await self._allowed(interaction, fixture_id)
                table = next((each for each in self.client.tables if _is_of(each, fixture)), None)
                if table is None:
                    table = await self._open(answer, season, fixture)
                    await self._call(answer, table, fixture)
                else:
                    await self._sit_down(interaction, table, fixture)
            await self.client.display.show(table)
            channel = f"<#{table.row.channel_id}>"
            await answer.say(say(answer.locale, "done.drawn-open", number=fixture.number, channel=channel))

    async def _allowed(
        self, interaction: "discord.Interaction[Levee]", fixture_id: int
    ) -> tuple[Fixture, Season]:
        """Raises Refused for who neither plays there nor is staff."""
        database = self.client.database
        try:
            fixture = await fixtures.fixture(database, fixture_id)
        except UnknownFixture:
            raise Refused("refused.unknown-button") from None
        season = await seasons.season(database, fixture.season_id)
        if season.guild_id != interaction.guild_id:
            raise Refused("refused.unknown-button")
        if interaction.user.id not in fixture.players and not await is_staff(interaction):
            raise Refused("refused.not-drawn")
        return fixture, season

    async def _sit_down(
        self, interaction: "discord.Interaction[Levee]", table: Table, fixture: Fixture
    ) -> None:
        user = interaction.user
        if user.id in fixture.players and table.in_lobby and table.seat_of(user.id) is None:
            await lobby.join(self.client.tables, table, user.id, user.display_name)

    async def _open(self, answer: Answer, season: Season, fixture: Fixture) -> Table:
        """Raises Refused."""
        user = answer.interaction.user
        now_ms = self.client.tables.now_ms()
        league.check_open(season, now_ms)
        await self._check_unplayed(season, fixture)
        own = league.drawn_seats(fixture).get(user.id)
        if own is not None:
            await league.check_entered(self.client.database, season, user.id)
        channel_id = await self._room(answer.interaction, season, fixture)
        clock = await chosen_clock(answer.interaction, None)
        new = NewTable(
            season.guild_id,
            channel_id,
            user.id,
            season.game,
            season.rules,
            now_ms,
            season_id=season.id,
            clock=str(clock) if clock else None,
        )
        return await self.client.tables.open(new, _seats(fixture, own, user), season, fixture)

    async def _check_unplayed(self, season: Season, fixture: Fixture) -> None:
        """Raises Refused also if its table is one that could not be read."""
        found = (await outcomes.opened(self.client.database, season.id)).get(fixture.id)
        if found and (found.played or found.state is not TableState.CLOSED):
            raise Refused("refused.drawn-played", table=found.table_id)

    async def _room(self, interaction: "discord.Interaction[Levee]", season: Season, fixture: Fixture) -> int:
        """A thread in the round's channel or, where there can be none, the channel itself.

        If that channel is gone, the one in which the button was pressed. Raises Refused.
        """
        guild = interaction.guild
        channel = guild.get_channel_or_thread(fixture.channel_id) if guild else None
        place = channel or interaction.channel
        if guild and isinstance(place, discord.TextChannel):
            may = place.permissions_for(guild.me)
            may_make_one = may.create_public_threads and may.send_messages_in_threads
            if may_make_one and (thread := await self._thread(place, season, fixture)):
                return thread
        channel_id = place.id if place else fixture.channel_id
        if self.client.tables.find(channel_id):
            raise Refused("refused.no-room", channel=f"<#{channel_id}>")
        return channel_id

    async def _thread(self, channel: discord.TextChannel, season: Season, fixture: Fixture) -> int | None:
        name = say(
            self.locale(season),
            "season.thread",
            season=plain(season.name),
            round=fixture.round,
            number=fixture.number,
        )
        kind = discord.ChannelType.public_thread
        try:
            return (await channel.create_thread(name=name[: limits.CHANNEL_NAME], type=kind)).id
        except OUTAGES as fault:
            log.warning("no thread in channel %d: %s", channel.id, fault)
            return None

    async def _call(self, answer: Answer, table: Table, fixture: Fixture) -> None:
        """Call the others to the table; in a thread they see it from then on."""
        others = [
            user for user in fixture.players if user != answer.interaction.user.id and is_somebody(user)
        ]
        if not others:
            return
        assert table.season is not None
        names = " ".join(f"<@{user}>" for user in others)
        told = say(self.locale(table.season), "season.called", names=names)
        users = [discord.Object(user) for user in others]
        channel = self.client.get_partial_messageable(table.row.channel_id, guild_id=table.row.guild_id)
        try:
            await channel.send(told, allowed_mentions=discord.AllowedMentions(users=users))
        except OUTAGES as fault:
            log.warning("the players of table %d were not called: %s", table.id, fault)


def _is_of(table: Table, fixture: Fixture) -> bool:
    return table.fixture is not None and table.fixture.id == fixture.id


def _seats(fixture: Fixture, own: Seat | None, user: discord.User | discord.Member) -> list[NewSeat]:
    """Who opens the table, in the drawn seat, and the computers that were drawn."""
    sitting = [] if own is None else [NewSeat(own, user.display_name, user.id)]
    free = range(len(fixture.players), fixture.seats)
    return [*sitting, *(NewSeat(seat, name) for seat, name in zip(free, lobby.COMPUTERS, strict=False))]
