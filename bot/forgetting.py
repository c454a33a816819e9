"""``/privacy forget``: a person becomes nobody in what is stored, and in the tables that are open now."""

from typing import TYPE_CHECKING

from bot.answers import Answer
from bot.errors import Refused
from bot.text import say
from data import fixtures, privacy
from data import tables as rows
from data.errors import Seated

if TYPE_CHECKING:
    from bot.client import Levee


async def check_away(levee: "Levee", user_id: int) -> None:
    """Raises Refused for who sits at a table that is open."""
    seated = [table.id for table in levee.tables if table.seat_of(user_id) is not None]
    if seated:
        raise await _seated(levee, seated)


async def forget(answer: Answer) -> str:
    """Raises Refused for who sits at a table that is open."""
    levee, user_id = answer.interaction.client, answer.interaction.user.id

    def name_of(number: int) -> str:
        return say(answer.locale, "privacy.former", number=number)

    try:
        nobody = await privacy.forget(levee.database, user_id, levee.tables.now_ms(), name_of)
    except Seated as seated:
        raise await _seated(levee, seated.table_ids) from None
    await _forget_here(levee, user_id, nobody)
    return say(answer.locale, "privacy.forgotten", name=name_of(-nobody))


async def _seated(levee: "Levee", table_ids: "list[int] | tuple[int, ...]") -> Refused:
    channels = [(await rows.table(levee.database, table_id)).channel_id for table_id in table_ids]
    return Refused("refused.forget-seated", channels=", ".join(f"<#{channel}>" for channel in channels))


async def _forget_here(levee: "Levee", user_id: int, nobody: int) -> None:
    """Open tables, too, know who opened them and who was drawn there."""
    for table in levee.tables:
        if table.row.opener_id == user_id:
            table.note(opener_id=nobody)
        if table.fixture is not None and user_id in table.fixture.players:
            table.fixture = await fixtures.fixture(levee.database, table.fixture.id)
