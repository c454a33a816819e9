"""The rule book people read: every clause that the engine cites is in it."""

import re
from pathlib import Path

import engine
from engine.bourre.options import BourreRules
from engine.game import games
from engine.words import HERE, clause_of, load

BOURRE = games()["bourre"]
BOOK = (BOURRE.folder / "rules.md").read_text("utf-8")
CLAUSES = set(re.findall(r"^\*\*(B-\d\.\d+)\*\* ", BOOK, re.MULTILINE))
TOPICS = re.findall(r"^## (.*)$", BOOK, re.MULTILINE)


def test_it_begins_with_a_minute_and_goes_by_section() -> None:
    assert TOPICS[0] == "In one minute"
    assert [topic.split()[0] for topic in TOPICS[1:]] == [f"B-{section}" for section in range(1, 10)]


def test_every_clause_that_a_refusal_cites_is_in_it() -> None:
    sources = [*Path(engine.__file__).parent.glob("bourre/*.py")]
    cited = {clause for file in sources for clause in re.findall(r'"(B-\d\.\d+)"', file.read_text("utf-8"))}
    assert len(cited) > 15
    assert cited <= CLAUSES


def test_every_clause_behind_an_event_is_in_it() -> None:
    said = load(HERE / "words.en.toml") | load(BOURRE.folder / "words.en.toml")
    keys = {key.removeprefix("event.") for key in said if key.startswith("event.")}
    assert {clause_of(BOURRE, key) for key in keys} <= CLAUSES


def test_clauses_stand_in_order_under_their_section() -> None:
    found = re.findall(r"^(?:## (B-\d)|\*\*(B-\d)\.(\d+)\*\*)", BOOK, re.MULTILINE)
    section, last = "", 0
    for heading, of, number in found:
        if heading:
            section, last = heading, 0
        else:
            assert of == section
            assert int(number) > last
            last = int(number)


def test_every_option_is_explained() -> None:
    assert all(f"`{option}`" in BOOK for option in BourreRules.CHOICES)


def test_a_section_fits_a_message() -> None:
    assert all(len(section) < 3800 for section in BOOK.split("\n## "))
