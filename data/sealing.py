"""Boxes that only this installation can open: what must not be read from a stolen or copied database file.

ChaCha20-Poly1305 with a random nonce; the place a box belongs to is authenticated with it, so that a box
moved to another table or line does not open. The key lies in a file of its own, beside the database.
"""

import os
import sqlite3
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from data.disk import sync
from data.errors import Unusable

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12


class Seal:
    """``place`` names what is sealed, such as ``line 7/12``."""

    def __init__(self, key: bytes, key_path: Path) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._key_path = key_path

    def close(self, place: str, content: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, content, place.encode())

    def open(self, place: str, box: bytes) -> bytes:
        """Raises Unusable if the box was sealed with another key or for another place, or was changed."""
        try:
            return self._cipher.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError):  # ValueError: too short for a nonce
            raise Unusable(
                f"{self._key_path} does not open {place}: put back the key that belongs to this database."
            ) from None


def line_place(table_id: int, seq: int) -> str:
    return f"line {table_id}/{seq}"


def shuffle_place(table_id: int, deal: int) -> str:
    return f"shuffle {table_id}/{deal}"


def unlock(connection: sqlite3.Connection, path: Path, key_path: Path) -> Seal:
    """The seal of the database at ``path``; makes the key if there is none and nothing is sealed.

    Raises Unusable if boxes wait in the database and the key is missing or another one, OSError if the key
    cannot be read or made.
    """
    box = _any_box(connection)
    if not key_path.exists():
        if box:
            raise Unusable(
                f"{key_path} is missing, and without it the deals running in {path} cannot go on: "
                "put the key back, or move the database away to begin a new one."
            )
        _make_key(key_path)
    key = key_path.read_bytes()
    if len(key) != KEY_BYTES:
        raise Unusable(f"{key_path} is not a key of {KEY_BYTES} bytes: put the right one back.")
    seal = Seal(key, key_path)
    if box:
        seal.open(*box)
    return seal


def _any_box(connection: sqlite3.Connection) -> tuple[str, bytes] | None:
    if row := connection.execute("SELECT table_id, seq, box FROM running LIMIT 1").fetchone():
        return line_place(row[0], row[1]), row[2]
    if row := connection.execute("SELECT table_id, deal, box FROM shuffle LIMIT 1").fetchone():
        return shuffle_place(row[0], row[1]), row[2]
    return None


def _make_key(path: Path) -> None:
    """Written whole and on disk before its name appears: a crash leaves no half key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".new")
    half.unlink(missing_ok=True)
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    sync(path.parent)
