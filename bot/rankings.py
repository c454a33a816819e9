"""Who stands where, as people ask for it: by command, and by the buttons under what the command showed."""

from typing import TYPE_CHECKING, Any

import discord

from bot.answers import Answer, answering
from bot.components.standings_button import StandingsAddress
from bot.errors import Refused
from bot.listing import Asked, listed, page_of
from bot.listing_files import FORMATS, as_file
from bot.render.files import text_file
from bot.render.standings import standings_message, title
from bot.text import say
from data import seasons
from data.season_errors import UnknownSeason
from engine.game import games

if TYPE_CHECKING:
    from bot.client import Levee

Interaction = discord.Interaction[Any]


class Rankings:
    def __init__(self, client: "Levee") -> None:
        self.client = client

    async def press(self, interaction: Interaction, address: StandingsAddress) -> None:
        """Another page for everybody, or a file for who pressed."""
        as_file = address.what in FORMATS
        async with answering(interaction, f"standings {address.what}", public=not as_file) as answer:
            asked = await self._asked(interaction, address)
            if as_file:
                await self.send_file(answer, asked, address.what)
            else:
                await self.show(answer, asked, address.wanted_page)

    async def show(self, answer: Answer, asked: Asked, number: int = 0) -> None:
        user_id = answer.interaction.user.id
        page = page_of(asked, await listed(self.client.database, asked), number, user_id)
        users = [line.user_id for line in (*page.lines, *([page.own] if page.own else ()))]
        names = await self.client.people.names(asked.guild_id, users)
        await answer.show(standings_message(page, names, answer.locale))

    async def send_file(self, answer: Answer, asked: Asked, format: str) -> None:
        """The whole list, to who asks alone."""
        lines = await listed(self.client.database, asked)
        names = await self.client.people.names(asked.guild_id, [line.user_id for line in lines])
        file = text_file(f"levee-standings.{format}", as_file(format, asked, lines, names))
        await answer.say(
            say(answer.locale, "standings.file", title=title(asked, answer.locale)), files=[file]
        )

    async def _asked(self, interaction: Interaction, address: StandingsAddress) -> Asked:
        """What a button's list is of. Raises Refused."""
        assert interaction.guild_id, "a message in a guild"
        if not address.of.isdigit():
            if address.of not in games():
                raise Refused("refused.unknown-button")
            return Asked(interaction.guild_id, games()[address.of])
        try:
            season = await seasons.season(self.client.database, int(address.of))
        except UnknownSeason:
            season = None
        if season is None or season.guild_id != interaction.guild_id:
            raise Refused("refused.unknown-button")
        return Asked(season.guild_id, games()[season.game], season, address.as_of_ms)
