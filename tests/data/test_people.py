"""What people are called."""

from sample_moves import GUILD
from sample_seasons import a_table

from data import people
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
