"""Every refusal, event and action has its words, with the fields it has."""

import re
import string
from dataclasses import fields
from enum import StrEnum

import pytest
from positions import header

from engine.bourre.actions import STAY
from engine.bourre.events import Bourred
from engine.bourre.refusals import BourreRefusal
from engine.cards import Card, Suit
from engine.errors import IllegalAction, Refusal
from engine.events import (
    AntePaid,
    Event,
    Placed,
    PotCarried,
    PotShared,
    PotStood,
    PotWon,
    RecordsStood,
    SittingOpened,
    TrickTaken,
    Voided,
)
from engine.game import games
from engine.ledger import UNITS
from engine.words import HERE, catalogue, clause_of, fill, load, readable, refusal_words

EVENTS: tuple[Event, ...] = (
    SittingOpened((UNITS, UNITS)),
    AntePaid(0, UNITS),
    TrickTaken(1),
    PotWon(0, UNITS),
    PotCarried(UNITS),
    Bourred(1, UNITS),
    RecordsStood((0, UNITS)),
    PotStood(UNITS),
    PotShared(UNITS // 2, 2),
    Placed((1, 2)),
    Voided(0, UNITS),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.key)
def test_every_event_balances_and_has_its_line(event: Event) -> None:
    assert sum(posting.units for posting in event.postings()) == 0
    assert event.line is None or event.line.startswith(event.key)


TOLD: dict[StrEnum, dict[str, object]] = {
    Refusal.NOT_YOUR_TURN: {"turn": "p3"},
    Refusal.NOT_HELD: {"card": Card.parse("Td")},
    Refusal.NOT_DUE: {"due": "deal 2"},
    Refusal.NOT_IN_STOCK: {"card": Card.parse("Td")},
    BourreRefusal.TOO_MANY_DISCARDS: {"most": 3},
    BourreRefusal.MUST_FOLLOW: {"card": Card.parse("Td"), "suit": Suit.HEARTS},
}


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("refusal", [*Refusal, *BourreRefusal], ids=lambda refusal: refusal.value)
def test_every_refusal_has_a_sentence(refusal: Refusal | BourreRefusal) -> None:
    details = TOLD.get(refusal, {})
    words = refusal_words(IllegalAction(refusal, "B-4.3", **details))
    assert words.startswith("B-4.3: ")
    assert len(words) > 20
    assert fields_of(catalogue()[f"refused.{refusal.value}"]) <= set(details)


def test_every_refusal_in_the_catalogue_is_one() -> None:
    known = {f"refused.{refusal.value}" for refusal in (*Refusal, *BourreRefusal)}
    said = load(HERE / "words.en.toml") | load(games()["bourre"].folder / "words.en.toml")
    assert {key for key in said if key.startswith("refused.")} == known


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.key)
def test_every_event_has_a_sentence_with_its_own_fields_and_a_clause(event: Event) -> None:
    asked = fields_of(catalogue()[f"event.{event.key}"])
    assert asked <= {field.name for field in fields(event)}  # type: ignore[arg-type]  # events are dataclasses
    assert re.fullmatch(r"B-\d\.\d+", clause_of(games()["bourre"], event.key))


def test_an_unknown_event_has_no_clause() -> None:
    assert clause_of(games()["bourre"], "luck") == ""


@pytest.mark.parametrize("action", ["stay", "pass", "draw", "claim", "next-deal", "turn", "shuffle", "end"])
def test_every_action_the_table_hears_of_has_a_sentence(action: str) -> None:
    words = catalogue()
    assert f"told.{action}" in words or {f"told.{action}.one", f"told.{action}.other"} <= words.keys()


def test_words_are_filled() -> None:
    words = {"n.one": "{n} card", "n.other": "{n} cards", "suit": "a {suit}", "plain": "{n}"}
    assert fill(words, "n", n=1) == "1 card"
    assert fill(words, "n", n=21) == "21 cards"
    assert fill(words, "plain", n=1) == "1"
    assert fill(words, "suit", suit=Suit.HEARTS) == "a ♥"
    assert readable("x") == "x"
    with pytest.raises(KeyError):
        fill(words, "none")


def test_an_illegal_action_explains_itself_to_us() -> None:
    assert str(IllegalAction(Refusal.OVER, "B-9.2")) == "B-9.2: over"
    told = str(IllegalAction(Refusal.NOT_HELD, "B-4", card=Card.parse("Td")))
    assert told == "B-4: not-held (card Td)"


def test_a_header_written_by_us_is_read_by_us() -> None:
    written = header(3, "series deals=2").lines()
    assert written == (
        "Record: 1",
        "Game: bourre",
        "Rules: series deals=2 players=3",
        "Seats: p1=Ana p2=Ben p3=Cleo",
        "Dealer: p3",
    )


def test_a_game_s_own_words_round_trip() -> None:
    game = games()["bourre"]
    for words in ("stay", "pass", "draw", "draw AhKd", "play Td", "claim"):
        verb, _, rest = words.partition(" ")
        assert str(game.parse(verb, rest)) == words
    assert game.parse("stay", "") is STAY
    for verb, rest in (("stay", "x"), ("pass", "x"), ("play", ""), ("claim", "x"), ("fold", ""), ("", "")):
        assert game.parse(verb, rest) is None
