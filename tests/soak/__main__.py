"""``python -m tests.soak``: so many SOAK_STEPS, in evenings of 5,000 under the seeds from SOAK_SEED on.

An evening that fails is replayed by its own seed.
"""

import asyncio
import os
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.soak.run import Broken, run

EVENING: Final = 5000
"""Steps with one database. Each restart computes all of it again, so longer ones would mostly do that."""


async def main() -> int:
    steps = int(os.environ.get("SOAK_STEPS") or 200_000)
    seed = int(os.environ.get("SOAK_SEED") or random.SystemRandom().randrange(10**6))
    began = time.monotonic()
    for number, done in enumerate(range(0, steps, EVENING)):
        print(f"SOAK_SEED={seed + number}, steps {done} to {min(done + EVENING, steps)}", flush=True)
        with TemporaryDirectory() as folder:
            try:
                soak = await run(Path(folder), seed + number, min(EVENING, steps - done))
            except Broken as broken:
                print(broken, file=sys.stderr)
                return 1
        print(f"{soak.figures()}; {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
