"""Appeals: from the button under an explained deal to what staff decide, and to who hears of it."""

from typing import Any

import pytest
import simcord
from counted_sitting import a_counted_sitting, ask, besides_rules
from evening import Evening, embed_text, words_of
from league_night import say

from bot.components.appeal import AppealButton, VerdictButton
from bot.render.message import Item, view_of
from bot.table import Table
from data import appeals
from data.appeals import Appeal
from engine.replay import replayed

REASON = "I had the *king* <@1> @everyone"


@pytest.fixture
async def table(evening: Evening) -> Table:
    _, table = await a_counted_sitting(evening)
    return table


@pytest.fixture
async def office(evening: Evening) -> simcord.ChannelHandle:
    channel = evening.guild.create_text_channel("office")
    await evening.owner.slash(evening.channel, "settings appeals-channel", channel=channel)
    return channel


async def appeal(evening: Evening, member: simcord.MemberActor, reason: str = REASON) -> str:
    shown = await ask(evening, member, "ledger explain", deal=1)
    form = await member.click(shown, label="Appeal this deal")
    return words_of(await filled(member, form, reason) if form.modal else form)


async def filled(
    member: simcord.MemberActor, form: simcord.InteractionResult, reason: str
) -> simcord.InteractionResult:
    assert form.modal is not None
    (field,) = [each for row in form.modal["components"] for each in row["components"]]
    return await member.submit_modal(form, {field["custom_id"]: reason})


async def stored(evening: Evening, table: Table) -> tuple[Appeal, ...]:
    return await appeals.appeals(evening.bot.database, table.id)


def posted(office: simcord.ChannelHandle) -> list[Any]:
    return [message for message in office.history() if "Appeal " in str(message.embeds[0].title)]


def direct(member: simcord.MemberActor) -> list[str]:
    """What the bot has written to somebody, hands aside."""
    return [message.content for message in member.user.dm_channel.history() if message.content]


async def test_without_a_channel_nobody_is_asked_to_write(evening: Evening, table: Table) -> None:
    said = await appeal(evening, evening.players[0])
    assert "no channel is chosen" in said
    assert "`/settings appeals-channel`" in said
    assert await stored(evening, table) == ()


