"""A game of which the house knows but one line: dealt, replayed and questioned at the command line."""

import json
import re
from pathlib import Path

import pytest
from self_play import PLAYERS, SPREAD, played

from engine.__main__ import main
from engine.game import games
from engine.replay import replayed
from engine.words import load

SEEDS = 60
BEGUN = """\
Record: 1
Game: knock
Rules: series players=3
Seats: p1=Ana p2=Ben p3=Cleo
Dealer: p3

deal 1
= ante p1 1
= ante p2 1
= ante p3 1
d deal p1 AhKs9d
d deal p2 QhTcTd
d deal p3 KhJs9c
p1 lay Ah
"""

pytestmark = pytest.mark.usefixtures("fourth_game")


@pytest.mark.parametrize("players", PLAYERS)
def test_it_deals_itself(players: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tuple(f"series players={seats} deals={seats}" for seats in (2, 3, 4))
    monkeypatch.setitem(SPREAD, "knock series", lines)
    deals = sum(len(played("knock series", seed, players).deals) for seed in range(SEEDS))
    assert deals == SEEDS // 3 * (2 + 3 + 4)


def test_its_record_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "knock.rec"
    file.write_text(BEGUN + "p2 lay Qh\np3 knock\n", "utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["records"] == {"p1": "2", "p2": "-1", "p3": "-1"}
    assert told["deals"][0]["winners"] == {"p1": "3"}
    assert told["deals"][0]["tricks"] == {"p1": 1, "p2": 0, "p3": 0}


def test_what_is_legal_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "knock.rec"
    file.write_text(BEGUN, "utf-8")
    assert main(["legal", str(file)]) == 0
    assert capsys.readouterr().out == "p2: lay Qh, knock\n"


FAULTS = {
    "p2 lay Tc": "K-3.2: you can follow suit, so you must",
    "p2 lay 9c": "K-3.1: 9♣ is not in your hand",
    "p3 lay Kh": "K-3.1: it is not your turn; p2 is to act",
    "p2 play Qh": "these are no words of this game",
    "= win p1 3": "K-4.1: this is not what the engine computes here",
}


@pytest.mark.parametrize(("line", "reason"), FAULTS.items(), ids=FAULTS)
def test_what_is_wrong_in_it(line: str, reason: str) -> None:
    _, fault = replayed([*BEGUN.splitlines(), line])
    assert fault
    assert fault.reason == reason


def test_a_deal_that_is_broken_off_is_void() -> None:
    replay, fault = replayed([*BEGUN.splitlines(), "d end"])
    assert fault is None
    assert replay
    assert replay.sitting.records == (0, 0, 0)
    assert replay.sitting.places == (1, 1, 1)


def test_every_clause_it_names_stands_in_its_book() -> None:
    folder = games()["knock"].folder
    clauses = set(re.findall(r"\*\*(K-\d\.\d)\*\*", (folder / "rules.md").read_text("utf-8")))
    words = load(folder / "words.en.toml")
    assert {text for key, text in words.items() if key.startswith("clause.")} <= clauses
