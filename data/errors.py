"""What can go wrong with the database, told apart by who can mend it.

``Unusable`` is the operator's: its text is one sentence with the path and what to do. ``Conflict`` and its
siblings are nobody's fault: look again and decide anew. ``Unproved`` (like ``engine.ledger.Unbalanced``) is
ours. After each of them nothing has changed on disk.
"""


class Unusable(Exception):
    """The database, its key or its schema cannot be used; the text says which, why and what to do."""


class NewerSchema(Unusable):
    """A newer Levée has written this database."""


class Damaged(Unusable):
    """What the file holds is not what was written; a backup may help."""


class InUse(Unusable):
    """Another Levée has the database open."""


class Failing(Exception):
    """Disk or file fail while the database is in use; nothing has changed. The text is for the operator.

    What ``lasts`` will not be better at the next try.
    """

    def __init__(self, text: str, *, lasts: bool = False) -> None:
        super().__init__(text)
        self.lasts = lasts


class NotStored(Failing):
    """The disk is full, read-only or failing, or another program kept the file locked; the file is damaged,
    or was taken away.
    """


class NotRead(Failing):
    """The disk fails, or the file is damaged."""


class UnknownTable(LookupError):
    """There is no such table, or nobody sits at that seat of it."""

    def __init__(self, table_id: int, seat: int | None = None) -> None:
        super().__init__(f"table {table_id}" if seat is None else f"table {table_id}, seat {seat}")
        self.table_id = table_id
        self.seat = seat


class Conflict(Exception):
    """Table ``table_id`` is at line ``at``, the caller saw line ``seen``."""

    def __init__(self, table_id: int, at: int, seen: int) -> None:
        super().__init__(f"table {table_id} is at line {at}, the caller saw {seen}")
        self.table_id = table_id
        self.at = at
        self.seen = seen


class TableClosed(Exception):
    """Nothing is added to a closed table."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id} is closed")
        self.table_id = table_id


class AlreadyStarted(Exception):
    """The table has left its lobby."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id} has started")
        self.table_id = table_id


class DealRunning(Exception):
    """The table has a deal that is not over: end it through the journal."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"a deal is running at table {table_id}")
        self.table_id = table_id


class AlreadyApplied(Exception):
    """This interaction has had its effect before."""

    def __init__(self, interaction_id: int) -> None:
        super().__init__(f"interaction {interaction_id} was applied before")
        self.interaction_id = interaction_id


class ChannelTaken(Exception):
    """The channel has a table that is not closed."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(f"channel {channel_id} has an open table")
        self.channel_id = channel_id


class SeatTaken(Exception):
    """Somebody sits there."""

    def __init__(self, table_id: int, seat: int) -> None:
        super().__init__(f"seat {seat} of table {table_id} is taken")
        self.table_id = table_id
        self.seat = seat


class AlreadySeated(Exception):
    """The user has a seat at this table."""

    def __init__(self, table_id: int, user_id: int) -> None:
        super().__init__(f"user {user_id} sits at table {table_id}")
        self.table_id = table_id
        self.user_id = user_id


class NotCounted(Exception):
    """The sitting has brought nobody anything in this season, so there is nothing to correct."""

    def __init__(self, season_id: int, table_id: int) -> None:
        super().__init__(f"table {table_id} does not count in season {season_id}")
        self.season_id = season_id
        self.table_id = table_id


class AlreadyVoided(Exception):
    """The sitting was voided: no correction follows."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id} was voided")
        self.table_id = table_id


class BadMove(ValueError):
    """No units can be moved like this: the seats are one, nobody sits there, or they are none."""

    def __init__(self, table_id: int, from_seat: int, to_seat: int, units: int) -> None:
        super().__init__(f"{units} units from seat {from_seat} to seat {to_seat} of table {table_id}")
        self.table_id = table_id
        self.from_seat = from_seat
        self.to_seat = to_seat
        self.units = units


class StalePreview(Exception):
    """Something was booked since the preview was made: the correction would do something else now."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"the preview for table {table_id} is stale")
        self.table_id = table_id


class UnknownDeal(LookupError):
    """The table has finished no such deal."""

    def __init__(self, table_id: int, deal: int) -> None:
        super().__init__(f"deal {deal} of table {table_id}")
        self.table_id = table_id
        self.deal = deal


class NotAtTable(Exception):
    """The user has never held a seat at this table."""

    def __init__(self, table_id: int, user_id: int) -> None:
        super().__init__(f"user {user_id} never sat at table {table_id}")
        self.table_id = table_id
        self.user_id = user_id


class AlreadyAppealed(Exception):
    """The user has appealed this deal before."""

    def __init__(self, table_id: int, deal: int) -> None:
        super().__init__(f"deal {deal} of table {table_id} was appealed before")
        self.table_id = table_id
        self.deal = deal


class UnknownAppeal(LookupError):
    """There is no such appeal in this server."""

    def __init__(self, appeal_id: int) -> None:
        super().__init__(f"appeal {appeal_id}")
        self.appeal_id = appeal_id


class AlreadyDecided(Exception):
    """The appeal was accepted or refused before."""

    def __init__(self, appeal_id: int) -> None:
        super().__init__(f"appeal {appeal_id} was decided before")
        self.appeal_id = appeal_id


class Seated(Exception):
    """The user sits at tables that are not closed."""

    def __init__(self, table_ids: tuple[int, ...]) -> None:
        super().__init__(f"the user sits at {table_ids}")
        self.table_ids = table_ids


class HouseRulesFull(Exception):
    """The server keeps as many house rules for the game as it may."""

    def __init__(self, guild_id: int, game: str, most: int) -> None:
        super().__init__(f"guild {guild_id} keeps {most} house rules for {game}")
        self.most = most


class Unproved(AssertionError):
    """A deal was ended whose secret was not sealed, or not cut: its shuffle could never be checked."""
