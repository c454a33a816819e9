"""What a table shows of its clock and of its standing still."""

from bot.render.names import shown
from bot.table import Notice, Table
from bot.text import say
from bot.times import stamp
from bot.turn_clock import TurnClock
from data.rows import SeatRow


def clock_sentence(clock: TurnClock, locale: str) -> str:
    key = "clock.banked" if clock.bank_s else "clock.plain"
    return say(locale, key, turn=clock.turn_s, bank=clock.bank_s)


def until(table: Table, row: SeatRow, locale: str) -> str:
    """Until when the seat's turn may last, as Discord counts down by itself."""
    time = table.times.get(row.seat)
    if time is None or time.turn is None or table.is_paused:
        return ""
    return " · " + say(locale, "seat.until", time=stamp(time.turn.deadline_ms, "R"))


def voters(table: Table, locale: str) -> list[str]:
    """Who asked to pause, or to go on."""
    asking = [shown(row) for row in table.people if row.user_id in table.voters]
    key = "table.would-resume" if table.is_paused else "table.would-pause"
    return [say(locale, key, who=", ".join(asking), n=table.votes_missing)] if asking else []


def notices(table: Table, locale: str) -> list[str]:
    return [say(locale, notice.key, **_told(notice)) for notice in table.notices]


def _told(notice: Notice) -> dict[str, object]:
    return {
        name: shown(value) if isinstance(value, SeatRow) else value for name, value in notice.values.items()
    }
