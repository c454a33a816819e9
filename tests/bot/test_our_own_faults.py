"""When storing fails or the bot itself goes wrong, it says so, nothing has changed, and the table goes on."""

import logging

import pytest
from evening import Evening, state, words_of
from watching import cards_in

from engine.bourre.actions import Draw


async def forbid_writing(evening: Evening, forbidden: bool) -> None:
    """As a full disk or a file made read-only would."""
    await evening.bot.database._writer.execute(f"PRAGMA query_only = {int(forbidden)}")


@pytest.mark.parametrize("name", ["stay", "pass", "table leave", "table close"])
async def test_nothing_can_be_stored(evening: Evening, name: str, caplog: pytest.LogCaptureFixture) -> None:
    await evening.start()
    member = evening.turn() if name in ("stay", "pass") else evening.players[0]
    before = state(evening)
    await forbid_writing(evening, True)
    said = words_of(await member.slash(evening.channel, name))
    await forbid_writing(evening, False)
    assert said.strip() == (
        "I could not write that down, so nothing has happened. Please try again in a moment."
    )
    assert state(evening) == before
    assert not cards_in(caplog.text)
    assert "cannot" not in words_of(await member.slash(evening.channel, name))
    assert evening.bot.tables.find(evening.channel.id) is None or state(evening) != before


async def test_no_table_can_be_opened(evening: Evening) -> None:
    await forbid_writing(evening, True)
    said = words_of(await evening.players[0].slash(evening.channel, "table open", game="bourre"))
    await forbid_writing(evening, False)
    assert "could not write that down" in said
    assert evening.bot.tables.find(evening.channel.id) is None
    await evening.start()
    assert evening.deal == 1


async def test_a_draw_that_could_not_be_stored_draws_the_same_cards(evening: Evening) -> None:
    """The dealer's hands go back: a second try deals what the first would have dealt."""
    await evening.start()
    member = evening.turn()
    await member.slash(evening.channel, "stay")
    thrown = evening.hand(member)[:3]
    before = state(evening)
    await forbid_writing(evening, True)
    await evening.by_command(member, Draw(thrown))
    await forbid_writing(evening, False)
    assert state(evening) == before
    await evening.by_command(member, Draw(thrown))
    table = evening.table
    await evening.play_until(lambda: evening.deal == 2)
    assert not table.is_closed
    lines = await evening.lines()
    await evening.restart()
    assert await evening.lines() == lines, "what was dealt is what the proof gives, or it would not restore"
    assert evening.deal == 2


async def test_our_own_mistake(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """A dealer lost from memory stands for all that goes wrong inside: owned up to, mended by a restart."""
    await evening.start()
    member = evening.turn()
    await member.slash(evening.channel, "stay")
    before = state(evening)
    evening.table.dealer = None
    with caplog.at_level(logging.ERROR):
        said = words_of(await evening.by_command(member, Draw(evening.hand(member)[:2])))
    assert "My mistake" in said
    assert "What was done before holds" in said
    assert "our mistake in act" in caplog.text
    assert state(evening) == before
    await evening.restart()
    assert state(evening) == before
    await evening.by_command(member, Draw(evening.hand(member)[:2]))
    assert state(evening) != before


async def test_a_table_that_cannot_be_rebuilt_is_left_alone(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """The others are, and its own record is not touched."""
    await evening.start()
    other = evening.guild.create_text_channel("other")
    await evening.open(channel=other)

    def spoil(writer: object) -> None:
        writer.execute("UPDATE game_table SET rules = 'unheard-of' WHERE id = 1")  # type: ignore[attr-defined]

    await evening.bot.database.write(spoil)
    with caplog.at_level(logging.ERROR):
        await evening.restart()
    assert "table 1 cannot be rebuilt" in caplog.text
    assert not cards_in(caplog.text)
    assert evening.bot.tables.find(evening.channel.id) is None
    assert evening.bot.tables.find(other.id) is not None
    said = words_of(await evening.players[0].slash(evening.channel, "table open", game="bourre"))
    assert "a table that I cannot read" in said
    assert "/table show" not in said, "it could not be shown"
