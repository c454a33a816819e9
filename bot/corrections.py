"""``/season correct``: staff move chips of a deal from a seat to another, or void a sitting.

What it would do to the standings is shown first, and is done only if it still would.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from bot import archive
from bot.announcing import announce, locale_of
from bot.answers import Answer
from bot.archive import Kept
from bot.errors import Refused
from bot.render.correction import preview_embed, what_is_done
from bot.render.names import escaped
from bot.render.quoting import quoted
from bot.staff import check_staff
from bot.text import say
from data import corrections, ledger, people, seasons
from data.corrections import Move
from data.errors import AlreadyVoided, BadMove, NotCounted, StalePreview, UnknownDeal
from data.rows import SeatRow
from data.stints import seats_at
from engine.errors import BadAmount
from engine.ledger import UNITS, amount, parse_amount
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.client import Levee


MOST: Final = 2**40 * UNITS
"""Units that one correction moves at most, as the largest pot of any game has: sums have to stay storable."""


@dataclass(frozen=True, slots=True)
class Wished:
    """A correction as staff ask for it. Without ``void``, all of the move's parts have to be there."""

    table_id: int
    reason: str
    void: bool
    deal: int | None
    from_seat: Seat | None
    to_seat: Seat | None
    amount: str | None

    def change(self) -> Move | None:
        """The move, or None for a void. Raises Refused."""
        parts = (self.deal, self.from_seat, self.to_seat, self.amount)
        if self.void:
            if parts != (None,) * 4:
                raise Refused("refused.void-and-move")
            return None
        if self.deal is None or self.from_seat is None or self.to_seat is None or self.amount is None:
            raise Refused("refused.half-a-move")
        return Move(self.deal, self.from_seat, self.to_seat, _units(self.amount))


def _units(text: str) -> int:
    """Raises Refused."""
    try:
        units = parse_amount(text.strip())
    except BadAmount:
        units = 0
    if units <= 0:
        raise Refused("refused.bad-chips", text=quoted(text))
    if units > MOST:
        raise Refused("refused.too-many-chips", most=amount(MOST))
    return units


@dataclass(frozen=True, slots=True)
class Planned:
    """A correction that was shown to staff; ``token`` stands for what they saw."""

    season_id: int
    found: Kept
    change: Move | None
    seats: tuple[SeatRow, ...]
    reason: str
    token: str


async def plan(answer: Answer, wished: Wished) -> None:
    """Show what a correction would do, with the button that does it. Raises Refused."""
    levee = answer.interaction.client
    await check_staff(answer.interaction)
    change, reason = wished.change(), wished.reason.strip()
    if not reason:
        raise Refused("refused.no-reason")
    found = await archive.by_number(levee.database, answer.interaction.guild_id or 0, wished.table_id)
    if found.row.season_id is None:
        raise Refused("refused.not-counted", table=found.row.id)
    with _refusing(found, change):
        shown = await corrections.preview(levee.database, found.row.season_id, found.row.id, change)
    seats = await _seats(levee, found, change)
    season = await seasons.season(levee.database, found.row.season_id)
    names = await people.names(levee.database, season.guild_id, [row.user_id for row in shown.before])
    done = what_is_done(found.row.id, change, seats, answer.locale)
    embed = preview_embed(season.name, done, reason, shown, names, answer.locale)
    planned = Planned(season.id, found, change, seats, reason, shown.token)
    yes = say(answer.locale, "button.correct" if change else "button.void")
    await levee.confirming.ask(answer, embed, yes, partial(_correct, planned))


async def _correct(planned: Planned, answer: Answer) -> str:
    """Raises Refused if it would not do any more what was shown."""
    levee, user = answer.interaction.client, answer.interaction.user
    await check_staff(answer.interaction)
    row = planned.found.row
    await people.note(levee.database, row.guild_id, user.id, user.display_name)
    with _refusing(planned.found, planned.change):
        await corrections.correct(
            levee.database,
            planned.season_id,
            row.id,
            planned.change,
            planned.reason,
            user.id,
            levee.tables.now_ms(),
            expected=planned.token,
        )
    locale = locale_of(levee, row.guild_id)
    done = what_is_done(row.id, planned.change, planned.seats, locale)
    by, reason = escaped(user.display_name), quoted(planned.reason)
    text = say(locale, "correct.announced", by=by, done=done, reason=reason)
    told = await announce(levee, row.guild_id, row.channel_id, text)
    return say(answer.locale, "correct.done" if told else "correct.done-untold", table=row.id)


async def _seats(levee: "Levee", found: Kept, change: Move | None) -> tuple[SeatRow, ...]:
    """With who held them in the deal."""
    if change is None:
        return found.row.seats
    booked = await ledger.postings(levee.database, found.row.id, change.deal)
    line = max((each.seq for each in booked if each.correction_id is None), default=found.row.seq)
    return await seats_at(levee.database, found.row, line)


@contextmanager
def _refusing(found: Kept, change: Move | None) -> Iterator[None]:
    """What the books refuse, as Refused."""
    table = found.row.id
    try:
        yield
    except NotCounted:
        raise Refused("refused.not-counted", table=table) from None
    except AlreadyVoided:
        raise Refused("refused.voided", table=table) from None
    except UnknownDeal:
        raise Refused("refused.no-deal", deal=change.deal if change else 0, table=table) from None
    except BadMove:
        raise Refused("refused.bad-move", table=table, seats=len(found.row.seats)) from None
    except StalePreview:
        raise Refused("refused.stale-preview", table=table) from None