async def test_staff_get_it_with_the_record(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    said = await appeal(evening, evening.players[0])
    assert "is with the staff" in said
    (made,) = await stored(evening, table)
    (message,) = posted(office)
    assert (made.text, made.user_id, made.message_id) == (REASON, evening.players[0].id, message.id)
    text = embed_text(message.embeds[0])
    assert f"deal 1 of table {table.id}" in text
    assert "Ana" in text
    assert f"<#{evening.channel.id}>" in text
    assert r"\*king\*" in text
    assert "@everyone" not in text
    assert r"\<@" in text
    assert not message.mentions
    assert labels_of(message) == ["Accept", "Refuse"]
    _, fault = replayed((await message.attachments[0].read()).decode().splitlines())
    assert fault is None


def labels_of(message: Any) -> list[str]:
    return [button.label for row in message.components for button in row.children]


@pytest.mark.parametrize(("label", "word"), [("Accept", "accepted"), ("Refuse", "refused")])
async def test_the_player_hears_what_is_decided(
    evening: Evening, table: Table, office: simcord.ChannelHandle, label: str, word: str
) -> None:
    player = evening.players[0]
    await appeal(evening, player)
    (message,) = posted(office)
    said = words_of(await evening.owner.click(message, label=label))
    assert "the player is told" in said
    assert ("/season correct" in said) == (word == "accepted")
    (made,) = await stored(evening, table)
    assert made.accepted == (word == "accepted")
    assert made.decided_by == evening.owner.id
    (message,) = posted(office)
    assert labels_of(message) == []
    assert word in embed_text(message.embeds[0]).lower()
    assert message.attachments, "the record stays"
    assert any(f"was {word} by" in text for text in direct(player))


async def test_who_takes_no_messages_is_told_where_he_played(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    player = evening.players[0]
    await appeal(evening, player)
    (message,) = posted(office)
    there = player.user.dm_channel.id
    evening.env.inject_error("POST", f"/channels/{there}/messages", status=403, code=50007)
    assert "the player is told" in words_of(await evening.owner.click(message, label="Accept"))
    told = evening.channel.history()[-1]
    assert "was accepted by" in told.content
    assert [user.id for user in told.mentions] == [player.id]


async def test_if_nobody_can_be_told_staff_hear_of_that(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    await appeal(evening, evening.players[0])
    (message,) = posted(office)
    evening.env.inject_error("POST", "/channels/*/messages", status=403, code=50001, times=None)
    said = words_of(await evening.owner.click(message, label="Refuse"))
    assert "could not tell the player" in said
    (made,) = await stored(evening, table)
    assert made.accepted is False


async def test_only_staff_decide_and_once(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    await appeal(evening, evening.players[0])
    (message,) = posted(office)
    assert "Only staff" in words_of(await evening.players[0].click(message, label="Accept"))
    assert (await stored(evening, table))[0].accepted is None
    late = await appeals.decide(
        evening.bot.database, evening.guild.id, (await stored(evening, table))[0].id, True, 1, 1
    )
    assert "decided already" in words_of(await evening.owner.click(message, label="Refuse"))
    assert await stored(evening, table) == (late,)


async def test_a_deal_is_appealed_once_by_each_player(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    first, second, _ = evening.players
    await appeal(evening, first)
    assert "have appealed deal 1" in await appeal(evening, first)
    assert "is with the staff" in await appeal(evening, second)
    assert len(posted(office)) == 2


async def test_an_appeal_that_was_not_posted_can_be_sent_again(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    first = evening.players[0]
    evening.env.inject_error("POST", f"/channels/{office.id}/messages", status=403, code=50013)
    assert "cannot post it" in await appeal(evening, first)
    assert [each.message_id for each in await stored(evening, table)] == [None]
    assert "is with the staff" in await appeal(evening, first)
    assert len(posted(office)) == 1
    assert len(await stored(evening, table)) == 1


async def test_nothing_but_spaces_is_no_reason(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    assert "Say why" in await appeal(evening, evening.players[0], "   ")
    assert await stored(evening, table) == ()


async def test_buttons_work_after_a_restart(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    first = evening.players[0]
    shown = await ask(evening, first, "ledger explain", deal=1)
    assert besides_rules(shown) == ["Appeal this deal"]
    await evening.restart()
    form = await first.click(shown, label="Appeal this deal")
    await filled(first, form, "Why?")
    await evening.restart()
    (message,) = posted(office)
    assert "the player is told" in words_of(await evening.owner.click(message, label="Accept"))


async def forged(evening: Evening, button: Item) -> simcord.ResponseMessage:
    """A message with a button as the bot has never posted it, for addresses that only a forger would send."""
    channel = evening.bot.get_partial_messageable(evening.channel.id, guild_id=evening.guild.id)
    return await channel.send("Press", view=view_of([button]))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("at", "deal", "who", "clause"),
    [
        (1, 1, -1, "Only who played at table 1"),
        (99, 1, 0, "no table 99"),
        (1, 9, 0, "Deal 9 of table 1 is not over"),
    ],
)
async def test_what_cannot_be_appealed(
    evening: Evening, table: Table, office: simcord.ChannelHandle, at: int, deal: int, who: int, clause: str
) -> None:
    member = evening.everyone[who]
    form = await member.click(await forged(evening, AppealButton(at, deal, "Appeal")), label="Appeal")
    assert clause in words_of(await filled(member, form, "Why?"))
    assert await stored(evening, table) == ()
    assert not posted(office)


async def test_an_appeal_that_never_was_is_not_decided(evening: Evening, table: Table) -> None:
    message = await forged(evening, VerdictButton(99, "accept", "Accept"))
    assert "no such appeal" in words_of(await evening.owner.click(message, label="Accept"))


async def test_a_channel_given_up_while_the_form_is_open(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    first = evening.players[0]
    form = await first.click(await ask(evening, first, "ledger explain", deal=1), label="Appeal this deal")
    await say(evening, evening.owner, "settings appeals-channel")
    assert "no channel is chosen" in words_of(await filled(first, form, "Why?"))
    assert await stored(evening, table) == ()


async def test_a_decision_stands_if_the_message_cannot_be_changed(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    await appeal(evening, evening.players[0])
    (message,) = posted(office)
    evening.env.inject_error("PATCH", f"/channels/{office.id}/messages/*", status=500, times=None)
    assert "the player is told" in words_of(await evening.owner.click(message, label="Accept"))
    assert (await stored(evening, table))[0].accepted


async def test_who_was_forgotten_is_not_told(
    evening: Evening, table: Table, office: simcord.ChannelHandle
) -> None:
    player = evening.players[0]
    await appeal(evening, player)
    asked = await ask(evening, player, "privacy forget")
    await player.click(asked, label="Forget me")
    (message,) = posted(office)
    before = len(direct(player))
    assert "could not tell the player" in words_of(await evening.owner.click(message, label="Accept"))
    assert len(direct(player)) == before
    (message,) = posted(office)
    assert "Former player 1" in embed_text(message.embeds[0])
    assert "king" not in embed_text(message.embeds[0])
    assert "all equal" in await say(evening, evening.owner, "ledger verify")
