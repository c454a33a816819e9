"""``python -m data``: the backups of the database that ``DATABASE`` names, to list, to make, to put back."""

import argparse
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from data import backups
from data.database import DEFAULT
from data.errors import Unusable
from data.surroundings import surroundings


def main(words: list[str] | None = None) -> int:
    """The exit code: 1 if it could not be done, with a sentence on standard error."""
    asked = parser().parse_args(words)
    try:
        asked.run(asked)
    except Unusable as fault:
        print(fault, file=sys.stderr)
    except sqlite3.Error as fault:
        print(f"{asked.database} cannot be copied: {fault}.", file=sys.stderr)
    except OSError as fault:
        print(f"{fault.filename or folder_of(asked)} cannot be used: {fault.strerror}.", file=sys.stderr)
    else:
        return 0
    return 1


def parser() -> argparse.ArgumentParser:
    settings = surroundings()
    parser = argparse.ArgumentParser(prog="python -m data", description=__doc__)
    database = Path(settings.get("DATABASE") or DEFAULT)
    parser.add_argument("--database", type=Path, default=database, help=f"instead of {database}")
    named = settings.get("BACKUP_FOLDER")
    folder = Path(named) if named else None
    parser.add_argument("--folder", type=Path, default=folder, help="where the backups lie")
    commands = parser.add_subparsers(required=True, metavar="list|backup|restore")
    commands.add_parser("list", help="the backups, newest first").set_defaults(run=show)
    commands.add_parser("backup", help="make one now; the bot may run").set_defaults(run=back_up)
    restoring = commands.add_parser("restore", help="put one back; the bot must not run")
    restoring.add_argument("backup", type=Path, help="a name from the list, or any file")
    restoring.set_defaults(run=restore)
    return parser


def folder_of(asked: argparse.Namespace) -> Path:
    folder: Path = asked.folder or backups.default_folder(asked.database)
    return folder


def show(asked: argparse.Namespace) -> None:
    found = backups.backups(asked.database, folder_of(asked))
    for backup in found:
        print(f"{backup.path.name}  {backup.at:%Y-%m-%d %H:%M:%S} UTC  {backup.path.stat().st_size:,} bytes")
    if not found:
        print(f"{folder_of(asked)} holds no backup of {asked.database.name}.")


def back_up(asked: argparse.Namespace) -> None:
    with closing(backups.source(asked.database)) as source:
        print(backups.back_up(source, asked.database, folder_of(asked), datetime.now(UTC)))


def restore(asked: argparse.Namespace) -> None:
    inside = folder_of(asked) / asked.backup
    chosen = inside if inside.exists() else asked.backup
    kept = backups.restore(asked.database, chosen, datetime.now(UTC))
    print(f"{asked.database} is now what {chosen} holds.")
    if kept:
        print(f"What was there is kept as {kept}.")


if __name__ == "__main__":
    sys.exit(main())
