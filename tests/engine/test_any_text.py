"""Whatever is read as a card, seat, amount, rules, proof or record: a result, or the documented fault."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import lines_of
from engine.cards import BadCard, Card, parse_cards, run
from engine.errors import BadAmount, BadRules
from engine.fair import MARK, Unfair, check, proof_line, read_proof
from engine.game import Game, games
from engine.ledger import amount, parse_amount
from engine.record import BadRecord, Malformed, read_action, write
from engine.replay import Replay, replayed
from engine.seats import BadSeat, parse_seat, seat_name
from engine.shuffle import Proof

RECORDS = sorted(
    (Path(__file__).parents[1] / "records").glob("*/*.rec"), key=lambda file: file.stat().st_size
)[:20]
GAMES = st.sampled_from(list(games().values()))
LETTERS = st.sampled_from("AKQJT98765432cdhs10p=#/- \t\0éÄ♥１٣²\u2028\ufeff\x85")
TEXTS = (
    st.text(LETTERS, max_size=12) | st.text(max_size=12) | st.sampled_from(["9" * 5000, "1/" + "9" * 5000])
)
ACTORS = ("d", "p1", "p8", "p9", "=", "deal")
VERBS = tuple(verb.name for game in games().values() for verb in game.verbs)
CHANCE = ("deal", "turn", "shuffle", "end", "win", "pot", "early")
REST = ("bura", "yes", "no", "stay", "Ah", "AhKh", "1", "13/5", "-5", "0")
WORDS = st.sampled_from(ACTORS + VERBS + CHANCE + REST)
LINES = st.lists(WORDS | TEXTS, max_size=5).map(" ".join)


def either(read: Callable[[str], Any], text: str, *faults: type[Exception]) -> Any:
    """What ``read`` makes of ``text``; None if it raises one of the documented ``faults``."""
    try:
        return read(text)
    except faults:
        return None


@given(text=TEXTS)
def test_cards(text: str) -> None:
    card = either(Card.parse, text, BadCard)
    assert card is None or str(card) == text
    cards = either(parse_cards, text, BadCard)
    assert cards is None or run(cards) == text


@given(text=TEXTS, seats=st.integers(2, 8))
def test_seats(text: str, seats: int) -> None:
    seat = either(lambda each: parse_seat(each, seats), text, BadSeat)
    assert seat is None or (seat_name(seat) == text and 0 <= seat < seats)


@given(text=TEXTS)
def test_amounts(text: str) -> None:
    units = either(parse_amount, text, BadAmount)
    assert units is None or amount(units) == text


@st.composite
def rules_lines(draw: st.DrawFn, game: Game) -> str:
    """Of presets and options that the game knows, and others, with values that they take, and others."""
    choices = game.rules.CHOICES
    words = [draw(st.sampled_from([*game.rules.PRESETS]) | TEXTS)]
    for key in draw(st.lists(st.sampled_from([*choices]) | TEXTS, max_size=4)):
        samples = choices[key].samples() if key in choices else ("1",)
        words.append(f"{key}={draw(st.sampled_from(samples) | TEXTS)}")
    return draw(st.sampled_from([" ", " ", " ", "  ", "\t"])).join(words)


@given(data=st.data(), game=GAMES)
def test_rules(data: st.DataObject, game: Game) -> None:
    text = data.draw(rules_lines(game))
    rules = either(game.rules.parse, text, BadRules)
    if rules is not None:
        assert game.rules.parse(str(rules)) == rules
        assert either(lambda _: rules.check_opening(), "", BadRules) is None


@given(game=GAMES, seats=st.integers(2, 8), line=LINES)
def test_lines(game: Game, seats: int, line: str) -> None:
    read = either(lambda each: read_action(game, seats, each), line, Malformed)
    assert read is None or write(*read) == line


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@given(data=st.data(), any_json=ANY_JSON)
def test_proofs(data: st.DataObject, any_json: Any) -> None:
    proof = Proof(7, 1, bytes(range(32)), bytes(range(16)), "a cut – with é")
    told = json.loads(proof_line(proof).removeprefix(MARK))
    told[data.draw(st.sampled_from([*told]) | st.text(max_size=5))] = any_json
    for line in (
        MARK + json.dumps(told),
        MARK + json.dumps(any_json),
        MARK + data.draw(st.text(max_size=20)),
    ):
        read = either(read_proof, line, Malformed, Unfair)
        assert read is None or read_proof(proof_line(read)) == read


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good record with lines or bytes of it taken out, doubled, swapped or written over."""
    lines = draw(st.sampled_from(RECORDS)).read_bytes().split(b"\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["out", "twice", "swap", "other", "bytes"])):
            case "out":
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "other":
                lines[at] = draw(LINES).encode("utf-8", "surrogatepass")
            case "bytes":
                place = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + draw(st.binary(max_size=4)) + lines[at][place + 2 :]
        if not lines:
            break
    return b"\n".join(lines)


@given(record=damaged() | st.binary(max_size=200))
def test_records(record: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "any.rec"
    file.write_bytes(record)
    replay, fault = replayed(lines_of(str(file)))
    if fault:
        assert fault.number > 0
        assert str(fault).isprintable()
    if replay:
        again, none = replayed(replay.text().splitlines())
        assert none is None
        assert again is not None
        assert (again.json(), again.text()) == (replay.json(), replay.text())
        json.dumps(replay.json(), allow_nan=False)
    assert (
        either(lambda _: check(lines_of(str(file))), "", BadRecord, Malformed, Unfair) is None
    ) or not fault


def replay_of(file: Path) -> Replay:
    replay, fault = replayed(lines_of(str(file)))
    assert fault is None
    assert replay is not None
    return replay


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_records_that_are_damaged_are_good(file: Path) -> None:
    assert replay_of(file).body
