"""Tables and seats as they are stored."""

from dataclasses import dataclass
from enum import StrEnum


class TableState(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class NewTable:
    """``rules`` is the text of the record's Rules line, ``season_id`` the season the sitting counts in.

    ``clock`` says how long a turn may take; None: as long as it likes.
    """

    guild_id: int
    channel_id: int
    opener_id: int
    game: str
    rules: str
    opened_at_ms: int
    season_id: int | None = None
    clock: str | None = None


@dataclass(frozen=True, slots=True)
class NewSeat:
    """``seat`` counts from 0; without ``user_id`` a computer player sits there."""

    seat: int
    name: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """``computer``: the bot plays this seat now, also for a user who has left it. If he left before he had
    spoken in a deal, ``left_deal`` is that deal. ``name`` is what the user was called last.

    The direct message is the one that showed the hand; ``dm_closed``: the user takes none.
    """

    seat: int
    user_id: int | None
    name: str
    computer: bool
    left_deal: int | None
    dm_channel_id: int | None
    dm_message_id: int | None
    dm_closed: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """``seq`` is the last line's number; ``message_id`` the message in the channel that shows the table.

    ``dealer`` is the seat that deals first, None until the table has started, as is ``started_at_ms``.
    ``paused_at_ms``: it stands still since then.
    """

    id: int
    guild_id: int
    channel_id: int
    opener_id: int
    game: str
    rules: str
    state: TableState
    seq: int
    opened_at_ms: int
    closed_at_ms: int | None
    message_id: int | None
    dealer: int | None
    season_id: int | None
    started_at_ms: int | None
    clock: str | None
    paused_at_ms: int | None
    seats: tuple[SeatRow, ...]
