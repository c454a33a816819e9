"""A new bot on the same database goes on where the old one stopped, and late messages are made good."""

import discord
import pytest
from evening import Evening, state, words_of


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
