"""The books as files: CSV for spreadsheets, JSON with everything."""

import csv
import io
import json
import unicodedata
from datetime import UTC, datetime
from typing import Final

from data.books import Books, Entered, Row
from engine.game import games
from engine.ledger import UNITS, amount
from engine.words import clause_of

COLUMNS: Final = (
    "posting", "time", "season", "table", "deal", "seq", "account", "user_id", "name", "cause", "clause",
    "amount", "units", "correction",
)  # fmt: skip
FORMULA: Final = tuple("=+-@＝＋－＠")
"""What a spreadsheet takes a cell for a formula by."""
_BIDIRECTIONAL: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def as_csv(books: Books) -> str:
    """A row a posting; ``amount`` is exact chips (``13/5``), ``units`` the same in 1/840 chip."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows(_csv_row(books, entered) for entered in books.entered)
    return out.getvalue()


def as_json(books: Books) -> str:
    """Ids of users and servers are texts, as Discord's are: not every reader keeps so many digits."""
    return json.dumps(
        {
            "guild_id": str(books.guild_id),
            "units_in_a_chip": UNITS,
            "names": {str(user_id): name for user_id, name in books.names.items()},
            "seasons": [_json_row(row) for row in books.seasons],
            "entries": [_json_row(row) for row in books.entries],
            "credits": [_json_row(row) for row in books.credits],
            "corrections": [_json_row(row) for row in books.corrections],
            "postings": [_json_posting(books, entered) for entered in books.entered],
        },
        indent=1,
    )


def one_line(text: str) -> str:
    """The text without what breaks a line or turns its direction."""
    shown = "".join(" " if unicodedata.category(each) in ("Cc", "Zl", "Zp") else each for each in text)
    return "".join(each for each in shown if each not in _BIDIRECTIONAL)


def cell(text: str) -> str:
    """Text that no spreadsheet computes: an apostrophe before it says so."""
    plain = one_line(text)
    return f"'{plain}" if plain.lstrip().startswith(FORMULA) else plain


def moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def clause(entered: Entered) -> str:
    """The clause behind a posting; empty for a correction, and if none is named."""
    return "" if entered.correction_id else clause_of(games()[entered.sitting.game], entered.posting.cause)


def _csv_row(books: Books, entered: Entered) -> tuple[str | int | None, ...]:
    posting, sitting = entered.posting, entered.sitting
    return (
        entered.id,
        moment(entered.at_ms).isoformat(timespec="seconds"),
        sitting.season_id,
        sitting.table_id,
        entered.deal,
        entered.seq,
        posting.account,
        entered.user_id,
        cell(books.name(entered)),
        posting.cause,
        clause(entered),
        amount(posting.units),
        posting.units,
        entered.correction_id,
    )


def _json_row(row: Row) -> Row:
    people = ("guild_id", "user_id", "created_by")
    return {key: str(value) if key in people and value is not None else value for key, value in row.items()}


def _json_posting(books: Books, entered: Entered) -> Row:
    posting, sitting = entered.posting, entered.sitting
    return {
        "id": entered.id,
        "at_ms": entered.at_ms,
        "season_id": sitting.season_id,
        "table_id": sitting.table_id,
        "game": sitting.game,
        "deal": entered.deal,
        "seq": entered.seq,
        "account": posting.account,
        "user_id": None if entered.user_id is None else str(entered.user_id),
        "name": books.name(entered),
        "cause": posting.cause,
        "clause": clause(entered),
        "amount": amount(posting.units),
        "units": posting.units,
        "correction_id": entered.correction_id,
    }
