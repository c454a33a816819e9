"""How fast tables' messages change: Discord takes about one change a second in each channel."""

import asyncio
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

    def note(self, channel_id: int) -> None:
        """It was changed just now: counted from the answer, or a slow request would be followed too soon."""
        if len(self._changed_s) >= MOST_KEPT:
            latest_s = _now_s() - self.every_s
            self._changed_s = {id: at_s for id, at_s in self._changed_s.items() if at_s > latest_s}
        self._changed_s[channel_id] = _now_s()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
