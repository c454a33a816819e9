"""Rounds: drawn by staff, announced with a button a table, opened by their players, recalled once."""

from typing import Any

import discord
import pytest
import simcord
from evening import Evening, words_of
from league_night import DAY, a_season, ms, say

from data import fixtures, privacy, seasons
from data.fixtures import Fixture

HOUR = 60 * 60


async def drawn(evening: Evening) -> tuple[Fixture, ...]:
    season = (await seasons.of_guild(evening.bot.database, evening.guild.id))[0]
    return await fixtures.of_season(evening.bot.database, season.id)


def announced(evening: Evening) -> list[Any]:
    """The messages of rounds in the channel, oldest first."""
    return [message for message in evening.messages() if "round" in message.content and message.components]


def buttons(message: Any) -> list[str]:
    return [button.custom_id for row in message.components for button in row.children]


async def press(evening: Evening, member: simcord.MemberActor, fixture: Fixture) -> str:
    (message,) = [each for each in announced(evening) if f"fixture:{fixture.id}" in buttons(each)][:1]
    return words_of(await member.click(message, custom_id=f"fixture:{fixture.id}"))


def table_of(evening: Evening, fixture: Fixture) -> Any:
    return next((each for each in evening.bot.tables if each.fixture and each.fixture.id == fixture.id), None)


def room(evening: Evening, fixture: Fixture) -> simcord.ChannelHandle:
    channel_id = table_of(evening, fixture).row.channel_id
    return next(each for each in evening.channel.threads if each.id == channel_id)


# ---- drawing


async def test_a_round_is_announced(evening: Evening) -> None:
    await a_season(evening, rules="series")
    said = await say(evening, evening.owner, "season schedule", due="2026-01-10")
    assert said == "Round 1 is drawn: one table."
    (fixture,) = await drawn(evening)
    assert set(fixture.players) == {member.id for member in evening.players}
    (message,) = announced(evening)
    assert buttons(message) == [f"fixture:{fixture.id}"]
    assert {user.id for user in message.mentions} == set(fixture.players)
    assert f"<t:{fixture.due_at_ms // 1000 if fixture.due_at_ms else 0}:f>" in message.content


async def test_substitutes_and_who_has_left_are_not_drawn(evening: Evening) -> None:
    first, second, third = evening.players
    await a_season(evening, first, second)
    await say(evening, third, "season join", substitute=True)
    fourth = evening.member("Dan")
    await say(evening, fourth, "season join")
    await say(evening, second, "season leave")
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    assert set(fixture.players) == {first.id, fourth.id}


@pytest.mark.parametrize("count", [26, 300])
async def test_many_tables_take_as_few_messages_as_hold_them(evening: Evening, count: int) -> None:
    season = await a_season(evening, evening.players[0], game="bura", rules="series")
    users = [evening.member(f"Guest {number}").id for number in range(count - 1)]
    for user in users:
        await seasons.enter(evening.bot.database, season.id, user, 10)
    said = await say(evening, evening.owner, "season schedule")
    assert said == f"Round 1 is drawn: {count // 2} tables."
    messages = announced(evening)
    tables = await drawn(evening)
    assert [each for message in messages for each in buttons(message)] == [
        f"fixture:{each.id}" for each in tables
    ]
    assert {user for each in tables for user in each.players} == {evening.players[0].id, *users}
    assert len(messages) == -(-count // 2 // 25)
    for message in messages:
        assert len(message.content) <= 2000
        assert "round 1 is drawn" in message.content


async def test_computers_fill_if_staff_say_so(evening: Evening) -> None:
    await a_season(evening, game="bura", rules="series")
    said = await say(evening, evening.owner, "season schedule")
    assert "3 players cannot be divided into tables of 2" in said
    assert not await drawn(evening)
    await say(evening, evening.owner, "season schedule", computers=True)
    tables = await drawn(evening)
    assert sorted(len(each.players) for each in tables) == [1, 2]
    assert all(each.seats == 2 for each in tables)
    assert "a computer player" in announced(evening)[0].content
    (alone,) = [each for each in tables if len(each.players) == 1]
    member = next(each for each in evening.players if each.id in alone.players)
    await press(evening, member, alone)
    assert [row.computer for row in table_of(evening, alone).row.seats] == [False, True]


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"due": "2025-12-31"}, "is over already"),
        ({"due": "later"}, "cannot read “later”"),
        ({"season": "Summer"}, "no season “Summer”"),
    ],
)
async def test_a_round_that_cannot_be(evening: Evening, options: dict[str, object], clause: str) -> None:
    await a_season(evening)
    assert clause in await say(evening, evening.owner, "season schedule", **options)
    assert not await drawn(evening)
    assert not evening.messages()


