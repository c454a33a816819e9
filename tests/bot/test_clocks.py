"""Clocks at a table: deadlines, what is done for who is absent, reminders, and who comes first."""

import asyncio
import re
from typing import Any

import pytest
import simcord
from duel import acts, pair
from evening import Evening, state, words_of
from league_night import a_season, say

from bot import play
from bot.alarms import TimeUp
from bot.errors import Stale
from data import clocks, journal
from data.clocks import SeatTime, Turn

UNTIL = re.compile(r"time runs out <t:([0-9]+):R>")


def turn(evening: Evening, member: simcord.MemberActor | None = None) -> Turn:
    """The turn that runs, of whoever is to act or of a member."""
    seat = evening.seat(member or evening.turn())
    running = evening.table.times[seat].turn
    assert running is not None
    return running


def time_of(evening: Evening, member: simcord.MemberActor) -> SeatTime:
    return evening.table.times[evening.seat(member)]


def now_ms(evening: Evening) -> int:
    return int(evening.env.now().timestamp() * 1000)


async def stored(evening: Evening) -> dict[int, SeatTime]:
    return await clocks.times(evening.bot.database, evening.table.id)


def reminders(evening: Evening) -> list[Any]:
    return [each for each in evening.messages() if "your time runs out" in each.content]


def last_act(evening: Evening) -> tuple[int, str]:
    return acts(evening)[-1]


# ---- choosing one


@pytest.mark.parametrize(
    ("text", "kept", "told"),
    [
        ("60", "60", "Clock: 60 s a turn."),
        (" 60 + 300", "60+300", "Clock: 60 s a turn, and a time bank of 300 s for the sitting."),
        ("45+0", "45", "Clock: 45 s a turn."),
    ],
)
async def test_a_table_with_a_clock_says_so(evening: Evening, text: str, kept: str, told: str) -> None:
    said = await say(evening, evening.players[0], "table open", game="bourre", clock=text)
    assert told in said
    assert told in evening.table_text()
    assert evening.table.row.clock == kept


@pytest.mark.parametrize("text", ["2", "86401", "60+86401", "soon", "-5", "60+", "1.5", "60+300+1", "६०"])
async def test_what_is_no_clock_is_refused(evening: Evening, text: str) -> None:
    said = await say(evening, evening.players[0], "table open", game="bourre", clock=text)
    assert f"I cannot read “{text}” as a clock. Write seconds a turn from 3 to 86400" in said
    assert evening.bot.tables.find(evening.channel.id) is None
    assert "as a clock" in await say(evening, evening.owner, "settings clock", clock=text)


async def test_a_server_has_a_usual_clock(evening: Evening) -> None:
    assert "Turns at new tables last as long as it takes" in await say(
        evening, evening.owner, "settings show"
    )
    assert "Clock: 90 s a turn" in await say(evening, evening.owner, "settings clock", clock="90+60")
    await evening.open()
    assert evening.table.row.clock == "90+60"
    await evening.players[0].slash(evening.channel, "table close")
    await evening.open(clock="off")
    assert evening.table.row.clock is None
    assert "last as long as it takes" in await say(evening, evening.owner, "settings clock")


async def test_a_season_does_not_choose_the_clock(evening: Evening) -> None:
    await a_season(evening)
    said = await say(evening, evening.players[0], "table open", game="bourre", season="Winter", clock="60")
    assert "Clock: 60 s a turn." in said


async def test_a_drawn_table_has_the_usual_clock(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "settings clock", clock="60")
    await say(evening, evening.owner, "season schedule")
    drawn = next(each for each in reversed(evening.channel.history()) if each.components)
    await evening.players[0].click(drawn, label="Table 1")
    (table,) = evening.bot.tables
    assert table.row.clock == "60"


# ---- deadlines


async def test_without_a_clock_nothing_runs(evening: Evening) -> None:
    await evening.start()
    assert evening.table.times == {}
    assert not UNTIL.search(evening.table_text())
    before = state(evening)
    await evening.env.advance_time(86400)
    assert state(evening) == before


