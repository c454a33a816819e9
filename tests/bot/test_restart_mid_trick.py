"""A new bot on the same database goes on where the old one stopped, and late messages are made good."""

import discord
import pytest
import simcord
from evening import Evening, embed_text, words_of

from bot import play
from bot.errors import Stale
from engine.bourre.actions import Draw


def state(evening: Evening) -> tuple[object, ...]:
    table = evening.table
    assert table.sitting is not None
    seats = range(table.sitting.seats)
    return table.seq, [table.sitting.observe(seat) for seat in (None, *seats)], table.steps, table.row.seats


def mid_trick(evening: Evening) -> bool:
    assert evening.table.sitting is not None
    return bool(evening.table.sitting.observe(None).trick)


async def test_mid_trick(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: mid_trick(evening), daring=True)
    before, old = state(evening), evening.table
    member, action = evening.turn(), evening.choice()
    panel = await evening.panel(member)
    address = f"act:{evening.table.id}:{evening.table.seq}:{str(action).replace(' ', ':')}"
    await evening.restart()
    assert evening.table is not old
    assert state(evening) == before
    assert evening.turn() is member
    await member.click(panel, custom_id=address)
    assert evening.table.seq > before[0]  # type: ignore[operator]
    await evening.play_deal()


async def test_the_public_buttons_of_before(evening: Evening) -> None:
    await evening.start()
    old = evening.table_message()
    member = evening.turn()
    await evening.restart()
    await member.click(old, label="Stay")
    assert evening.phase != "playing"
    said = await member.click(evening.table_message(), label="My hand")
    assert all(card.symbol in words_of(said) for card in evening.hand(member))


async def test_before_every_act_of_a_deal(evening: Evening) -> None:
    await evening.start()
    for _ in range(60):
        if evening.deal > 1:
            break
        before = state(evening)
        await evening.restart()
        assert state(evening) == before
        await evening.by_command(evening.turn(), evening.daring_choice())
    assert evening.deal == 2


async def test_in_the_lobby(evening: Evening) -> None:
    await evening.open()
    commit = evening.table.secret
    assert commit is not None
    await evening.restart()
    assert evening.table.in_lobby
    assert evening.table.secret == commit
    assert [row.user_id for row in evening.table.row.seats] == [member.id for member in evening.players]
    await evening.players[2].click(evening.table_message(), label="Start")
    assert evening.deal == 1
    assert commit.commit_hex[:16] in evening.table_text()


async def test_while_somebody_is_asked_to_cut(evening: Evening) -> None:
    """The deal does not wait for ever for somebody who asked the bot of before; chance cuts."""
    await evening.open()
    for member in evening.players:
        await member.click(evening.table_message(), label="Let me cut")
    await evening.players[0].click(evening.table_message(), label="Start")
    waiting = evening.bot.tables.cutter(evening.table)
    assert waiting is not None
    cutter = next(member for member in evening.players if member.id == waiting.user_id)
    late = evening.aim(cutter, "Deal on")
    await evening.restart()
    assert evening.deal == 1
    assert "it is your turn" in evening.table_text()
    before = state(evening)
    assert "nothing to cut" in words_of(await late())
    assert state(evening) == before
    await evening.by_command(evening.turn(), evening.choice())


async def test_the_clock_of_before_is_not_needed(evening: Evening) -> None:
    """Weeks later the message and its buttons still work."""
    await evening.start()
    await evening.env.advance_time(30 * 86400)
    await evening.restart()
    await evening.turn().click(evening.table_message(), label="Stay")
    assert "stays" in evening.table_text()


@pytest.mark.parametrize("status", [500, 429, 403])
async def test_the_message_cannot_be_changed(evening: Evening, status: int) -> None:
    """What was acknowledged is kept, and the next act shows it."""
    await evening.start()
    before = evening.table.seq
    evening.env.inject_error("PATCH", f"/channels/{evening.channel.id}/messages/*", status=status)
    member = evening.turn()
    await member.slash(evening.channel, "stay")
    assert evening.table.seq == before + 1
    assert "stays" not in evening.table_text()
    await member.slash(evening.channel, "draw")
    assert "stays, stands pat" in evening.table_text()


async def test_a_crash_between_storing_and_telling(evening: Evening) -> None:
    await evening.start()
    evening.env.inject_error("PATCH", f"/channels/{evening.channel.id}/messages/*", times=None)
    evening.env.inject_error("POST", f"/channels/{evening.channel.id}/messages", times=None)
    member = evening.turn()
    await member.slash(evening.channel, "pass")
    before = state(evening)
    assert "passes" not in evening.table_text()
    evening.env.backend.faults.clear()
    await evening.restart()
    assert state(evening) == before
    assert "passes" in evening.table_text(), "a new bot brings its tables up to date"


async def test_show_brings_it_up_to_date(evening: Evening) -> None:
    await evening.start()
    evening.env.inject_error("PATCH", f"/channels/{evening.channel.id}/messages/*")
    await evening.turn().slash(evening.channel, "pass")
    assert "passes" not in evening.table_text()
    await evening.bystander.slash(evening.channel, "table show")
    assert "passes" in evening.table_text()


async def test_the_end_of_a_deal_is_told_later(evening: Evening) -> None:
    """A deal that ended while Discord was away is told when it is back, before the next one."""
    await evening.start()
    await evening.play_until(lambda: ends_deal(evening))
    evening.env.inject_error("PATCH", f"/channels/{evening.channel.id}/messages/*", times=None)
    await evening.by_command(evening.turn(), evening.choice())
    assert evening.deal == 2
    evening.env.backend.faults.clear()
    assert "deal 1" in str(evening.table_message().embeds[0].title)
    await evening.bystander.slash(evening.channel, "table show")
    titles = [message.embeds[0].title for message in evening.messages() if message.embeds]
    assert sum("deal 1 is over" in str(title) for title in titles) == 1
    assert sum("deal 2" in str(title) for title in titles) == 1
    assert "deal 2" in str(titles[-1])


