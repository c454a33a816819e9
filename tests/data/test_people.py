"""What people are called."""

from sample_moves import GUILD
from sample_seasons import a_table

from data import people, stints, tables
from data.database import Database


async def test_the_last_name_noted_holds(database: Database) -> None:
    await people.note(database, GUILD, 11, "Ana")
    await people.note(database, GUILD, 11, "Anastasia")
    await people.note(database, GUILD + 1, 11, "Anna")
    assert await people.names(database, GUILD, [11, 12]) == {11: "Anastasia"}
    assert await people.names(database, GUILD, []) == {}


async def test_who_was_never_noted_is_called_as_at_the_last_table(database: Database) -> None:
    await a_table(database, None, [11, 12, None])
    assert await people.names(database, GUILD, [11, 12, 13]) == {11: "Player 11", 12: "Player 12"}
    assert await people.names(database, GUILD + 1, [11]) == {}
    await people.note(database, GUILD, 11, "Ana")
    assert (await people.names(database, GUILD, [11]))[11] == "Ana"


async def test_a_table_calls_people_as_last_noted_and_its_record_as_it_started(
    database: Database, dealt_id: int
) -> None:
    first, *_ = before = await stints.starters(database, dealt_id)
    await people.note(database, GUILD, 11, "Anastasia")
    await people.note(database, GUILD + 1, 12, "Benjamin")
    row = await tables.table(database, dealt_id)
    assert [seat.name for seat in row.seats] == ["Anastasia", *before[1:]]
    await tables.substitute(database, dealt_id, 0, 14, "Dan")
    assert await stints.starters(database, dealt_id) == before
    then = await stints.seats_at(database, await tables.table(database, dealt_id), 9)
    assert (then[0].user_id, then[0].name) == (11, first)
