"""Bura's window before each lead (U-4): what the other's silence means, and when."""

import asyncio

import pytest
from duel import DELAY_S, acts, legal, pair, press, until_somebody_can_announce
from evening import Evening, embed_text, words_of

from bot import play
from bot.errors import Stale
from bot.text import LOCALES, at_table, say
from engine.actions import laid
from engine.bura import GAME
from engine.bura.actions import WAIVE, Announce


async def test_waives_are_told_until_cards_are_led(duel: Evening) -> None:
    leader, other = pair(duel)
    await press(duel, leader, "waive")
    await press(duel, other, "waive")
    assert duel.table_text().count("waives") == 2
    await duel.by_command(leader, duel.choice())
    assert "waives" not in duel.table_text()
    await duel.play_deal()
    over = next(message for message in duel.messages() if "deal 1 is over" in embed_text(message.embeds[0]))
    told = embed_text(over.embeds[0]).split("\n")
    tricks = [at for at, line in enumerate(told) if "→" in line]
    assert tricks
    assert not any("waives" in line for line in told[: tricks[-1]])


async def test_the_other_waives_by_silence(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    assert f"<@{other.id}> may claim or announce; the game goes on in a moment." in duel.table_text()
    await duel.env.advance_time(DELAY_S - 1)
    assert duel.turn() is other
    await duel.env.advance_time(1)
    assert duel.turn() is leader
    assert acts(duel) == [(duel.seat(leader), "waive"), (duel.seat(other), "waive")]
    assert f"<@{leader.id}>, it is your turn." in duel.table_text()


async def test_the_leader_is_waited_for(duel: Evening) -> None:
    """His silence means nothing while a lead is to follow."""
    leader, _ = pair(duel)
    await duel.env.advance_time(10 * DELAY_S)
    assert duel.turn() is leader
    assert acts(duel) == []
    assert f"<@{leader.id}>, lead, or first claim or announce." in duel.table_text()


async def test_a_timer_acts_in_its_own_window_only(duel: Evening) -> None:
    """The other presses in time; the timer that ran for it does nothing to the next window."""
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    await duel.env.advance_time(DELAY_S - 10)
    await other.slash(duel.channel, "waive")
    await duel.by_command(leader, duel.choice())
    await duel.by_command(other, duel.choice())
    taker = duel.turn()
    await taker.slash(duel.channel, "waive")
    waiting = duel.turn()
    before = duel.table.seq
    await duel.env.advance_time(DELAY_S - 1)
    assert (duel.table.seq, duel.turn()) == (before, waiting)
    await duel.env.advance_time(1)
    assert duel.turn() is taker


async def test_what_does_not_move_the_game_does_not_lengthen_the_wait(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    await duel.env.advance_time(DELAY_S - 1)
    for label in ("Let me cut", "My hand"):
        await other.click(duel.table_message(), label=label)
    await duel.env.advance_time(1)
    assert duel.turn() is leader


async def test_a_press_when_the_time_is_up(duel: Evening) -> None:
    """One of the two waives, and the other one hears of it."""
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    late = duel.aim(other, "Claim 31")
    await duel.env.advance_time(DELAY_S)
    assert "moved on" in words_of(await late())
    assert acts(duel)[-1] == (duel.seat(other), "waive")
    assert duel.deal == 1, "the claim did not happen"


@pytest.mark.parametrize("press_first", [True, False])
async def test_a_press_in_the_same_instant(duel: Evening, press_first: bool) -> None:
    """Exactly one of the two waives happens, whichever comes to the table first."""
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    tables, table, seq = duel.bot.tables, duel.table, duel.table.seq
    pressing = play.act(tables, table, other.id, [WAIVE], seen=seq)
    silence = play.be_silent(tables, table, seq)
    both = (pressing, silence) if press_first else (silence, pressing)
    said = await asyncio.gather(*both, return_exceptions=True)
    assert [type(each) for each in said if each is not None] == ([] if press_first else [Stale])
    assert [words for _, words in acts(duel)] == ["waive", "waive"]
    assert duel.turn() is leader


async def test_silence_at_another_line_means_nothing(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    seq = duel.table.seq
    for line in (seq - 1, seq + 1):
        await play.be_silent(duel.bot.tables, duel.table, line)
    assert duel.turn() is other
    assert duel.table.seq == seq


@pytest.mark.parametrize("asked", ["leader", "other", "top", "bura", "last"])
def test_every_question_has_its_sentences(asked: str) -> None:
    for locale in LOCALES:
        at = at_table(locale, GAME)
        assert "Ana" in say(at, f"asked.{asked}", who="Ana")
        assert asked == "leader" or "Ana" in say(at, f"silent.{asked}", who="Ana")


async def test_silence_after_an_announcement(duel: Evening) -> None:
    """Equally long, and the announcer keeps the lead."""
    leader = await until_somebody_can_announce(duel, leads=True)
    kind = next(each for each in legal(duel, leader) if isinstance(each, Announce))
    await leader.slash(duel.channel, "announce", kind=str(kind.kind))
    assert "the game goes on in a moment" in duel.table_text()
    await duel.env.advance_time(DELAY_S - 1)
    assert duel.turn() is not leader
    await duel.env.advance_time(1)
    assert acts(duel)[-1][1] == "waive"


async def test_after_the_last_trick_nobody_needs_to_press(duel: Evening) -> None:
    """The leader's silence waives too; then the deal is over, and the next one dealt."""
    for _ in range(200):
        if not duel.hand(duel.turn()) or duel.deal > 1:
            break
        quiet = [each for each in legal(duel, duel.turn()) if each.verb in ("waive", "play")]
        await duel.by_command(duel.turn(), quiet[0])
    assert duel.deal == 1
    leader = duel.turn()
    assert f"<@{leader.id}> may claim; the game goes on in a moment." in duel.table_text()
    await duel.env.advance_time(DELAY_S)
    assert duel.turn() is not leader
    await duel.env.advance_time(DELAY_S)
    assert duel.deal == 2


@pytest.mark.parametrize("duel", [0], indirect=True)
async def test_without_a_delay_both_press(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    assert f"<@{other.id}>, claim, announce or waive." in duel.table_text()
    await duel.env.advance_time(24 * 60 * 60)
    assert duel.turn() is other


async def test_a_restart_begins_the_wait_anew(duel: Evening) -> None:
    leader, _ = pair(duel)
    await leader.slash(duel.channel, "waive")
    await duel.env.advance_time(DELAY_S - 1)
    await duel.restart()
    await duel.env.advance_time(DELAY_S - 1)
    assert duel.turn() is not leader
    await duel.env.advance_time(1)
    assert duel.turn() is leader


async def test_a_table_that_closes_has_no_timer(duel: Evening) -> None:
    table = duel.table
    await duel.turn().slash(duel.channel, "waive")
    assert table.timer is not None
    await duel.players[0].slash(duel.channel, "table close")
    assert table.is_closed
    assert table.timer is None
    before = table.seq
    await duel.env.advance_time(2 * DELAY_S)
    assert table.seq == before


async def test_who_leaves_leaves_his_silence_to_the_computer(duel: Evening) -> None:
    leader, other = pair(duel)
    await leader.slash(duel.channel, "waive")
    await other.slash(duel.channel, "table leave")
    assert duel.turn() is leader
    assert duel.table.timer is None


async def test_an_announced_hand_is_told_until_its_trick_lies_face_down(duel: Evening) -> None:
    """U-2.4: what was shown and then won lies in a trick that nobody may look through."""
    leader = await until_somebody_can_announce(duel, leads=True)
    announce = next(each for each in legal(duel, leader) if isinstance(each, Announce))
    await duel.by_command(leader, announce)
    other = duel.turn()
    assert "shows the hand" in duel.table_text()
    await other.slash(duel.channel, "waive")
    for _ in range(2):
        await duel.by_command(duel.turn(), next(each for each in legal(duel, duel.turn()) if laid(each)))
    assert "shows the hand" in duel.table_text(), "the trick has just been taken"
    await duel.turn().slash(duel.channel, "waive")
    assert "announces" in duel.table_text()
    assert "shows the hand" not in duel.table_text()
