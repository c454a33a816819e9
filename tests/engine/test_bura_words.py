"""Bura's sentences and its rule book: each refusal, event and act has words, each clause cited is there."""

import re
import string
from dataclasses import fields
from pathlib import Path

import pytest

import engine
from engine.bura.actions import ANNOUNCE, CLAIM, WAIVE, Kind
from engine.bura.events import Announced, Claimed, FalseClaimPaid, NoClaimPaid, StockSetAside
from engine.bura.options import BuraRules
from engine.bura.refusals import BuraRefusal
from engine.cards import Card, parse_cards
from engine.errors import IllegalAction
from engine.events import (
    AntePaid,
    Event,
    Placed,
    PotStood,
    PotWon,
    RecordsStood,
    SittingOpened,
    TrickTaken,
    Voided,
)
from engine.game import games
from engine.ledger import UNITS
from engine.words import catalogue, clause_of, fill, load, refusal_words

BURA, BOURRE = games()["bura"], games()["bourre"]
WORDS = catalogue(game=BURA)
OWN = load(BURA.folder / "words.en.toml")
BOOK = (BURA.folder / "rules.md").read_text("utf-8")
CLAUSES = set(re.findall(r"^\*\*(U-\d\.\d+)\*\* ", BOOK, re.MULTILINE))

EVENTS: tuple[Event, ...] = (
    SittingOpened((0, 0)),
    AntePaid(0, UNITS),
    TrickTaken(1),
    Announced(0, Kind.BURA, parse_cards("AhKh9h")),
    Claimed(1, 32),
    PotWon(0, 2 * UNITS),
    FalseClaimPaid(0, UNITS),
    NoClaimPaid(1, UNITS),
    StockSetAside(2),
    RecordsStood((-UNITS, UNITS)),
    PotStood(UNITS),
    Placed((1, 2)),
    Voided(0, UNITS),
)
DETAILS: dict[BuraRefusal, dict[str, object]] = {
    BuraRefusal.NO_SUCH_HAND: {"kind": Kind.BURA},
    BuraRefusal.NOT_HIGHER: {"kind": Kind.MOLODKA},
    BuraRefusal.AS_MANY: {"n": 2},
    BuraRefusal.TURNED_CARD_LAST: {"card": Card.parse("6h")},
}


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("refusal", list(BuraRefusal), ids=lambda refusal: refusal.value)
def test_every_refusal_has_a_sentence(refusal: BuraRefusal) -> None:
    said = refusal_words(IllegalAction(refusal, "U-3.1", **DETAILS.get(refusal, {})), game=BURA)
    assert said.startswith("U-3.1: ")
    assert len(said) > 20
    assert "{" not in said


def test_every_refusal_in_the_file_is_one() -> None:
    codes = {re.sub(r"\.(one|other)$", "", key) for key in OWN if key.startswith("refused.")}
    assert codes == {f"refused.{refusal.value}" for refusal in BuraRefusal}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.key)
def test_every_event_balances_and_has_words_and_a_clause(event: Event) -> None:
    assert sum(posting.units for posting in event.postings()) == 0
    assert event.line is None or event.line.startswith(event.key)
    own = {field.name: getattr(event, field.name) for field in fields(event)}  # type: ignore[arg-type]
    assert "{" not in fill(WORDS, f"event.{event.key}", **own)
    assert clause_of(BURA, event.key) in CLAUSES


def test_every_clause_in_the_file_is_behind_an_event() -> None:
    assert {key.removeprefix("clause.") for key in OWN if key.startswith("clause.")} == {
        event.key for event in EVENTS
    }


def test_what_the_table_is_told() -> None:
    told = {action.verb: action.told() for action in (WAIVE, CLAIM, ANNOUNCE[Kind.ACES])}
    said = {verb: fill(WORDS, f"told.{verb}", seat="Ana", **(values or {})) for verb, values in told.items()}
    assert said == {
        "waive": "Ana waives",
        "claim": "Ana claims 31 points",
        "announce": "Ana announces aces",
    }
    shown = Announced(0, Kind.BURA, parse_cards("AhKh9h"))
    assert fill(WORDS, "event.announced", seat="Ana", cards=shown.cards) == "Ana shows the hand: A♥ K♥ 9♥"


def test_a_game_s_own_sentence_wins_at_its_tables_and_no_other_s_does() -> None:
    assert catalogue(game=BURA)["told.claim"] == OWN["told.claim"]
    assert catalogue(game=BOURRE)["told.claim"] == load(BOURRE.folder / "words.en.toml")["told.claim"]
    common = load(Path(engine.__file__).parent / "words.en.toml")
    assert catalogue(game=BURA)["event.void"] == OWN["event.void"] != common["event.void"]
    assert catalogue()["event.void"] == common["event.void"]
    assert catalogue(game=BOURRE)["event.trick"] == common["event.trick"]
    assert catalogue().keys() >= {*OWN, *common}


def test_the_rule_book_begins_with_a_minute_and_goes_by_section() -> None:
    topics = re.findall(r"^## (.*)$", BOOK, re.MULTILINE)
    assert topics[0] == "In one minute"
    assert [topic.split()[0] for topic in topics[1:]] == [f"U-{section}" for section in range(1, 7)]
    assert all(len(section) < 3800 for section in BOOK.split("\n## "))
    assert all(f"`{option}`" in BOOK for option in BuraRules.CHOICES)


def test_every_clause_that_a_refusal_cites_is_in_the_book() -> None:
    sources = BURA.folder.glob("*.py")
    cited = {
        clause for file in sources for clause in re.findall(r'"(U-\d(?:\.\d+)?)"', file.read_text("utf-8"))
    }
    assert len(cited) >= 9
    assert cited <= {*CLAUSES, "U-4"}
    assert "## U-4 " in BOOK


def test_the_book_has_every_clause_of_the_canon_in_order() -> None:
    assert re.findall(r"^\*\*(U-\d\.\d+)\*\* ", BOOK, re.MULTILINE) == [
        f"U-{section}.{clause}"
        for section, clauses in zip(range(1, 7), (2, 4, 6, 5, 6, 3), strict=True)
        for clause in range(1, clauses + 1)
    ]
