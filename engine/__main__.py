"""The command line: ``replay``, ``legal``, ``deal`` and ``fair`` (contract §3)."""

import argparse
import hashlib
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.errors import BadRules
from engine.fair import Unfair, check, proof_line
from engine.game import Game, games
from engine.options import Count, Rules
from engine.play import steps
from engine.players import players
from engine.record import BadRecord, Header, Malformed
from engine.replay import Replay, replayed
from engine.shuffle import SALT_BYTES, Proof, Stream

DEALS: Final = Count(1, 999)
"""How many deals can be asked for, of a game with an option for it or without."""


class Usage(Exception):
    """The command line is wrong. The text is the sentence."""


def lines_of(file: str) -> Iterator[str]:
    """Raises Usage at once if there is no such file, and later BadRecord at a line that is not one."""
    try:
        return _lines(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as fault:
        raise Usage(f"{file} cannot be read: {fault.strerror}.") from None


def _lines(read: bytes) -> Iterator[str]:
    *whole, rest = read.split(b"\n")
    for number, line in enumerate(whole, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise BadRecord(number, line.decode(errors="replace"), "this is not UTF-8") from None
    if rest:
        broken = rest.decode(errors="replace")
        raise BadRecord(
            len(whole) + 1, broken, "the record breaks off in this line", "a line feed at its end"
        )


def read_record(file: str) -> tuple[Replay | None, int]:
    """The good prefix, and the exit code: 1 with the first fault on standard error."""
    replay, fault = replayed(lines_of(file))
    if fault:
        print(fault, file=sys.stderr)
    return replay, 1 if fault else 0


def replay_command(asked: argparse.Namespace) -> int:
    replay, code = read_record(asked.file)
    if replay:
        print(
            json.dumps(replay.json(), ensure_ascii=False) if asked.json else replay.text(),
            end="\n" if asked.json else "",
        )
    return code


def legal_command(asked: argparse.Namespace) -> int:
    replay, code = read_record(asked.file)
    if replay and asked.json:
        shown = replay.json()
        print(json.dumps({"to_act": shown["to_act"], "legal": shown["legal"]}, ensure_ascii=False))
    elif replay:
        for seat, actions in replay.legal().items():
            print(f"{seat}: {', '.join(actions)}")
        if not replay.legal():
            print(f"nobody acts; next: {replay.sitting.due() or 'nothing, the sitting is over'}")
    return code


def deal_command(asked: argparse.Namespace) -> int:
    game = games()[asked.game]
    rules = _rules(game, asked.rules or next(iter(game.rules.PRESETS)), asked.deals)
    seats = game.players(rules)
    if seats is None:
        raise Usage("These rules need players=N.")
    seed = asked.seed if asked.seed is not None else int.from_bytes(os.urandom(8), "big")
    chooser = Stream(_seeded(seed, "choices"), "")
    names = tuple(f"p{seat + 1}" for seat in range(seats))
    header = Header(game, rules, str(rules), names, chooser.below(seats))
    proofs: dict[str, Proof] = {}

    def proof(number: int) -> Proof:
        secret, salt = _seeded(seed, f"secret {number}"), _seeded(seed, f"salt {number}")[:SALT_BYTES]
        proofs[f"deal {number}"] = Proof(0, number, secret, salt, str(seed))
        return proofs[f"deal {number}"]

    *_, replay = steps(header, players(game)[asked.players], chooser, proof, asked.deals)
    replay.body = [told for line in replay.body for told in _with_proof(line, proofs)]
    print(replay.text(), end="")
    return 0


def _rules(game: Game, text: str, deals: int | None) -> Rules:
    """The rules of a sitting that ends by itself. Raises Usage."""
    try:
        rules = game.rules.parse(text)
    except BadRules as fault:
        raise Usage(str(fault)) from None
    if deals is not None and "deals" in rules.CHOICES:  # else the players agree to stop
        rules = rules.having(deals=deals)
    if rules.changes().get("deals") == "open":
        raise Usage("An open-ended sitting does not end by itself: it needs --deals N.")
    return rules


def _with_proof(line: str, proofs: dict[str, Proof]) -> Iterable[str]:
    return (line, proof_line(proofs[line])) if line in proofs else (line,)


def _seeded(seed: int, purpose: str) -> bytes:
    return hashlib.sha256(f"levee/1 seed {seed} {purpose}".encode()).digest()


def fair_command(asked: argparse.Namespace) -> int:
    try:
        verdict = check(lines_of(asked.file))
    except (BadRecord, Malformed, Unfair) as fault:
        print(fault, file=sys.stderr)
        return 1
    for number in verdict.proven:
        print(f"deal {number}: fair; the commitment holds and every card came as shuffled")
    for number in verdict.unproven:
        print(f"deal {number}: no proof in this record", file=sys.stderr)
    if not verdict.proven:
        print("this record carries no proof", file=sys.stderr)
    return 1 if verdict.unproven or not verdict.proven else 0


def deal_count(text: str) -> int:
    """Raises ArgumentTypeError, which argparse tells with the option's name."""
    try:
        DEALS.parse(text)
    except BadRules as allowed:
        raise argparse.ArgumentTypeError(f"{text} is not {allowed}") from None
    return int(text)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m engine", description="Replay, question, deal and check records."
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, run, told in (
        ("replay", replay_command, "replay a record and print it with every consequence"),
        ("legal", legal_command, "say what may be done at a record's end"),
        ("fair", fair_command, "check that the cards came as the proofs in a record say"),
    ):
        command = commands.add_parser(name, help=told, description=told)
        command.add_argument("file", metavar="FILE", help="a record; - is standard input")
        command.set_defaults(run=run)
        if run is not fair_command:
            command.add_argument("--json", action="store_true", help="print one JSON object")
    deal = commands.add_parser("deal", help="play a sitting and print its record")
    deal.add_argument("game", choices=sorted(games()))
    deal.add_argument("--rules", help="a preset and options, as a record's Rules line")
    deal.add_argument(
        "--deals", type=deal_count, metavar="N", help="how many; the rules' own number otherwise"
    )
    deal.add_argument("--seed", type=int, metavar="N", help="same seed, same record")
    deal.add_argument("--players", choices=("random", "rule"), default="rule")
    deal.set_defaults(run=deal_command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # what a record is written in, whatever the locale
    asked = parser().parse_args(arguments)
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
    except Usage as fault:
        print(fault, file=sys.stderr)
        return 2
    except OSError as fault:  # of the output; what cannot be read is a Usage
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(fault, BrokenPipeError):
            return 0
        print(f"The output cannot be written: {fault.strerror}.", file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())
