"""A table stands still, goes on, and makes up for the bot's own absence."""

import asyncio

import pytest
from evening import LATER_S, Evening, state, words_of
from league_night import a_season, say
from test_clocks import UNTIL, turn

from bot import pauses, play
from bot.errors import Refused
from data import clocks, tables


def labels(evening: Evening) -> list[str]:
    return [button.label for row in evening.table_message().components for button in row.children]


async def away(evening: Evening, seconds: float) -> None:
    """The bot ends, and comes back after so long."""
    evening.bot.tables.rest()
    await evening.env.advance_time(seconds)
    await evening.restart()


# ---- who may


async def test_the_opener_pauses_at_once(evening: Evening) -> None:
    await evening.start(clock="60")
    opener = evening.players[0]
    assert "The table is paused: nobody can act" in await say(evening, opener, "table pause")
    assert evening.table.is_paused
    assert "The table is paused. **Go on** ends that." in evening.table_text()
    assert not UNTIL.search(evening.table_text())
    assert "The table goes on" in await say(evening, opener, "table resume")
    assert not evening.table.is_paused
    assert UNTIL.search(evening.table_text())


async def test_staff_pause_at_once(evening: Evening) -> None:
    await evening.start()
    assert "is paused" in await say(evening, evening.owner, "table pause")
    assert "goes on" in await say(evening, evening.owner, "table resume")


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_players_vote(evening: Evening) -> None:
    """More than half of those seated."""
    await evening.start()
    _, second, third, fourth = evening.players
    for command, would in (("pause", "would like to pause"), ("resume", "would like to go on")):
        assert "when 2 more do" in await say(evening, second, f"table {command}")
        assert f"{would}; 2 more have to ask for it." in evening.table_text()
        assert "when one more does" in await say(evening, third, f"table {command}")
        await evening.env.advance_time(LATER_S)
        assert "You take that back." in await say(evening, third, f"table {command}")
        await evening.env.advance_time(LATER_S)
        assert "when one more does" in await say(evening, third, f"table {command}")
        before = evening.table.is_paused
        await say(evening, fourth, f"table {command}")
        assert evening.table.is_paused is not before
        assert would not in evening.table_text()
        await evening.env.advance_time(LATER_S)


async def test_others_have_no_say(evening: Evening) -> None:
    await evening.start()
    for command in ("pause", "resume"):
        said = await say(evening, evening.bystander, f"table {command}")
        assert "Only who sits at the table or opened it, and staff" in said
        await say(evening, evening.players[0], "table pause")
    assert evening.table.is_paused


async def test_a_seat_that_the_computer_plays_has_no_vote(evening: Evening) -> None:
    await evening.start()
    leaver = evening.players[1]
    await say(evening, leaver, "table leave")
    assert "the computer plays your seat" in await say(evening, leaver, "table pause")
    assert not evening.table.voters


async def test_twice_is_said_kindly(evening: Evening) -> None:
    await evening.open()
    opener = evening.players[0]
    assert "The table has not started" in await say(evening, opener, "table pause")
    await opener.slash(evening.channel, "table start")
    assert "The table is not paused." in await say(evening, opener, "table resume")
    await say(evening, opener, "table pause")
    assert "is paused already" in await say(evening, opener, "table pause")


async def test_buttons_do_the_same(evening: Evening) -> None:
    await evening.start()
    opener = evening.players[0]
    assert "Pause" in labels(evening)
    assert "is paused" in words_of(await opener.click(evening.table_message(), label="Pause"))
    assert "Pause" not in labels(evening)
    assert "Stay" not in labels(evening)
    assert "goes on" in words_of(await opener.click(evening.table_message(), label="Go on"))
    assert "Stay" in labels(evening)


