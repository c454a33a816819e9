"""What is not in use may sleep: it is forgotten, and read again by whoever comes next."""

import asyncio
from collections.abc import Awaitable, Callable

Wake = Callable[[], Awaitable[None]]


class AwakeLock(asyncio.Lock):
    """Whoever holds it finds awake what it guards. Entering raises what waking raises.

    ``looks`` is how often it was looked at, whether that may sleep, since it was used last.
    """

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0
        self._wake: Wake | None = None

    @property
    def is_asleep(self) -> bool:
        return self._wake is not None

    def sleep(self, wake: Wake) -> None:
        """Nobody may hold it now; ``wake`` is called once, for the next who does."""
        self._wake = wake

    def release(self) -> None:
        self.looks = 0
        super().release()

    async def __aenter__(self) -> None:
        await super().__aenter__()
        if self._wake is None:
            return
        try:
            await self._wake()
        except BaseException:
            self.release()
            raise
        self._wake = None
