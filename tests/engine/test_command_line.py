"""The command line (contract §3), and sittings that play themselves."""

import contextlib
import io
import json
import os
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from positions import record, run_main

from engine import __main__ as command_line
from engine.bourre.options import SERIES, BourreRules
from engine.replay import replayed

HANDS = """deal 1
d deal p1 AhKh9c5d3s
d deal p2 QhJcTc8d2s
d deal p3 4h6c7s9d2d
d deal p4 5h7cJd9s3c
d deal p5 6hKc4cAs7h
d turn 7h
"""


def test_it_runs_as_a_module() -> None:
    asked = [sys.executable, "-m", "engine", "replay", "-"]
    run = subprocess.run(asked, input=record(HANDS).encode(), capture_output=True, timeout=60, check=False)
    assert run.returncode == 0
    assert run.stdout.decode().startswith("Record: 1\nGame: bourre\n")
    assert run.stderr == b""


def test_it_runs_as_a_module_in_this_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.rec"
    file.write_text(record(HANDS), "utf-8")
    monkeypatch.setattr(sys, "argv", ["engine", "legal", str(file)])
    monkeypatch.delitem(sys.modules, "engine.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("engine", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out == "p1: stay, pass\n"


def test_a_closed_pipe_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "w", encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdout", nobody)
        assert run_main(["deal", "bourre", "--deals", "99", "--seed", "1"]) == 0


def test_it_writes_to_whatever_stands_for_the_output() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as told:
        assert run_main(["legal", "-"], record(HANDS).encode()) == 0
    assert told.getvalue() == "p1: stay, pass\n"


def test_rules_that_leave_the_seats_open_need_players(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(BourreRules.PRESETS, "roomy", replace(SERIES, preset="roomy", players=None))
    assert run_main(["deal", "bourre", "--rules", "roomy"]) == 2
    assert capsys.readouterr().err == "These rules need players=N.\n"
    assert run_main(["deal", "bourre", "--rules", "roomy players=3", "--deals", "1", "--seed", "1"]) == 0


def test_nobody_reads_on() -> None:
    """A pipe that is closed is no fault."""
    asked = f"{sys.executable} -m engine deal bourre --deals 99 --seed 1 | head -1"
    run = subprocess.run(["bash", "-c", asked], capture_output=True, timeout=60, check=False)
    assert run.stdout == b"Record: 1\n"
    assert run.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    asked = f"{sys.executable} -m engine deal bourre --deals 1 --seed 1 > /dev/full"
    run = subprocess.run(["bash", "-c", asked], capture_output=True, timeout=60, check=False)
    assert run.returncode == 2
    assert run.stderr == b"The output cannot be written: No space left on device.\n"


def test_replay_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(["replay", "-", "--json"], record(HANDS + "p1 stay").encode()) == 0
    told = json.loads(capsys.readouterr().out)
    antes = [each for seat in range(1, 6) for each in ([f"p{seat}", "ante", "-1"], ["pot", "ante", "1"])]
    assert told == {
        "record": 1,
        "game": "bourre",
        "rules": "series",
        "seats": ["p1", "p2", "p3", "p4", "p5"],
        "deals": [
            {
                "number": 1,
                "dealer": "p5",
                "turn": "7h",
                "pot": "5",
                "tricks": {"p1": 0},
                "winners": {},
                "complete": False,
                "postings": [
                    *([f"p{seat}", "opening", "100"] for seat in range(1, 6)),
                    ["bank", "opening", "-500"],
                    *antes,
                ],
            }
        ],
        "records": {f"p{seat}": "99" for seat in range(1, 6)},
        "pot": "5",
        "to_act": ["p1"],
        "legal": {"p1": ["draw 0-5"]},
        "complete": False,
        "places": None,
    }


def test_json_of_a_header_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(["replay", "-", "--json"], record("").rstrip("\n").encode() + b"\n") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["deals"] == []
    assert told["to_act"] == []
    assert told["pot"] == "0"


def test_json_before_the_turn_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(["replay", "-", "--json"], record("deal 1").encode()) == 0
    assert json.loads(capsys.readouterr().out)["deals"][0]["turn"] is None


LEGAL = {
    "to speak": (HANDS, "p1: stay, pass\n", {"to_act": ["p1"], "legal": {"p1": ["stay", "pass"]}}),
    "chance": (
        "deal 1",
        "nobody acts; next: d deal p1 and 5 card(s)\n",
        {"to_act": [], "legal": {}},
    ),
    "over": ("d end", "nobody acts; next: nothing, the sitting is over\n", {"to_act": [], "legal": {}}),
}


@pytest.mark.parametrize(("body", "words", "told"), LEGAL.values(), ids=LEGAL)
def test_legal(body: str, words: str, told: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(["legal", "-"], record(body).encode()) == 0
    assert capsys.readouterr().out == words
    assert run_main(["legal", "-", "--json"], record(body).encode()) == 0
    assert json.loads(capsys.readouterr().out) == told


def test_legal_of_a_faulty_record_tells_the_good_prefix(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(["legal", "-"], record(HANDS + "p2 stay").encode()) == 1
    assert capsys.readouterr().out == "p1: stay, pass\n"
    assert run_main(["legal", "-"], b"Record: 2\n") == 1
    assert capsys.readouterr().out == ""


USAGE = {
    "no command": [],
    "unknown command": ["shuffle"],
    "no file": ["replay"],
    "file is missing": ["replay", "no/such/file.rec"],
    "file is a folder": ["replay", "."],
    "unknown game": ["deal", "bridge"],
    "unknown preset": ["deal", "bourre", "--rules", "grand"],
    "players left open": ["deal", "bourre", "--rules", "classic deals=3"],
    "open-ended": ["deal", "bourre", "--rules", "series deals=open"],
    "no deals": ["deal", "bourre", "--deals", "0"],
    "too many deals": ["deal", "bourre", "--deals", "1000"],
    "no deals where no option counts them": ["deal", "bura", "--deals", "0"],
    "less than no deals": ["deal", "bura", "--deals", "-1"],
    "deals are no number": ["deal", "bourre", "--deals", "many"],
    "players": ["deal", "bourre", "--players", "clever"],
}


@pytest.mark.parametrize("asked", USAGE.values(), ids=USAGE)
def test_bad_usage_is_2(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = run_main(asked)
    except SystemExit as left:  # argparse's way
        code = int(str(left.code))
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert told.err


@pytest.mark.parametrize("game", ["bourre", "bura", "bouillotte"])
def test_how_many_deals_there_can_be_is_told(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run_main(["deal", game, "--deals", "0"])
    assert "argument --deals: 0 is not a whole number from 1 to 999" in capsys.readouterr().err


def dealt(capsys: pytest.CaptureFixture[str], *asked: str) -> str:
    assert run_main(["deal", "bourre", *asked]) == 0
    return capsys.readouterr().out


def test_same_seed_same_record(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("random", "rule"):
        first = dealt(capsys, "--seed", "3", "--players", players)
        assert first == dealt(capsys, "--seed", "3", "--players", players)
        assert first != dealt(capsys, "--seed", "4", "--players", players)


def test_without_a_seed_each_record_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    assert dealt(capsys, "--deals", "1") != dealt(capsys, "--deals", "1")


@pytest.mark.parametrize(("rules", "deals"), [("series", 2), ("series deals=open", 3), ("series", 14)])
def test_so_many_deals(rules: str, deals: int, capsys: pytest.CaptureFixture[str]) -> None:
    text = dealt(capsys, "--rules", rules, "--deals", str(deals), "--seed", "1")
    assert sum(line.startswith("deal ") for line in text.splitlines()) == deals
    assert text.splitlines()[-1].startswith("= places ")


def test_output_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    file = tmp_path / "names.rec"
    file.write_text(record(HANDS).replace("p1=Ana", "p1=Анна"), "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "engine", "replay", str(file)],
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(command_line.__file__).parents[1])},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert run.stderr == b""
    assert "p1=Анна" in run.stdout.decode()


def test_a_thousand_deals_are_read_quickly_enough(capsys: pytest.CaptureFixture[str]) -> None:
    text = dealt(capsys, "--rules", "series deals=300 players=3", "--seed", "1", "--players", "random")
    replay, fault = replayed(io.StringIO(text))
    assert fault is None
    assert replay
    assert len(replay.deals) == 300
