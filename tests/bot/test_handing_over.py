"""A seat changes hands: in the lobby, in mid-turn, with everything that shows its cards."""

from typing import Any

import pytest
import simcord
from evening import Evening, embed_text, words_of
from league_night import a_season, only_season, say
from test_rounds import drawn, press, room
from watching import Watch, cards_in

from data import results, seasons


async def substitute(
    evening: Evening, by: simcord.MemberActor, leaving: simcord.MemberActor, coming: simcord.MemberActor
) -> str:
    return words_of(await by.slash(evening.channel, "table substitute", **{"out": leaving, "in": coming}))


def sits(evening: Evening, member: simcord.MemberActor) -> bool:
    return evening.table.seat_of(member.id) is not None


def direct(member: simcord.MemberActor) -> list[Any]:
    return member.user.dm_channel.history(viewer=member.user)


# ---- who may


async def test_in_the_lobby(evening: Evening) -> None:
    await evening.open()
    first, _, third = evening.players
    assert "Seat 3 is Zoe's from now on" in await substitute(evening, third, third, evening.bystander)
    assert sits(evening, evening.bystander)
    assert not sits(evening, third)
    await first.slash(evening.channel, "table start")
    assert evening.table.sitting is not None


async def test_who_may_name_whom(evening: Evening) -> None:
    await evening.start()
    first, second, _ = evening.players
    robot = evening.guild.add_member(evening.env.create_user("robot", bot=True))
    before = evening.table.row.seats
    assert "Only its player and staff" in await substitute(evening, first, second, evening.bystander)
    assert "sits at this table already" in await substitute(evening, first, first, second)
    assert "sits at this table already" in await substitute(evening, first, first, first)
    assert "A bot cannot play on" in await substitute(evening, first, first, robot)
    assert evening.table.row.seats == before
    assert "is Zoe's from now on" in await substitute(evening, evening.owner, second, evening.bystander)
    assert sits(evening, evening.bystander)


async def test_who_has_no_seat_has_none_to_hand_on(evening: Evening) -> None:
    await evening.start()
    other = evening.member("Dan")
    assert "has no seat at this table" in await substitute(evening, other, other, evening.bystander)
    assert "has no seat at this table" in await substitute(evening, evening.owner, other, evening.bystander)


async def test_the_substitute_is_called(evening: Evening) -> None:
    await evening.start()
    leaving = evening.turn()
    await substitute(evening, leaving, leaving, evening.bystander)
    (called,) = [each for each in evening.messages() if "plays on for" in each.content]
    assert [user.id for user in called.mentions] == [evening.bystander.id]
    assert f"<@{evening.bystander.id}>" in evening.table_text(), "it is his turn"


async def test_a_seat_the_computer_plays_on(evening: Evening) -> None:
    await evening.start()
    leaving = evening.not_on_turn()
    await leaving.slash(evening.channel, "table leave")
    await substitute(evening, evening.owner, leaving, evening.bystander)
    seat = evening.table.seat_of(evening.bystander.id)
    assert seat is not None
    assert not evening.table.seats[seat].computer


# ---- in mid-turn


