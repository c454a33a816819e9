"""How fast tables' messages change: Discord takes about one change a second in each channel."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

MOST_KEPT: Final = 1000


class Pace:
    """``every_s`` pass between two changes in one channel; 0: none."""

    def __init__(self, every_s: float) -> None:
        self.every_s = every_s
        self._changed_s: dict[int, float] = {}

    async def wait(self, channel_id: int) -> None:
        """Until the channel may be changed again."""
        since_s = _now_s() - self._changed_s.get(channel_id, -self.every_s)
        if since_s < self.every_s:
            await asyncio.sleep(self.every_s - since_s)

    @contextmanager
    def noting(self, channel_id: int) -> Iterator[None]:
        """While it is changed. Counted from the answer, or a slow request would be followed too soon.

        From a no, too: Discord shuts out who keeps asking for what it does not grant.
        """
        try:
            yield
        finally:
            self._note(channel_id)

    def _note(self, channel_id: int) -> None:
        if len(self._changed_s) >= MOST_KEPT:
            latest_s = _now_s() - self.every_s
            self._changed_s = {id: at_s for id, at_s in self._changed_s.items() if at_s > latest_s}
        self._changed_s[channel_id] = _now_s()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
