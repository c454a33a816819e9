"""What happens in the eight rounds of a winter, and around its end."""

from collections.abc import Sequence
from fractions import Fraction

import simcord
from evening import words_of
from league_night import say
from sitting_read import Moved
from winter import Winter

from bot.table import Table
from data.fixtures import Fixture

Seated = tuple[Table, simcord.ChannelHandle]
"""A table and where it is."""
EVENINGS = (
    ("2026-01-02", "2026-01-09"),
    ("2026-01-13", "2026-01-20"),
    ("2026-01-24", "2026-01-31"),
    ("2026-02-04", "2026-02-11"),
    ("2026-02-15", "2026-02-22"),
    ("2026-02-26", "2026-03-05"),
    ("2026-03-09", "2026-03-16"),
    ("2026-03-20", "2026-03-27"),
)
"""When each round is drawn, and the day on which it is due."""


async def enter(winter: Winter) -> None:
    wished = {"rules": "series deals=2", "points": "places 2 1 1"}
    days = {"timezone": "Europe/Paris", "end": "2026-03-29"}
    told = await say(winter.evening, winter.staff, "season create", name="Winter", **wished, **days)
    assert "is open" in told
    for member in winter.evening.players:
        assert "You are in" in await say(winter.evening, member, "season join")
    for name in ("Vic", "Wim"):
        substitute = winter.newcomer(name)
        assert "as a substitute" in await say(winter.evening, substitute, "season join", substitute=True)


async def play_rounds(winter: Winter) -> list[str]:
    """The days on which the rounds were over."""
    days = []
    for play, (day, due) in zip(ROUNDS, EVENINGS, strict=True):
        await winter.wait_until(f"{day}T20:00+01:00")
        await play(winter, await winter.draw(due), due)
        days.append(winter.now().date().isoformat())
    return days


async def play_drawn(winter: Winter, fixtures: Sequence[Fixture]) -> None:
    for fixture in fixtures:
        table, place = await seated(winter, fixture)
        await winter.finish(table, place)


async def seated(winter: Winter, fixture: Fixture) -> Seated:
    """A drawn table to which everybody has come, started."""
    table, place = await winter.gather(fixture)
    await winter.start(table, place)
    return table, place


async def play_without(winter: Winter, fixture: Fixture, absent: int, due: str) -> None:
    """Those who came wait until the table is due."""
    table, place = await winter.gather(fixture, {absent})
    told = await winter.start(table, place)
    assert f"Not everybody is here yet: <@{absent}>" in told
    await winter.wait_until(f"{due}T23:59+01:00")
    assert "you can start without them" in await winter.start(table, place)
    await winter.evening.env.advance_time(60)
    await winter.start(table, place)
    await winter.finish(table, place)
    shown = await say(winter.evening, winter.staff, "season show")
    assert f"played without {winter.names[absent]}: table {table.id}" in shown


# ---- the rounds


