"""A deal's secret: sealed while its cards are hidden, published when the deal is over."""

import json
import sqlite3
from dataclasses import dataclass, field, replace

from data.errors import Unproved
from data.sealing import Seal, shuffle_place


@dataclass(frozen=True, slots=True)
class DealSecret:
    """What shuffles ``deal``. ``repr`` tells only what may be told before the deal is over.

    ``cut`` is None until somebody has cut.
    """

    deal: int
    commit_hex: str
    secret: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    cut: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Published:
    """The proof of a deal that is over; ``void`` if the players agreed to stop inside it."""

    deal: int
    commit_hex: str
    secret: bytes
    salt: bytes
    cut: str
    void: bool


def seal_secret(connection: sqlite3.Connection, seal: Seal, table_id: int, secret: DealSecret) -> None:
    """Raises sqlite3.IntegrityError while the table has another one: a commit, once shown, is kept."""
    connection.execute(
        "INSERT INTO shuffle VALUES (?, ?, ?, ?)",
        (table_id, secret.deal, secret.commit_hex, _box(seal, table_id, secret)),
    )


def sealed_secret(connection: sqlite3.Connection, seal: Seal, table_id: int) -> DealSecret | None:
    """The running or coming deal's. Raises Unusable if the key does not open it."""
    row = connection.execute(
        "SELECT deal, commit_hex, box FROM shuffle WHERE table_id = ?", (table_id,)
    ).fetchone()
    if row is None:
        return None
    deal, commit_hex, box = row
    content = json.loads(seal.open(shuffle_place(table_id, deal), box))
    return DealSecret(
        deal, commit_hex, bytes.fromhex(content["secret"]), bytes.fromhex(content["salt"]), content["cut"]
    )


def cut(connection: sqlite3.Connection, seal: Seal, table_id: int, text: str) -> None:
    """Raises Unproved if there is nothing to cut, or it was cut before."""
    secret = sealed_secret(connection, seal, table_id)
    if secret is None or secret.cut is not None:
        raise Unproved(f"table {table_id} has no uncut deal")
    box = _box(seal, table_id, replace(secret, cut=text))
    connection.execute("UPDATE shuffle SET box = ? WHERE table_id = ?", (box, table_id))


def publish(
    connection: sqlite3.Connection, seal: Seal, table_id: int, deal: int, void: bool, seq: int
) -> bool:
    """Whether ``deal`` ended now, with line ``seq``: False if its proof was published before, or it is 0,
    before all deals.

    Raises Unproved if the deal was never sealed, or never cut.
    """
    secret = sealed_secret(connection, seal, table_id)
    if secret is None or secret.deal != deal:
        if deal and not _is_published(connection, table_id, deal):
            raise Unproved(f"table {table_id} has no secret for deal {deal}")
        return False
    if secret.cut is None:
        raise Unproved(f"deal {deal} of table {table_id} was not cut")
    connection.execute(
        "INSERT INTO proof (table_id, deal, commit_hex, secret, salt, cut, void, seq)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (table_id, deal, secret.commit_hex, secret.secret, secret.salt, secret.cut, void, seq),
    )
    discard_secret(connection, table_id)
    return True


def discard_secret(connection: sqlite3.Connection, table_id: int) -> None:
    connection.execute("DELETE FROM shuffle WHERE table_id = ?", (table_id,))


def published(connection: sqlite3.Connection, table_id: int) -> tuple[Published, ...]:
    rows = connection.execute(
        "SELECT deal, commit_hex, secret, salt, cut, void FROM proof WHERE table_id = ? ORDER BY deal",
        (table_id,),
    )
    return tuple(
        Published(deal, commit_hex, secret, salt, cut, bool(void))
        for deal, commit_hex, secret, salt, cut, void in rows
    )


def _is_published(connection: sqlite3.Connection, table_id: int, deal: int) -> bool:
    query = "SELECT 1 FROM proof WHERE table_id = ? AND deal = ?"
    return connection.execute(query, (table_id, deal)).fetchone() is not None


def _box(seal: Seal, table_id: int, secret: DealSecret) -> bytes:
    content = {"secret": secret.secret.hex(), "salt": secret.salt.hex(), "cut": secret.cut}
    return seal.close(shuffle_place(table_id, secret.deal), json.dumps(content).encode())
