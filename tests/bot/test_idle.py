"""A table at which nothing has happened for a while leaves memory; whoever comes back finds it as it was."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
import simcord
from evening import Evening, state, words_of
from league_night import say
from watching import cards_in

from bot import play
from bot.idle import LOOKS
from bot.restoring import read_again
from bot.table import Table
from data import clocks
from data.database import Database


def mid_trick(evening: Evening) -> bool:
    assert evening.table.sitting is not None
    return bool(evening.table.sitting.observe(None).trick)


def pass_time(evening: Evening) -> None:
    for _ in range(LOOKS + 1):
        evening.bot.idle.look()


def fall_asleep(evening: Evening) -> Table:
    table = evening.table
    pass_time(evening)
    assert table.is_asleep
    return table


async def at_a_trick(evening: Evening) -> tuple[object, ...]:
    await evening.start()
    await evening.play_until(lambda: mid_trick(evening), daring=True)
    return state(evening)


async def test_a_press_mid_trick(evening: Evening) -> None:
    before = await at_a_trick(evening)
    member, action = evening.turn(), evening.choice()
    panel = await evening.panel(member)
    address = f"act:{evening.table.id}:{evening.table.seq}:{str(action).replace(' ', ':')}"
    table = fall_asleep(evening)
    await member.click(panel, custom_id=address)
    assert not table.is_asleep
    assert evening.table is table
    assert table.steps[: len(before[2])] == before[2]  # type: ignore[arg-type]
    assert table.steps[len(before[2])].action == action  # type: ignore[arg-type]
    await evening.play_deal()


Coming = Callable[[Evening, simcord.MemberActor], Awaitable[object]]
COMING: dict[str, Coming] = {
    "the hand": lambda evening, member: member.slash(evening.channel, "hand"),
    "the button": lambda evening, member: member.click(evening.table_message(), label="My hand"),
    "the table": lambda evening, member: member.slash(evening.channel, "table show"),
    "the ledger": lambda evening, member: member.slash(evening.channel, "ledger show"),
    "a refusal": lambda evening, member: member.slash(evening.channel, "stay"),
    "a vote": lambda evening, member: member.slash(evening.channel, "table pause"),
    "a cut": lambda evening, member: member.click(evening.table_message(), label="Let me cut"),
    "a wish": lambda evening, member: member.slash(evening.channel, "table close"),
    "its message": lambda evening, _: evening.owner.delete(evening.table_message()),
}


@pytest.mark.parametrize("coming", COMING)
async def test_whoever_comes_finds_it_as_it_was(evening: Evening, coming: str) -> None:
    before, words = await at_a_trick(evening), evening.table_text()
    table = fall_asleep(evening)
    await COMING[coming](evening, evening.players[2])
    assert not table.is_asleep
    assert state(evening) == before
    assert evening.table_text().startswith(words.partition("\n")[0])
    await evening.play_deal()


async def test_hands_are_shown_as_before_and_to_nobody_else(evening: Evening) -> None:
    await at_a_trick(evening)
    before = [words_of(await member.slash(evening.channel, "hand")) for member in evening.players]
    for member, shown in zip(evening.players, before, strict=True):
        fall_asleep(evening)
        assert words_of(await member.slash(evening.channel, "hand")) == shown
    fall_asleep(evening)
    said = words_of(await evening.bystander.slash(evening.channel, "hand"))
    assert said == "You do not sit at this table. Before a table starts, **Sit down** gives you a seat."


async def test_two_who_come_at_once_wake_it_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await at_a_trick(evening)
    seat, choice = evening.seat(evening.turn()), evening.choice()
    woken: list[int] = []

    async def counted(database: Database, table: Table) -> None:
        woken.append(table.id)
        await read_again(database, table)

    monkeypatch.setattr("bot.idle.read_again", counted)
    table = fall_asleep(evening)
    row, action = evening.table.row.seats[seat], choice
    moved = play.act(evening.bot.tables, table, row.user_id or 0, [action])
    await asyncio.gather(table.wake(), moved, table.wake())
    assert woken == [table.id]
    assert table.seq > before[0]  # type: ignore[operator]


async def test_wishes_outlast_it(evening: Evening) -> None:
    await at_a_trick(evening)
    cutter, ender = evening.players[1:3]
    assert "cut" in words_of(await cutter.click(evening.table_message(), label="Let me cut"))
    await ender.slash(evening.channel, "table close")
    table = fall_asleep(evening)
    assert table.cutters == {cutter.id}
    assert table.enders == {ender.id}
    await evening.env.advance_time(60)
    assert "You go on playing" in await say(evening, ender, "table close")
    assert table.cutters == {cutter.id}


async def test_a_table_whose_clock_runs_stays(evening: Evening) -> None:
    await evening.start(clock="60")
    pass_time(evening)
    assert not evening.table.is_asleep
    assert evening.table.timer is not None


async def test_a_paused_one_does_not_and_goes_on(evening: Evening) -> None:
    await evening.start(clock="60")
    await say(evening, evening.owner, "table pause")
    times = await clocks.times(evening.bot.database, evening.table.id)
    table = fall_asleep(evening)
    await evening.env.advance_time(3600)
    assert "goes on" in await say(evening, evening.owner, "table resume")
    (before,) = [time.turn for time in times.values() if time.turn]
    (after,) = [time.turn for time in table.times.values() if time.turn]
    assert after.deadline_ms == before.deadline_ms + 3_600_000
    assert table.timer is not None
    await evening.play_deal()


async def test_half_an_hour_later(evening: Evening) -> None:
    before = await at_a_trick(evening)
    evening.settings["IDLE_AFTER"] = "30"
    await evening.restart()
    await evening.env.advance_time(1000)
    await evening.players[0].slash(evening.channel, "hand")
    await evening.env.advance_time(1700)
    assert not evening.table.is_asleep, "somebody looked at his hand since"
    await evening.env.advance_time(400)
    assert evening.table.is_asleep
    await evening.table.wake()
    assert state(evening) == before


async def test_lobbies_and_what_is_in_use_stay(evening: Evening) -> None:
    await evening.open()
    pass_time(evening)
    assert not evening.table.is_asleep
    await evening.players[0].slash(evening.channel, "table start")
    async with evening.table.lock:
        pass_time(evening)
        assert not evening.table.is_asleep
    evening.bot.idle.look()
    assert not evening.table.is_asleep, "it was used just now"


async def test_a_lost_connection_wakes_nobody(evening: Evening) -> None:
    before = await at_a_trick(evening)
    table = fall_asleep(evening)
    evening.bot.absence.begin()
    assert await evening.bot.absence.end() == []
    assert table.is_asleep
    assert table.timer is None
    await table.wake()
    assert state(evening) == before


async def test_one_that_cannot_be_read_stays_as_it_is(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    before = await at_a_trick(evening)
    table = fall_asleep(evening)
    database = evening.bot.database
    rules = table.row.rules
    change = "UPDATE game_table SET rules = ? WHERE id = ?"
    await database.write(lambda writer: writer.execute(change, ("unheard-of", table.id)))
    with caplog.at_level(logging.ERROR):
        said = words_of(await evening.players[0].slash(evening.channel, "hand"))
    assert "a table that I cannot read" in said
    assert "table 1 cannot be rebuilt" in caplog.text
    assert not cards_in(caplog.text)
    assert table.is_asleep
    assert not table.lock.locked()
    await database.write(lambda writer: writer.execute(change, (rules, table.id)))
    assert "Your hand" in words_of(await evening.players[0].slash(evening.channel, "hand"))
    assert state(evening) == before
