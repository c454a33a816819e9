"""One user goes on at a seat where another has stopped."""

import pytest
from sample_moves import GUILD, ending

from data import journal, ledger, stints, tables
from data.database import Database
from data.errors import AlreadySeated, TableClosed, UnknownTable
from data.ledger import Total
from data.rows import SeatRow


async def held(database: Database, table_id: int) -> stints.Holders:
    return await database.read(lambda reader: stints.holders(reader, table_id))


async def test_a_substitute_takes_over_the_seat_and_nothing_of_who_sat_there(
    database: Database, dealt_id: int
) -> None:
    await tables.set_hand_message(database, dealt_id, 0, 600, 601)
    await tables.set_dm_closed(database, dealt_id, 0, True)
    await tables.set_computer(database, dealt_id, 0, True, left_deal=1)
    await tables.substitute(database, dealt_id, 0, 14, "Dan")
    seats = (await tables.table(database, dealt_id)).seats
    assert seats[0] == SeatRow(0, 14, "Dan", False, None, None, None, False)
    assert [seat.user_id for seat in seats] == [14, 12, None]


async def test_the_lines_before_stay_with_who_played_them(database: Database, dealt_id: int) -> None:
    await tables.substitute(database, dealt_id, 0, 14, "Dan")
    await tables.substitute(database, dealt_id, 2, 15, "Eve")  # for a computer player
    holders = await held(database, dealt_id)
    assert [holders.at(0, 9), holders.at(0, 10), holders.at(0, 99)] == [11, 14, 14]
    assert (holders.starter(0), holders.finisher(0)) == (11, 14)
    assert [holders.at(2, 9), holders.at(2, 10)] == [None, 15]
    assert (holders.starter(1), holders.at(1, 10), holders.finisher(1)) == (12, 12, 12)


async def test_a_seat_changes_hands_twice_and_back(database: Database, dealt_id: int) -> None:
    await tables.substitute(database, dealt_id, 0, 14, "Dan")
    await journal.append(database, ending(dealt_id))
    await tables.substitute(database, dealt_id, 0, 15, "Eve")  # came and went between two lines
    await tables.substitute(database, dealt_id, 0, 11, "Ana")
    holders = await held(database, dealt_id)
    assert [holders.at(0, seq) for seq in (9, 10, 11, 12)] == [11, 14, 14, 11]
    await tables.substitute(database, dealt_id, 1, 15, "Eve")
    assert [seat.user_id for seat in (await tables.table(database, dealt_id)).seats] == [11, 15, None]


async def test_totals_follow_who_holds_the_seat(database: Database, dealt_id: int) -> None:
    await tables.substitute(database, dealt_id, 0, 14, "Dan")
    await journal.append(database, ending(dealt_id))
    assert set(await ledger.totals(database, GUILD)) == {
        Total(GUILD, "bourre", 11, deals=0, units=-840, wins=0),
        Total(GUILD, "bourre", 12, deals=1, units=-840, wins=0),
        Total(GUILD, "bourre", 14, deals=1, units=2520, wins=1),
    }


async def test_in_the_lobby_the_seat_is_just_given_to_another(database: Database, table_id: int) -> None:
    await tables.substitute(database, table_id, 0, 14, "Dan")
    assert [seat.user_id for seat in (await tables.table(database, table_id)).seats] == [14, 12, None]
    assert (await held(database, table_id)).starter(0) == 14


async def test_who_cannot_be_seated_changes_nothing(database: Database, dealt_id: int) -> None:
    before = await tables.table(database, dealt_id)
    for user_id in (11, 12):
        with pytest.raises(AlreadySeated):
            await tables.substitute(database, dealt_id, 0, user_id, "Twice")
    for table_id, seat in ((dealt_id, 7), (404, 0)):
        with pytest.raises(UnknownTable):
            await tables.substitute(database, table_id, seat, 14, "Dan")
    assert await tables.table(database, dealt_id) == before
    await journal.append(database, ending(dealt_id))
    await tables.close_table(database, dealt_id, at_ms=5)
    with pytest.raises(TableClosed):
        await tables.substitute(database, dealt_id, 0, 14, "Dan")
