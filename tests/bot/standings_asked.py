"""What tests of standings share: sittings and players for a season, and the answers of `/standings`."""

import simcord
from evening import Evening, embed_text, words_of
from test_hostile_names import LIMITS, sizes

from data import people, seasons

STRANGER = 5_000_000


async def a_sitting(evening: Evening, **options: object) -> None:
    """Everybody plays one, to its end."""
    first, *others = evening.players
    await first.slash(evening.channel, "table open", game="bourre", **options)
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    table = evening.table
    await evening.play_until(lambda: table.is_closed)


async def enter(evening: Evening, season_id: int, count: int) -> None:
    """Players who have never done anything."""
    for user_id in range(STRANGER, STRANGER + count):
        await seasons.enter(evening.bot.database, season_id, user_id, 1)
        await people.note(evening.bot.database, evening.guild.id, user_id, f"Guest {user_id - STRANGER}")


async def asked(evening: Evening, member: simcord.MemberActor, **options: object) -> simcord.ResponseMessage:
    """The public answer."""
    result = await member.slash(evening.channel, "standings", **options)
    assert result.response is not None, words_of(result)
    assert not result.response.ephemeral
    return result.response


async def refused(evening: Evening, **options: object) -> str:
    """What the asker alone is told; the channel sees nothing of it."""
    before = len(evening.messages())
    result = await evening.players[0].slash(evening.channel, "standings", **options)
    assert len(evening.messages()) == before
    return words_of(result)


def text_of(message: simcord.ResponseMessage) -> str:
    for name, size in sizes(message.embeds[0].to_dict()).items():
        assert size <= LIMITS[name]
    return embed_text(message.embeds[0])


def ranked(message: simcord.ResponseMessage) -> list[str]:
    """The lines that begin with a rank."""
    return [line for line in text_of(message).splitlines() if line.startswith("**") and line[2].isdigit()]


def labels(message: simcord.ResponseMessage) -> list[str]:
    return [button["label"] for row in message.components for button in row["components"]]


async def file_of(result: simcord.InteractionResult) -> str:
    files = [
        file for message in (result.response, *result.followups) if message for file in message.attachments
    ]
    assert words_of(result), "for the caller alone"
    (file,) = files
    return (await file.read()).decode()