async def hand_on_a_seat(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    """In the second deal a player lets a substitute play on for him."""
    first, *others = tables
    table, place = await seated(winter, first)
    await winter.play_into(2, table, place)
    await winter.hand_on(table, place, winter.called("Vic"), by_staff=False)
    await winter.finish(table, place)
    await play_drawn(winter, others)


async def rename_and_correct(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    """Who won a sitting becomes its last."""
    winter.rename(winter.called("Ada"), "Adele")
    await play_drawn(winter, tables)
    sat = winter.sittings[-1]
    await winter.move(
        sat.table, Moved(1, sat.places.index(1), sat.places.index(max(sat.places)), Fraction(20))
    )


async def miss_somebody(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    first, *others = tables
    await play_drawn(winter, others)
    await play_without(winter, first, first.players[1], due)


async def replace_somebody(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    """Staff seat somebody who was not in the season for a player who does not come."""
    first, *others = tables
    await play_replaced(winter, first, first.players[2], winter.newcomer("Xia"))
    await play_drawn(winter, others)


async def play_replaced(winter: Winter, fixture: Fixture, absent: int, coming: simcord.MemberActor) -> None:
    table, place = await winter.gather(fixture, {absent})
    await winter.substitute(winter.staff, place, winter.people[absent].user, coming)
    await winter.start(table, place)
    assert coming.id in [row.user_id for row in table.people]
    await winter.finish(table, place)


async def break_off(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    """At one table staff replace a player within the first deal, and a player himself in the second; another,
    with chips left in its pot, they close within its second deal.
    """
    first, *others = tables
    table, place = await seated(winter, first)
    await winter.play_into(1, table, place)
    await winter.hand_on(table, place, winter.called("Wim"), by_staff=True)
    await winter.play_into(2, table, place)
    await winter.hand_on(table, place, winter.called("Vic"), by_staff=False)
    await winter.finish(table, place)
    broken = False
    for fixture in others:
        table, place = await seated(winter, fixture)
        await winter.play_into(2, table, place)
        if not broken and "= pot 0" not in await winter.record(table, place):
            await winter.staff.slash(place, "table close")
            broken = table.is_closed
        await winter.finish(table, place)
    assert broken


async def void_a_sitting(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    await play_drawn(winter, tables)
    await winter.void(winter.sittings[-2].table)


async def miss_who_has_left(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    """Who is drawn leaves the server without a word. Afterwards another one leaves the season."""
    left = winter.called("Hal").id
    winter.evening.guild.remove_member(winter.called("Hal"))
    await play_drawn(winter, [each for each in tables if left not in each.players])
    (missing,) = [each for each in tables if left in each.players]
    await play_without(winter, missing, left, due)
    assert "You have left" in await say(winter.evening, winter.called("Una"), "season leave")


async def play_without_who_has_left(winter: Winter, tables: Sequence[Fixture], due: str) -> None:
    """Neither who left the season nor who left the server is drawn."""
    gone = {winter.called("Hal").id, winter.called("Una").id}
    assert sorted(len(each.players) for each in tables) == [4, 4, 5, 5]
    assert not gone & {user for each in tables for user in each.players}
    first, *others = tables
    await play_replaced(winter, first, first.players[0], winter.called("Vic"))
    await play_drawn(winter, others)


ROUNDS = (
    hand_on_a_seat,
    rename_and_correct,
    miss_somebody,
    replace_somebody,
    break_off,
    void_a_sitting,
    miss_who_has_left,
    play_without_who_has_left,
)


# ---- the end


async def play_around_the_end(winter: Winter) -> None:
    """The last day has 23 hours. What starts in its last second counts though it ends on the next day;
    what was opened then and has not started cannot count any more.
    """
    await winter.wait_until("2026-03-29T23:59:59+02:00")
    early = await sit_down(winter, "early", ("Bea", "Cal", "Dot", "Eli"), season="Winter")
    late = await sit_down(winter, "late", ("Flo", "Gil", "Ida"), season="Winter")
    await winter.start(*early)
    await winter.evening.env.advance_time(1)
    assert "ended <t:1774821600:f>" in await winter.start(*late)
    assert late[0].in_lobby
    await winter.evening.env.advance_time(60)
    await winter.finish(*early)
    await winter.staff.slash(late[1], "table close")
    again = {"game": "bourre", "season": "Winter"}
    assert "ended <t:" in words_of(await winter.called("Flo").slash(late[1], "table open", **again))
    uncounted = await sit_down(winter, "after", ("Flo", "Gil", "Ida"), deals=1)
    await winter.start(*uncounted)
    await winter.play(*uncounted)


async def sit_down(winter: Winter, channel: str, names: Sequence[str], **options: object) -> Seated:
    place = winter.evening.guild.create_text_channel(channel)
    first, *others = map(winter.called, names)
    await first.slash(place, "table open", game="bourre", **options)
    for member in others:
        await member.slash(place, "table join")
    table = winter.evening.bot.tables.find(place.id)
    assert table is not None
    return table, place
