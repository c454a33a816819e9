"""What can go wrong with seasons. After each of these nothing has changed on disk."""


class BadScheme(ValueError):
    """The text is no points scheme."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is no points scheme: write `places` and up to 8 whole numbers from 0 to 1000, none "
            "above the one before it, or `net`, or both joined by `+`"
        )
        self.text = text


class _OfSeason(Exception):
    """Something about season ``season_id`` and, where there is one, its user ``user_id``."""

    def __init__(self, season_id: int, user_id: int | None = None) -> None:
        super().__init__(f"season {season_id}" if user_id is None else f"user {user_id}, season {season_id}")
        self.season_id = season_id
        self.user_id = user_id


class UnknownSeason(_OfSeason, LookupError):
    """There is no such season."""


class SeasonClosed(_OfSeason):
    """Nobody enters, is scheduled or opens a table in a closed season."""


class SeasonTablesOpen(_OfSeason):
    """The season cannot close while a table of it is open."""


class AlreadyEntered(_OfSeason):
    """The user is in the season already, and as what he asked for."""


class NotEntered(_OfSeason):
    """The user is not in the season, or has left it."""


class SeasonNameTaken(Exception):
    """The guild has a season of this name, capitals aside."""

    def __init__(self, name: str) -> None:
        super().__init__(f"a season is called {name!r}")
        self.name = name


class UnknownFixture(LookupError):
    """There is no such fixture, or it is another season's."""

    def __init__(self, fixture_id: int) -> None:
        super().__init__(f"fixture {fixture_id}")
        self.fixture_id = fixture_id


class FixtureOpened(Exception):
    """The fixture's table is open or was played: ``table_id``."""

    def __init__(self, fixture_id: int, table_id: int) -> None:
        super().__init__(f"fixture {fixture_id} has table {table_id}")
        self.fixture_id = fixture_id
        self.table_id = table_id
