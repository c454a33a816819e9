"""What can go wrong with the database, told apart by who can mend it.

``Unusable`` is the operator's: its text is one sentence with the path and what to do. ``Conflict`` and its
siblings are nobody's fault: look again and decide anew. ``Unproved`` (like ``engine.ledger.Unbalanced``) is
ours. After each of them nothing has changed on disk.
"""


class Unusable(Exception):
    """The database, its key or its schema cannot be used; the text says which, why and what to do."""


class NewerSchema(Unusable):
    """A newer Levée has written this database."""


class NotStored(Exception):
    """The disk is full, read-only or failing, or another program kept the file locked: nothing was stored."""


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


class HouseRulesFull(Exception):
    """The server keeps as many house rules for the game as it may."""

    def __init__(self, guild_id: int, game: str, most: int) -> None:
        super().__init__(f"guild {guild_id} keeps {most} house rules for {game}")
        self.most = most


class Unproved(AssertionError):
    """A deal was ended whose secret was not sealed, or not cut: its shuffle could never be checked."""
