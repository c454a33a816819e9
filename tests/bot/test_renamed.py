"""Names at a table follow renames; its record keeps what people were called when it started."""

import simcord
from evening import Evening
from league_night import say
from standings_asked import file_of

from bot.attendance import QUIET_MS


def rename(evening: Evening, member: simcord.MemberActor, name: str) -> None:
    evening.env.backend.edit_member(evening.guild.id, member.id, {"nick": name})


async def record(evening: Evening) -> str:
    return await file_of(await evening.bystander.slash(evening.channel, "record file"))


async def test_the_table_follows_who_acts(evening: Evening) -> None:
    await evening.start()
    await evening.play_deal()
    before = await record(evening)
    member = evening.turn()
    name = str(member.name).title()
    rename(evening, member, "Anastasia")
    await evening.panel(member)
    await evening.env.settle()
    assert "**Anastasia**" in evening.table_text()
    assert f"**{name}**" not in evening.table_text().partition("-#")[0]
    await evening.restart()
    assert "**Anastasia**" in evening.table_text()
    assert await record(evening) == before, "it says who sat there when it started"


async def test_the_table_follows_who_is_only_asked_about(evening: Evening) -> None:
    await evening.start()
    rename(evening, evening.turn(), "Anastasia")
    await evening.env.advance_time(QUIET_MS / 1000)
    assert "**Anastasia**" in evening.table_text()


async def test_a_table_starts_with_the_newest_names(evening: Evening) -> None:
    await evening.open()
    rename(evening, evening.players[0], "Anastasia")
    await say(evening, evening.players[0], "table show")
    await say(evening, evening.players[0], "table start")
    await evening.play_deal()
    assert "p1=Anastasia" in await record(evening)


async def test_who_is_called_how_is_kept_apart_from_who_sat_there(evening: Evening) -> None:
    """A substitute and a rename: the record names who began, the table who plays."""
    await evening.start()
    leaving = evening.players[0]
    rename(evening, leaving, "Anastasia")
    await evening.panel(leaving)
    await say(evening, leaving, "table substitute", out=leaving, **{"in": evening.bystander})
    evening.players = (evening.bystander, *evening.players[1:])
    await evening.play_deal()
    assert "p1=Ana " in await record(evening)
    assert "**Zoe**" in evening.table_text()
