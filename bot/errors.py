"""What the bot refuses by itself. Rules refuse with ``IllegalAction``; this is about tables and words."""


class Refused(Exception):
    """The caller asked for something that cannot be; nothing has changed. ``key`` is that of its sentence."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class Stale(Refused):
    """The caller pressed something that showed an older state; the current one is to be shown."""
