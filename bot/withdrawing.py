"""``/season leave``: somebody is not drawn any more, by his own wish or by staff: he may be gone."""

import re
from typing import Final

from bot import league
from bot.answers import Answer
from bot.errors import Refused
from bot.render.names import called, escaped
from bot.staff import check_staff
from bot.text import say
from data import people, seasons
from data.season_errors import NotEntered, SeasonClosed
from data.seasons import Season

_ID: Final = re.compile(r"(?:<@!?)?([0-9]{1,20})>?")


async def withdraw(answer: Answer, season: Season, player: str | None) -> None:
    """The caller or, for staff, a ``player`` as it was chosen or typed. Raises Refused."""
    interaction = answer.interaction
    levee, user_id, key = interaction.client, interaction.user.id, "season.left-it"
    if player is not None:
        await check_staff(interaction)
        user_id, key = await _entered(answer, season, player), "season.withdrawn"
    name, known = escaped(season.name), await people.names(levee.database, season.guild_id, [user_id])
    try:
        await seasons.withdraw(levee.database, season.id, user_id, levee.tables.now_ms())
    except NotEntered:
        raise Refused("refused.not-entered", season=name) from None
    except SeasonClosed:
        raise Refused("refused.season-closed", season=name) from None
    await answer.say(say(answer.locale, key, season=name, player=called(known, user_id)))


async def _entered(answer: Answer, season: Season, player: str) -> int:
    """The id of somebody in the season, by a mention, id or name. Raises Refused."""
    database = answer.interaction.client.database
    users = await league.entered(database, season.id)
    if (typed := _ID.fullmatch(player.strip())) and int(typed[1]) in users:
        return int(typed[1])
    names = await people.names(database, season.guild_id, users)
    called = [user for user, name in names.items() if name.casefold() == player.strip().casefold()]
    if len(called) != 1:
        raise Refused("refused.nobody-entered", player=escaped(player), season=escaped(season.name))
    return called[0]
