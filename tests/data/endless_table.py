"""Plays deal after deal until it is killed: ``python endless_table.py DATABASE``."""

import asyncio
import sys
from dataclasses import replace

from sample_moves import dealing, ending, seated_table, start

from data import journal
from data.database import Database


async def play(path: str) -> None:
    database = await Database.open(path)
    table_id = await seated_table(database)
    seq = await journal.append(database, start(table_id))
    for deal in range(1, 100_000):
        opening = dealing(table_id, seq, deal)
        seq = await journal.append(database, replace(opening, interaction_id=None))
        seq = await journal.append(database, replace(ending(table_id, seq, deal), interaction_id=deal))


asyncio.run(play(sys.argv[1]))
