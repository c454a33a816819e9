"""Records of Bura: the samples, whole series dealt by themselves, and the words of its lines."""

import json
from pathlib import Path

import pytest
from bura_positions import header

from engine.__main__ import main
from engine.bura.actions import CLAIM, WAIVE
from engine.fair import check
from engine.game import games
from engine.play import steps
from engine.players import players
from engine.replay import Replay, replayed
from engine.shuffle import Proof, Stream

RECORDS = Path(__file__).parents[1] / "records" / "bura"
SAMPLES = Path(__file__).parents[3] / "shared" / "records"


def replay_of(text: str) -> Replay:
    replay, fault = replayed(text.removesuffix("\n").split("\n"))
    assert fault is None, str(fault)
    assert replay
    return replay


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="no sample records lie beside the project")
def test_the_sample_of_bura() -> None:
    text = (SAMPLES / "bura.rec").read_text("utf-8")
    replay = replay_of(text)
    assert replay.text() == text
    assert replay.json() == json.loads((SAMPLES / "bura.json").read_text("utf-8"))


def test_u_2_2_the_cards_of_a_series_come_as_shuffled() -> None:
    text = (RECORDS / "u-6-1-a-whole-series.rec").read_text("utf-8")
    assert check(text.splitlines()).proven == (1, 2, 3)


@pytest.mark.parametrize(
    ("line", "wrong"), [("= trick p2", "= trick p1"), ("= claimed p2 32", "= claimed p2 31")]
)
def test_another_consequence_is_not_believed(line: str, wrong: str) -> None:
    text = (RECORDS / "s3-6-each-card-is-covered.rec").read_text("utf-8")
    assert line in text
    replay, fault = replayed(text.replace(line, wrong, 1).splitlines())
    assert fault
    assert "this is not what the engine computes here" in fault.reason
    assert fault.reason.startswith(("U-3.3: ", "U-5.1: "))
    assert replay
    assert replay.body, "the good prefix stays"


def test_a_series_that_is_stopped_after_some_deals() -> None:
    def proof(deal: int) -> Proof:
        return Proof(0, deal, bytes(32), bytes(16), str(deal))

    head = header("series")
    *_, stopped = steps(head, players(head.game)["rule"], Stream(bytes(32), ""), proof, 2)
    assert stopped.body[-3].startswith("= records")
    assert "d end" in stopped.body
    assert len(stopped.deals) == 2
    assert stopped.sitting.places


def test_the_command_line_stops_after_so_many_deals(capsys: pytest.CaptureFixture[str]) -> None:
    """A sitting by pots has no number of deals: the players agree to stop."""
    assert main(["deal", "bura", "--seed", "1", "--deals", "2"]) == 0
    text = capsys.readouterr().out
    replay = replay_of(text)
    assert [deal.report.complete for deal in replay.deals if deal.report] == [True, True]
    assert replay.json()["complete"] is True
    assert replay.header.rules_text == "series"
    assert main(["deal", "bura", "--seed", "1", "--deals", "2"]) == 0
    assert capsys.readouterr().out == text, "same seed, same record"


def test_bura_s_words_round_trip() -> None:
    game = games()["bura"]
    kinds = ("announce bura", "announce aces", "announce molodka")
    for words in ("waive", "claim", *kinds, "play Td", "play QhAh9h"):
        verb, _, rest = words.partition(" ")
        assert str(game.parse(verb, rest)) == words
    assert game.parse("waive", "") is WAIVE
    assert game.parse("claim", "") is CLAIM
    for verb, rest in (("waive", "x"), ("claim", "x"), ("announce", ""), ("announce", "BURA"), ("play", "")):
        assert game.parse(verb, rest) is None
