"""Bouillotte's words, rule book and observation."""

import re
import string
from dataclasses import fields
from enum import StrEnum

import pytest
from bouillotte_positions import acts, deal, dealt, feed, seen_by, table

from engine.actions import Action
from engine.bouillotte.actions import PACK, Open, Raise
from engine.bouillotte.events import (
    Bet,
    BonusesNetted,
    BrelanCarreShown,
    BrelanShown,
    CaveOpened,
    CaveRefilled,
    Doubled,
    HandShown,
    HighestHeld,
    MainPotCut,
    PointMade,
    Returned,
    SidePotCut,
    SuitsCounted,
    SuitsEqual,
    SuitSkipped,
)
from engine.bouillotte.options import BouillotteRules
from engine.bouillotte.refusals import BouillotteRefusal
from engine.bouillotte.words import PLAIN, parse
from engine.cards import Card, Suit
from engine.errors import BadAmount, IllegalAction
from engine.events import (
    AntePaid,
    Event,
    Placed,
    PotCarried,
    PotShared,
    PotStood,
    PotWon,
    RecordsStood,
    Voided,
)
from engine.game import games
from engine.ledger import UNITS
from engine.words import catalogue, clause_of, fill, load, refusal_words

GAME = games()["bouillotte"]
BOOK = (GAME.folder / "rules.md").read_text("utf-8")
CLAUSES = set(re.findall(r"^\*\*(O-\d\.\d+)\*\* ", BOOK, re.MULTILINE))
OWN = load(GAME.folder / "words.en.toml")
ACE = Card.parse("Ah")

EVENTS: tuple[Event, ...] = (
    CaveOpened(0, UNITS),
    CaveRefilled(0, UNITS, asked=True),
    CaveRefilled(0, UNITS, asked=False),
    AntePaid(0, UNITS),
    Doubled(0, UNITS),
    Bet(0, UNITS),
    Returned(0, UNITS),
    MainPotCut(UNITS, (0, 1)),
    SidePotCut(UNITS, (0, 1)),
    HandShown(0, (ACE,)),
    BrelanShown(0, "A"),
    BrelanCarreShown(0, "A"),
    SuitsCounted(1, 2, 3, 4),
    SuitSkipped(Suit.CLUBS),
    SuitsEqual((Suit.HEARTS, Suit.SPADES), 0),
    PointMade(Suit.HEARTS, 48),
    HighestHeld(0, ACE),
    PotWon(0, UNITS),
    PotCarried(UNITS),
    BonusesNetted((3 * UNITS, -UNITS, -UNITS, -UNITS)),
    RecordsStood((UNITS,) * 4),
    PotStood(UNITS),
    PotShared(UNITS, 4),
    Placed((1, 2, 3, 4)),
    Voided(0, UNITS),
)


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.key)
def test_every_event_balances_and_has_line_sentence_and_clause(event: Event) -> None:
    assert sum(posting.units for posting in event.postings()) == 0
    assert event.line is None or event.line.split()[0] == event.key.removesuffix("-carre")
    asked = fields_of(catalogue("en", GAME)[f"event.{event.key}"])
    assert asked <= {field.name for field in fields(event)}  # type: ignore[arg-type]  # events are dataclasses
    assert clause_of(GAME, event.key) in CLAUSES


AT_TABLES = {
    "amount",
    "asked",
    "button",
    "cause",
    "command",
    "finished",
    "hand",
    "may",
    "note",
    "option",
    "preset",
    "seat",
    "settled",
    "with",
}
"""Sections of what the bot says of the game; its own tests look after these."""


def test_every_sentence_is_of_an_event_an_act_or_a_refusal() -> None:
    keys = {event.key for event in EVENTS}
    refusals = {f"refused.{each.value}" for each in BouillotteRefusal}
    verbs = {f"told.{verb.name}" for verb in GAME.verbs}
    known = {f"event.{key}" for key in keys} | {f"clause.{key}" for key in keys} | refusals | verbs
    own = {key for key in OWN if key.partition(".")[0] not in AT_TABLES}
    assert own <= known
    assert refusals | verbs <= OWN.keys()


DETAILS: dict[StrEnum, dict[str, object]] = {
    BouillotteRefusal.CARRE_TOO_DEAR: {"pot": "5"},
    BouillotteRefusal.TOO_LOW: {"least": "5"},
    BouillotteRefusal.BEYOND_CAVE: {"most": "5"},
    BouillotteRefusal.CAVE_TOO_SHORT: {"most": "5"},
}


@pytest.mark.parametrize("refusal", BouillotteRefusal, ids=lambda refusal: refusal.value)
def test_every_refusal_has_a_sentence(refusal: BouillotteRefusal) -> None:
    words = refusal_words(IllegalAction(refusal, "O-2.4", **DETAILS.get(refusal, {})))
    assert words.startswith("O-2.4: ")
    assert len(words) > 20


def test_a_sum_reads_well() -> None:
    words = catalogue("en", GAME)
    assert fill(words, "event.sums", clubs=30, diamonds=28, hearts=48, spades=17).endswith(
        "♣\N{NO-BREAK SPACE}30, ♦\N{NO-BREAK SPACE}28, ♥\N{NO-BREAK SPACE}48, ♠\N{NO-BREAK SPACE}17"
    )
    assert fill(words, "event.hand", seat="Ana", cards=(ACE, Card.parse("8s"))) == "Ana shows A♥ 8♠"


