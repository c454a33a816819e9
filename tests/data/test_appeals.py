import pytest
from evenings import Sitting, sit_down

from data import appeals, tables
from data.appeals import Appeal, NewAppeal
from data.database import Database
from data.errors import AlreadyAppealed, AlreadyDecided, NotAtTable, UnknownAppeal, UnknownDeal, UnknownTable


@pytest.fixture
async def sitting(database: Database) -> Sitting:
    """One deal is over, the next one runs; user 14 has taken the seat of user 11."""
    sitting = await sit_down(database, deals=3)
    await sitting.deal()
    await tables.substitute(database, sitting.id, 0, 14, "Dan")
    await sitting.begin()
    return sitting


async def test_an_appeal_is_kept_until_staff_decide(database: Database, sitting: Sitting) -> None:
    stored = await appeals.appeal(database, NewAppeal(1, sitting.id, 1, 12, "I had the king", 50))
    assert stored == Appeal(1, 1, sitting.id, 1, 12, "I had the king", 50, None, None, None, None)
    decided = await appeals.decide(database, 1, stored.id, False, by=99, at_ms=60)
    assert (decided.accepted, decided.decided_by, decided.decided_at_ms) == (False, 99, 60)
    assert await appeals.appeals(database, sitting.id) == (decided,)
    with pytest.raises(AlreadyDecided):
        await appeals.decide(database, 1, stored.id, True, by=98, at_ms=61)
    assert await appeals.appeals(database, sitting.id) == (decided,)


async def test_the_message_that_tells_staff_is_noted_down(database: Database, sitting: Sitting) -> None:
    stored = await appeals.appeal(database, NewAppeal(1, sitting.id, 1, 12, "I had the king", 50))
    await appeals.told(database, stored.id, 77)
    (kept,) = await appeals.appeals(database, sitting.id)
    assert kept.message_id == 77


async def test_whoever_held_a_seat_may_appeal(database: Database, sitting: Sitting) -> None:
    for user_id in (11, 14):
        await appeals.appeal(database, NewAppeal(1, sitting.id, 1, user_id, "Why?", 50))
    with pytest.raises(NotAtTable):
        await appeals.appeal(database, NewAppeal(1, sitting.id, 1, 15, "Why?", 50))
    with pytest.raises(AlreadyAppealed):
        await appeals.appeal(database, NewAppeal(1, sitting.id, 1, 11, "Why again?", 51))
    assert [each.user_id for each in await appeals.appeals(database, sitting.id)] == [11, 14]


async def test_only_deals_that_are_over_are_appealed(database: Database, sitting: Sitting) -> None:
    for deal in (2, 9):
        with pytest.raises(UnknownDeal):
            await appeals.appeal(database, NewAppeal(1, sitting.id, deal, 12, "Why?", 50))
    assert await appeals.appeals(database, sitting.id) == ()


async def test_another_server_sees_and_decides_nothing(database: Database, sitting: Sitting) -> None:
    with pytest.raises(UnknownTable):
        await appeals.appeal(database, NewAppeal(2, sitting.id, 1, 12, "Why?", 50))
    stored = await appeals.appeal(database, NewAppeal(1, sitting.id, 1, 12, "Why?", 50))
    with pytest.raises(UnknownAppeal):
        await appeals.decide(database, 2, stored.id, True, by=99, at_ms=60)