def ends_deal(evening: Evening) -> bool:
    assert evening.table.sitting is not None
    trial = evening.table.sitting.copy()
    trial.apply(evening.seat(evening.turn()), evening.choice())
    report = trial.report()
    return report is not None and report.complete


async def test_the_answer_cannot_be_given(evening: Evening) -> None:
    """The act counts even if the answer to it is lost; a second try says that it is done."""
    await evening.start()
    before = evening.table.seq
    member = evening.turn()
    evening.env.inject_error("PATCH", "/webhooks/*/messages/@original")
    await member.click(evening.table_message(), label="Pass")
    assert evening.table.seq == before + 1
    assert "passes" in evening.table_text(), "the table is shown though the answer was lost"


async def test_the_acknowledgement_fails(evening: Evening) -> None:
    """Nothing is done for somebody who cannot be told of it."""
    await evening.start()
    before = evening.table.seq
    evening.env.inject_error(
        "POST", "/interactions/*/callback", status=404, code=10062, message="Unknown interaction"
    )
    await evening.turn().slash(evening.channel, "pass")
    assert evening.table.seq == before
    (error,) = evening.env.errors
    assert isinstance(error.__cause__, discord.NotFound), "it is told as what it was"
    await evening.turn().slash(evening.channel, "pass")
    assert evening.table.seq > before


# ---- old buttons


async def test_a_double_press_acts_once(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    first, second = evening.aim(member, "Stay"), evening.aim(member, "Stay")
    await first()
    after = state(evening)
    said = words_of(await second())
    assert state(evening) == after
    assert "moved on" in said
    assert all(card.symbol in said for card in evening.hand(member)), "and what holds now is shown"


async def test_the_same_interaction_delivered_twice(evening: Evening) -> None:
    """Discord may deliver an interaction again; what it did is done once."""
    await evening.start()
    member = evening.turn()
    await member.click(evening.table_message(), label="Stay")
    after = state(evening)
    interaction_id = max(evening.env.backend.interactions)
    with pytest.raises(Stale):
        await play.act(
            evening.bot.tables, evening.table, member.id, [Draw(())], interaction_id=interaction_id
        )
    assert state(evening) == after


async def test_a_card_pressed_twice(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.phase == "playing", daring=True)
    member, action = evening.turn(), evening.choice()
    panel = await evening.panel(member)
    address = f"act:{evening.table.id}:{evening.table.seq}:{str(action).replace(' ', ':')}"
    await evening.by_command(member, action)
    after = state(evening)
    said = await member.click(panel, custom_id=address)
    assert state(evening) == after
    text = words_of(said)
    assert "moved on" in text
    assert all(card.symbol in text for card in evening.hand(member)), "and the current hand is shown"


async def test_a_button_of_a_closed_table(evening: Evening) -> None:
    """A panel older than its token cannot be brought up to date any more."""
    await evening.start()
    panel = await evening.panel(evening.turn())
    member = evening.turn()
    address = f"act:{evening.table.id}:{evening.table.seq}:pass"
    await evening.env.advance_time(16 * 60)
    await evening.players[0].slash(evening.channel, "table close")
    said = await member.click(panel, custom_id=address)
    assert "This table is closed" in "\n".join(message.content for message in said.followups)


async def test_an_unknown_button(evening: Evening) -> None:
    """From another version of the bot, say: a sentence, not silence."""
    await evening.open()
    message = evening.env.backend.get_message(evening.channel.id, evening.table_message().id)
    message.components[0]["components"][0]["custom_id"] = f"table:{evening.table.id}:sing"
    said = await evening.players[0].click(evening.table_message(), custom_id=f"table:{evening.table.id}:sing")
    assert "another version" in words_of(said)


async def test_a_panel_follows_the_game(evening: Evening) -> None:
    """An open hand is kept up to date, so that nobody has to press old buttons."""
    await evening.start()
    waiting = evening.not_on_turn()
    panel = await evening.panel(waiting)
    await evening.play_until(lambda: evening.turn() is waiting)
    text = "\n".join(embed_text(embed) for embed in panel.embeds)
    assert "You may" in text
    choice = evening.choice()
    before = evening.table.seq
    await waiting.click(panel, custom_id=f"act:{evening.table.id}:{before}:{choice.verb}")
    assert evening.table.seq > before


async def test_a_panel_expires_quietly(evening: Evening) -> None:
    await evening.start()
    waiting = evening.not_on_turn()
    await evening.panel(waiting)
    await evening.env.advance_time(16 * 60)
    await evening.by_command(evening.turn(), evening.choice())
    assert isinstance(waiting, simcord.MemberActor)
    assert "You may" in words_of(await evening.turn().click(evening.table_message(), label="My hand"))


async def test_a_panel_that_is_gone(evening: Evening) -> None:
    """Its owner may have dismissed it; that is nobody's trouble."""
    await evening.start()
    waiting = evening.not_on_turn()
    await evening.panel(waiting)
    token = evening.env.backend.interactions[max(evening.env.backend.interactions)].token
    path = f"/webhooks/*/{token}/messages/@original"
    evening.env.inject_error("PATCH", path, status=404, code=10008, message="Unknown Message", times=None)
    await evening.play_until(lambda: evening.deal == 2)
    tried = [request for request in evening.env.http_requests if token in request.path]
    assert len(tried) == 3, "acknowledged, shown, and missed once"