TOLD: tuple[tuple[Action, dict[str, object]], ...] = (
    (PLAIN["call"], {}),
    (Open(5 * UNITS), {"units": 5 * UNITS}),
    (Raise(5 * UNITS), {"units": 5 * UNITS}),
    (PLAIN["refill yes"], {"answer": "yes"}),
    (PLAIN["refill no"], {"answer": "no"}),
)


@pytest.mark.parametrize(("action", "told"), TOLD, ids=lambda each: str(each))
def test_what_the_table_is_told_of_an_act(action: Action, told: dict[str, object]) -> None:
    assert action.told() == told
    assert fields_of(OWN[f"told.{action.verb}"]) <= {"seat", *told}


def test_words_round_trip() -> None:
    for words in (*PLAIN, "open 5", "raise 13/5"):
        verb, _, rest = words.partition(" ")
        assert str(parse(verb, rest)) == words
    for verb, rest in (("carre", "1"), ("refill", ""), ("refill", "maybe"), ("stay", ""), ("", "")):
        assert parse(verb, rest) is None
    with pytest.raises(BadAmount):
        parse("raise", "ten")


# ---- the rule book


def test_the_book_has_a_minute_five_sections_and_every_clause_in_order() -> None:
    topics = re.findall(r"^## (.*)$", BOOK, re.MULTILINE)
    assert topics[0] == "In one minute"
    assert [topic.split()[0] for topic in topics[1:]] == [f"O-{section}" for section in range(1, 6)]
    found = re.findall(r"^\*\*(O-\d\.\d+)\*\* ", BOOK, re.MULTILINE)
    wanted = {"O-1": 5, "O-2": 9, "O-3": 4, "O-4": 4, "O-5": 6}
    assert found == [f"{section}.{n}" for section, last in wanted.items() for n in range(1, last + 1)]


def test_every_clause_the_engine_cites_is_in_the_book() -> None:
    sources = [file.read_text("utf-8") for file in GAME.folder.glob("*.py")]
    cited = {clause for source in sources for clause in re.findall(r'"(O-\d\.\d+)"', source)}
    assert len(cited) > 10
    assert cited <= CLAUSES


def test_every_option_is_explained_and_a_section_fits_a_message() -> None:
    assert all(f"`{option}`" in BOOK for option in BouillotteRules.CHOICES)
    assert all(len(section) < 3800 for section in BOOK.split("\n## "))


# ---- the observation


def test_before_the_carres_are_over_nobody_has_a_hand() -> None:
    """O-1.5."""
    replay = acts(feed(table(), ["deal 1"]), "carre")
    assert [seen_by(replay, seat).hand for seat in (None, 0, 1, 2, 3)] == [()] * 5
    assert str(seen_by(replay, None).offered[0]) == "carre"


def test_without_a_showdown_hands_stay_hidden() -> None:
    replay = acts(dealt(), "open 5, fold, fold, fold")
    seen = seen_by(replay, None)
    assert (seen.shown, seen.sums, seen.hand) == ((), {}, ())
    assert len(seen_by(replay, 1).hand) == 3


def test_what_everybody_sees_of_the_betting() -> None:
    seen = seen_by(acts(dealt(), "open 5, call, fold"), None)
    assert seen.put == (5 * UNITS, 5 * UNITS, 0, UNITS)
    assert [view.stance for view in seen.seats] == ["opened", "called", "folded", ""]
    assert [view.record // UNITS for view in seen.seats] == [95, 95, 100, 99]
    assert (seen.live, seen.last, seen.phase, seen.last_carre) == ((0, 1, 3), 0, "answering", None)
    assert [str(each) for each in seen.offered] == ["call", "fold"]


def test_what_everybody_sees_of_the_pots() -> None:
    """One pot while nobody is all-in, a side pot above who is."""
    one = seen_by(acts(dealt(), "open 5"), None)
    assert [(pot.units // UNITS, pot.contenders) for pot in one.pots] == [(6, (0, 1, 2, 3))]
    two = seen_by(acts(dealt(caves=(100, 3, 100, 100), carried=2), "open 5, call, call"), None)
    assert [(pot.units // UNITS, pot.contenders) for pot in two.pots] == [(12, (0, 1, 2, 3)), (4, (0, 2, 3))]


PHASES = {
    "doubling": ("", ""),
    "dealing": ("decline", None),
    "speaking": ("decline", ""),
    "answering": ("decline", "open 5"),
    "last-chance": ("decline", "open 5, call, call, call"),
    "between": ("decline", "open 5, fold, fold, fold"),
}


@pytest.mark.parametrize(("phase", "before", "so_far"), [(key, *case) for key, case in PHASES.items()])
def test_phases(phase: str, before: str, so_far: str | None) -> None:
    replay = acts(feed(table(), ["deal 1"]), before)
    if before and so_far is not None:
        acts(deal(replay), so_far)
    assert seen_by(replay, None).phase == phase
    assert len(PACK.cards) == 20


def test_before_and_after_the_sitting() -> None:
    replay = table()
    assert seen_by(replay, None).phase == "between"
    assert seen_by(replay, 0).seats[0].cards == 0
    feed(replay, ["d end"])
    assert seen_by(replay, None).phase == "over"