@pytest.mark.parametrize("pause_first", [True, False])
async def test_two_of_the_staff_close_and_pause_at_once(evening: Evening, pause_first: bool) -> None:
    """Both are done, or the table is closed and who pauses hears so."""
    await evening.start(clock="60")
    table, bot, owner = evening.table, evening.bot.tables, evening.owner.id
    closing, pausing = play.close(bot, table, owner, True), pauses.pause(bot, table, owner, True)
    both = (pausing, closing) if pause_first else (closing, pausing)
    said = await asyncio.gather(*both, return_exceptions=True)
    refused = [each for each in said if each is not True]
    assert [str(each) for each in refused] == ([] if pause_first else [str(Refused("refused.table-closed"))])
    assert table.is_closed


# ---- while it stands still


async def test_no_move_is_accepted(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    panel = await evening.panel(member)
    late = evening.aim(member, "Stay")
    await say(evening, evening.owner, "table pause")
    before = state(evening)
    refused = "The table is paused. Press **Go on**, or use `/table resume`."
    assert refused in await say(evening, member, "stay")
    assert refused in words_of(await late())
    assert refused in words_of(await member.click(panel, label="Stay"))
    assert state(evening) == before


async def test_nobody_cuts(evening: Evening) -> None:
    await evening.start()
    for member in evening.players:
        await member.click(evening.table_message(), label="Let me cut")
    table = evening.table
    await evening.play_until(lambda: evening.bot.tables.cutter(table) is not None)
    cutter = evening.bot.tables.cutter(table)
    assert cutter is not None
    member = next(each for each in evening.players if each.id == cutter.user_id)
    await say(evening, evening.owner, "table pause")
    deal = evening.deal
    assert "The table is paused." in words_of(await member.click(evening.table_message(), label="Deal on"))
    assert evening.deal == deal
    await say(evening, evening.owner, "table resume")
    await member.click(evening.table_message(), label="Deal on")
    assert evening.deal == deal + 1


async def test_clocks_stand_still(evening: Evening) -> None:
    await evening.start(clock="60+30")
    before = turn(evening)
    await evening.env.advance_time(70)
    await say(evening, evening.owner, "table pause")
    await evening.env.advance_time(3600)
    await say(evening, evening.owner, "table resume")
    after = turn(evening)
    assert after.deadline_ms == before.deadline_ms + 3_600_000
    assert after.asked == before.asked
    assert await clocks.times(evening.bot.database, evening.table.id) == evening.table.times
    member = evening.turn()
    await evening.env.advance_time(19)
    assert evening.turn() is member
    await evening.env.advance_time(1)
    assert evening.turn() is not member


async def test_computers_stand_still_too(evening: Evening) -> None:
    await evening.start()
    await say(evening, evening.owner, "table pause")
    seq = evening.table.seq
    await say(evening, evening.turn(), "table leave")
    assert evening.table.seq == seq
    await say(evening, evening.owner, "table resume")
    assert evening.table.seq > seq


async def test_a_pause_outlives_a_restart(evening: Evening) -> None:
    await evening.start(clock="60")
    before = turn(evening)
    await say(evening, evening.owner, "table pause")
    await away(evening, 600)
    assert evening.table.is_paused
    assert "The table is paused." in evening.table_text()
    await say(evening, evening.owner, "table resume")
    assert turn(evening).deadline_ms == before.deadline_ms + 600_000
    assert "I was away" not in evening.table_text()


async def test_a_paused_window_begins_anew(duel: Evening) -> None:
    await duel.turn().slash(duel.channel, "waive")
    other = duel.turn()
    await say(duel, duel.owner, "table pause")
    await duel.env.advance_time(600)
    assert duel.turn() is other
    await say(duel, duel.owner, "table resume")
    await duel.env.advance_time(60)
    assert duel.turn() is not other


async def test_a_paused_table_can_be_closed(evening: Evening) -> None:
    await evening.start(clock="60")
    table = evening.table
    await say(evening, evening.owner, "table pause")
    assert "closed" in await say(evening, evening.owner, "table close")
    row = await tables.table(evening.bot.database, table.id)
    assert row.state == "closed"


async def test_who_opened_a_seasons_table_may_pause_it(evening: Evening) -> None:
    await a_season(evening)
    first, *others = evening.players
    await say(evening, first, "table open", game="bourre", season="Winter", clock="60")
    for member in others:
        await say(evening, member, "table join")
    await say(evening, first, "table start")
    assert "is paused" in await say(evening, first, "table pause")


# ---- outages


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (240, "I was away for 4 minutes; clocks were extended."),
        (40, "I was away for 40 seconds; clocks were extended."),
        (7200, "I was away for 2 hours; clocks were extended."),
        (60, "I was away for a minute; clocks were extended."),
    ],
)
async def test_an_outage_is_made_up_for_and_told(evening: Evening, seconds: int, told: str) -> None:
    await evening.start(clock="300")
    before, member = turn(evening), evening.turn()
    await evening.env.advance_time(20)
    await away(evening, seconds)
    assert told in evening.table_text()
    assert turn(evening).deadline_ms == before.deadline_ms + seconds * 1000
    assert await clocks.times(evening.bot.database, evening.table.id) == evening.table.times
    await evening.env.advance_time(279)
    assert evening.turn() is member
    await evening.env.advance_time(1)
    assert evening.turn() is not member


