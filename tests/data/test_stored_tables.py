import sqlite3

import pytest
from sample_moves import CHANNEL, GUILD, dealing, ending, seated_table, start

from data import journal, tables
from data.database import Database
from data.errors import (
    AlreadySeated,
    AlreadyStarted,
    ChannelTaken,
    DealRunning,
    SeatTaken,
    TableClosed,
    UnknownTable,
)
from data.proofs import DealSecret
from data.rows import NewSeat, NewTable, SeatRow, TableState

NEW = NewTable(GUILD, CHANNEL, opener_id=11, game="bura", rules="series pots", opened_at_ms=1000)


async def test_a_new_table(database: Database) -> None:
    opened = await tables.open_table(database, NEW)
    assert (opened.guild_id, opened.channel_id, opened.opener_id) == (GUILD, CHANNEL, 11)
    assert (opened.game, opened.rules, opened.opened_at_ms) == ("bura", "series pots", 1000)
    assert (opened.state, opened.seq, opened.seats) == (TableState.LOBBY, 0, ())
    assert (opened.closed_at_ms, opened.message_id) == (None, None)
    assert await tables.table(database, opened.id) == opened


async def test_a_table_is_opened_whole(database: Database) -> None:
    """With its opener's seat and its first secret, or not at all."""
    opener = NewSeat(0, "Ana", 11)
    opened = await tables.open_table(
        database, NEW, [opener], lambda table_id: DealSecret(1, f"{table_id:064}", b"s", b"salt")
    )
    assert [(row.seat, row.user_id) for row in opened.seats] == [(0, 11)]
    sealed = await journal.secret(database, opened.id)
    assert sealed is not None
    assert (sealed.deal, sealed.commit_hex) == (1, f"{opened.id:064}")
    elsewhere = NewTable(GUILD, CHANNEL + 1, 11, "bura", "series", 1000)
    with pytest.raises(AlreadySeated):
        await tables.open_table(database, elsewhere, [opener, NewSeat(1, "Ana", 11)])
    assert await tables.latest_in_channel(database, CHANNEL + 1) is None


async def test_a_channel_has_one_open_table(database: Database) -> None:
    first = await tables.open_table(database, NEW)
    with pytest.raises(ChannelTaken) as caught:
        await tables.open_table(database, NEW)
    assert caught.value.channel_id == CHANNEL
    await tables.close_table(database, first.id, at_ms=2000)
    second = await tables.open_table(database, NEW)
    assert second.id > first.id
    assert await tables.latest_in_channel(database, CHANNEL) == second


async def test_the_schema_holds_that_too(database: Database, table_id: int) -> None:
    copy = (
        "INSERT INTO game_table (guild_id, channel_id, opener_id, game, rules, opened_at_ms)"
        " SELECT guild_id, channel_id, opener_id, game, rules, opened_at_ms FROM game_table"
    )
    with pytest.raises(sqlite3.IntegrityError, match=r"game_table\.channel_id"):
        await database.write(lambda writer: writer.execute(copy))


async def test_the_latest_table_of_a_channel_may_be_closed(database: Database, table_id: int) -> None:
    assert await tables.latest_in_channel(database, CHANNEL + 1) is None
    await tables.close_table(database, table_id, at_ms=5)
    latest = await tables.latest_in_channel(database, CHANNEL)
    assert latest is not None
    assert (latest.id, latest.state, latest.closed_at_ms) == (table_id, TableState.CLOSED, 5)


async def test_open_tables_are_those_not_closed(database: Database) -> None:
    ids = [await seated_table(database, channel_id) for channel_id in (5, 6, 7)]
    await journal.append(database, start(ids[0]))
    await tables.close_table(database, ids[1], at_ms=5)
    found = await tables.open_tables(database)
    assert [(row.id, row.state) for row in found] == [
        (ids[0], TableState.PLAYING),
        (ids[2], TableState.LOBBY),
    ]
    assert [seat.name for seat in found[0].seats] == ["Ana", "Ben", "Cleo"]


async def test_seats(database: Database) -> None:
    table_id = (await tables.open_table(database, NEW)).id
    await tables.seat(database, table_id, NewSeat(2, "Cleo"))
    await tables.seat(database, table_id, NewSeat(0, "Ana", 11))
    await tables.seat(database, table_id, NewSeat(1, "Dan"))
    assert (await tables.table(database, table_id)).seats == (
        SeatRow(0, 11, "Ana", False, None, None, None, False),
        SeatRow(1, None, "Dan", True, None, None, None, False),
        SeatRow(2, None, "Cleo", True, None, None, None, False),
    )
    await tables.unseat(database, table_id, 1)
    assert [seat.seat for seat in (await tables.table(database, table_id)).seats] == [0, 2]


async def test_two_do_not_share_a_seat(database: Database, table_id: int) -> None:
    with pytest.raises(SeatTaken) as caught:
        await tables.seat(database, table_id, NewSeat(1, "Eve", 15))
    assert (caught.value.table_id, caught.value.seat) == (table_id, 1)


async def test_nobody_sits_twice(database: Database, table_id: int) -> None:
    with pytest.raises(AlreadySeated) as caught:
        await tables.seat(database, table_id, NewSeat(3, "Ana", 11))
    assert (caught.value.table_id, caught.value.user_id) == (table_id, 11)


async def test_arranging_is_all_or_nothing(database: Database, table_id: int) -> None:
    await tables.arrange(database, table_id, [NewSeat(0, "Ben", 12), NewSeat(1, "Ana", 11)])
    before = await tables.table(database, table_id)
    assert [(seat.seat, seat.user_id) for seat in before.seats] == [(0, 12), (1, 11)]
    with pytest.raises(AlreadySeated):
        await tables.arrange(database, table_id, [NewSeat(0, "Ana", 11), NewSeat(1, "Ana", 11)])
    assert await tables.table(database, table_id) == before


