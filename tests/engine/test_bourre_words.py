"""Bourré's own events and acts: their lines, their postings, and who hears of them."""

import re

import pytest
from positions import dealt, feed

from engine.actions import Action
from engine.bourre.actions import ABANDON, EARLY, PASS, RETRACT, STAY
from engine.bourre.events import Barred, DealMissed, Passed, Reneged, SecondAntePaid, Skipped, Stayed
from engine.events import Event
from engine.game import games
from engine.ledger import UNITS, Posting
from engine.words import catalogue, clause_of

EVENTS: dict[str | None, tuple[Event, ...]] = {
    None: (Stayed(1), Passed(1), Skipped(1)),
    "ante p2 3": (SecondAntePaid(1, 3 * UNITS),),
    "renege p2 3": (Reneged(1, 3 * UNITS),),
    "barred p2": (Barred(1),),
    "misses-deal p2": (DealMissed(1),),
}
CASES = [(line, event) for line, events in EVENTS.items() for event in events]


@pytest.mark.parametrize(("line", "event"), CASES, ids=[event.key for _, event in CASES])
def test_an_event_has_its_line_its_sentence_and_its_clause(line: str | None, event: Event) -> None:
    assert event.line == line
    assert "{seat}" in catalogue()[f"event.{event.key}"]
    assert re.fullmatch(r"B-\d\.\d+", clause_of(games()["bourre"], event.key))


@pytest.mark.parametrize("event", [SecondAntePaid(1, UNITS), Reneged(1, UNITS)], ids=lambda event: event.key)
def test_what_a_seat_pays_goes_into_the_pot(event: Event) -> None:
    assert event.postings() == (Posting("p2", event.key, -UNITS), Posting("pot", event.key, UNITS))


@pytest.mark.parametrize("action", [STAY, PASS])
def test_stay_and_pass_tell_nothing_by_themselves(action: Action) -> None:
    """They may be sealed (B-3.10); an event tells them, or the draw that follows."""
    assert action.told() is None


@pytest.mark.parametrize("action", [RETRACT, ABANDON, *EARLY.values()], ids=str)
def test_what_is_done_openly_is_told(action: Action) -> None:
    assert action.told() == {}
    assert f"told.{action.verb}" in catalogue()


@pytest.mark.parametrize("verb", ["retract", "abandon"])
def test_a_verb_that_only_bourré_has_brings_its_words(verb: str) -> None:
    assert {f"{kind}.{verb}" for kind in ("command", "button", "may")} <= catalogue().keys()
    assert {"seat.abandoned", "hand.empty-abandoned"} <= catalogue().keys()


WORDS = ("retract", "abandon", "early stay", "early pass")


@pytest.mark.parametrize("words", WORDS)
def test_words_are_read_as_they_are_written(words: str) -> None:
    verb, _, rest = words.partition(" ")
    assert str(games()["bourre"].parse(verb, rest)) == words


@pytest.mark.parametrize(
    ("verb", "rest"), [("retract", "x"), ("abandon", "x"), ("early", ""), ("early", "claim")]
)
def test_other_words_are_none(verb: str, rest: str) -> None:
    assert games()["bourre"].parse(verb, rest) is None


def test_a_pass_in_turn_is_told_at_once() -> None:
    replay = feed(dealt("AhKh9c5d3c QhJcTc8d2d 4h6c7h9d2s"), ["p1 stay", "p1 draw"])
    assert replay.apply(1, PASS) == (Passed(1),)