async def test_a_short_outage_is_made_up_for_without_a_word(evening: Evening) -> None:
    await evening.start(clock="60")
    before = turn(evening)
    await away(evening, 14)
    assert "I was away" not in evening.table_text()
    assert turn(evening).deadline_ms == before.deadline_ms + 14_000


async def test_it_is_told_until_the_deal_is_over(evening: Evening) -> None:
    await evening.start(clock="300")
    await away(evening, 240)
    await evening.by_command(evening.turn(), evening.choice())
    assert "I was away" in evening.table_text()
    await evening.play_deal()
    assert "I was away" not in evening.table_text()


async def test_an_outage_without_a_clock_is_not_told(evening: Evening) -> None:
    await evening.start()
    await away(evening, 240)
    assert "I was away" not in evening.table_text()


async def test_a_lost_connection_is_made_up_for(evening: Evening) -> None:
    """While it is lost nobody's time runs out; it is told again at each try to get it back."""
    await evening.start(clock="60")
    before, member = turn(evening), evening.turn()
    await evening.env.advance_time(30)
    for _ in range(3):
        await dispatched(evening, "disconnect")
        await evening.env.advance_time(80)
    assert evening.turn() is member
    await dispatched(evening, "resumed")
    assert "I was away for 4 minutes; clocks were extended." in evening.table_text()
    assert turn(evening).deadline_ms == before.deadline_ms + 240_000
    await evening.env.advance_time(29)
    assert evening.turn() is member
    await evening.env.advance_time(1)
    assert evening.turn() is not member


async def test_a_session_that_was_invalidated_is_made_up_for(evening: Evening) -> None:
    """Then Discord says ready again instead of resuming."""
    await evening.start(clock="60")
    await dispatched(evening, "disconnect")
    await evening.env.advance_time(120)
    await dispatched(evening, "ready")
    assert "I was away for 2 minutes" in evening.table_text()


async def test_a_connection_lost_for_a_moment_is_not_told(evening: Evening) -> None:
    await evening.start(clock="60")
    await dispatched(evening, "disconnect")
    await evening.env.advance_time(10)
    await dispatched(evening, "resumed")
    assert "I was away" not in evening.table_text()


async def dispatched(evening: Evening, event: str) -> None:
    """As the library tells the bot of its connection."""
    with evening.env._bot_scope():
        evening.bot.dispatch(event)
    await evening.env.settle()


async def test_who_was_away_is_not_counted_absent(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    await away(evening, 86400)
    assert evening.turn() is member
    assert evening.table.times[evening.seat(member)].missed == 0
