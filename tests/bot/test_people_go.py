"""Players who leave the server, are banned or delete their accounts, and tables that nobody comes back to."""

import pytest
import simcord
from evening import Evening, words_of
from league_night import DAY, a_season, say
from test_rounds import drawn, press, room, table_of

from bot.attendance import QUIET_MS
from bot.lobby import ALONE_MS
from data import tables
from data.rows import TableState

QUIET_S = QUIET_MS / 1000
ALONE_S = ALONE_MS / 1000


def goes(evening: Evening, member: simcord.MemberActor) -> None:
    """Out of the server, without a word."""
    evening.env.backend.remove_member(evening.guild.id, member.id)


def comes(evening: Evening, member: simcord.MemberActor) -> None:
    evening.env.backend.add_member(evening.guild.id, member.id)


def asked_about(evening: Evening) -> int:
    """How many members Discord was asked about."""
    return sum(each.method == "GET" and "/members/" in each.path for each in evening.env.http_requests)


async def free(evening: Evening) -> bool:
    """Whether a table can be opened in the channel."""
    said = await say(evening, evening.players[-1], "table open", game="bourre")
    return said.startswith("The table is open")


# ---- in play


async def test_who_is_on_turn_and_gone_is_played_for(evening: Evening) -> None:
    await evening.start()
    gone = evening.turn()
    seat, before = evening.seat(gone), evening.table.seq
    goes(evening, gone)
    await evening.env.advance_time(QUIET_S - 1)
    assert evening.table.seq == before
    await evening.env.advance_time(1)
    assert evening.table.seats[seat].computer
    assert evening.table.seq > before
    assert f"**{gone.name.title()}**" in evening.table_text()
    assert "has left the server. The computer plays on" in evening.table_text()
    assert evening.turn() is not gone
    await evening.by_command(evening.turn(), evening.choice())


async def test_the_dealer_and_who_waits_are_played_for(evening: Evening) -> None:
    """A table is not held up by them yet, but soon will be."""
    await evening.start()
    gone = evening.not_on_turn()
    seat = evening.seat(gone)
    goes(evening, gone)
    await evening.env.advance_time(QUIET_S)
    assert [row.seat for row in evening.table.row.seats if row.computer] == [seat]
    await evening.play_deal()


async def test_who_comes_back_has_seat_and_hand_again(evening: Evening) -> None:
    await evening.start()
    gone = evening.not_on_turn()
    hand = evening.hand(gone)
    goes(evening, gone)
    await evening.env.advance_time(QUIET_S)
    comes(evening, gone)
    assert "Your seat is yours again" in await say(evening, gone, "table join")
    assert not evening.table.seats[evening.seat(gone)].computer
    assert evening.hand(gone) == hand
    panel = await evening.panel(gone)
    assert panel.embeds[0].title == "Your hand · deal 1"
    await evening.env.advance_time(3 * QUIET_S)
    assert not evening.table.seats[evening.seat(gone)].computer


async def test_a_ban_is_heard_of_at_once(evening: Evening) -> None:
    await evening.start()
    banned = evening.turn()
    seat = evening.seat(banned)
    evening.env.backend.apply_ban(evening.guild.id, banned.id, None)
    await evening.env.settle()
    assert evening.table.seats[seat].computer
    assert "has left the server" in evening.table_text()


async def test_at_a_quiet_table_a_press_makes_sure(evening: Evening) -> None:
    """However long it has been quiet, who presses something there is not held up by who is gone."""
    await evening.start()
    gone, other = evening.turn(), evening.not_on_turn()
    await evening.env.advance_time(5 * DAY)
    goes(evening, gone)
    await evening.panel(other)
    await evening.env.settle()
    assert evening.table.seats[evening.seat(gone)].computer


async def test_if_discord_does_not_say_nobody_has_left(evening: Evening) -> None:
    await evening.start()
    goes(evening, evening.turn())
    before = evening.table.row.seats
    members = f"/guilds/{evening.guild.id}/members/*"
    evening.env.inject_error("GET", members, status=503, times=None)
    await evening.env.advance_time(QUIET_S)
    assert evening.table.row.seats == before
    evening.env.backend.faults.clear()
    evening.env.inject_error("GET", members, status=404, code=10004, times=None)
    await evening.env.advance_time(QUIET_S)
    assert evening.table.row.seats == before, "an unknown server says nothing of its members"
    evening.env.backend.faults.clear()
    await evening.env.advance_time(2 * QUIET_S)
    assert evening.table.row.seats != before


