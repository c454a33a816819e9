"""What tests of seasons share: commands said in the channel, and moments reckoned apart from the bot."""

from datetime import datetime

import simcord
from evening import Evening, words_of

from data import seasons
from data.seasons import Season

DAY = 24 * 60 * 60


async def say(evening: Evening, member: simcord.MemberActor, command: str, /, **options: object) -> str:
    return words_of(await member.slash(evening.channel, command, **options))


async def a_season(evening: Evening, *members: simcord.MemberActor, **options: object) -> Season:
    """A season that these members, or all players, have entered."""
    await say(
        evening, evening.owner, "season create", **{"name": "Winter", "rules": "series deals=1", **options}
    )
    for member in members or evening.players:
        await say(evening, member, "season join")
    return await only_season(evening)


async def only_season(evening: Evening) -> Season:
    (season,) = await seasons.of_guild(evening.bot.database, evening.guild.id)
    return season


def ms(text: str) -> int:
    """Of a time with its offset."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)