async def test_seats_are_given_in_the_lobby_only(database: Database, dealt_id: int) -> None:
    before = await tables.table(database, dealt_id)
    with pytest.raises(sqlite3.IntegrityError, match="lobby only"):
        await tables.seat(database, dealt_id, NewSeat(3, "Eve", 15))
    with pytest.raises(sqlite3.IntegrityError, match="lobby only"):
        await tables.unseat(database, dealt_id, 0)
    assert await tables.table(database, dealt_id) == before


async def test_starting_ends_the_lobby(database: Database) -> None:
    new = await tables.open_table(database, NEW)
    await tables.seat(database, new.id, NewSeat(3, "Ana", 21))
    await tables.start_table(
        database, new.id, "series players=2", 1, [NewSeat(0, "Ana", 21), NewSeat(1, "Heron")], at_ms=2000
    )
    started = await tables.table(database, new.id)
    assert (started.state, started.rules, started.dealer) == (TableState.PLAYING, "series players=2", 1)
    assert started.started_at_ms == 2000
    assert [(row.seat, row.name) for row in started.seats] == [(0, "Ana"), (1, "Heron")]
    with pytest.raises(AlreadyStarted) as caught:
        await tables.start_table(database, new.id, "series", 0, [], at_ms=2001)
    assert caught.value.table_id == new.id


async def test_a_leaver_keeps_his_seat(database: Database, dealt_id: int) -> None:
    await tables.set_computer(database, dealt_id, 0, True)
    seat = (await tables.table(database, dealt_id)).seats[0]
    assert (seat.user_id, seat.computer) == (11, True)
    await tables.set_computer(database, dealt_id, 0, False)
    assert not (await tables.table(database, dealt_id)).seats[0].computer


async def test_a_computer_player_stays_one(database: Database, table_id: int) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await tables.set_computer(database, table_id, 2, False)


async def test_where_discord_shows_it(database: Database, dealt_id: int) -> None:
    await tables.set_message(database, dealt_id, 500)
    await tables.set_hand_message(database, dealt_id, 0, 600, 601)
    await tables.set_dm_closed(database, dealt_id, 1, True)
    row = await tables.table(database, dealt_id)
    assert (row.message_id, row.seq) == (500, 9)
    assert row.seats[:2] == (
        SeatRow(0, 11, "Ana", False, None, 600, 601, False),
        SeatRow(1, 12, "Ben", False, None, None, None, True),
    )
    await tables.set_message(database, dealt_id, None)
    assert (await tables.table(database, dealt_id)).message_id is None


async def test_who_is_not_there(database: Database, table_id: int) -> None:
    with pytest.raises(UnknownTable, match=r"table 404$"):
        await tables.table(database, 404)
    with pytest.raises(UnknownTable, match=r"table 404$"):
        await tables.set_message(database, 404, 1)
    with pytest.raises(UnknownTable, match=r"table 404$"):
        await tables.close_table(database, 404, 1)
    for missing in (
        tables.unseat(database, table_id, 7),
        tables.set_computer(database, table_id, 7, True),
        tables.set_hand_message(database, table_id, 7, 1, 2),
        tables.set_dm_closed(database, table_id, 7, True),
    ):
        with pytest.raises(UnknownTable, match=f"table {table_id}, seat 7"):
            await missing


async def test_a_table_closes_between_deals_only(database: Database, dealt_id: int) -> None:
    with pytest.raises(DealRunning):
        await tables.close_table(database, dealt_id, at_ms=5)
    await journal.append(database, ending(dealt_id))
    await tables.close_table(database, dealt_id, at_ms=6)
    assert await journal.secret(database, dealt_id) is None
    with pytest.raises(TableClosed):
        await tables.close_table(database, dealt_id, at_ms=7)
    with pytest.raises(TableClosed):
        await journal.append(database, dealing(dealt_id, seen=11, deal=2))


async def test_a_closed_table_stays_closed(database: Database, table_id: int) -> None:
    await tables.close_table(database, table_id, at_ms=5)
    reopen = "UPDATE game_table SET state = 'playing', closed_at_ms = NULL"
    with pytest.raises(sqlite3.IntegrityError, match="stays closed"):
        await database.write(lambda writer: writer.execute(reopen))


async def test_a_table_that_cannot_be_read_is_laid_aside_as_it_is(database: Database, dealt_id: int) -> None:
    lines, secret = await journal.lines(database, dealt_id), await journal.secret(database, dealt_id)
    with pytest.raises(DealRunning):
        await tables.close_table(database, dealt_id, at_ms=2000)
    await tables.lay_aside(database, dealt_id, at_ms=2000)
    row = await tables.table(database, dealt_id)
    assert (row.state, row.closed_at_ms) == (TableState.CLOSED, 2000)
    assert await journal.lines(database, dealt_id) == lines
    assert await journal.secret(database, dealt_id) == secret
    assert await tables.open_tables(database) == ()
    for table_id in (dealt_id, 99):
        with pytest.raises(UnknownTable):
            await tables.lay_aside(database, table_id, at_ms=3000)


async def test_somebody_else_gets_the_opener_s_rights(database: Database, dealt_id: int) -> None:
    await tables.set_opener(database, dealt_id, 12)
    assert (await tables.table(database, dealt_id)).opener_id == 12
    with pytest.raises(UnknownTable):
        await tables.set_opener(database, 99, 12)
