"""A list of who stands where as a file: CSV for spreadsheets, JSON for programs."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Final

from bot.listing import Asked, Cells, Line
from bot.text import at_table, say
from data.export import cell, moment
from engine.words import DEFAULT

FORMATS: Final = ("csv", "json")


def as_file(format: str, asked: Asked, lines: Sequence[Line], names: Mapping[int, str]) -> str:
    return _csv(asked, lines, names) if format == "csv" else _json(asked, lines, names)


def _csv(asked: Asked, lines: Sequence[Line], names: Mapping[int, str]) -> str:
    """A row a player; amounts are exact (``13/5``), and no name is computed by a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("rank", "player_id", "player", *(_named(asked, lines[0]) if lines else ())))
    for line in lines:
        name = cell(names.get(line.user_id, ""))
        writer.writerow((line.rank, line.user_id, name, *_named(asked, line).values()))
    return out.getvalue()


def _named(asked: Asked, line: Line) -> Cells:
    """What fines are called the game says; where it knows none there is no such column."""
    fines = say(at_table(DEFAULT, asked.game), "standings.named.fines")
    told = {fines if name == "fines" else name: value for name, value in line.cells.items()}
    return told if asked.game.fine else {name: value for name, value in told.items() if name != fines}


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
                    **_named(asked, line),
                }
                for line in lines
            ],
        },
        indent=1,
    )
