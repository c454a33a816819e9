"""Waiting for something to become true, within bounds."""

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], object], timeout_s: float = 20.0) -> None:
    """Raises TimeoutError if it does not hold in time."""
    async with asyncio.timeout(timeout_s):
        while not holds():  # noqa: ASYNC110 - what is waited for has no event to hand
            await asyncio.sleep(0.02)
