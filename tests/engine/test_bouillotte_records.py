"""Records of Bouillotte: the sample beside the project, sittings played by themselves, and bad lines."""

import json
from pathlib import Path

import pytest

from engine.fair import check
from engine.replay import Replay, replayed

HERE = Path(__file__).parents[1] / "records" / "bouillotte"
SAMPLES = Path(__file__).parents[3] / "shared" / "records"


def replay_of(text: str) -> Replay:
    replay, fault = replayed(text.removesuffix("\n").split("\n"))
    assert fault is None, str(fault)
    assert replay
    return replay


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="no sample records lie beside the project")
def test_the_sample_record() -> None:
    """The sample's JSON lacks ``results``, which contract §3 asks for; everything else is equal."""
    text = (SAMPLES / "bouillotte.rec").read_text("utf-8")
    replay = replay_of(text)
    assert replay.text() == text
    told = replay.json()
    assert told.pop("results") == {"p1": "-201", "p2": "-13", "p3": "250", "p4": "-36"}
    assert told == json.loads((SAMPLES / "bouillotte.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["o-5-a-whole-sitting", "o-5-2-a-whole-sitting-asked"])
def test_a_whole_sitting_is_fair_and_ends(name: str) -> None:
    text = (HERE / f"{name}.rec").read_text("utf-8")
    assert check(text.splitlines()).proven == tuple(range(1, 13))
    assert replay_of(text).json()["complete"] is True


def test_s4_7_the_carre_and_the_brelan() -> None:
    told = replay_of((HERE / "s4-7-a-carre-and-a-brelan.rec").read_text("utf-8")).json()
    assert told["deals"][0]["winners"] == {"p1": "12"}  # type: ignore[index]
    assert told["bonus"] == {"p1": "5", "p2": "1", "p3": "-3", "p4": "-3"}
    booked = [each for each in told["deals"][0]["postings"] if each[1] == "brelan"]  # type: ignore[index]
    assert booked == [
        ["bonus:p1", "brelan", "5"],
        ["bonus:p2", "brelan", "1"],
        ["bonus:p3", "brelan", "-3"],
        ["bonus:p4", "brelan", "-3"],
    ]


BAD = {
    "a total that is no amount": ("p1 open 1/11", "“1/11” is not an amount"),
    "a total too high": (
        "p1 open 101",
        "O-1.2: your cave does not reach so far; with all of it your total is 100",
    ),
    "broken chips": ("p1 open 3/2", "O-2.3: stakes are whole chips"),
    "words of another game": ("p1 stay", "these are no words of this game"),
    "an answer that is none": ("p1 refill maybe", "these are no words of this game"),
    "no total": ("p1 open", "“” is not an amount"),
    "out of turn": ("p2 pass", "O-2.2: it is not your turn; p1 is to act"),
    "a consequence that is none": ("= win p1 5", "O-4.2: this is not what the engine computes here"),
}


@pytest.mark.parametrize(("line", "reason"), BAD.values(), ids=BAD)
def test_bad_lines(line: str, reason: str) -> None:
    lines = (HERE / "s4-7-a-carre-and-a-brelan.rec").read_text("utf-8").splitlines()
    place = lines.index("p1 open 3")
    replay, fault = replayed([*lines[:place], line, *lines[place:]])
    assert fault
    assert fault.number == place + 1
    assert reason in fault.reason
    assert replay
    assert replay.body[-1] == "d turn 9s"


def test_a_bad_line_is_told_what_was_legal() -> None:
    lines = (HERE / "s4-7-a-carre-and-a-brelan.rec").read_text("utf-8").splitlines()
    _, fault = replayed([*lines[: lines.index("p1 open 3")], "p1 call"])
    assert fault
    assert fault.reason == "O-2.2: nobody has opened yet, so pass or open"
    assert fault.instead == "p1 pass; p1 open 1-100"
