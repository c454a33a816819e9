"""Running a soak from its first step to its last, and telling which one failed, after what."""

import traceback
from pathlib import Path
from typing import Final

from tests.soak.ending import play_out
from tests.soak.soak import Soak
from tests.soak.steps import take

LINES_TOLD: Final = 20
"""Of a log, and of each record."""


class Broken(AssertionError):
    """Tells the seed, the step, what was done before, what is wrong, and how it stands."""

    def __init__(self, soak: Soak, step: int, fault: Exception) -> None:
        tables = [f"{table.stored}: {table.lines[-LINES_TOLD:]}" for table in soak.open_tables()]
        log = soak.house.installation.log.splitlines()[-LINES_TOLD:]
        fault_told = "".join(traceback.format_exception(fault))
        told = [f"SOAK_SEED={soak.seed}, step {step}, after", *soak.recent, fault_told, *tables, *log]
        super().__init__("\n".join(told))


async def run(folder: Path, seed: int, steps: int) -> Soak:
    """What it was in the end. Raises Broken."""
    async with Soak(folder, seed) as soak:
        step = 0
        try:
            for step in range(steps):
                soak.recent.append(f"{step} {await take(soak, step)}")
                soak.settle()
            await play_out(soak)
        except Exception as fault:
            raise Broken(soak, step, fault) from fault
        return soak
