"""The errors in the bot's log, save those that what was done to it on purpose has to leave."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_RECORD: Final = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ([A-Z]+) ", re.MULTILINE)
_BAD: Final = ("ERROR", "CRITICAL")
EXCUSED: Final = ("await answer.acknowledge()", "await interaction.response.send_modal(")
"""Both acknowledge what somebody did. Where that fails nothing is done, and nobody can be told."""


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
            record = text[start.start() : end]
            if start[1] in _BAD and not any(excuse in record for excuse in EXCUSED):
                yield record