async def test_discord_is_asked_ever_less_often(evening: Evening) -> None:
    await evening.start()
    await evening.env.advance_time(DAY)
    assert 1 <= asked_about(evening) / len(evening.players) <= 10
    await evening.by_command(evening.turn(), evening.choice())
    before = asked_about(evening)
    await evening.env.advance_time(QUIET_S - 1)
    assert asked_about(evening) == before


async def test_when_all_are_gone_the_channel_is_free(evening: Evening) -> None:
    await evening.start()
    table = evening.table
    for member in evening.players:
        goes(evening, member)
    await evening.env.advance_time(QUIET_S)
    assert table.is_closed
    comes(evening, evening.players[-1])
    assert await free(evening)


async def test_nobody_waits_for_who_was_absent_and_then_left(evening: Evening) -> None:
    """A table stands still when all let their time run out; with all of them gone it is closed."""
    await evening.start(clock="60")
    table = evening.table
    await evening.env.advance_time(30 * 60)
    assert table.is_paused
    assert not table.people
    for member in evening.players:
        goes(evening, member)
    await evening.env.advance_time(DAY)
    assert table.is_closed


async def test_whoever_is_left_can_pause_and_close(evening: Evening) -> None:
    await evening.start()
    opener, second, third = evening.players
    goes(evening, opener)
    await evening.env.advance_time(QUIET_S)
    assert "can pause and close it from now on" in evening.table_text()
    assert "is paused" in await say(evening, second, "table pause")
    assert "when one more does" in await say(evening, third, "table resume")
    await evening.restart()
    assert evening.table.row.opener_id == second.id
    assert "closed" in await say(evening, second, "table close")


async def test_at_other_tables_nobody_is_held_up(evening: Evening) -> None:
    """Who sits at a table that stands still can sit down, play and open elsewhere."""
    await evening.start()
    goes(evening, evening.turn())
    first, second = [each for each in evening.players if each is not evening.turn()]
    evening.channel = evening.guild.create_text_channel("other")
    assert (await say(evening, first, "table open", game="bura")).startswith("The table is open")
    assert "You have seat 2" in await say(evening, second, "table join")
    await say(evening, first, "table start")
    assert evening.table.sitting is not None


# ---- votes


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_a_vote_to_pause_is_counted_anew(evening: Evening) -> None:
    await evening.start()
    _, second, third, fourth = evening.players
    await say(evening, second, "table pause")
    await say(evening, third, "table pause")
    assert not evening.table.is_paused
    await say(evening, fourth, "table leave")
    assert evening.table.is_paused
    await say(evening, second, "table resume")
    assert evening.table.is_paused
    await say(evening, evening.players[0], "table leave")
    assert evening.table.is_paused, "one of two is not more than half"
    await say(evening, third, "table leave")
    assert not evening.table.is_paused


@pytest.mark.parametrize("evening", [4], indirect=True)
async def test_the_votes_of_who_has_left_do_not_count(evening: Evening) -> None:
    await evening.start()
    _, second, third, _ = evening.players
    await say(evening, second, "table pause")
    await say(evening, third, "table pause")
    await say(evening, third, "table leave")
    assert not evening.table.is_paused


async def test_a_vote_to_close_is_counted_anew_when_somebody_is_gone(evening: Evening) -> None:
    await evening.start()
    table, (_, second, third) = evening.table, evening.players
    await evening.env.advance_time(1)
    goes(evening, evening.players[0])
    await say(evening, second, "table close")
    assert "ends when they ask for it too" in await say(evening, third, "table close")
    await evening.env.advance_time(QUIET_S)
    assert table.is_closed
    assert "void" in evening.messages()[-1].embeds[0].description


