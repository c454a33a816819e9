"""What all benchmarks share: a row, a table, and where the peers are."""

import importlib.util
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

PEERS: Final = Path(os.environ.get("BENCH_PEERS", Path(__file__).parents[2] / "shared" / "bench"))
"""Programs to compare with, kept beside the project. A row whose peer is missing says so."""
HEAD: Final = ("what", "ours", "peer", "ratio", "floor", "aim")


@dataclass(frozen=True, slots=True)
class Row:
    """``ours`` and ``peer`` are in ``unit``; floor and aim are of the ratio, or with a unit of ours."""

    what: str
    unit: str
    ours: float
    peer: float | None = None
    ratio: float | None = None
    floor: str = "-"
    aim: str = "-"
    has_peer: bool = True

    def cells(self) -> tuple[str, ...]:
        peer = "missing" if self.has_peer and self.peer is None else number(self.peer)
        return (
            f"{self.what}, {self.unit}",
            number(self.ours),
            peer,
            number(self.ratio),
            self.floor,
            self.aim,
        )


def number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def show(title: str, rows: Iterable[Row]) -> None:
    table = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEAD))]
    print(f"\n{title}")
    for what, *numbers in table:
        told = [each.rjust(width) for each, width in zip(numbers, widths[1:], strict=True)]
        print("  ".join([what.ljust(widths[0]), *told]))


def peer(name: str) -> ModuleType | None:
    """The peer program of this name, if it is there."""
    file = PEERS / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, file) if file.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a database, on the disk: a temporary one may be in memory."""
    Path("var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder:
        yield Path(folder)
