"""The lobby while several people do things at the same instant: one effect, and kind words for the rest."""

import asyncio
from collections.abc import Sequence

import pytest

from bot import Levee
from data import tables
from data.rows import SeatRow
from tests.sandbox.person import Person
from tests.whole.at_once import all_heard, count, lines, public, weather
from tests.whole.playing import CHANNEL, Json, table_message

__all__ = ["weather"]

CHANNELS = ("table-1", "table-2", "lounge")

TOLD = {
    "join": ("You have seat 4", "playing already"),
    "leave": ("seat is free again", "moved on", "The computer plays your seat"),
    "fill": ("computer players sit down", "playing already"),
    "close": ("table is closed",),
}
"""What may be said to who does it while the table starts."""

pytestmark = pytest.mark.usefixtures("weather")


async def seats_of(levee: Levee, channel_id: str) -> list[int | None]:
    """As stored, and the same in memory."""
    table = levee.tables.find(int(channel_id))
    assert table is not None
    stored = await tables.table(levee.database, table.id)
    assert users(stored.seats) == users(table.row.seats)
    return users(stored.seats)


def users(seats: Sequence[SeatRow]) -> list[int | None]:
    return [row.user_id for row in seats]


async def opened(people: list[Person], channel: str = CHANNEL, **options: object) -> Json:
    await people[0].slash(channel, "table open", game="bourre", **options)
    return await table_message(people[0], channel)


async def test_two_open_a_table_in_one_channel(levee: Levee, people: list[Person]) -> None:
    texts = await all_heard(*((p, p.slash(CHANNEL, "table open", game="bourre")) for p in people))
    assert count(texts, "The table is open") == 1, texts
    assert count(texts, "has a table already") == len(people) - 1, texts
    assert len(await seats_of(levee, people[0].channel(CHANNEL))) == 1
    assert len([m for m in await public(people[0], CHANNEL) if m["components"]]) == 1


async def test_one_opens_tables_in_two_channels(levee: Levee, people: list[Person]) -> None:
    ana = people[0]
    channels = (CHANNEL, "table-2")
    texts = await all_heard(*((ana, ana.slash(each, "table open", game="bourre")) for each in channels))
    assert count(texts, "The table is open") == 2, texts
    assert {table.row.channel_id for table in levee.tables} == {int(ana.channel(each)) for each in channels}
    for each in channels:
        assert len(await public(ana, each)) == 1


async def test_the_last_seat(levee: Levee, people: list[Person]) -> None:
    """By two buttons, by button and command, by two commands."""
    ana, late = people[0], people[1:3]
    for by_command, channel in enumerate(CHANNELS):
        lobby = await opened(people, channel, seats=2)
        texts = await all_heard(
            *(
                (p, p.slash(channel, "table join") if n < by_command else p.click(lobby, label="Sit down"))
                for n, p in enumerate(late)
            )
        )
        assert count(texts, "You have seat 2") == 1, texts
        assert count(texts, "All 2 seats are taken") == 1, texts
        winner = late[next(n for n, text in enumerate(texts) if "You have seat" in text)]
        assert await seats_of(levee, ana.channel(channel)) == [int(ana.id), int(winner.id)]


async def test_one_sits_down_twice(levee: Levee, people: list[Person]) -> None:
    lobby, ben = await opened(people), people[1]
    texts = await all_heard(
        (ben, ben.click(lobby, label="Sit down")),
        (ben, ben.click(lobby, label="Sit down")),
        (ben, ben.slash(CHANNEL, "table join", seat=4)),
    )
    assert count(texts, "You have seat") == 1, texts
    assert count(texts, "sit at this table already") == 2, texts
    assert (await seats_of(levee, people[0].channel(CHANNEL))).count(int(ben.id)) == 1


async def test_all_want_the_same_seat(levee: Levee, people: list[Person]) -> None:
    await opened(people)
    texts = await all_heard(*((p, p.slash(CHANNEL, "table join", seat=5)) for p in people[1:]))
    assert count(texts, "You have seat 5") == 1, texts
    assert count(texts, "Seat 5 is") == 3, texts
    assert len(await seats_of(levee, people[0].channel(CHANNEL))) == 2


async def test_two_fill_the_table(levee: Levee, people: list[Person]) -> None:
    lobby, (ana, ben, *_) = await opened(people, seats=4), people
    texts = await all_heard(
        (ana, ana.click(lobby, label="Fill with computers")), (ben, ben.slash(CHANNEL, "table fill"))
    )
    assert count(texts, "All 4 seats are taken") == 1, texts
    assert await seats_of(levee, people[0].channel(CHANNEL)) == [int(ana.id), None, None, None]
    (table,) = levee.tables
    assert len({row.name for row in table.row.seats}) == 4


async def test_one_leaves_the_lobby_twice(levee: Levee, people: list[Person]) -> None:
    lobby, ben = await opened(people), people[1]
    await ben.slash(CHANNEL, "table join")
    texts = await all_heard(
        (ben, ben.click(lobby, label="Stand up")), (ben, ben.slash(CHANNEL, "table leave"))
    )
    assert count(texts, "seat is free again") == 1, texts
    assert count(texts, "do not sit") == 1, texts
    assert await seats_of(levee, people[0].channel(CHANNEL)) == [int(people[0].id)]


async def test_while_the_table_starts(levee: Levee, people: list[Person]) -> None:
    """Whoever comes first: it starts with the seats of that moment, and the other is told what became."""
    ana, ben, cleo, dan, _ = people
    others = {"close": ana, "join": dan, "leave": cleo, "fill": cleo}
    for number, (act, other) in enumerate(others.items(), 1):
        channel = CHANNELS[number % 3]  # the one whose table was closed is free again
        await opened(people, channel, seats=5)
        for person in (ben, cleo):
            await person.slash(channel, "table join")
        lobby = await table_message(ana, channel)
        starts, acts = await all_heard(
            (ben, ben.click(lobby, label="Start")), (other, other.slash(channel, f"table {act}"))
        )
        started = "Your hand" in starts
        assert started or (act == "close" and "table is closed" in starts), starts
        assert any(words in acts for words in TOLD[act]), acts
        stored = await tables.table(levee.database, number)
        assert (await lines(levee, number)).count("deal 1") == int(started)
        assert [row.seat for row in stored.seats] == list(range(len(stored.seats)))
        if table := levee.tables.find(stored.channel_id):
            assert table.sitting is not None
            assert users(table.row.seats) == users(stored.seats)
            assert len(table.sitting.observe(None).seats) == len(stored.seats)


async def test_five_press_start_and_one_leaves(levee: Levee, people: list[Person]) -> None:
    lobby = await opened(people, seats=6)
    await asyncio.gather(*(p.slash(CHANNEL, "table join") for p in people[1:]))
    eve = people[-1]
    texts = await all_heard(
        *((p, p.click(lobby, label="Start")) for p in people), (eve, eve.click(lobby, label="Stand up"))
    )
    assert count(texts, "Your hand · deal 1", "The first dealer is drawn") == 1, texts
    assert count(texts[:5], "already", "do not sit") == 4, texts
    assert count(texts[5:], "seat is free", "moved on", "computer plays") == 1, texts
    assert (await lines(levee)).count("deal 1") == 1
