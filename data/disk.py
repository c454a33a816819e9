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
