"""Sittings that the command line deals by itself, and what must hold of every one of them.

Some hundred seeds are tests; ``make nightly`` takes ten thousand.
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from itertools import product
from typing import Final

from engine.__main__ import main
from engine.actions import Action, Legal, Span
from engine.cards import Card, run
from engine.fair import check
from engine.game import Game
from engine.ledger import POT, Posting, account, balances
from engine.replay import Replay, read, replayed
from engine.seats import parse_seat

PLAYERS: Final = ("random", "rule")
WATCHED: Final = 10
"""Of so many seeds one has every legal act of every moment tried."""

BOURRE_OPTIONS: Final = (
    "",
    "hand_size=4 undertrump=free",
    "declare=in-turn-with-draw cinch=off pot_limit=4 ante=3",
    "declare=all-then-draw second_ante=on",
    "declare=simultaneous second_ante=on ante_by=dealer",
    "declare=simultaneous conduct=honour start=50",
    "conduct=honour hand_size=4 ante_by=dealer",
    "declare=all-then-draw conduct=honour second_ante=on pot_limit=2",
)


def bourre(preset: str, most_players: int) -> tuple[str, ...]:
    counts = range(2, most_players + 1)
    return tuple(
        f"{preset} players={seats} deals={1 + seats % 2} {options}"
        for options, seats in product(BOURRE_OPTIONS, counts)
    )


SPREAD: Final = {
    "bourre series": bourre("series", 7),
    "bourre classic": bourre("classic", 8),
    "bourre wiki": bourre("wiki", 7),
    "bura series": ("series pots=1", "series pots=2"),
    "bouillotte series": ("series deals=3", "series deals=3 refill=ask", "series deals=6 refill=ask"),
}
"""A game and preset → the Rules lines that its seeds take in turn."""


def dealt(what: str, seed: int, players: str) -> str:
    """The record that ``python -m engine deal`` prints. ``what`` is a key of the spread."""
    game = what.partition(" ")[0]
    rules = SPREAD[what][seed % len(SPREAD[what])]
    printed = io.StringIO()
    with redirect_stdout(printed):
        code = main(["deal", game, "--rules", rules, "--seed", str(seed), "--players", players])
    assert code == 0
    return printed.getvalue()


def checked(text: str) -> Replay:
    """The replay of a sitting that is over. It tells the same text, its cards are proven, its books close."""
    lines = text.removesuffix("\n").split("\n")
    replay, fault = replayed(lines)
    assert fault is None, str(fault)
    assert replay is not None
    assert replay.text() == text, "the record does not replay to itself"
    assert check(lines).unproven == ()
    check_books(replay)
    return replay


def check_books(replay: Replay) -> None:
    sitting = replay.sitting
    assert sitting.places is not None, "the sitting does not end"
    assert sitting.pot == 0
    for deal in replay.deals:
        for cause in {posting.cause for posting in deal.postings}:
            batch = [posting for posting in deal.postings if posting.cause == cause]
            assert sum(posting.units for posting in batch) == 0, f"{cause} is off"
    booked = balances(moved(replay))
    assert booked.get(POT, 0) == 0
    assert [booked.get(account(seat), 0) for seat in range(sitting.seats)] == list(sitting.records)
    for name, units in booked.items():
        kind, colon, seat = name.partition(":")
        if colon:
            assert replay.game.amounts(sitting)[kind][parse_seat(seat, sitting.seats)] == units


def moved(replay: Replay) -> list[Posting]:
    return [posting for deal in replay.deals for posting in deal.postings]


def try_every_act(text: str) -> None:
    """What is legal is accepted, at every moment and by whatever seat, and a copy's acts are its own."""
    for _, line, replay in read(text.removesuffix("\n").split("\n")):
        sitting = replay.sitting
        if line.startswith(("=", "#")):
            continue
        before = [sitting.observe(seat) for seat in range(sitting.seats)]
        for seat, seen in enumerate(before):
            for legal in seen.legal:
                for action in members(replay.game, legal, seen.hand):
                    sitting.copy().apply(seat, action)
        assert [sitting.observe(seat) for seat in range(sitting.seats)] == before


def members(game: Game, legal: Legal, hand: Sequence[Card]) -> Iterator[Action]:
    """A legal action; of a family the first and the last."""
    if isinstance(legal, Action):
        yield legal
        return
    for number in {legal.low, legal.high}:
        action = game.parse(legal.verb, words(game, legal, number, hand))
        assert action is not None
        yield action


def words(game: Game, span: Span, number: int, hand: Sequence[Card]) -> str:
    takes = next(verb.takes for verb in game.verbs if verb.name == span.verb)
    return run(hand[:number]) if takes == "cards" else str(number)


def played(what: str, seed: int, players: str) -> Replay:
    """A sitting from a seed. Raises AssertionError, or what the engine raised, if anything does not hold."""
    text = dealt(what, seed, players)
    if not seed % WATCHED:
        try_every_act(text)
    return checked(text)