async def test_a_deadline_is_shown_and_stored(evening: Evening) -> None:
    await evening.start(clock="60+300")
    running = turn(evening)
    assert running.deadline_ms - running.free_until_ms == 300_000
    assert running.free_until_ms - running.since_ms == 60_000
    found = UNTIL.findall(evening.table_text())
    assert found == [str(running.deadline_ms // 1000)]
    assert await stored(evening) == evening.table.times


async def test_a_deadline_is_never_moved(evening: Evening) -> None:
    """By a refresh, a new message, somebody leaving and coming back, or a refused act."""
    await evening.start(clock="60")
    before, member = turn(evening), evening.turn()
    other = evening.not_on_turn()
    await evening.env.advance_time(20)
    await member.click(evening.table_message(), label="My hand")
    await member.slash(evening.channel, "table show")
    await member.slash(evening.channel, "play", cards="Ah")
    await other.slash(evening.channel, "table leave")
    await other.slash(evening.channel, "table join")
    assert turn(evening) == before
    await evening.env.advance_time(39)
    assert evening.turn() is member
    await evening.env.advance_time(1)
    assert evening.turn() is not member


async def test_each_turn_has_its_own_deadline(evening: Evening) -> None:
    await evening.start(clock="60")
    first = turn(evening)
    await evening.env.advance_time(30)
    await evening.turn().slash(evening.channel, "pass")
    assert turn(evening).asked > first.asked
    assert turn(evening).deadline_ms == first.deadline_ms + 30_000


async def test_the_bank_is_used_up_over_the_sitting(evening: Evening) -> None:
    await evening.start(clock="60+100")
    member = evening.turn()
    await evening.env.advance_time(90)
    await member.slash(evening.channel, "stay")
    assert time_of(evening, member).bank_ms == 70_000
    assert turn(evening, member).deadline_ms - now_ms(evening) == 130_000
    await member.slash(evening.channel, "draw")
    assert time_of(evening, member).bank_ms == 70_000, "who is quick keeps it"
    await evening.play_until(lambda: evening.turn() is member)
    await evening.env.advance_time(130)
    assert time_of(evening, member).bank_ms == 0


async def test_all_who_choose_at_once_have_the_same_time(evening: Evening) -> None:
    """In secret declarations one's choice does not give the others more."""
    await evening.start(rules="series declare=simultaneous", clock="60")
    before = {member: turn(evening, member) for member in evening.players}
    await evening.env.advance_time(10)
    first, *others = evening.players
    await first.slash(evening.channel, "stay")
    assert [turn(evening, member) for member in others] == [before[member] for member in others]
    assert time_of(evening, first).turn is None
    await evening.env.advance_time(51)
    assert evening.deal == 2, "the others have passed"


async def test_a_restart_keeps_the_deadline(evening: Evening) -> None:
    await evening.start(clock="60+30")
    before = evening.table.times
    await evening.restart()
    assert evening.table.times == before
    member = evening.turn()
    await evening.env.advance_time(89)
    assert evening.turn() is member
    await evening.env.advance_time(1)
    assert evening.turn() is not member


# ---- what is done for who is absent


async def test_who_lets_time_run_out_passes(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    await evening.env.advance_time(60)
    assert last_act(evening) == (evening.seat(member), "pass")
    assert time_of(evening, member).missed == 1
    assert (await stored(evening))[evening.seat(member)].missed == 1
    assert "passes" in evening.table_text()


async def test_who_has_stayed_draws_none_and_plays_on(evening: Evening) -> None:
    await evening.start(clock="60")
    for _ in evening.players:
        await evening.turn().slash(evening.channel, "stay")
        await evening.env.advance_time(60)
        assert last_act(evening)[1] == "draw"
    assert evening.phase == "playing"
    for _ in range(15):
        if evening.phase != "playing":
            break
        member, sitting = evening.turn(), evening.table.sitting
        assert sitting is not None
        legal = [str(each) for each in sitting.legal(evening.seat(member))]
        seen = sitting.observe(evening.seat(member))
        await evening.env.advance_time(60)
        played = next(each for each in reversed(acts(evening)) if each[0] == evening.seat(member))[1]
        assert played in legal
        ranks = "23456789TJQKA"
        cards = [each for each in legal if each.startswith("play")]
        plain = [each for each in cards if each[-1] != seen.trump] or cards
        assert ranks.index(played[5]) == min(ranks.index(each[5]) for each in plain)


async def test_the_other_games_go_on_by_themselves(evening: Evening) -> None:
    """Nobody says a word, and the computers play to the end once everybody has been absent twice."""
    first, *_ = evening.players
    await say(evening, first, "table open", game="bouillotte", clock="60")
    await say(evening, first, "table fill")
    await say(evening, first, "table start")
    table = evening.table
    for _ in range(60):
        if table.is_paused:
            break
        await evening.env.advance_time(60)
    assert table.is_paused
    assert not table.people


async def test_bura_waits_for_the_window_as_ever(duel: Evening) -> None:
    """The window's time is everybody's; the clock runs for a lead, and waives and leads one low card."""
    await duel.players[0].slash(duel.channel, "table close")
    first, second = duel.players
    await first.slash(duel.channel, "table open", game="bura", clock="300")
    await second.slash(duel.channel, "table join")
    await first.slash(duel.channel, "table start")
    leader, other = pair(duel)
    await duel.env.advance_time(300)
    assert last_act(duel) == (duel.seat(leader), "waive")
    assert time_of(duel, other).turn is None
    await duel.env.advance_time(60)
    assert last_act(duel) == (duel.seat(other), "waive")
    assert time_of(duel, other).missed == 0, "the window's silence is no absence"
    await duel.env.advance_time(300)
    seat, words = last_act(duel)
    assert seat == duel.seat(leader)
    assert re.fullmatch("play ..", words)
    assert time_of(duel, leader).missed == 2


async def test_a_cut_is_waited_for_no_longer(evening: Evening) -> None:
    await evening.start(clock="60")
    for member in evening.players:
        await member.click(evening.table_message(), label="Let me cut")
    await evening.play_until(lambda: evening.table.cutter_at(evening.table.sitting) is not None)
    assert UNTIL.search(evening.table_text())
    deal = evening.deal
    await evening.env.advance_time(60)
    assert evening.deal == deal + 1


# ---- races


@pytest.mark.parametrize("press_first", [True, False])
async def test_a_move_in_the_same_instant(evening: Evening, press_first: bool) -> None:
    """Exactly one of the two happens, whichever comes to the table first."""
    await evening.start(clock="60")
    member, tables, table = evening.turn(), evening.bot.tables, evening.table
    seat, seq = evening.seat(member), table.seq
    stay = table.game.parse("stay", "")
    assert stay is not None
    await evening.env.advance_time(59)
    table.times = {**table.times, seat: overdue(table.times[seat], now_ms(evening))}
    pressing = play.act(tables, table, member.id, [stay], seen=seq)
    ringing = play.time_out(tables, table, TimeUp(seat, seq))
    both = (pressing, ringing) if press_first else (ringing, pressing)
    said = await asyncio.gather(*both, return_exceptions=True)
    assert [type(each) for each in said if each is not None] == ([] if press_first else [Stale])
    assert [each for each in acts(evening) if each[0] == seat] == [(seat, "stay" if press_first else "pass")]


def overdue(time: SeatTime, now_ms: int) -> SeatTime:
    assert time.turn is not None
    return SeatTime(time.seat, 0, 0, Turn(time.turn.asked, now_ms - 60_000, now_ms, now_ms))


async def test_a_press_too_late_hears_what_happened(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    late = evening.aim(member, "Stay")
    await evening.env.advance_time(60)
    assert "moved on" in words_of(await late())
    assert acts(evening)[-1] == (evening.seat(member), "pass")


async def test_an_alarm_of_another_turn_means_nothing(evening: Evening) -> None:
    """Of the deal before, of an earlier turn of the same seat, or of a seat that is not on turn."""
    await evening.start(clock="60")
    member = evening.turn()
    before = TimeUp(evening.seat(member), turn(evening).asked)
    await evening.play_deal()
    await evening.play_until(lambda: evening.turn() is member)
    evening.bot.tables.now_ms = lambda: now_ms(evening)  # what the bot would see in its own tasks
    was = state(evening)
    for alarm in (before, TimeUp(evening.seat(evening.not_on_turn()), turn(evening).asked)):
        await play.time_out(evening.bot.tables, evening.table, alarm)
    early = TimeUp(evening.seat(member), turn(evening).asked)
    await play.time_out(evening.bot.tables, evening.table, early)
    assert state(evening) == was


async def test_a_time_out_that_cannot_be_stored_is_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.start(clock="60")
    member, before = evening.turn(), evening.table.seq
    whole = journal.append

    async def failing(*_: object) -> int:
        raise OSError("the disk is full")

    monkeypatch.setattr(journal, "append", failing)
    await evening.env.advance_time(60)
    assert evening.table.seq == before
    monkeypatch.setattr(journal, "append", whole)
    await evening.env.advance_time(11)
    assert last_act(evening) == (evening.seat(member), "pass")
    caplog.clear()


# ---- reminders


async def test_who_takes_long_is_reminded_once(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    await evening.env.advance_time(39)
    assert reminders(evening) == []
    await evening.env.advance_time(1)
    (reminder,) = reminders(evening)
    deadline_s = turn(evening).deadline_ms // 1000
    assert reminder.content == f"<@{member.id}>, your time runs out <t:{deadline_s}:R>."
    await evening.env.advance_time(10)
    assert len(reminders(evening)) == 1
    await member.slash(evening.channel, "pass")
    assert reminders(evening) == []
    assert await clocks.reminders(evening.bot.database, evening.table.id) == ()


async def test_a_reminder_goes_when_time_is_up(evening: Evening) -> None:
    await evening.start(clock="60")
    await evening.env.advance_time(59)
    assert len(reminders(evening)) == 1
    await evening.env.advance_time(1)
    assert reminders(evening) == []


@pytest.mark.parametrize(("clock", "at_s"), [("30", 15), ("30+60", 60), ("300", 200)])
async def test_when_a_reminder_comes(evening: Evening, clock: str, at_s: int) -> None:
    """With a third of the time left, or 15 seconds."""
    await evening.start(clock=clock)
    await evening.env.advance_time(at_s - 1)
    assert reminders(evening) == []
    await evening.env.advance_time(1)
    assert len(reminders(evening)) == 1


async def test_short_clocks_remind_nobody(evening: Evening) -> None:
    await evening.start(clock="29")
    await evening.env.advance_time(28)
    assert reminders(evening) == []


async def test_a_restart_reminds_nobody_twice_and_tidies_up(evening: Evening) -> None:
    await evening.start(clock="60")
    await evening.env.advance_time(45)
    await evening.restart()
    assert len(reminders(evening)) == 1
    await evening.turn().slash(evening.channel, "pass")
    assert reminders(evening) == []


async def test_a_reminder_that_cannot_be_sent(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    evening.env.inject_error("POST", f"/channels/{evening.channel.id}/messages", status=403)
    await evening.env.advance_time(60)
    assert reminders(evening) == []
    assert last_act(evening) == (evening.seat(member), "pass")


async def test_a_reminder_that_somebody_deleted(evening: Evening) -> None:
    await evening.start(clock="60")
    await evening.env.advance_time(45)
    (reminder,) = reminders(evening)
    await evening.bot.http.delete_message(evening.channel.id, reminder.id)
    await evening.turn().slash(evening.channel, "pass")
    assert evening.table.reminders == []


# ---- absentees


async def run_out_twice(evening: Evening, member: simcord.MemberActor) -> None:
    """In two deals, or as soon as the member is asked twice."""
    while time_of(evening, member).missed < 2 and not evening.table.seats[evening.seat(member)].computer:
        if evening.turn() is member:
            await evening.env.advance_time(60)
        else:
            await evening.by_command(evening.turn(), evening.choice())


async def test_a_repeated_absentee_is_played_for_from_the_next_deal(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    await run_out_twice(evening, member)
    deal = evening.deal
    if not evening.table.seats[evening.seat(member)].computer:
        await evening.play_until(lambda: evening.deal != deal or evening.turn() is member)
    while not evening.table.seats[evening.seat(member)].computer:
        await evening.env.advance_time(60)
    name = evening.table.seats[evening.seat(member)].name
    assert f"**{name}**\u00a0🤖 let the time run out again and again." in evening.table_text()
    await say(evening, member, "table join")
    assert not evening.table.seats[evening.seat(member)].computer
    assert time_of(evening, member).missed == 0


async def test_who_acts_is_not_absent(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    await evening.env.advance_time(60)
    assert time_of(evening, member).missed == 1
    await evening.play_until(lambda: evening.turn() is member)
    await evening.by_command(member, evening.choice())
    assert time_of(evening, member).missed == 0


async def test_where_nobody_is_left_the_table_stands_still(evening: Evening) -> None:
    await evening.start(clock="60")
    table = evening.table
    for _ in range(40):
        if table.is_paused:
            break
        await evening.env.advance_time(60)
    assert "The table is paused, for nobody is there." in evening.table_text()
    seq = table.seq
    await evening.env.advance_time(86400)
    assert table.seq == seq
    first = evening.players[0]
    assert "Nobody sits here to go on with" in await say(evening, first, "table resume")
    await say(evening, first, "table join")
    assert "The table goes on" in await say(evening, first, "table resume")
    assert table.seq > seq
    assert [row.user_id for row in table.people] == [first.id]


async def test_a_substitute_begins_without_time_outs(evening: Evening) -> None:
    await evening.start(clock="60")
    member = evening.turn()
    seat = evening.seat(member)
    await evening.env.advance_time(60)
    await say(evening, member, "table substitute", out=member, **{"in": evening.bystander})
    assert evening.table.times[seat].missed == 0
    assert (await stored(evening))[seat].missed == 0
