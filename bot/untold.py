"""Tables that were closed when nobody could be told any more: their messages still show them open."""

import logging
from typing import Final

from bot.restoring import rebuild
from bot.table import Table
from data import tables as rows
from data.database import Database

log = logging.getLogger(__name__)

SINCE_MS: Final = 24 * 60 * 60 * 1000
"""Whatever could not be told for so long has no place any more."""


async def untold(database: Database, now_ms: int) -> list[Table]:
    """Without those that cannot be rebuilt, as that may be why they were closed."""
    found = []
    for row in await rows.closed_unseen(database, now_ms - SINCE_MS):
        try:
            found.append(await rebuild(database, row))
        except Exception as fault:
            why = type(fault).__name__
            log.warning("the end of table %d, which cannot be rebuilt, is not told: %s", row.id, why)
    return found
