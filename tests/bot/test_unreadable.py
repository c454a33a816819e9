"""A table that cannot be read holds nobody up: staff free its channel, and what is stored of it stays."""

import logging
import sqlite3

import pytest
from evening import Evening, words_of
from league_night import a_season, say

from data import tables
from data.rows import TableState


def dump(writer: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """All that is stored of tables and what was played there."""
    kept = ("seat", "line", "running", "shuffle", "proof", "posting", "seat_time")
    return {each: writer.execute(f"SELECT * FROM {each} ORDER BY 1, 2").fetchall() for each in kept}


async def spoiled(evening: Evening, caplog: pytest.LogCaptureFixture) -> int:
    """The table's number, after a restart that could not read it."""
    table_id = evening.table.id
    update = "UPDATE game_table SET rules = 'unheard-of' WHERE id = ?"
    await evening.bot.database.write(lambda writer: writer.execute(update, (table_id,)).rowcount)
    with caplog.at_level(logging.CRITICAL):
        await evening.restart()
    return table_id


async def test_staff_free_its_channel(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    await evening.start()
    await evening.play_deal()
    table_id = await spoiled(evening, caplog)
    before = await evening.bot.database.read(dump)
    first = evening.players[0]
    said = await say(evening, first, "table open", game="bourre")
    assert "Staff can free the channel with `/table close`" in said
    assert "Only staff may do that" in await say(evening, first, "table close")
    assert "There is no table in this channel" in await say(evening, first, "table show")
    assert "The channel is free" in await say(evening, evening.owner, "table close")
    assert (await tables.table(evening.bot.database, table_id)).state is TableState.CLOSED
    assert await evening.bot.database.read(dump) == before
    assert "There is no table" in await say(evening, evening.owner, "table close")
    assert (await say(evening, first, "table open", game="bourre")).startswith("The table is open")
    await evening.restart()
    assert evening.table.id != table_id
    said = words_of(await evening.owner.slash(evening.channel, "ledger verify"))
    assert f"Table {table_id} is damaged" in said, "it is still told of what could not be read"


async def test_its_players_can_be_forgotten_then(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    await evening.start()
    first = evening.players[0]
    await spoiled(evening, caplog)
    asked = await first.slash(evening.channel, "privacy forget")
    assert asked.response is not None
    said = words_of(await first.click(asked.response, label="Forget me"))
    assert f"You sit at a table: {evening.channel.mention}" in said
    await say(evening, evening.owner, "table close")
    asked = await first.slash(evening.channel, "privacy forget")
    assert asked.response is not None
    done = await first.click(asked.response, label="Forget me")
    assert done.response is not None
    assert "you are Former player 1 now" in done.response.content


async def test_its_season_can_be_closed_then(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    await a_season(evening)
    await evening.players[0].slash(evening.channel, "table open", game="bourre", season="Winter")
    await evening.players[1].slash(evening.channel, "table join")
    await evening.players[0].slash(evening.channel, "table start")
    await spoiled(evening, caplog)
    said = await say(evening, evening.owner, "season close")
    assert f"The season has open tables: {evening.channel.mention}" in said
    await say(evening, evening.owner, "table close")
    assert "is closed" in await say(evening, evening.owner, "season close")
