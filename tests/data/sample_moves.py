"""One table of three, and moves at it. User 11 sits at p1, user 12 at p2, a computer player at p3."""

import hashlib

from data import tables
from data.database import Database
from data.journal import Append
from data.proofs import DealSecret
from data.rows import NewSeat, NewTable, TableState
from engine.ledger import Posting
from engine.shuffle import commitment

GUILD, CHANNEL = 1, 2
HANDS = ("d deal p1 AhKh9c5d3s", "d deal p2 QhJcTc8d2s", "d deal p3 AcKc9d5h3c")
CUT = "the third card from the top"


def secret(deal: int, cut: str | None = None) -> DealSecret:
    secret, salt = (hashlib.sha256(f"{name} {deal}".encode()).digest() for name in ("secret", "salt"))
    return DealSecret(deal, commitment(1, deal, secret, salt[:16]), secret, salt[:16], cut)


async def seated_table(database: Database, channel_id: int = CHANNEL, game: str = "bourre") -> int:
    new = NewTable(GUILD, channel_id, opener_id=11, game=game, rules="series deals=2", opened_at_ms=1000)
    table_id = (await tables.open_table(database, new)).id
    seats = [NewSeat(0, "Ana", 11), NewSeat(1, "Ben", 12), NewSeat(2, "Cleo")]
    await tables.arrange(database, table_id, seats)
    return table_id


def start(table_id: int) -> Append:
    """To line 2."""
    return Append(
        table_id,
        expected_seq=0,
        lines=("Record: 1", "Game: bourre"),
        deal=0,
        at_ms=2000,
        deal_over=True,
        next_secret=secret(1),
        state=TableState.PLAYING,
    )


def dealing(table_id: int, seen: int = 2, deal: int = 1) -> Append:
    """Seven lines on."""
    antes = tuple(Posting(account, "ante", units) for account, units in PAID)
    return Append(
        table_id,
        expected_seq=seen,
        lines=(f"deal {deal}", "= ante p1 1", "= ante p2 1", "= ante p3 1", *HANDS),
        deal=deal,
        at_ms=3000,
        postings=antes,
        interaction_id=900 + deal,
        cut=CUT,
    )


def ending(table_id: int, seen: int = 9, deal: int = 1) -> Append:
    """Two lines on."""
    return Append(
        table_id,
        expected_seq=seen,
        lines=("p1 play Ah", "= win p1 3"),
        deal=deal,
        at_ms=4000,
        postings=(Posting("pot", "win", -2520), Posting("p1", "win", 2520)),
        interaction_id=800 + deal,
        deal_over=True,
        next_secret=secret(deal + 1),
    )


PAID = (("p1", -840), ("p2", -840), ("p3", -840), ("pot", 2520))
