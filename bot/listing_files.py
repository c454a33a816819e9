"""A list of who stands where as a file: CSV for spreadsheets, JSON for programs."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Final

from bot.listing import Asked, Line
from data.export import cell, moment

FORMATS: Final = ("csv", "json")


def as_file(format: str, asked: Asked, lines: Sequence[Line], names: Mapping[int, str]) -> str:
    return _csv(lines, names) if format == "csv" else _json(asked, lines, names)


def _csv(lines: Sequence[Line], names: Mapping[int, str]) -> str:
    """A row a player; amounts are exact (``13/5``), and no name is computed by a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("rank", "player_id", "player", *(lines[0].cells if lines else ())))
    for line in lines:
        name = cell(names.get(line.user_id, ""))
        writer.writerow((line.rank, line.user_id, name, *line.cells.values()))
    return out.getvalue()


def _json(asked: Asked, lines: Sequence[Line], names: Mapping[int, str]) -> str:
    """Ids are texts, as Discord's are: not every reader keeps so many digits."""
    return json.dumps(
        {
            "game": asked.game.key,
            "season": asked.season.name if asked.season else None,
            "as_of": None if asked.as_of_ms is None else moment(asked.as_of_ms).isoformat(),
            "players": [
                {
                    "rank": line.rank,
                    "player_id": str(line.user_id),
                    "player": names.get(line.user_id),
                    **line.cells,
                }
                for line in lines
            ],
        },
        indent=1,
    )