async def test_votes_are_counted_anew_when_the_absent_are_played_for(evening: Evening) -> None:
    await evening.start(clock="60")
    opener = evening.players[0]
    voter = evening.players[1]
    await say(evening, voter, "table pause")
    for _ in range(40):
        if evening.table.is_paused:
            break
        if evening.turn() is voter:
            await evening.by_command(voter, evening.choice())
        else:
            await evening.env.advance_time(60)
    assert evening.table.is_paused
    assert [row.user_id for row in evening.table.people] == [voter.id]
    assert opener is not voter


async def test_a_vote_to_close_a_lobby_is_counted_anew(evening: Evening) -> None:
    await evening.open()
    table, (first, second, third) = evening.table, evening.players
    await say(evening, second, "table close")
    await say(evening, third, "table close")
    assert not table.is_closed
    await say(evening, first, "table leave")
    assert table.is_closed
    assert await free(evening)


# ---- in the lobby


async def test_in_the_lobby_the_seat_is_free_again(evening: Evening) -> None:
    await evening.open()
    third = evening.players[2]
    goes(evening, third)
    await evening.env.advance_time(QUIET_S)
    assert evening.table.seat_of(third.id) is None
    assert "has left the server, so that seat is free." in evening.table_text()
    assert "You have seat 3" in await say(evening, evening.bystander, "table join")
    comes(evening, third)
    assert "All 3 seats are taken" in await say(evening, third, "table join")


async def test_another_inherits_a_lobby(evening: Evening) -> None:
    await evening.open()
    opener, second, _ = evening.players
    goes(evening, opener)
    await evening.env.advance_time(QUIET_S)
    assert evening.table.row.opener_id == second.id
    assert "**Ben** can pause and close it" in evening.table_text()
    await say(evening, second, "table start")
    assert "has left the server" not in evening.table_text(), "that was told in the lobby"


async def test_a_lobby_whose_only_player_is_gone_is_closed(evening: Evening) -> None:
    first = evening.players[0]
    await first.slash(evening.channel, "table open", game="bourre")
    table = evening.table
    goes(evening, first)
    await evening.env.advance_time(QUIET_S)
    assert table.is_closed
    (told,) = evening.messages()
    assert "Nobody is left to go on with." in told.embeds[0].description
    assert not told.components
    assert await free(evening)


async def test_a_lobby_left_alone_gives_its_channel_back(evening: Evening) -> None:
    await evening.open()
    table = evening.table
    await evening.env.advance_time(ALONE_S - 1)
    assert not table.is_closed
    await evening.env.advance_time(1)
    assert table.is_closed
    assert (await tables.table(evening.bot.database, table.id)).state is TableState.CLOSED
    (told,) = evening.messages()
    assert "Nobody has done anything here for 60 minutes" in told.embeds[0].description
    assert await free(evening)


async def test_any_press_keeps_a_lobby(evening: Evening) -> None:
    await evening.open()
    table = evening.table
    await evening.env.advance_time(ALONE_S - 1)
    await evening.players[1].click(evening.table_message(), label="Let me cut")
    await evening.env.advance_time(ALONE_S - 1)
    assert not table.is_closed
    await evening.restart()
    await evening.env.advance_time(ALONE_S)
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_a_drawn_table_waits_until_it_is_due(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-02")
    (fixture,) = await drawn(evening)
    await press(evening, evening.players[0], fixture)
    table = table_of(evening, fixture)
    await evening.env.advance_time(2 * DAY - 1)
    assert not table.is_closed
    await evening.env.advance_time(ALONE_S + 1)
    assert table.is_closed
    assert "is open" in await press(evening, evening.players[0], fixture), "it can still be played"
    assert table_of(evening, fixture).id != table.id


async def test_a_drawn_table_without_an_end_waits(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    await press(evening, evening.players[0], fixture)
    await evening.env.advance_time(20 * DAY)
    assert not table_of(evening, fixture).is_closed


async def test_a_drawn_seat_is_free_when_its_player_is_gone(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    first, second, _ = evening.players
    await press(evening, first, fixture)
    await press(evening, second, fixture)
    table, thread = table_of(evening, fixture), room(evening, fixture)
    goes(evening, first)
    await evening.env.advance_time(QUIET_S)
    assert [row.user_id for row in table.row.seats] == [second.id]
    told = words_of(
        await evening.owner.slash(thread, "table substitute", out=first.user, **{"in": evening.bystander})
    )
    assert "Zoe's from now on" in told
