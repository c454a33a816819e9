"""Tables that were closed when nobody could be told any more: their messages still show them open."""

import logging
from typing import Final

from bot.restoring import Unreplayable, rebuild
from bot.table import Table
from data import tables as rows
from data.database import Database

log = logging.getLogger(__name__)

SINCE_MS: Final = 24 * 60 * 60 * 1000
"""Whatever could not be told for so long has no place any more."""


async def untold(database: Database, now_ms: int) -> list[Table]:
    found = []
    for row in await rows.closed_unseen(database, now_ms - SINCE_MS):
        try:
            found.append(await rebuild(database, row))
        except Unreplayable as fault:
            log.warning("the end of table %d is not told: %s", row.id, fault)
    return found
