"""The errors in the bot's log: whatever is done to it, there are none."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_RECORD: Final = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ([A-Z]+) ", re.MULTILINE)
_BAD: Final = ("ERROR", "CRITICAL")


class Log:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0

    def errors(self) -> Iterator[str]:
        with self._path.open(encoding="utf-8") as file:
            file.seek(self._read)
            text = file.read()
            self._read = file.tell()
        starts = [*_RECORD.finditer(text)]
        for number, start in enumerate(starts, 1):
            end = starts[number].start() if number < len(starts) else len(text)
            if start[1] in _BAD:
                yield text[start.start() : end]
