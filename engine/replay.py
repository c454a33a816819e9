"""Replaying a record: every line is checked before it counts, and the good prefix stays usable."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.actions import Action, NextDeal
from engine.errors import IllegalAction
from engine.events import Event, PotWon, postings
from engine.game import DealReport, Game, Sitting
from engine.ledger import Posting, amount
from engine.record import (
    BadRecord,
    Header,
    Malformed,
    consequences,
    header_value,
    read_action,
    read_header,
    split_comment,
    text,
    write,
)
from engine.seats import Seat, seat_name
from engine.words import clause_of, refusal_words


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
    """A sitting being replayed. ``body`` are its lines so far as our own writer writes them, comments kept.

    ``_unconfirmed`` are the last lines of the body: consequences that the text has not told yet. ``_asides``
    are those of the last act that are not in the body unless the text tells them.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.sitting: Sitting = header.game.open(header.rules, len(header.names), header.dealer)
        self.body: list[str] = []
        self.deals: list[DealStory] = []
        self._unconfirmed: list[str] = []
        self._asides: list[str] = []

    @property
    def game(self) -> Game:
        return self.header.game

    def text(self) -> str:
        return text(self.header, self.body)

    def feed(self, line: str) -> None:
        """Take one line after the header.

        Raises Malformed or IllegalAction, and then nothing has changed.
        """
        words, comment = split_comment(line)
        if words.startswith("="):
            self._confirm(words, comment)
            return
        if words:
            self.apply(*read_action(self.game, self.sitting.seats, words))
            self.body[-1 - len(self._unconfirmed)] += comment
        elif comment:
            self.body.insert(len(self.body) - len(self._unconfirmed), comment)

    def apply(self, actor: Seat, action: Action) -> tuple[Event, ...]:
        """Raises IllegalAction, and then nothing has changed."""
        events = self.sitting.apply(actor, action)
        if isinstance(action, NextDeal):
            self.deals.append(DealStory())
        if self.deals:
            self.deals[-1].add(events)
            self.deals[-1].report = self.sitting.report()
        self._unconfirmed = consequences(events)
        self._asides = [f"= {event.aside}" for event in events if event.aside]
        self.body += [write(actor, action), *self._unconfirmed]
        return events

    def _confirm(self, words: str, comment: str) -> None:
        """A record may leave consequences out, but not tell others than the engine computes."""
        left = self._unconfirmed
        if words in self._asides:
            self._asides.remove(words)
            self.body.insert(len(self.body) - len(left), words + comment)
            return
        if words not in left:
            clause = clause_of(self.game, words.removeprefix("= ").partition(" ")[0])
            reason = "this is not what the engine computes here"
            raise Malformed(f"{clause}: {reason}" if clause else reason, "; ".join(left) or "no “=” line")
        place = left.index(words)
        self.body[place - len(left)] += comment
        self._unconfirmed = left[place + 1 :]

    def legal(self) -> dict[str, list[str]]:
        """What each seat that may act may do, as a record writes it; families of actions as ranges."""
        seats = {seat_name(seat): self.sitting.legal(seat) for seat in range(self.sitting.seats)}
        return {name: [str(each) for each in legal] for name, legal in seats.items() if legal}

    def json(self) -> dict[str, object]:
        """The object of ``replay --json`` (contract §3)."""
        sitting = self.sitting
        by_seat = _by_seat(sitting.records)
        places = sitting.places
        return {
            "record": 1,
            "game": self.game.key,
            "rules": self.header.rules_text,
            "seats": list(by_seat),
            "deals": [_deal_json(deal) for deal in self.deals],
            "records": by_seat,
            "pot": amount(sitting.pot),
            **{name: _by_seat(units) for name, units in self.game.amounts(sitting).items()},
            "to_act": [seat_name(seat) for seat in sitting.to_act()],
            "legal": self.legal(),
            "complete": places is not None,
            "places": dict(zip(by_seat, places, strict=True)) if places else None,
        }


def _by_seat(units: Iterable[int]) -> dict[str, str]:
    return {seat_name(seat): amount(each) for seat, each in enumerate(units)}


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
    each = (line.removesuffix("\n") for line in lines)
    header = _open(each)
    replay = begin(header)
    yield len(header.written), "", replay
    for number, line in enumerate(each, len(header.written) + 1):
        try:
            replay.feed(line)
        except Malformed as fault:
            raise BadRecord(number, line, fault.reason, fault.instead) from None
        except IllegalAction as fault:
            raise BadRecord(number, line, refusal_words(fault), _instead(replay)) from None
        yield number, line, replay


def _open(lines: Iterator[str]) -> Header:
    """The header's lines, which nothing but comments may part."""
    written: list[str] = []

    def value(key: str) -> str:
        words, comment = "", "#"
        while comment and not words:
            written.append(next(lines, ""))
            words, comment = split_comment(written[-1])
        return header_value(words, key)

    try:
        header = read_header(value)
    except Malformed as fault:
        raise BadRecord(len(written), written[-1], fault.reason, fault.instead) from None
    return replace(header, written=tuple(written))


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
