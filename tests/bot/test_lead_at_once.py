"""The leader may choose his lead with his waive (U-4), and only he knows of it till it is led."""

from duel import DELAY_S, acts, leads, legal, pair, panel_text, press, until_somebody_can_announce
from evening import Evening, words_of
from watching import Watch, cards_in

from engine.actions import laid
from engine.bura.actions import Announce


async def test_the_leader_leads_at_once(duel: Evening) -> None:
    """His card waives for him and is played when the other has waived. Only he knows of it till then."""
    leader, other = pair(duel)
    watch = Watch(duel)
    action = leads(duel, leader)[0]
    (card,) = laid(action)
    said = words_of(await press(duel, leader, str(action)))
    assert f"You have chosen to **play {card.symbol}**" in said
    assert acts(duel) == [(duel.seat(leader), "waive")]
    await other.slash(duel.channel, "hand")
    to_others = [each.text for each in watch.news() if each.user_id != leader.id]
    assert len(to_others) > 2
    assert not [text for text in to_others if card in cards_in(text) or "chosen" in text]
    await duel.env.advance_time(DELAY_S)
    assert acts(duel)[1:] == [(duel.seat(other), "waive"), (duel.seat(leader), str(action))]
    assert f"On the table: **{leader.user.global_name}** {card.symbol}" in duel.table_text()


async def test_the_record_has_waive_waive_play(duel: Evening) -> None:
    leader, other = pair(duel)
    action = leads(duel, leader)[0]
    await duel.by_command(leader, action)
    await other.slash(duel.channel, "waive")
    one, two = f"p{duel.seat(leader) + 1}", f"p{duel.seat(other) + 1}"
    assert (await duel.lines())[-3:] == [f"{one} waive", f"{two} waive", f"{one} {action}"]


async def test_the_choice_can_be_made_and_changed_while_the_other_thinks(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    panel = await duel.panel(leader)
    assert "You may choose already to play" in panel_text(panel)
    first, second, *_ = leads(duel, leader)
    await press(duel, leader, str(first))
    said = words_of(await press(duel, leader, str(second)))
    assert f"You have chosen to **play {laid(second)[0].symbol}**" in said
    await other.slash(duel.channel, "waive")
    assert acts(duel)[-1] == (duel.seat(leader), str(second))


async def test_a_choice_that_meets_the_end_of_the_window(duel: Evening) -> None:
    """A card pressed just when the window closes is still meant: it is led."""
    leader, _ = pair(duel)
    await leader.slash(duel.channel, "waive")
    panel, again = await duel.panel(leader), await duel.panel(leader)
    await duel.panel(leader)  # this one is kept up to date, those before are not
    action = leads(duel, leader)[0]
    address = f"act:{duel.table.id}:{duel.table.seq}:{str(action).replace(' ', ':')}"
    await duel.env.advance_time(DELAY_S)
    await leader.click(panel, custom_id=address)
    assert acts(duel)[-1] == (duel.seat(leader), str(action))
    before = duel.table.seq
    assert "moved on" in words_of(await leader.click(again, custom_id=address)), "once"
    assert duel.table.seq == before


async def test_a_lead_forgone_by_a_claim(duel: Evening) -> None:
    leader, other = pair(duel)
    watch = Watch(duel)
    action = leads(duel, leader)[0]
    (card,) = laid(action)
    await press(duel, leader, str(action))
    await other.slash(duel.channel, "claim")
    assert duel.deal == 2
    assert duel.table.ahead == {}
    assert f"You had chosen to play {card.symbol}; it did not come to that" in panel_text(
        await duel.panel(leader)
    )
    assert "did not come to that" not in words_of(await other.slash(duel.channel, "hand"))
    assert not [each for each in watch.news() if each.user_id != leader.id and "chosen to play" in each.text]
    await duel.env.advance_time(3 * DELAY_S)
    assert not [each for each in acts(duel) if each[1].startswith("play")]


async def test_a_lead_forgone_by_an_announcement(duel: Evening) -> None:
    leader = await until_somebody_can_announce(duel, leads=False)
    other = duel.not_on_turn()
    action = leads(duel, leader)[0]
    await press(duel, leader, str(action))
    kind = next(each for each in legal(duel, other) if isinstance(each, Announce))
    await other.slash(duel.channel, "announce", kind=str(kind.kind))
    assert duel.turn() is other
    assert "it did not come to that" in panel_text(await duel.panel(leader))
    await duel.by_command(other, duel.choice())
    assert "it did not come to that" in panel_text(await duel.panel(leader))
    await duel.by_command(leader, duel.choice())
    assert "it did not come to that" not in panel_text(await duel.panel(leader))


async def test_by_command_with_its_autocomplete(duel: Evening) -> None:
    leader, other = pair(duel)
    offered = await leader.autocomplete(duel.channel, "play", "cards", "")
    assert {each["value"] for each in offered} == {
        str(each).removeprefix("play ") for each in leads(duel, leader)
    }
    assert await other.autocomplete(duel.channel, "play", "cards", "") == []
    refused = words_of(await other.slash(duel.channel, "play", cards=str(duel.hand(other)[0])))
    assert "U-4" in refused
    assert acts(duel) == []


async def test_a_restart_forgets_the_lead_and_asks_again(duel: Evening) -> None:
    leader, _ = pair(duel)
    await press(duel, leader, str(leads(duel, leader)[0]))
    await duel.restart()
    await duel.env.advance_time(DELAY_S)
    assert duel.turn() is leader
    assert "You may play" in panel_text(await duel.panel(leader))


async def test_who_leaves_takes_his_choice_along(duel: Evening) -> None:
    leader, other = pair(duel)
    await press(duel, leader, str(leads(duel, leader)[0]))
    await leader.slash(duel.channel, "table leave")
    assert duel.table.ahead == {}
    await duel.env.advance_time(DELAY_S)
    assert duel.turn() is other, "the computer has led"


async def test_a_computer_leader_leaves_a_person_his_time(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "table leave")
    assert duel.turn() is other
    assert len(acts(duel)) == 1
    assert "the game goes on in a moment" in duel.table_text()
    await duel.env.advance_time(DELAY_S - 1)
    assert len(acts(duel)) == 1
    await duel.env.advance_time(1)
    assert len(acts(duel)) == 3


async def test_a_computer_as_the_other_decides_at_once(duel: Evening) -> None:
    leader, other = pair(duel)
    await other.slash(duel.channel, "table leave")
    action = leads(duel, leader)[0]
    await press(duel, leader, str(action))
    assert acts(duel)[2:3] == [(duel.seat(leader), str(action))]
