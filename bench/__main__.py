"""``python -m bench``: all benchmarks, or those named."""

import importlib
import sys

from bench.report import show

BENCHMARKS = {
    "engine": "The engine, one process",
    "commit": "A move committed, one move a transaction",
    "standings": "Standings in a guild, at 1,000,000 postings in 50 guilds",
    "picture": "The table's picture",
    "sitting": "A sitting through the embedded server",
    "idle": "Tables in memory, and out of it",
    "load": "Many tables at once on the embedded server, in three processes",
}


def main() -> None:
    for name in sys.argv[1:] or BENCHMARKS:
        show(BENCHMARKS[name], importlib.import_module(f"bench.{name}").rows())


if __name__ == "__main__":
    main()