async def test_in_mid_turn_the_substitute_plays_the_same_hand(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    leaving, action = evening.turn(), evening.choice()
    hand = evening.hand(leaving)
    seq = evening.table.seq
    await substitute(evening, leaving, leaving, evening.bystander)
    assert evening.table.seq == seq
    assert evening.hand(evening.bystander) == hand
    assert "do not sit" in words_of(await evening.by_command(leaving, action))
    await evening.by_command(evening.bystander, action)
    assert evening.table.seq > seq


async def test_nothing_can_be_pressed_for_a_seat_that_the_computer_plays(evening: Evening) -> None:
    await evening.start()
    leaving = evening.turn()
    panel = await evening.panel(leaving)
    await leaving.slash(evening.channel, "table leave")
    (left,) = [each for each in evening.channel.history(viewer=leaving) if each.id == panel.id]
    assert "the computer plays your seat" in embed_text(left.embeds[0])
    assert not left.components


async def test_who_has_given_up_his_seat_sees_no_card_of_it(evening: Evening) -> None:
    """Neither in the panel he left open, nor in his direct message, nor by any old button."""
    await evening.start()
    leaving = evening.turn()
    panel = await evening.panel(leaving)
    (message,) = direct(leaving)
    assert cards_in(embed_text(message.embeds[0]))
    evening.players = tuple(evening.bystander if each is leaving else each for each in evening.players)
    await substitute(evening, leaving, leaving, evening.bystander)
    (message,) = direct(leaving)
    assert "somebody else's now" in embed_text(message.embeds[0])
    assert not message.attachments
    (left,) = [each for each in evening.channel.history(viewer=leaving) if each.id == panel.id]
    assert "somebody else's now" in embed_text(left.embeds[0])
    assert not left.components
    watch = Watch(evening)
    watch.news()
    await evening.play_deal()
    await leaving.slash(evening.channel, "hand")
    told = [each.text for each in watch.news() if each.user_id == leaving.id]
    assert told
    assert not any(cards_in(text) for text in told)


@pytest.mark.parametrize("late", ["shown just now", "being brought up to date"])
async def test_a_panel_on_its_way_is_of_no_use_to_who_has_gone(evening: Evening, late: str) -> None:
    """Between the press and the panel the seat may have changed hands."""
    await evening.start()
    leaving = evening.turn()
    panel = await evening.panel(leaving)
    table, panels = evening.table, evening.bot.panels
    seat = evening.seat(leaving)
    kept = panels._panels[table.id, seat]
    await substitute(evening, leaving, leaving, evening.bystander)
    before = len(evening.env.http_requests)
    with evening.env.time_context():
        if late == "shown just now":
            await panels.keep(table, seat, kept)
        else:
            await panels._update(table, seat, kept)
    sent = evening.env.http_requests[before:]
    assert not any(cards_in(str(request.json)) for request in sent)
    assert len(sent) == (late == "shown just now")
    (left,) = [each for each in evening.channel.history(viewer=leaving) if each.id == panel.id]
    assert "somebody else's now" in embed_text(left.embeds[0])


async def test_the_substitute_gets_the_hand(evening: Evening) -> None:
    await evening.start()
    leaving = evening.turn()
    hand = set(evening.hand(leaving))
    await substitute(evening, leaving, leaving, evening.bystander)
    (message,) = direct(evening.bystander)
    assert cards_in(embed_text(message.embeds[0])) == hand
    panel = await evening.panel(evening.bystander)
    assert hand <= cards_in(embed_text(panel.embeds[0]))


async def test_his_next_hand_goes_to_him_alone(evening: Evening) -> None:
    """Also after a restart the direct message of the one before is not written to."""
    await evening.start()
    leaving = evening.turn()
    evening.players = tuple(evening.bystander if each is leaving else each for each in evening.players)
    await substitute(evening, leaving, leaving, evening.bystander)
    await evening.restart()
    await evening.play_deal()
    assert "somebody else's now" in embed_text(direct(leaving)[-1].embeds[0])
    assert cards_in(embed_text(direct(evening.bystander)[-1].embeds[0])) == set(
        evening.hand(evening.bystander)
    )


async def test_a_deal_that_waited_for_his_cut_goes_on(evening: Evening) -> None:
    await evening.open()
    for member in evening.players:
        await member.click(evening.table_message(), label="Let me cut")
    await evening.players[0].slash(evening.channel, "table start")
    waiting = evening.bot.tables.cutter(evening.table)
    assert waiting is not None
    leaving = next(each for each in evening.players if each.id == waiting.user_id)
    await substitute(evening, leaving, leaving, evening.bystander)
    assert evening.deal == 1


async def test_the_record_names_those_who_started(evening: Evening) -> None:
    await evening.start()
    leaving = evening.turn()
    before = [row.name for row in evening.table.row.seats]
    evening.players = tuple(evening.bystander if each is leaving else each for each in evening.players)
    await substitute(evening, leaving, leaving, evening.bystander)
    await evening.play_deal()
    said = await evening.bystander.slash(evening.channel, "record file")
    assert said.response is not None
    text = (await said.response.attachments[0].read()).decode()
    assert f"Seats: p1={before[0]} p2={before[1]} p3={before[2]}" in text


# ---- in a season


async def test_in_a_season_a_player_names_who_has_entered(evening: Evening) -> None:
    await a_season(evening)
    first, second, _ = evening.players
    await first.slash(evening.channel, "table open", game="bourre", season="Winter")
    await second.slash(evening.channel, "table join")
    assert "is not in this season" in await substitute(evening, second, second, evening.bystander)
    await say(evening, evening.bystander, "season join", substitute=True)
    assert "from now on" in await substitute(evening, second, second, evening.bystander)


async def test_whom_staff_name_is_entered_by_that(evening: Evening) -> None:
    season = await a_season(evening)
    await evening.players[0].slash(evening.channel, "table open", game="bourre", season="Winter")
    await substitute(evening, evening.owner, evening.players[0], evening.bystander)
    (entry,) = [
        each
        for each in await seasons.entries(evening.bot.database, season.id)
        if each.user_id == evening.bystander.id
    ]
    assert entry.substitute


@pytest.mark.parametrize("credit", ["starter", "finisher", "deals"])
async def test_credit_goes_as_the_season_says(evening: Evening, credit: str) -> None:
    await a_season(evening, credit=credit, rules="series deals=2")
    first, *others = evening.players
    await first.slash(evening.channel, "table open", game="bourre", season="Winter")
    for member in others:
        await member.slash(evening.channel, "table join")
    await first.slash(evening.channel, "table start")
    await evening.play_deal()
    await substitute(evening, evening.owner, first, evening.bystander)
    evening.players = (evening.bystander, *others)
    await evening.play_deal()
    season = await only_season(evening)
    totals = await evening.bot.database.read(lambda reader: results.recompute(reader, season.id))
    deals = {user: totals[user].deals for user in (first.id, evening.bystander.id) if user in totals}
    assert (
        deals
        == {
            "starter": {first.id: 2},
            "finisher": {evening.bystander.id: 2},
            "deals": {first.id: 1, evening.bystander.id: 1},
        }[credit]
    )


async def test_for_who_never_came(evening: Evening) -> None:
    """At a drawn table the substitute has his seat, and keeps it when he comes after all."""
    await a_season(evening)
    await say(evening, evening.owner, "season schedule")
    (fixture,) = await drawn(evening)
    first, second, absent = evening.players
    await press(evening, first, fixture)
    thread = room(evening, fixture)
    said = await evening.owner.slash(thread, "table substitute", **{"out": absent, "in": evening.bystander})
    assert "Zoe's from now on" in words_of(said)
    assert "plays your seat" in words_of(await absent.slash(thread, "table join"))
    await second.slash(thread, "table join")
    evening.channel = thread
    evening.players = (first, second, evening.bystander)
    await first.slash(thread, "table start")
    table = evening.table
    assert {row.user_id for row in table.row.seats} == {first.id, second.id, evening.bystander.id}
    await evening.play_until(lambda: table.is_closed)
    assert "played without Cleo: table 1" in await say(evening, first, "season show")
