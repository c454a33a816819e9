"""Cards, seats, amounts, options, words: small things that everything stands on."""

import copy
import pickle
import re
import string
from dataclasses import fields, replace
from enum import StrEnum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import dealt, declared, header

from engine.actions import Action, DealCards, NextDeal, Span, TurnUp
from engine.bourre.actions import PACK, PLAY, STAY, Draw
from engine.bourre.events import Bourred
from engine.bourre.options import BourreRules
from engine.bourre.refusals import BourreRefusal
from engine.bourre.sitting import BourreSitting
from engine.cards import BadCard, Card, Suit, parse_cards, run
from engine.dealer import CardsDue, DealDue, Dealer, ShuffleDue, TurnUpDue
from engine.errors import BadAmount, BadRules, IllegalAction, Refusal
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
from engine.game import Verb, games
from engine.ledger import UNITS, Posting, Unbalanced, amount, balances, batch, move, parse_amount
from engine.options import Choice
from engine.players.random_player import choose as choose_randomly
from engine.record import Malformed, plain_name, read_action
from engine.replay import Replay
from engine.seats import CHANCE, BadSeat, from_left, parse_seat, seat_name
from engine.shuffle import Stream
from engine.words import catalogue, clause_of, fill, readable, refusal_words

# ---- cards


@given(st.lists(st.sampled_from(PACK.cards), unique=True))
def test_a_run_of_cards_round_trips(cards: list[Card]) -> None:
    assert parse_cards(run(cards)) == tuple(cards)
    assert set(PACK.in_mask(PACK.mask(cards))) == set(cards)
    assert PACK.sorted(PACK.mask(cards)) == tuple(sorted(cards, key=PACK.cards.index, reverse=True))


@pytest.mark.parametrize("text", ["ah", "10h", "Ah ", "A♥", "1h", "AhK", "AhAh", "AhX", " Ah"])
def test_what_is_no_run_of_cards(text: str) -> None:
    with pytest.raises(BadCard):
        parse_cards(text)


def test_there_is_one_object_for_a_card() -> None:
    ace = Card.parse("Ah")
    assert Card.parse("Ah") is ace
    assert pickle.loads(pickle.dumps(ace)) is ace
    assert copy.deepcopy(ace) is ace
    assert repr(ace) == "Card('Ah')"
    assert (ace.symbol, Card.parse("Td").symbol, Suit.SPADES.symbol) == ("A♥", "10♦", "♠")


def test_a_pack_ranks_its_cards() -> None:
    assert len(PACK.cards) == 52
    assert PACK.in_mask(PACK.above[PACK.bit[Card.parse("Qs")]]) == parse_cards("KsAs")


# ---- seats


def test_seats_round_trip() -> None:
    assert [parse_seat(seat_name(seat), 8) for seat in range(8)] == list(range(8))
    assert seat_name(CHANCE) == "d"
    assert list(from_left(3, 5)) == [4, 0, 1, 2, 3]
    for text in ("p0", "p6", "p", "P1", "p11", "d", "", "p١"):
        with pytest.raises(BadSeat):
            parse_seat(text, 5)


def test_a_name_fits_a_seats_line() -> None:
    assert plain_name(" Ana  Maria #1=x\u2028y ", 0) == "Ana_Maria_1_x_y"
    assert plain_name("   ", 2) == "p3"


# ---- amounts and the ledger


@given(st.integers(-(10**9), 10**9))
def test_an_amount_round_trips(units: int) -> None:
    assert parse_amount(amount(units)) == units
    assert Fraction(amount(units)) * UNITS == units


NO_AMOUNTS = [
    *("", "5.0", "1e3", "1e999999999", "+5", " 5", "05", "10/5", "1/0", "1/11", "5/", "-0", "٣", "1_0"),
    "9" * 5000,
]


@pytest.mark.parametrize("text", NO_AMOUNTS, ids=lambda text: text[:12])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(BadAmount):
        parse_amount(text)


