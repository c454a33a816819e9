"""What is left to chance at a table: secrets, lots, cuts, and the moods of computer players."""

import secrets

from bot.table import Table
from data.proofs import DealSecret
from engine.shuffle import SALT_BYTES, SECRET_BYTES, Proof, commitment


class SystemChooser:
    """Choices from the operating system's randomness."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


def new_secret(table_id: int, deal: int) -> DealSecret:
    secret, salt = secrets.token_bytes(SECRET_BYTES), secrets.token_bytes(SALT_BYTES)
    return DealSecret(deal, commitment(table_id, deal, secret, salt), secret, salt)


def random_cut() -> str:
    return str(secrets.randbelow(10**9))


def proof_of(table: Table, cut: str) -> Proof:
    """What decides the coming deal, once it is cut. Private until that deal is over."""
    secret = table.secret
    assert secret is not None, "a table that goes on has its next secret"
    return Proof(table.id, secret.deal, secret.secret, secret.salt, cut)
