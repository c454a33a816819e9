"""How a deal went, a short line an event, as everybody at the table may read it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Final

from bot.render.names import escaped, shown, values
from bot.table import Step
from bot.text import knows, say
from data.rows import SeatRow
from engine.actions import laid
from engine.cards import Card
from engine.events import Event, TrickTaken
from engine.seats import CHANCE, Seat

UNTOLD: Final = frozenset({"opening", "ante", "trick", "records", "pot", "places"})
"""Events that the table itself shows, or that a trick's line tells."""

Trick = list[tuple[Seat, tuple[Card, ...]]]


def story(
    steps: Sequence[Step], rows: Sequence[SeatRow], locale: str, *, tricks_lie_open: bool = True
) -> list[str]:
    """``locale`` is the table's. Where tricks do not lie open, only one just taken is told, and of hands
    that were shown only those of which no card lies in an older trick.
    """
    teller = _Teller(rows, locale)
    last = max((at for at, step in enumerate(steps, 1) if step.actor != CHANCE), default=0)
    at = 0
    for acts in _turns(steps, locale):
        at += len(acts)
        teller.tell(acts, tricks=tricks_lie_open or at >= last)
    return teller.lines


class _Teller:
    """Collects the lines. ``trick`` lies on the table; ``taken`` was taken last, with the place of
    its line: the card that completed it may be taken back. ``shown`` are lines that show cards of hands,
    ``fleeting`` those that are told until cards are laid.
    """

    def __init__(self, rows: Sequence[SeatRow], locale: str) -> None:
        self.rows = rows
        self.locale = locale
        self.lines: list[str] = []
        self.trick: Trick = []
        self.taken: tuple[Trick, int | None] = ([], None)
        self.shown: list[str] = []
        self.fleeting: list[str] = []

    def tell(self, acts: Sequence[Step], *, tricks: bool) -> None:
        step = acts[-1]
        told = step.action.told()
        if cards := laid(step.action):
            self._forget(self.fleeting)
            self.trick.append((step.actor, cards))
        elif step.action.takes_back:
            self._take_back()
        if told is not None and not cards and step.action.verb != "next-deal":
            also = [*(_also(act, self.locale) for act in acts[1:]), *self._with(acts)]
            self.lines.append(", ".join([_act(acts[0], self.rows, self.locale), *also]))
            if step.action.fleeting:
                self.fleeting.append(self.lines[-1])
        for event in _events(acts):
            if isinstance(event, TrickTaken) and self.trick:
                self._close(event.seat, told=tricks)
            elif _is_told(event) and not knows(self.locale, f"with.{event.key}"):
                self._event(event)

    def _event(self, event: Event) -> None:
        told = _fields(event)
        self.lines.append(say(self.locale, f"event.{event.key}", **values(told, self.rows)))
        if "cards" in told:
            self.shown.append(self.lines[-1])

    def _with(self, acts: Sequence[Step]) -> Iterator[str]:
        """What is told of events in the line of the act that they follow from."""
        for event in _events(acts):
            if knows(self.locale, key := f"with.{event.key}"):
                yield say(self.locale, key, **values(_fields(event), self.rows))

    def _close(self, winner: Seat, *, told: bool) -> None:
        self.taken = self.trick, len(self.lines) if told else None
        if told:
            self.lines.append(_trick(self.trick, winner, self.rows, self.locale))
        else:
            self._forget(self.shown)
        self.trick = []

    def _forget(self, told: list[str]) -> None:
        self.lines = [line for line in self.lines if line not in told]
        told.clear()

    def _take_back(self) -> None:
        if not self.trick:
            self.trick, place = self.taken
            if place is not None:
                del self.lines[place]
        self.trick = self.trick[:-1]


def _turns(steps: Sequence[Step], locale: str) -> Iterator[list[Step]]:
    """The steps, those together that one seat took in a row: to stay and then to draw is one line."""
    acts: list[Step] = []
    for step in steps:
        if acts and not _goes_on(acts[-1], step, locale):
            yield acts
            acts = []
        acts.append(step)
    if acts:
        yield acts


def _goes_on(before: Step, step: Step, locale: str) -> bool:
    """Not after an act that brought to light what others had chosen."""
    of_others = any(_fields(event).get("seat", before.actor) != before.actor for event in before.events)
    return step.actor == before.actor and not of_others and knows(locale, f"also.{step.action.verb}")


def _events(acts: Sequence[Step]) -> Iterator[Event]:
    """What followed; but not what an act was told by that another act of the same line tells already."""
    for act in acts:
        yield from (event for event in act.events if act is acts[-1] or event.line is not None)


def _is_told(event: Event) -> bool:
    """Not what moves no chip, such as the shares of an empty pot."""
    return event.key not in UNTOLD and _fields(event).get("units") != 0


def _act(step: Step, rows: Sequence[SeatRow], locale: str) -> str:
    seat = {} if step.actor == CHANCE else {"seat": step.actor}
    return say(locale, f"told.{step.action.verb}", **values({**(step.action.told() or {}), **seat}, rows))


def _also(step: Step, locale: str) -> str:
    return say(locale, f"also.{step.action.verb}", **(step.action.told() or {}))


def _trick(trick: Trick, winner: Seat, rows: Sequence[SeatRow], locale: str) -> str:
    cards = " · ".join(f"{escaped(rows[seat].name)} {symbols(cards)}" for seat, cards in trick)
    return say(locale, "story.trick", cards=cards, seat=shown(rows[winner]))


def symbols(cards: Sequence[Card]) -> str:
    return " ".join(card.symbol for card in cards)


def _fields(event: Event) -> dict[str, object]:
    assert is_dataclass(event)
    return {field.name: getattr(event, field.name) for field in fields(event)}
