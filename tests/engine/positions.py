"""Positions by the way a table gets there: hands are dealt, seats speak, cards are played."""

import io
import sys
from collections.abc import Iterable

from engine.__main__ import main
from engine.record import Header, read_header
from engine.replay import Replay
from engine.seats import seat_name

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def seats_line(seats: int) -> str:
    return " ".join(f"p{seat}={name}" for seat, name in enumerate(NAMES[:seats], 1))


def header(seats: int = 5, rules: str = "series", dealer: str = "") -> Header:
    """The last seat deals, unless another is named."""
    players = "" if seats == 5 and rules.startswith("series") else f" players={seats}"
    values = {
        "Record": "1",
        "Game": "bourre",
        "Rules": rules + players,
        "Seats": seats_line(seats),
        "Dealer": dealer or f"p{seats}",
    }
    return read_header(values.__getitem__)


def record(body: str, seats: int = 5, rules: str = "series", dealer: str = "") -> str:
    """A record whose body is given with one line a line, indented or not."""
    head = "\n".join(header(seats, rules, dealer).lines())
    return head + "\n\n" + "\n".join(line.strip() for line in body.strip().split("\n")) + "\n"


def dealt(hands: str, rules: str = "series") -> Replay:
    """A deal with these hands, p1's first. The last seat deals, and its last card is turned."""
    each = hands.split()
    replay = Replay(header(len(each), rules))
    replay.feed("deal 1")
    for seat, hand in enumerate(each):
        replay.feed(f"d deal {seat_name(seat)} {hand}")
    replay.feed(f"d turn {each[-1][-2:]}")
    return replay


def declared(hands: str, stay: str, rules: str = "series") -> Replay:
    """Of a deal with these hands, ``stay`` names the seats that stay and stand pat: ``"135"``."""
    replay = dealt(hands, rules)
    for seat in range(1, replay.sitting.seats + 1):
        if replay.sitting.to_act() != (seat - 1,):
            continue  # the dealer, left alone, is not asked
        replay.feed(f"p{seat} {'stay' if str(seat) in stay else 'pass'}")
        if str(seat) in stay:
            replay.feed(f"p{seat} draw")
    return replay


def feed(replay: Replay, lines: Iterable[str]) -> Replay:
    for line in lines:
        replay.feed(line)
    return replay


def play(replay: Replay, cards: str) -> Replay:
    """Let whoever is on turn play the next of these cards."""
    return feed(replay, (f"{seat_name(replay.sitting.to_act()[0])} play {card}" for card in cards.split()))


def playable(replay: Replay) -> set[str]:
    """What the seat on turn may do, a card by its name, a claim as ``claim``."""
    (told,) = replay.legal().values()
    return {each.removeprefix("play ") for each in told}


def run_main(arguments: list[str], stdin: bytes = b"") -> int:
    """The command line, in this process; ``stdin`` is what is piped in."""
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        return main(arguments)
    finally:
        sys.stdin = before