async def test_a_round_is_due_before_the_season_ends(evening: Evening) -> None:
    await a_season(evening, end="2026-01-10")
    assert "ends <t:" in await say(evening, evening.owner, "season schedule", due="2026-01-11")
    assert not await drawn(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-10")
    assert len(await drawn(evening)) == 1


@pytest.mark.parametrize("count", [0, 1])
async def test_too_few_for_a_round(evening: Evening, count: int) -> None:
    await a_season(evening, evening.players[0])
    if not count:
        await say(evening, evening.players[0], "season leave")
    assert f"{count} entered players are too few" in await say(evening, evening.owner, "season schedule")
    assert not await drawn(evening)


async def test_the_next_round_waits_for_the_one_before(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    said = await say(evening, evening.owner, "season schedule")
    assert "1/1" in said
    assert "stay playable" in said
    assert len(await drawn(evening)) == 1
    said = await say(evening, evening.owner, "season schedule", force=True)
    assert "Round 2 is drawn" in said
    assert "Still to be played from earlier rounds (round/table): 1/1." in said
    first, _ = await drawn(evening)
    assert "Table 1 is open" in await press(evening, evening.players[0], first)


async def test_where_the_bot_may_not_write_nothing_is_drawn(evening: Evening) -> None:
    await a_season(evening)
    mute = {evening.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    quiet = evening.guild.create_text_channel("quiet", overwrites=mute)
    said = words_of(await evening.owner.slash(quiet, "season schedule"))
    assert "may not write in this channel" in said
    assert not await drawn(evening)


async def test_an_outage_is_told_and_the_round_can_be_played(evening: Evening) -> None:
    await a_season(evening)
    evening.env.inject_error("POST", f"/channels/{evening.channel.id}/messages", status=500)
    said = await say(evening, evening.owner, "season schedule")
    assert "could not announce it" in said
    shown = await evening.players[0].slash(evening.channel, "season show")
    assert shown.response is not None
    opened = await evening.players[0].click(shown.response, label="Table 1")
    assert "Table 1 is open" in words_of(opened)


# ---- opening


async def test_its_players_open_it_in_a_thread(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    first, second, third = evening.players
    said = await press(evening, second, fixture)
    (thread,) = evening.channel.threads
    assert thread.name == "Winter · round 1 · table 1"
    assert thread.mention in said
    table = table_of(evening, fixture)
    assert table.seat_of(second.id) is not None
    called, _ = thread.history()
    assert {user.id for user in called.mentions} == {first.id, third.id}
    await press(evening, first, fixture)
    assert words_of(await third.slash(thread, "table join")).startswith("You have seat")
    assert len(evening.channel.threads) == 1
    await first.slash(thread, "table start")
    assert table.sitting is not None
    assert (await fixtures.fixture(evening.bot.database, fixture.id)).table_id == table.id


async def test_others_do_not_open_it_nor_sit_there(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    await say(evening, evening.bystander, "season join")
    assert "drawn for others" in await press(evening, evening.bystander, fixture)
    assert table_of(evening, fixture) is None
    await press(evening, evening.owner, fixture)
    table = table_of(evening, fixture)
    assert table.row.seats == (), "staff open it for others"
    thread = room(evening, fixture)
    assert "drawn for others" in words_of(await evening.bystander.slash(thread, "table join"))


async def test_whoever_presses_next_sits_down_there(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    for member in (*evening.players, evening.players[0]):
        await press(evening, member, fixture)
    assert len(evening.channel.threads) == 1
    assert {row.user_id for row in table_of(evening, fixture).row.seats} == set(fixture.players)


async def test_seats_of_a_drawn_table_are_given(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    first, second, third = evening.players
    await press(evening, first, fixture)
    thread = room(evening, fixture)
    said = words_of(await second.slash(thread, "table join", seat=8))
    assert "Your seat at this table is" in said
    await second.slash(thread, "table join")
    assert "Not everybody is here yet: " + third.mention in words_of(await first.slash(thread, "table start"))
    assert table_of(evening, fixture).in_lobby
    await evening.owner.slash(thread, "table start")
    assert not table_of(evening, fixture).in_lobby


async def test_after_it_is_due_those_who_came_can_start(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-02")
    (fixture,) = await drawn(evening)
    first, second, third = evening.players
    await press(evening, first, fixture)
    thread = room(evening, fixture)
    await second.slash(thread, "table join")
    assert "you can start without them" in words_of(await first.slash(thread, "table start"))
    await evening.env.advance_time(2 * DAY)
    evening.channel = thread
    await first.slash(thread, "table start")
    table = evening.table
    assert not table.in_lobby
    await evening.play_until(lambda: table.is_closed)
    assert f"played without {third.member.display_name if third.member else ''}" in await say(
        evening, evening.owner, "season show"
    )


async def test_without_threads_the_channel_itself_serves(evening: Evening) -> None:
    denied = {evening.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)}
    plain = evening.guild.create_text_channel("plain", overwrites=denied)
    await a_season(evening)
    await evening.players[0].slash(plain, "table open", game="bourre")
    await evening.owner.slash(plain, "season schedule")
    (fixture,) = await drawn(evening)
    message = next(each for each in plain.history() if "round" in each.content)
    said = words_of(await evening.players[1].click(message, label="Table 1"))
    assert "There is a table in" in said
    await evening.players[0].slash(plain, "table close")
    said = words_of(await evening.players[1].click(message, label="Table 1"))
    assert plain.mention in said
    assert evening.bot.tables.find(plain.id).fixture.id == fixture.id  # type: ignore[union-attr]


async def test_where_no_thread_can_be_made_the_channel_itself_serves(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    evening.env.inject_error("POST", f"/channels/{evening.channel.id}/threads", status=400)
    assert evening.channel.mention in await press(evening, evening.players[0], fixture)
    assert evening.table.fixture is not None


async def test_who_has_left_the_season_does_not_play(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    await say(evening, evening.players[0], "season leave")
    assert "not in the season" in await press(evening, evening.players[0], fixture)
    assert table_of(evening, fixture) is None


async def test_a_table_is_not_opened_after_the_season(evening: Evening) -> None:
    await a_season(evening, end="2026-01-10")
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    await evening.env.advance_time(10 * DAY)
    assert "would not count" in await press(evening, evening.players[0], fixture)
    assert not evening.channel.threads


async def test_a_table_that_was_played_is_not_opened_again(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    await press(evening, evening.players[0], fixture)
    thread = room(evening, fixture)
    await evening.players[0].slash(thread, "table close")
    await press(evening, evening.players[1], fixture)
    assert table_of(evening, fixture) is not None, "a lobby that was closed is opened anew"
    thread = room(evening, fixture)
    await evening.players[2].slash(thread, "table join")
    await evening.owner.slash(thread, "table start")
    await evening.restart()
    assert table_of(evening, fixture) is not None
    await evening.owner.slash(thread, "table close")
    assert "not played" in await say(evening, evening.owner, "season show"), "no deal of it was finished"
    assert "have not been played" in await say(evening, evening.owner, "season schedule")
    for member in evening.players:
        await press(evening, member, fixture)
    round_channel, evening.channel = evening.channel, room(evening, fixture)
    await evening.players[0].slash(evening.channel, "table start")
    table = evening.table
    await evening.play_until(lambda: table.is_closed)
    evening.channel = round_channel
    assert "has been played" in await press(evening, evening.players[0], fixture)


# ---- reminders


async def test_a_day_before_it_is_due_players_are_told_once(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-07 12:00")
    (fixture,) = await drawn(evening)
    await evening.env.advance_time(5 * DAY + 11 * HOUR)
    assert len(announced(evening)) == 1
    await evening.env.advance_time(HOUR)
    _, reminder = announced(evening)
    assert "still to be played" in reminder.content
    assert {user.id for user in reminder.mentions} == set(fixture.players)
    assert (await fixtures.fixture(evening.bot.database, fixture.id)).reminded_at_ms == ms(
        "2026-01-06T12:00+00:00"
    )
    await evening.env.advance_time(5 * DAY)
    assert len(announced(evening)) == 2
    await evening.restart()
    await evening.env.advance_time(5 * DAY)
    assert len(announced(evening)) == 2


async def test_a_reminder_survives_a_restart(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-07 12:00")
    await evening.env.advance_time(2 * DAY)
    await evening.restart()
    await evening.env.advance_time(3 * DAY + 11 * HOUR)
    assert len(announced(evening)) == 1
    await evening.env.advance_time(2 * HOUR)
    assert len(announced(evening)) == 2


async def test_of_what_is_due_soon_they_are_told_half_way(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-01 20:00")
    await evening.env.advance_time(9 * HOUR)
    assert len(announced(evening)) == 1
    await evening.env.advance_time(HOUR)
    assert len(announced(evening)) == 2


async def test_of_tables_in_play_nobody_is_told(evening: Evening) -> None:
    season = await a_season(evening, game="bura", rules="series")
    await seasons.enter(evening.bot.database, season.id, evening.bystander.id, 10)
    await say(evening, evening.owner, "season schedule", due="2026-01-07")
    begun, waiting = await drawn(evening)
    await press(evening, evening.owner, begun)
    thread = room(evening, begun)
    for member in (*evening.players, evening.bystander):
        await member.slash(thread, "table join")
    await evening.owner.slash(thread, "table start")
    await evening.env.advance_time(7 * DAY)
    _, reminder = announced(evening)
    assert buttons(reminder) == [f"fixture:{waiting.id}"]


async def test_an_outage_delays_a_reminder(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-07 12:00")
    evening.env.inject_error("POST", f"/channels/{evening.channel.id}/messages", status=500, times=10)
    await evening.env.advance_time(5 * DAY + 12 * HOUR)
    assert len(announced(evening)) == 1
    await evening.env.advance_time(DAY)
    assert len(announced(evening)) == 2


async def test_what_fell_due_while_the_bot_was_away_is_told_as_such(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-07 12:00")
    evening.bot.reminders.rest()  # as when it is not running
    await evening.env.advance_time(7 * DAY)
    assert len(announced(evening)) == 1
    await evening.restart()
    await evening.env.advance_time(1)
    _, reminder = announced(evening)
    assert "these tables were to be played by" in reminder.content
    assert "still to be played by" not in reminder.content
    await evening.env.advance_time(7 * DAY)
    assert len(announced(evening)) == 2


async def test_somebody_forgotten_is_not_called(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-07")
    await privacy.forget(evening.bot.database, evening.players[0].id, 10)
    await evening.env.advance_time(7 * DAY)
    _, reminder = announced(evening)
    assert "somebody who was forgotten" in reminder.content
    assert {user.id for user in reminder.mentions} == {each.id for each in evening.players[1:]}


async def test_a_channel_that_has_gone_is_left_alone(evening: Evening) -> None:
    lost = evening.guild.create_text_channel("lost")
    await a_season(evening)
    await evening.owner.slash(lost, "season schedule", due="2026-01-07")
    (fixture,) = await drawn(evening)
    evening.env.backend.delete_channel(lost.id)
    await evening.env.advance_time(7 * DAY)
    assert (await fixtures.fixture(evening.bot.database, fixture.id)).reminded_at_ms is not None
    shown = await evening.players[0].slash(evening.channel, "season show")
    assert shown.response is not None
    await evening.players[0].click(shown.response, label="Table 1")
    assert room(evening, fixture), "it can be played where its button is"


async def test_a_closed_season_recalls_nothing(evening: Evening) -> None:
    await a_season(evening)
    await say(evening, evening.owner, "season schedule", due="2026-01-07")
    await say(evening, evening.owner, "season close")
    await evening.env.advance_time(7 * DAY)
    assert len(announced(evening)) == 1
