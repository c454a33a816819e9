"""Positions of Bouillotte. p4 deals and p1 speaks first, unless the case says otherwise."""

from collections.abc import Iterable, Sequence

from engine.bouillotte.observing import BouillotteObservation
from engine.bouillotte.sitting import BouillotteSitting
from engine.ledger import UNITS
from engine.record import Header, consequences, read_header
from engine.replay import Replay
from engine.seats import seat_name

PLAIN = ("AhKh8s", "QhQc8d", "9h9cKd", "8hAcQd")
"""Hands by seat; with 9♠ turned they make ♣ 30, ♦ 28, ♥ 48, ♠ 17, and p1 has the ace of hearts."""
TURN = "9s"


def header(rules: str = "series", dealer: str = "p4") -> Header:
    seats = "p1=Ana p2=Ben p3=Cleo p4=Dan"
    values = {"Record": "1", "Game": "bouillotte", "Rules": rules, "Seats": seats, "Dealer": dealer}
    return read_header(values.__getitem__)


def table(
    caves: Sequence[int] = (100, 100, 100, 100), carried: int = 0, rules: str = "series", dealer: str = "p4"
) -> Replay:
    """A sitting before its first deal, as if earlier deals had left these caves and this pot."""
    replay = Replay(header(rules, dealer))
    accounts = sitting_of(replay).accounts
    accounts.caves = [cave * UNITS for cave in caves]
    accounts.pot = carried * UNITS
    return replay


def feed(replay: Replay, lines: Iterable[str]) -> Replay:
    for line in lines:
        replay.feed(line)
    return replay


def acts(replay: Replay, words: str) -> Replay:
    """Let whoever is on turn do the next of these acts, which commas part."""
    for each in filter(None, words.split(", ")):
        replay.feed(f"{seat_name(replay.sitting.to_act()[0])} {each}")
    return replay


def deal(replay: Replay, hands: Sequence[str] = PLAIN, turn: str = TURN) -> Replay:
    """Deal these hands, p1's first."""
    order = [(sitting_of(replay).dealer + step) % 4 for step in (1, 2, 3, 4)]
    return feed(replay, [*(f"d deal {seat_name(seat)} {hands[seat]}" for seat in order), f"d turn {turn}"])


def dealt(
    before: str = "decline",
    caves: Sequence[int] = (100, 100, 100, 100),
    hands: Sequence[str] = PLAIN,
    turn: str = TURN,
    carried: int = 0,
) -> Replay:
    """After the carres ``before`` the cards."""
    return deal(acts(feed(table(caves, carried), ["deal 1"]), before), hands, turn)


def sitting_of(replay: Replay) -> BouillotteSitting:
    assert isinstance(replay.sitting, BouillotteSitting)
    return replay.sitting


def seen_by(replay: Replay, seat: int | None) -> BouillotteObservation:
    seen = replay.sitting.observe(seat)
    assert isinstance(seen, BouillotteObservation)
    return seen


def told(replay: Replay) -> tuple[str, ...]:
    """Who may act, and what he may do."""
    return tuple(f"{seat}: {', '.join(actions)}" for seat, actions in replay.legal().items())


def lines_since(replay: Replay, line: str) -> list[str]:
    """The consequences that follow the last such line, without ``= ``."""
    last = len(replay.body) - 1 - replay.body[::-1].index(line)
    return [each.removeprefix("= ") for each in replay.body[last + 1 :]]


def story(replay: Replay, words: str) -> list[str]:
    """The keys of the events of the next act."""
    seat = replay.sitting.to_act()[0]
    action = replay.game.parse(*words.partition(" ")[::2])
    assert action
    events = replay.apply(seat, action)
    assert len(consequences(events)) <= len(events)
    return [event.key for event in events]
