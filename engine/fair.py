"""Checking that a deal was dealt as its proof says (contract §5).

A record carries the proof of a deal as a comment behind its ``deal N`` line:

    # proof {"table": 7, "deal": 1, "commit": "…", "secret": "…", "salt": "…", "cut": "…"}
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.actions import Action, DealCards, NextDeal, Shuffle, TurnUp
from engine.dealer import DealDue, Dealer
from engine.events import Event
from engine.record import BadRecord, Header, Malformed, write
from engine.replay import Replay, replayed
from engine.seats import CHANCE, Seat
from engine.shuffle import SALT_BYTES, SECRET_BYTES, Proof

MARK: Final = "# proof "


class Unfair(Exception):
    """Something was dealt that the proof does not give, or the commitment is not that of the secret."""


def proof_line(proof: Proof) -> str:
    """The comment that carries a proof; only for a deal that is over."""
    return MARK + json.dumps(_told(proof), ensure_ascii=False)


def _told(proof: Proof) -> dict[str, object]:
    return {
        "table": proof.table,
        "deal": proof.deal,
        "commit": proof.commit,
        "secret": proof.secret.hex(),
        "salt": proof.salt.hex(),
        "cut": proof.cut,
    }


def read_proof(line: str) -> Proof:
    """Raises Malformed unless the line carries a proof, and Unfair if its commitment does not hold."""
    try:
        told = json.loads(line.removeprefix(MARK))
        proof = _proof(told)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise Malformed("this is no proof", MARK + '{"table": …, "deal": …, "commit": …, …}') from None
    if len(proof.secret) != SECRET_BYTES or len(proof.salt) != SALT_BYTES:
        raise Malformed(f"a secret has {SECRET_BYTES} bytes and a salt {SALT_BYTES}")
    if told["commit"] != proof.commit:
        raise Unfair(
            f"deal {proof.deal}: the commitment is not that of the secret; it would be {proof.commit}"
        )
    return proof


def _proof(told: dict[str, Any]) -> Proof:
    """Raises ValueError, TypeError, KeyError or OverflowError unless ``told`` is just what a proof tells."""
    proof = Proof(
        table=int(told["table"]),
        deal=int(told["deal"]),
        secret=bytes.fromhex(told["secret"]),
        salt=bytes.fromhex(told["salt"]),
        cut=str(told["cut"]),
    )
    proof.cut.encode()
    again = _told(proof) | {"commit": told["commit"]}
    if json.dumps(again, sort_keys=True) != json.dumps(told, sort_keys=True):
        raise ValueError("read otherwise than written")
    return proof


class WatchedReplay(Replay):
    """A replay in which every act of chance of a deal with a proof must be the one the proof gives.

    ``dealer`` has dealt what was dealt so far of the current deal; None if it has no proof.
    """

    def __init__(self, header: Header, proofs: Mapping[int, Proof]) -> None:
        super().__init__(header)
        self.proofs = proofs
        self.dealer: Dealer | None = None

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        """Raises Unfair too."""
        if isinstance(action, DealCards | TurnUp | Shuffle) and self.dealer:
            self._watch(self.dealer, action)
        events = super().apply(actor, action)
        if isinstance(action, NextDeal):
            proof = self.proofs.get(action.number)
            self.dealer = Dealer(self.game.pack, proof.stream()) if proof else None
        return events

    def _watch(self, dealer: Dealer, action: Action) -> None:
        due = self.sitting.due()
        if due is None or isinstance(due, DealDue):
            return  # the rules refuse it
        proven = dealer.answer(due)
        if proven != action:
            told, given = write(CHANCE, action), write(CHANCE, proven)
            raise Unfair(f"deal {len(self.deals)}: “{told}”, but the proof gives “{given}”")


@dataclass(frozen=True, slots=True)
class Verdict:
    """``proven`` are the deals with a proof that holds, ``unproven`` the finished ones without a proof."""

    proven: tuple[int, ...]
    unproven: tuple[int, ...]


def check(lines: Iterable[str]) -> Verdict:
    """Check every deal of a record.

    Raises BadRecord (for a proof that is none, too), Malformed (two proofs of a deal, or one of no deal of
    the record) or Unfair.
    """
    lines = list(lines)
    proofs: dict[int, Proof] = {}
    for proof in _proofs(lines):
        if proof.deal in proofs:
            raise Malformed(f"there are two proofs of deal {proof.deal}")
        proofs[proof.deal] = proof
    replay, fault = replayed(lines, lambda header: WatchedReplay(header, proofs))
    if fault:
        raise fault
    assert replay is not None, "a record without fault has a replay"
    if missing := proofs.keys() - range(1, len(replay.deals) + 1):
        raise Malformed(f"there is a proof of deal {min(missing)}, which the record does not have")
    finished = [deal.report.number for deal in replay.deals if deal.report and deal.report.complete]
    return Verdict(tuple(sorted(proofs)), tuple(number for number in finished if number not in proofs))


def _proofs(lines: Iterable[str]) -> Iterator[Proof]:
    for number, line in enumerate(lines, 1):
        if line.startswith(MARK):
            try:
                yield read_proof(line.strip())
            except Malformed as fault:
                raise BadRecord(number, line, fault.reason, fault.instead) from None
