"""Golden records: each cites its clause in the first line and replays to itself, letter for letter."""

import json
import re
from pathlib import Path

import pytest

from engine.fair import check
from engine.replay import Replay, replayed

HERE = Path(__file__).parent
GOLDEN = sorted(HERE.glob("*/*.rec"))
SAMPLES = HERE.parents[2] / "shared" / "records"
WITH_SAMPLES = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no sample records lie beside the project")


def replay_of(text: str) -> Replay:
    replay, fault = replayed(text.removesuffix("\n").split("\n"))
    assert fault is None, str(fault)
    assert replay
    return replay


def said(text: str) -> list[str]:
    """The body without comment lines: they stand where they stood, not where consequences end."""
    return [line for line in replay_of(text).body if line[0] != "#"]


def read(name: str) -> Replay:
    return replay_of((HERE / "bourre" / f"{name}.rec").read_text("utf-8"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_record_replays_to_itself(file: Path) -> None:
    """B-9.5."""
    text = file.read_text("utf-8")
    assert re.match(r"# [BUO]-\d", text), "the first line cites a clause"
    assert replay_of(text).text() == text


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_consequences_need_not_be_written(file: Path) -> None:
    """Without them, and without the proofs that stand before them, the same record comes out."""
    lines = [line for line in file.read_text("utf-8").splitlines(keepends=True) if line[0] != "#"]
    bare = "".join(line for line in lines if line[0] != "=")
    assert replay_of(bare).text() == "".join(lines)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_beginning_of_a_record_is_a_record(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    whole = said("\n".join(lines) + "\n")
    first = lines.index("") + 1
    for end in range(first, len(lines), 1 + len(lines) // 40):
        prefix = said("\n".join(lines[:end]) + "\n")
        assert prefix == whole[: len(prefix)]


@pytest.mark.parametrize("line", range(10, 28))
def test_no_line_of_a_deal_can_be_left_out(line: int) -> None:
    """Of the acts of a deal that is played out, each is needed for what follows."""
    lines = (HERE / "bourre" / "s0-8-the-next-pot-is-nine.rec").read_text("utf-8").splitlines()
    acts = [i for i, text in enumerate(lines) if i > 8 and text and text[0] not in "=#"]
    _, fault = replayed(lines[: acts[line - 10]] + lines[acts[line - 10] + 1 :])
    assert fault


def test_s0_8_a_heart_of_his_choice() -> None:
    replay = read("s0-8-any-heart-on-a-trumped-trick")
    assert replay.body[-2:] == ["p3 play 5h", "= trick p2"]


def test_s0_8_the_next_pot_is_nine() -> None:
    told = read("s0-8-the-next-pot-is-nine").json()
    assert told["pot"] == "9"
    assert told["deals"][0]["tricks"] == {"p1": 3, "p2": 2, "p3": 0}  # type: ignore[index]
    assert told["deals"][0]["winners"] == {"p1": "5"}  # type: ignore[index]
    antes = [account for account, cause, _ in told["deals"][1]["postings"] if cause == "ante"]  # type: ignore[index]
    assert antes == ["p1", "pot", "p2", "pot", "p4", "pot", "p5", "pot"]


def test_a_whole_sitting_is_fair_and_ends() -> None:
    text = (HERE / "bourre" / "b-9-a-whole-sitting.rec").read_text("utf-8")
    assert check(text.splitlines()).proven == tuple(range(1, 13))
    assert replay_of(text).json()["complete"] is True


@WITH_SAMPLES
@pytest.mark.parametrize("name", ["bourre-series", "bourre-honour"])
def test_the_sample_of_bourre(name: str) -> None:
    text = (SAMPLES / f"{name}.rec").read_text("utf-8")
    replay = replay_of(text)
    assert replay.text() == text
    assert replay.json() == json.loads((SAMPLES / f"{name}.json").read_text("utf-8"))
