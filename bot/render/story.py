"""How a deal went, a short line an event, as everybody at the table may read it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Final

from bot.render.names import escaped, shown, values
from bot.table import Step
from bot.text import knows, say
from data.rows import SeatRow
from engine.cards import Card
from engine.events import Event, TrickTaken
from engine.seats import CHANCE, Seat

UNTOLD: Final = frozenset({"opening", "ante", "trick", "records", "pot", "places"})
"""Events that the table itself shows, or that a trick's line tells."""

Trick = list[tuple[Seat, tuple[Card, ...]]]


def story(
    steps: Sequence[Step], rows: Sequence[SeatRow], locale: str, *, tricks_lie_open: bool = True
) -> list[str]:
    """``locale`` is the table's. Where tricks do not lie open, only one just taken is told."""
    last = max((at for at, step in enumerate(steps) if step.actor != CHANCE), default=0)
    told_from = 0 if tricks_lie_open else last
    return list(_lines(steps, rows, locale, told_from))


def _lines(steps: Sequence[Step], rows: Sequence[SeatRow], locale: str, tricks_from: int) -> Iterator[str]:
    trick: Trick = []
    at = 0
    for acts in _turns(steps, locale):
        at += len(acts)
        step = acts[-1]
        told = step.action.told()
        if told is not None and "cards" in told:
            trick.append((step.actor, told["cards"]))  # type: ignore[arg-type]  # Play.told gives cards
        elif told is not None and step.action.verb != "next-deal":
            yield ", ".join([_act(acts[0], rows, locale), *(_also(act, locale) for act in acts[1:])])
        for event in _events(acts):
            if isinstance(event, TrickTaken) and trick:
                if at > tricks_from:
                    yield _trick(trick, event.seat, rows, locale)
                trick = []
            elif event.key not in UNTOLD:
                yield say(locale, f"event.{event.key}", **values(_fields(event), rows))


def _turns(steps: Sequence[Step], locale: str) -> Iterator[list[Step]]:
    """The steps, those together that one seat took in a row: to stay and then to draw is one line."""
    acts: list[Step] = []
    for step in steps:
        if acts and not (step.actor == acts[-1].actor and knows(locale, f"also.{step.action.verb}")):
            yield acts
            acts = []
        acts.append(step)
    if acts:
        yield acts


def _events(acts: Sequence[Step]) -> Iterator[Event]:
    """What followed; but not what an act was told by that another act of the same line tells already."""
    for act in acts:
        yield from (event for event in act.events if act is acts[-1] or event.line is not None)


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
