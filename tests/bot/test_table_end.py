"""Leaving, coming back and closing."""

import discord
import simcord
from evening import LATER_S, Evening, embed_text, words_of

from data import tables as rows
from data.rows import TableState


async def say(evening: Evening, member: simcord.MemberActor, name: str, **options: object) -> str:
    return words_of(await member.slash(evening.channel, name, **options))


async def test_leaving_before_having_spoken_is_a_pass(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    seat = evening.seat(member)
    said = await say(evening, member, "table leave")
    assert "The computer plays your seat on" in said
    assert f"p{seat + 1} pass" in await evening.lines()
    assert "🤖" in evening.table_text()


async def test_leaving_before_it_is_ones_turn_is_a_pass_too(evening: Evening) -> None:
    await evening.start()
    first = evening.turn()
    assert evening.table.sitting is not None
    second_seat = (evening.seat(first) + 1) % 3
    second = next(member for member in evening.players if evening.seat(member) == second_seat)
    await second.slash(evening.channel, "table leave")
    await first.slash(evening.channel, "pass")
    line = f"p{second_seat + 1} pass"
    assert line in await evening.lines() or evening.deal > 1


async def test_leaving_after_having_spoken_plays_on(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    seat = evening.seat(member)
    await member.slash(evening.channel, "stay", discard="none")
    await member.slash(evening.channel, "table leave")
    await evening.play_until(lambda: evening.deal > 1 or bool(evening.table.is_closed))
    lines = await evening.lines()
    first_deal = lines[: lines.index("deal 2")]
    assert f"p{seat + 1} pass" not in first_deal
    others_passed = sum(line.endswith(" pass") for line in first_deal) == 2
    assert others_passed or any(line.startswith(f"p{seat + 1} play") for line in first_deal)


async def test_coming_back(evening: Evening) -> None:
    await evening.start()
    member = evening.not_on_turn()
    await member.slash(evening.channel, "table leave")
    for name in ("stay", "claim"):
        assert "You left" in await say(evening, member, name)
    assert "Your seat is yours again" in await say(evening, member, "table join")
    assert not evening.table.seats[evening.seat(member)].computer
    await evening.play_until(lambda: evening.turn() is member)
    await evening.by_command(member, evening.choice())


async def test_the_last_to_leave_ends_the_sitting(evening: Evening) -> None:
    await evening.start()
    table = evening.table
    for member in evening.players:
        await member.slash(evening.channel, "table leave")
    assert table.is_closed
    stored = await rows.table(evening.bot.database, table.id)
    assert stored.state is TableState.CLOSED
    assert not any(message.components for message in evening.messages())
    assert "There is no table" in await say(evening, evening.players[0], "table join")


# ---- closing


async def test_the_opener_closes_the_lobby(evening: Evening) -> None:
    await evening.open()
    assert await say(evening, evening.players[0], "table close") == "The table is closed."
    assert evening.bot.tables.find(evening.channel.id) is None
    assert not any(message.components for message in evening.messages())


async def test_the_opener_closes_inside_a_deal(evening: Evening) -> None:
    """The deal is void, and its antes go back."""
    await evening.start()
    table = evening.table
    await evening.play_until(lambda: evening.phase == "playing")
    await evening.players[0].slash(evening.channel, "table close")
    assert table.is_closed
    assert table.sitting is not None
    assert set(table.sitting.records) == {100 * 840}
    told = "\n".join(embed_text(message.embeds[0]) for message in evening.messages() if message.embeds)
    assert "void" in told


async def test_a_member_of_the_staff_closes(evening: Evening) -> None:
    await evening.start()
    role = evening.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    staff = evening.member("Sam", roles=(role,))
    assert await say(evening, staff, "table close") == "The table is closed."
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_an_outsider_cannot_close(evening: Evening) -> None:
    await evening.start()
    assert "can close it" in await say(evening, evening.bystander, "table close")
    assert not evening.table.is_closed
    assert evening.bystander.id not in evening.table.enders


async def test_players_close_together(evening: Evening) -> None:
    """Everybody who plays has to ask; the opener, sitting elsewhere, is not needed."""
    first, second, third = evening.players
    await evening.open()
    await first.slash(evening.channel, "table leave")
    await second.slash(evening.channel, "table start")
    asked = await say(evening, second, "table close")
    assert "Cleo" in asked
    assert not evening.table.is_closed
    assert "counts once" in await say(evening, second, "table close"), "a press that came twice"
    await evening.env.advance_time(LATER_S)
    assert "You go on playing" in await say(evening, second, "table close"), "to ask again takes it back"
    await evening.env.advance_time(LATER_S)
    assert "Cleo" in await say(evening, second, "table close")
    assert await say(evening, third, "table close") == "The table is closed."
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_players_close_together_by_button(evening: Evening) -> None:
    """Once somebody has asked, the table has a button for the others."""
    first, second, third = evening.players
    await evening.open()
    await first.slash(evening.channel, "table leave")
    await second.slash(evening.channel, "table start")
    await second.slash(evening.channel, "table close")
    assert "Ben" in evening.table_text()
    address = f"table:{evening.table.id}:close"
    said = await evening.bystander.click(evening.table_message(), custom_id=address)
    assert "can close it" in words_of(said)
    said = await third.click(evening.table_message(), custom_id=address)
    assert words_of(said).strip() == "The table is closed."
    assert evening.bot.tables.find(evening.channel.id) is None


async def test_a_new_table_after_the_old_one(evening: Evening) -> None:
    await evening.start()
    await evening.players[0].slash(evening.channel, "table close")
    await evening.start()
    assert evening.table.id == 2
    assert evening.deal == 1
