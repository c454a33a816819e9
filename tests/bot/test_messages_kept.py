"""Hands by direct message, and the table's message: closed, deleted, scrolled away, forbidden."""

import discord
import pytest
import simcord
from evening import Evening, embed_text, words_of


def dms(evening: Evening, member: simcord.MemberActor) -> list[discord.Message]:
    return member.user.dm_channel.history(viewer=member.user)


def dm_text(evening: Evening, member: simcord.MemberActor) -> str:
    (message,) = dms(evening, member)
    return embed_text(message.embeds[0])


def close_dms(evening: Evening, member: simcord.MemberActor) -> None:
    path = f"/channels/{member.user.dm_channel.id}/messages"
    message = "Cannot send messages to this user"
    evening.env.inject_error("POST", path, status=403, code=50007, message=message, times=None)


# ---- direct messages


async def test_one_message_a_sitting_follows_the_hand(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    assert all(card.symbol in dm_text(evening, member) for card in evening.hand(member))
    await evening.play_until(lambda: evening.deal == 3)
    for player in evening.players:
        (message,) = dms(evening, player)
        assert not message.components, "what acts is in the channel"
        assert all(card.symbol in dm_text(evening, player) for card in evening.hand(player))
        assert "House · #cards · deal 3" in str(message.embeds[0].title)
        link = f"https://discord.com/channels/{evening.guild.id}/{evening.channel.id}"
        assert link in dm_text(evening, player)


async def test_closed_messages_are_told_once(evening: Evening) -> None:
    await evening.open()
    member = evening.players[1]
    close_dms(evening, member)
    await evening.players[0].slash(evening.channel, "table start")
    public = [embed_text(embed) for message in evening.messages() for embed in message.embeds]
    public += [message.content for message in evening.messages()]
    assert not any("direct message" in text for text in public)
    first = words_of(await member.click(evening.table_message(), label="My hand"))
    assert "I cannot send you your hand by direct message" in first
    second = words_of(await member.click(evening.table_message(), label="My hand"))
    assert "direct message" not in second
    assert all(card.symbol in second for card in evening.hand(member))


async def test_somebody_with_closed_messages_plays_on(evening: Evening) -> None:
    await evening.open()
    for member in evening.players:
        close_dms(evening, member)
    await evening.players[0].slash(evening.channel, "table start")
    for _ in range(200):
        if evening.deal > 2:
            break
        await evening.by_button(evening.turn(), evening.choice())
    assert evening.deal == 3
    for member in evening.players:
        path = f"/channels/{member.user.dm_channel.id}/messages"
        tried = [each for each in evening.env.http_requests if (each.method, each.path) == ("POST", path)]
        assert len(tried) == 3, "once a deal"


async def test_who_closes_his_messages_in_the_middle_is_told_and_plays_on(evening: Evening) -> None:
    """Whoever blocks the bot can open them again, and has his hand there from the next deal on."""
    await evening.start()
    member = evening.turn()
    before = len(dms(evening, member))
    path = f"/channels/{member.user.dm_channel.id}/messages"
    for method in ("POST", "PATCH"):
        evening.env.inject_error(method, f"{path}*", status=403, code=50007, times=None)
    said = words_of(await evening.by_button(member, evening.choice()))
    assert "I cannot send you your hand" in said + words_of(await evening.panel_answer(member))
    await evening.play_deal()
    assert "direct message" not in words_of(await evening.panel_answer(member)), "told once"
    evening.env.backend.faults.clear()
    await evening.play_deal()
    assert len(dms(evening, member)) >= before
    assert all(card.symbol in dm_text(evening, member) for card in evening.hand(member))
    assert not evening.table.seats[evening.seat(member)].dm_closed


async def test_a_deleted_hand_is_sent_anew(evening: Evening) -> None:
    await evening.start()
    member = evening.turn()
    (message,) = dms(evening, member)
    evening.env.backend.delete_message(member.user.dm_channel.id, message.id)
    await member.slash(evening.channel, "stay", discard=str(evening.hand(member)[0]))
    (anew,) = dms(evening, member)
    assert anew.id != message.id
    assert all(card.symbol in dm_text(evening, member) for card in evening.hand(member))


async def test_a_hand_that_was_not_delivered_is_tried_again(evening: Evening) -> None:
    await evening.open()
    member = evening.players[2]
    path = f"/channels/{member.user.dm_channel.id}/messages"
    evening.env.inject_error("POST", path, status=500)
    await evening.players[0].slash(evening.channel, "table start")
    assert not dms(evening, member)
    await evening.bystander.slash(evening.channel, "table show")
    assert all(card.symbol in dm_text(evening, member) for card in evening.hand(member))
    assert not evening.table.seats[evening.seat(member)].dm_closed


async def test_no_channel_for_direct_messages(evening: Evening) -> None:
    """Discord may refuse to open one; that is no reason to stop."""
    await evening.open()
    evening.env.inject_error("POST", "/users/@me/channels", status=400, code=50033, times=None)
    await evening.players[0].slash(evening.channel, "table start")
    await evening.play_deal()
    assert evening.deal == 2


async def test_who_left_gets_no_more_hands(evening: Evening) -> None:
    await evening.start()
    member = evening.not_on_turn()
    await member.slash(evening.channel, "table leave")
    before = dm_text(evening, member)
    await evening.play_deal()
    assert dm_text(evening, member) == before


# ---- the table's message


async def test_a_deleted_table_is_posted_anew(evening: Evening) -> None:
    await evening.start()
    old = evening.table_message()
    await evening.owner.delete(old)
    assert evening.table_message().id != old.id
    await evening.turn().click(evening.table_message(), label="Stay")
    assert "stays" in evening.table_text()


async def test_a_table_deleted_unseen_is_posted_anew(evening: Evening) -> None:
    """As when the bot was away: it finds out when it wants to change the message."""
    await evening.start()
    old = evening.table_message()
    del evening.env.backend.messages[evening.channel.id][old.id]
    await evening.turn().slash(evening.channel, "pass")
    assert evening.table_message().id != old.id
    assert "passes" in evening.table_text()


async def test_a_lobby_message_deleted(evening: Evening) -> None:
    await evening.open()
    await evening.owner.delete(evening.table_message())
    await evening.players[0].click(evening.table_message(), label="Start")
    assert evening.deal == 1


@pytest.mark.parametrize(("written", "anew"), [(7, False), (8, True), (9, True)])
async def test_scrolled_away(evening: Evening, written: int, anew: bool) -> None:
    await evening.start()
    old = evening.table_message()
    for number in range(written):
        await evening.bystander.send(evening.channel, f"chat {number}")
    await evening.turn().slash(evening.channel, "pass")
    assert (evening.table_message().id != old.id) is anew
    tables = [message for message in evening.messages() if message.components]
    assert [message.id for message in tables] == [evening.table_message().id], "the old one is gone"
    assert "passes" in evening.table_text()


async def test_one_message_a_deal_besides_the_table(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.deal == 4)
    titles = [str(message.embeds[0].title) for message in evening.messages()]
    assert len(titles) == 4
    assert [title for title in titles if title.endswith("is over")] == titles[:3]


async def test_only_new_messages_notify_and_only_who_is_on_turn(evening: Evening) -> None:
    await evening.start()
    await evening.play_until(lambda: evening.deal == 3)
    backend = evening.env.backend
    for message in backend.messages[evening.channel.id].values():
        assert len(message.ping_user_ids) <= 1
        assert not message.mention_everyone
        assert not message.ping_role_ids
    for request in evening.env.http_requests:
        if request.json and "content" in request.json and "messages" in request.path:
            assert request.json["allowed_mentions"]["parse"] == []


async def test_the_bot_may_not_write_here(evening: Evening) -> None:
    """Nothing is lost: hands are seen privately, and the table appears when it may."""
    await evening.start()
    await evening.owner.delete(evening.table_message())
    for method, path in (("POST", "/channels/{}/messages"), ("PATCH", "/channels/{}/messages/*")):
        evening.env.inject_error(
            method, path.format(evening.channel.id), status=403, code=50013, times=None, message="Missing"
        )
    before = evening.table.seq
    said = await evening.turn().slash(evening.channel, "pass")
    assert evening.table.seq > before
    assert words_of(said)
    assert words_of(await evening.turn().slash(evening.channel, "hand"))
    evening.env.backend.faults.clear()
    await evening.bystander.slash(evening.channel, "table show")
    assert "passes" in evening.table_text()


async def test_opening_where_the_bot_may_not_write(evening: Evening) -> None:
    evening.env.inject_error(
        "POST",
        f"/channels/{evening.channel.id}/messages",
        status=403,
        code=50013,
        message="Missing Permissions",
    )
    await evening.players[0].slash(evening.channel, "table open", game="bourre")
    assert evening.table.in_lobby
    await evening.players[1].slash(evening.channel, "table join")
    assert "Ben" in evening.table_text()


async def test_who_opened_a_table_that_cannot_be_shown_is_told(evening: Evening) -> None:
    evening.env.inject_error(
        "POST",
        f"/channels/{evening.channel.id}/messages",
        status=403,
        code=50013,
        message="Missing Permissions",
    )
    said = words_of(await evening.players[0].slash(evening.channel, "table open", game="bourre"))
    assert "could not post the table here" in said
    assert "/table show" in said
    said = words_of(await evening.players[0].slash(evening.channel, "table show"))
    assert "Here it is" in said
    assert "Ana" in evening.table_text()


async def test_the_channel_is_deleted(evening: Evening) -> None:
    await evening.start()
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.env.settle()
    other = evening.guild.create_text_channel("other")
    await evening.open(channel=other)
    await evening.players[0].slash(other, "table start")
    assert evening.bot.tables.find(other.id) is not None
