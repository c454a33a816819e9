"""Replaying a record: every line is checked before it counts, and the good prefix stays usable."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.actions import Action, NextDeal
from engine.errors import IllegalAction
from engine.events import Event, PotWon, postings
from engine.game import DealReport, Game, Sitting
from engine.ledger import Posting, amount
from engine.record import (
    KEYS,
    BadRecord,
    Header,
    Malformed,
    consequences,
    header_value,
    read_action,
    read_header,
    text,
    without_comment,
    write,
)
from engine.seats import Seat, seat_name
from engine.words import refusal_words


@dataclass
class DealStory:
    """One deal as far as it went: its report, and what its events booked and won."""

    report: DealReport | None = None
    postings: list[Posting] = field(default_factory=list)
    won: dict[Seat, int] = field(default_factory=dict)

    def add(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self.postings.extend(postings(events))
        for event in events:
            if isinstance(event, PotWon):
                self.won[event.seat] = self.won.get(event.seat, 0) + event.units


class Replay:
    """A sitting being replayed. ``body`` are its lines so far as our own writer writes them."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.sitting: Sitting = header.game.open(header.rules, len(header.names), header.dealer)
        self.body: list[str] = []
        self.deals: list[DealStory] = []
        self._unconfirmed: list[str] = []

    @property
    def game(self) -> Game:
        return self.header.game

    def text(self) -> str:
        return text(self.header, self.body)

    def feed(self, line: str) -> None:
        """Take one body line, without comment.

        Raises Malformed or IllegalAction, and then nothing has changed.
        """
        if line.startswith("="):
            self._confirm(line)
        else:
            self.apply(*read_action(self.game, self.sitting.seats, line))

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        """Raises IllegalAction, and then nothing has changed."""
        events = self.sitting.apply(actor, action)
        if isinstance(action, NextDeal):
            self.deals.append(DealStory())
        if self.deals:
            self.deals[-1].add(events)
            self.deals[-1].report = self.sitting.report()
        self._unconfirmed = consequences(events)
        self.body += [write(actor, action), *self._unconfirmed]
        return events

    def _confirm(self, line: str) -> None:
        """A record may leave consequences out, but not tell others than the engine computes."""
        if line not in self._unconfirmed:
            raise Malformed(
                "this is not what the engine computes here", "; ".join(self._unconfirmed) or "no “=” line"
            )
        self._unconfirmed.remove(line)

    def legal(self) -> dict[str, list[str]]:
        """What each seat that may act may do, as a record writes it; families of actions as ranges."""
        seats = {seat_name(seat): self.sitting.legal(seat) for seat in range(self.sitting.seats)}
        return {name: [str(each) for each in legal] for name, legal in seats.items() if legal}

    def json(self) -> dict[str, object]:
        """The object of ``replay --json`` (contract §3)."""
        sitting = self.sitting
        by_seat = {seat_name(seat): amount(units) for seat, units in enumerate(sitting.records)}
        places = sitting.places
        return {
            "record": 1,
            "game": self.game.key,
            "rules": self.header.rules_text,
            "seats": list(by_seat),
            "deals": [_deal_json(deal) for deal in self.deals],
            "records": by_seat,
            "pot": amount(sitting.pot),
            "to_act": [seat_name(seat) for seat in sitting.to_act()],
            "legal": self.legal(),
            "complete": places is not None,
            "places": dict(zip(by_seat, places, strict=True)) if places else None,
        }


def _deal_json(deal: DealStory) -> dict[str, object]:
    report = deal.report
    assert report is not None, "a deal that has begun has a report"
    shown: dict[str, object] = {
        "number": report.number,
        "dealer": seat_name(report.dealer),
        "turn": str(report.turn_up) if report.turn_up else None,
        "pot": amount(report.pot),
    }
    if report.tricks is not None:
        shown["tricks"] = {seat_name(seat): taken for seat, taken in report.tricks.items()}
    shown["winners"] = {seat_name(seat): amount(units) for seat, units in deal.won.items()}
    shown["complete"] = report.complete
    shown["postings"] = [[each.account, each.cause, amount(each.units)] for each in deal.postings]
    return shown


def read(
    lines: Iterable[str], begin: Callable[[Header], Replay] = Replay
) -> Iterator[tuple[int, str, Replay]]:
    """Replay a record line by line: the line's number, the line, and the replay after it.

    Raises BadRecord at the first line that does not hold; what was yielded before it stays good.
    """
    numbered = enumerate((line.rstrip("\n") for line in lines), 1)
    replay = begin(_open(numbered))
    yield len(KEYS), "", replay
    for number, line in numbered:
        words = without_comment(line)
        if words:
            try:
                replay.feed(words)
            except Malformed as fault:
                raise BadRecord(number, line, fault.reason, fault.instead) from None
            except IllegalAction as fault:
                raise BadRecord(number, line, refusal_words(fault), _instead(replay)) from None
        yield number, line, replay


def _open(numbered: Iterator[tuple[int, str]]) -> Header:
    number, line = 0, ""
    values = []
    try:
        for key in KEYS:
            number, line = next(numbered, (number + 1, ""))
            values.append(header_value(without_comment(line), key))
        return read_header(values)
    except Malformed as fault:
        raise BadRecord(number, line, fault.reason, fault.instead) from None


def _instead(replay: Replay) -> str:
    """What was legal, in a record's words."""
    legal = replay.legal()
    if legal:
        return "; ".join(f"{seat} {action}" for seat, actions in legal.items() for action in actions)
    due = replay.sitting.due()
    return str(due) if due else "nothing, the sitting is over"


def replayed(
    lines: Iterable[str], begin: Callable[[Header], Replay] = Replay
) -> tuple[Replay | None, BadRecord | None]:
    """The replay of the good prefix (None if not even the header is good) and the first fault, if any."""
    replay = None
    try:
        for _, _, reached in read(lines, begin):
            replay = reached
    except BadRecord as fault:
        return replay, fault
    return replay, None
