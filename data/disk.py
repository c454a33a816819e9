"""What a file system has to be told: that files are to survive a crash, that one program alone uses them."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.errors import InUse


def sync(path: Path) -> None:
    """Returns when the file, or which names the folder has, is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Opened:
    """Files that were opened by their names, and go on being used if they lose them."""

    def __init__(self, *paths: Path) -> None:
        self._seen = {path: _identity(path) for path in paths}

    def lost(self) -> Path | None:
        """The first whose name is that of another file now, or of none."""
        return next((path for path, seen in self._seen.items() if _identity(path) != seen), None)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """No other who asks has the file meanwhile. Raises InUse, or OSError if ``<path>.lock`` cannot be made.

    The lock is not on the file itself: closing that would take SQLite's own locks away.
    """
    descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(f"{path} is in use by another Levée: end that one first.") from None
    else:
        yield
    finally:
        os.close(descriptor)
