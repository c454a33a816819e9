"""A game of which the house knows but one line is played at a table, by every way in."""

import logging

import pytest
import simcord
from evening import Evening, embed_text, words_of
from watching import Sweep, ends_the_sitting

from bot import archive
from engine.actions import Action, laid
from engine.fair import check
from engine.replay import replayed

pytestmark = pytest.mark.usefixtures("fourth_game")
MOST_ACTS = 60


async def sit_down(evening: Evening) -> None:
    """Three people and a computer, by commands and buttons, the sitting started."""
    first, second, third = evening.players
    await first.slash(evening.channel, "table open", game="knock", rules="series players=4 deals=4")
    assert "Knock · a table is open" in evening.table_text()
    await second.slash(evening.channel, "table join")
    await third.click(evening.table_message(), label="Sit down")
    await first.click(evening.table_message(), label="Fill with computers")
    await first.click(evening.table_message(), label="Start")


async def test_a_whole_sitting(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """By commands and buttons in turn, and the bot ends and starts again in the midst of it."""
    caplog.set_level(logging.DEBUG)
    await sit_down(evening)
    sweep = Sweep(evening, caplog)
    table_id, knocked = evening.table.id, False
    for number in range(MOST_ACTS):
        member, action = evening.turn(), evening.choice()
        if number == 5:
            await evening.restart()
        if await ends_the_sitting(evening):
            break
        await sweep.look()
        if number == 2:
            await member.click(evening.table_message(), label="Knock")
            knocked = True
        else:
            await (evening.by_button if number % 2 else evening.by_command)(member, action)
    assert knocked
    assert evening.deal == 4
    assert sweep.looked_at > 40
    await evening.by_button(member, action)
    kept = await archive.in_channel(evening.bot.database, evening.channel.id)
    assert kept.row.id == table_id
    text = kept.record()
    replay, fault = replayed(text.splitlines())
    assert fault is None
    assert replay is not None
    assert replay.sitting.places is not None
    assert check(text.splitlines()).unproven == ()


async def end_of_deal(evening: Evening) -> None:
    while evening.deal == 1:
        await evening.by_command(evening.turn(), evening.choice())


async def test_what_is_told_of_a_deal(evening: Evening) -> None:
    """Its story, its chips with their clauses, its record and its shuffle."""
    await sit_down(evening)
    first = evening.players[0]
    await evening.turn().slash(evening.channel, "knock")
    assert "knocks and is out" in evening.table_text()
    assert "is out" in evening.table_text().partition("Pot")[0], "it stands at the seat"
    await end_of_deal(evening)
    story = "\n".join(embed_text(embed) for message in evening.messages() for embed in message.embeds)
    assert "Knock · deal 1 is over" in story
    assert "wins the pot: 4" in story
    explained = words_of(await first.slash(evening.channel, "ledger explain", deal=1))
    assert "**Antes** (K-1.2)" in explained
    assert "**The pot is won** (K-4.1)" in explained
    shown = words_of(await first.slash(evening.channel, "record show", deal=1))
    assert " knock\n" in shown
    assert "secret" in words_of(await first.slash(evening.channel, "fair", deal=1))
    assert "Knock: **" in words_of(await first.slash(evening.channel, "ledger show"))


def unlawful(evening: Evening) -> Action | None:
    """A card that does not follow suit though another could."""
    table = evening.table
    assert table.sitting is not None
    seen = table.sitting.observe(evening.seat(evening.turn()))
    lawful = {card for legal in seen.legal for card in laid(legal)}
    wrong = [card for card in seen.hand if card not in lawful]
    return table.game.parse("lay", str(wrong[0])) if wrong else None


async def test_a_refusal_names_the_clause_and_what_may_be_done(evening: Evening) -> None:
    await sit_down(evening)
    while (wrong := unlawful(evening)) is None:
        await evening.by_command(evening.turn(), evening.choice())
    before = evening.table.seq
    said = words_of(await evening.by_command(evening.turn(), wrong))
    assert "K-3.2: you can follow suit, so you must." in said
    assert "Instead you may lay " in said
    assert said.endswith(" or knock.")
    assert evening.table.seq == before


async def test_the_hand_shows_cards_to_lay(evening: Evening) -> None:
    await sit_down(evening)
    member = evening.turn()
    panel = await evening.panel(member)
    labels = [each["label"] for row in panel.components for each in row["components"]]
    assert [card.symbol for card in evening.hand(member)] == labels[:3]
    assert "Knock" in labels
    offered = await member.autocomplete(evening.channel, "lay", "card", "")
    assert {choice["value"] for choice in offered} == {str(card) for card in evening.hand(member)}


async def test_who_leaves_before_speaking_is_out(evening: Evening) -> None:
    """As the game says how."""
    await sit_down(evening)
    await evening.turn().slash(evening.channel, "table leave")
    assert "knocks and is out" in evening.table_text()


async def test_it_stands_in_commands_rules_and_help(evening: Evening) -> None:
    offered = {command.name: command for command in evening.bot.tree.get_commands()}
    assert {"lay", "knock"} <= offered.keys()
    zoe: simcord.MemberActor = evening.bystander
    assert "Who can follow suit must" in words_of(
        await zoe.slash(evening.channel, "rules", game="knock", topic="K-3")
    )
    assert "`/lay` `/knock` · Knock" in words_of(await zoe.slash(evening.channel, "help", topic="commands"))


async def test_too_many_cannot_play_it(evening: Evening) -> None:
    first = evening.players[0]
    said = words_of(await first.slash(evening.channel, "table open", game="knock", rules="series players=5"))
    assert "players is a whole number from 2 to 4" in said
