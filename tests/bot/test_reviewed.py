"""What happens when things happen at once, when Discord is away, and when what is stored is broken."""

import logging
from typing import Any

import aiohttp
import pytest
from evening import Evening, words_of
from watching import cards_in

from bot import lobby, play
from bot.answers import Answer
from bot.change import Change
from bot.errors import Refused, Stale
from bot.posting import SCROLLED
from bot.render.message import Message
from bot.table import Table
from data import journal
from data.errors import NotStored
from data.sealing import line_place
from engine.bourre.actions import PASS


async def test_a_table_shown_while_it_starts_sends_no_hand_astray(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seats close up at the start; whoever shows the table just then must not mix up old and new ones."""
    await evening.open()
    await evening.players[0].slash(evening.channel, "table leave")
    refresh = evening.bot.tables.refresh

    async def shown_meanwhile(table: Table) -> None:
        await evening.bot.display.show(table)
        await refresh(table)

    monkeypatch.setattr(evening.bot.tables, "refresh", shown_meanwhile)
    await evening.players[1].slash(evening.channel, "table start")
    for member in evening.players[1:]:
        row = evening.table.seats[evening.seat(member)]
        assert row.dm_channel_id == member.user.dm_channel.id
        (message,) = member.user.dm_channel.history(viewer=member.user)
        assert cards_in(str(message.embeds[0].description)) == set(evening.hand(member))


async def test_leaving_a_lobby_that_has_just_started(evening: Evening) -> None:
    await evening.start()
    with pytest.raises(Stale):
        await lobby.leave(evening.bot.tables, evening.table, evening.players[1].id)


async def test_joining_a_lobby_that_has_just_closed(evening: Evening) -> None:
    await evening.open()
    table = evening.table
    await evening.players[0].slash(evening.channel, "table close")
    with pytest.raises(Refused, match="table-closed"):
        await lobby.join(evening.bot.tables, table, evening.bystander.id, "Zoe")


async def test_joining_keeps_the_message_that_was_posted_meanwhile(evening: Evening) -> None:
    await evening.open()
    evening.table.note(message_id=7)  # the display has posted, and is about to have stored it
    await evening.bystander.slash(evening.channel, "table leave")
    await lobby.leave(evening.bot.tables, evening.table, evening.players[2].id)
    assert evening.table.row.message_id == 7


async def test_who_left_before_speaking_passes_after_a_restart_too(evening: Evening) -> None:
    """The pass is owed by the seat, not by the memory of the process."""
    await evening.start()
    assert evening.table.sitting is not None
    dealer = evening.table.sitting.observe(None).dealer  # who may be bound to stay
    idle = [each for each in evening.players if each is not evening.turn()]
    leaver = next(each for each in idle if evening.seat(each) != dealer)
    seat = evening.seat(leaver)
    await leaver.slash(evening.channel, "table leave")
    await evening.restart()
    assert evening.table.seats[seat].left_deal == evening.deal == 1
    await evening.play_until(lambda: evening.phase == "playing" or evening.deal > 1)
    lines = [line.text for line in await journal.lines(evening.bot.database, evening.table.id)]
    assert f"p{seat + 1} pass" in lines


async def test_a_table_that_does_not_replay_tells_no_card(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.start()
    table_id, seal = evening.table.id, evening.bot.database.seal
    lines = {line.seq: line.text for line in await journal.lines(evening.bot.database, table_id)}
    first, second, *_ = [seq for seq, text in lines.items() if text.startswith("d deal ")]
    other_hand = lines[first][: len("d deal p1 ")] + lines[second].split(" ")[-1]
    box = seal.close(line_place(table_id, first), other_hand.encode())
    update = "UPDATE running SET box = ? WHERE table_id = ? AND seq = ?"
    await evening.bot.database.write(lambda writer: writer.execute(update, (box, table_id, first)).rowcount)
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        await evening.restart()
    assert evening.bot.tables.find(evening.channel.id) is None
    assert f"table {table_id} cannot be rebuilt" in caplog.text
    assert f"line {first} does not replay" in caplog.text
    assert not cards_in(caplog.text)


async def test_the_last_to_leave_hears_that_the_table_is_closed(evening: Evening) -> None:
    await evening.start()
    table = evening.table
    for member in evening.players[1:]:
        said = words_of(await member.slash(evening.channel, "table leave"))
        assert "The computer plays your seat on" in said
    said = words_of(await evening.players[0].slash(evening.channel, "table leave"))
    assert table.is_closed
    assert said.strip() == "The table is closed."


async def test_coming_back_to_a_table_that_has_just_closed(evening: Evening) -> None:
    await evening.start()
    table, member = evening.table, evening.players[1]
    await member.slash(evening.channel, "table leave")
    await evening.players[0].slash(evening.channel, "table close")
    with pytest.raises(Refused, match="table-closed"):
        await play.come_back(evening.bot.tables, table, member.id)


async def test_a_cut_renounced_while_it_is_awaited(evening: Evening) -> None:
    """As by a second press that arrives when the deal already waits for the cut."""
    await evening.open()
    for member in evening.players:
        await member.click(evening.table_message(), label="Let me cut")
    await evening.players[0].slash(evening.channel, "table start")
    waiting = evening.bot.tables.cutter(evening.table)
    assert waiting is not None
    assert waiting.user_id is not None
    assert evening.deal == 0
    assert not await play.ask_to_cut(evening.bot.tables, evening.table, waiting.user_id)
    assert evening.deal == 1


async def test_a_connection_lost_while_hands_are_sent(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is nobody's mistake: what was done is done, and the hand comes with the next change."""
    await evening.open()
    http, member = evening.bot.http, evening.players[1]
    send, lost = http.send_message, member.user.dm_channel.id

    async def cut_off(channel_id: int, **message: Any) -> Any:
        if channel_id == lost:
            raise aiohttp.ServerDisconnectedError
        return await send(channel_id, **message)

    with monkeypatch.context() as away:
        away.setattr(http, "send_message", cut_off)
        said = words_of(await evening.players[0].slash(evening.channel, "table start"))
    assert "mistake" not in said
    await evening.bystander.slash(evening.channel, "table show")
    (message,) = member.user.dm_channel.history(viewer=member.user)
    assert cards_in(str(message.embeds[0].description)) == set(evening.hand(member))


async def test_a_hand_shown_while_the_table_moves_on(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks at his hand just before it becomes his turn is told that it is."""
    await evening.start()
    first, show = evening.turn(), Answer.show
    sitting = evening.table.sitting
    assert sitting is not None
    order = [*evening.players, *evening.players]
    second = order[evening.seat(first) + 1]

    async def slow(answer: Answer, message: Message) -> None:
        if answer.interaction.user.id == second.id:
            await play.act(evening.bot.tables, evening.table, first.id, [PASS])
            await evening.bot.display.show(evening.table)
        await show(answer, message)

    with monkeypatch.context() as delayed:
        delayed.setattr(Answer, "show", slow)
        said = await second.slash(evening.channel, "hand")
    assert evening.turn() is second
    assert "You may stay or pass" in words_of(said)


async def test_a_panel_forgets_what_it_once_explained(evening: Evening) -> None:
    await evening.start()
    member, others = evening.turn(), [player for player in evening.players if player is not evening.turn()]
    panel = await evening.panel(member)
    await member.slash(evening.channel, "stay", discard="none")
    assert evening.turn() in others
    said = await member.click(panel, label="Pass")
    assert "has moved on" in words_of(said)
    await evening.by_command(evening.turn(), PASS)
    assert "has moved on" not in words_of(said)


async def test_closing_while_computers_play(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.start()
    member = evening.turn()
    for other in evening.players:
        if other is not member:
            await other.slash(evening.channel, "table leave")
    tables, before = evening.bot.tables, evening.table.seq
    store = tables.store

    async def store_and_close(change: Change, interaction_id: int | None = None) -> None:
        await store(change, interaction_id)
        if change.steps[0].actor != evening.seat(member):
            await evening.bot.close()

    monkeypatch.setattr(tables, "store", store_and_close)
    await play.act(tables, evening.table, member.id, [PASS])
    assert evening.table.seq > before + 1, "a computer has played"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_the_results_of_somebody_who_has_left_the_server(evening: Evening) -> None:
    gone = evening.env.create_user("gone", global_name="Gone")
    said = await evening.players[0].slash(evening.channel, "ledger show", player=gone)
    assert "Gone" in words_of(said)
    assert "No deal played yet." in words_of(said)


@pytest.mark.parametrize("evening", [0], indirect=True)
async def test_every_chip_is_explained_however_long_the_names(evening: Evening) -> None:
    """Seven names of which every letter has to be escaped."""
    evening.players = tuple(evening.member("_*" * 15 + str(number)) for number in range(7))
    await evening.start(deals=1)
    table = evening.table
    await evening.play_until(lambda: table.is_closed, daring=True)
    said = words_of(await evening.bystander.slash(evening.channel, "ledger explain", deal=1)).strip()
    assert said.endswith("After it: records 700 and pot 0, in all 700.")
    assert "**The last pot is shared**" in said


@pytest.mark.parametrize("noting", ["set_message", "set_hand_message"])
async def test_what_is_stored_is_never_said_to_be_lost(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, noting: str
) -> None:
    """The disk fails just when it is to be noted where the table, or a hand, was posted."""

    async def fail(*_: object) -> None:
        raise NotStored("disk I/O error")

    await evening.open()
    for number in range(SCROLLED):
        await evening.bystander.send(evening.channel, f"chat {number}")
    with monkeypatch.context() as broken:
        broken.setattr(f"data.tables.{noting}", fail)
        said = words_of(await evening.players[0].slash(evening.channel, "table start"))
    assert evening.deal == 1
    assert "nothing has happened" not in said
    assert "mistake" not in said
    await evening.bystander.slash(evening.channel, "table show")
    assert "deal 1" in evening.table_text()