def test_every_share_among_two_to_eight_is_whole() -> None:
    assert all(UNITS % seats == 0 for seats in range(2, 9))
    assert amount(13 * UNITS // 5) == "13/5"


def test_a_batch_sums_to_zero_and_drops_zeros() -> None:
    assert batch(move("win", "pot", "p1", 0)) == ()
    with pytest.raises(Unbalanced, match="off by 1"):
        batch([Posting("p1", "win", UNITS)])
    assert balances(move("win", "pot", "p1", 7)) == {"pot": -7, "p1": 7}


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


# ---- options

RULES = {
    "series": {},
    "series players=7": {"players": 7},
    "series deals=open": {"deals": None},
    "series deals=1": {"deals": 1},
    "series players=2 deals=999": {"players": 2, "deals": 999},
}


@pytest.mark.parametrize(("text", "values"), RULES.items(), ids=RULES)
def test_rules_round_trip(text: str, values: dict[str, object]) -> None:
    rules = BourreRules.parse(text)
    assert {name: getattr(rules, name) for name in values} == values
    assert str(rules) == text


def test_the_preset_s_own_values_are_not_written() -> None:
    assert str(BourreRules.parse("series players=5 deals=12 cinch=on ante=1 pot_limit=none")) == "series"


BAD_RULES = {
    "": "no preset",
    "Series": "no preset",
    "wiki": "no preset",
    "series players": "no option",
    "series player=5": "no option",
    "series players=5 players=6": "given twice",
    "series players=8": "2 to 7",
    "series players=1": "from 2 to 8",
    "series players=five": "from 2 to 8",
    "series players=05": "from 2 to 8",
    "series players=٥": "from 2 to 8",
    "series deals=0": "from 1 to 999 or open",
    "series deals=1000000000000": "from 1 to 999 or open",
    "series ante=0": "whole chips",
    "series ante=1/2": "whole chips",
    "series ante=1e999999999": "whole chips",
    "series pot_limit=no": "or none",
    "series cinch=yes": "on or off",
    "series conduct=loose": "strict or honour",
    "series conduct=honour": "conduct=honour is not played here yet",
    "series hand_size=4": "hand_size=4 is not played here yet",
    "series declare=simultaneous": "not played here yet",
    "series undertrump=free": "not played here yet",
    "series ante=2": "ante=2 is not played here yet",
    "series ante_by=dealer": "not played here yet",
    "series second_ante=on": "second_ante=on is not",
    "series pot_limit=6": "pot_limit=6 is not",
    "series cinch=off": "cinch=off is not",
    "series start=0": "start=0 is not",
}


@pytest.mark.parametrize(("text", "told"), BAD_RULES.items(), ids=BAD_RULES)
def test_rules_are_refused_with_the_reason(text: str, told: str) -> None:
    with pytest.raises(BadRules, match=re.escape(told)):
        BourreRules.parse(text)


def test_rules_fit_the_seats_taken() -> None:
    bourre = games()["bourre"]
    series = BourreRules.parse("series")
    assert str(bourre.seated(series, 3)) == "series players=3"
    assert bourre.players(bourre.seated(series, 5)) == 5
    for seats in (1, 8):
        with pytest.raises(BadRules, match="2 to 7"):
            bourre.seated(series, seats)


# ---- words

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
    assert {key for key in catalogue() if key.startswith("refused.")} == known


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


# ---- what games to come will use


CHOICES = (*BourreRules.CHOICES.items(),)


@pytest.mark.parametrize(("option", "choice"), CHOICES, ids=BourreRules.CHOICES)
def test_samples_of_an_option_are_read_and_written(option: str, choice: Choice) -> None:
    assert choice.samples()
    for text in choice.samples():
        assert choice.text(choice.parse(text)) == text
        assert getattr(BourreRules.PRESETS["series"], option) is not ...


ARE_TOLD = {
    "stay": (STAY, {}),
    "draw": (Draw((Card.parse("Ah"),)), {"n": 1}),
    "play": (PLAY[1], {"cards": (PACK.card[1],)}),
    "deal": (DealCards(0, PACK.cards[:5]), None),
    "next-deal": (NextDeal(2), {"number": 2}),
    "turn": (TurnUp(PACK.card[1]), {"card": PACK.card[1]}),
}


@pytest.mark.parametrize(("action", "told"), ARE_TOLD.values(), ids=ARE_TOLD)
def test_what_the_table_is_told_of_an_action(action: Action, told: object) -> None:
    assert action.told() == told


def test_an_event_is_told_by_its_key_unless_it_knows_better() -> None:
    class Rung(Event):
        key = "rung"

    assert Rung().line == "rung"


def test_the_dealer_says_and_does_what_is_due() -> None:
    dealer = Dealer(PACK, Stream(bytes(32), ""))
    pile = Stream(bytes(32), "").shuffled(PACK.cards)
    assert dealer.answer(DealDue(3)) == NextDeal(3)
    assert dealer.answer(CardsDue(1, (0, 5))) == DealCards(1, (pile[0], pile[5]))
    assert dealer.answer(TurnUpDue(24)) == TurnUp(pile[24])
    told = [str(due) for due in (DealDue(3), CardsDue(1, (0, 5)), TurnUpDue(24), ShuffleDue(()))]
    assert told == ["deal 3", "d deal p2 and 2 card(s)", "d turn and a card", "d shuffle"]


def raised(verb: str, rest: str) -> Action | None:
    """Words of a game with amounts: ``raise N``."""
    return NextDeal(parse_amount(rest)) if verb == "raise" else None


STAKES = replace(games()["bourre"], verbs=(Verb("raise", option="total", takes="amount"),), parse=raised)


def test_a_line_with_an_amount() -> None:
    with pytest.raises(Malformed, match="“1/11” is not an amount"):
        read_action(STAKES, 5, "p1 raise 1/11")


def test_a_random_player_chooses_an_amount_of_a_range() -> None:
    seen = replace(Replay(header()).sitting.observe(0), legal=(Span("raise", 4, 6),))
    chooser = Stream(bytes(32), "")
    chosen = {choose_randomly(STAKES, seen, chooser) for _ in range(50)}
    assert chosen == {NextDeal(units * UNITS) for units in (4, 5, 6)}


def test_a_game_without_tricks_tells_none() -> None:
    replay = dealt("AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d")
    assert replay.deals[0].report
    replay.deals[0].report = replace(replay.deals[0].report, tricks=None)
    assert "tricks" not in replay.json()["deals"][0]  # type: ignore[index]


def test_a_deal_that_is_over_owes_nothing() -> None:
    replay = declared("AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d", "")
    assert isinstance(replay.sitting, BourreSitting)
    assert replay.sitting.deal
    assert replay.sitting.deal.phase.due(replay.sitting.deal) is None
    assert replay.sitting.due() == DealDue(2)
    assert replay.sitting.copy().observe(0) == replay.sitting.observe(0)
    with pytest.raises(IllegalAction, match=r"B-6\.1: over"):
        replay.sitting.apply(0, STAY)
