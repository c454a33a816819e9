"""Old buttons and open panels: what was pressed too late, twice, or at a table that has closed."""

import pytest
import simcord
from evening import Evening, embed_text, state, words_of

from bot import play
from bot.errors import Stale
from engine.bourre.actions import Draw


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
