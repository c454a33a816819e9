"""`fair` (contract §5): a good proof holds, and nothing can be changed without its notice."""

import json
import re
from collections.abc import Callable

import pytest
from positions import record, run_main

from engine.fair import MARK, Unfair, check, proof_line, read_proof
from engine.record import BadRecord, Malformed
from engine.shuffle import Proof

PROOF = Proof(7, 1, bytes(range(32)), bytes(range(16)), "coupe à gauche")


@pytest.fixture
def dealt(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert run_main(["deal", "bourre", "--rules", "series players=7", "--deals", "2", "--seed", "5"]) == 0
    return capsys.readouterr().out.removesuffix("\n").split("\n")


def with_proof(lines: list[str], **changes: object) -> list[str]:
    """The first proof changed."""
    at = next(i for i, line in enumerate(lines) if line.startswith(MARK))
    told = json.loads(lines[at].removeprefix(MARK)) | changes
    return [*lines[:at], MARK + json.dumps(told), *lines[at + 1 :]]


def test_a_proof_line_round_trips() -> None:
    assert read_proof(proof_line(PROOF)) == PROOF


def test_what_was_dealt_is_fair(dealt: list[str]) -> None:
    verdict = check(dealt)
    assert verdict.proven == (1, 2)
    assert verdict.unproven == ()


FLIPPED: dict[str, Callable[[str], str]] = {
    "secret": lambda text: ("0" if text[0] != "0" else "1") + text[1:],
    "salt": lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"),
    "commit": lambda text: text[::-1],
}


@pytest.mark.parametrize("field", FLIPPED)
def test_a_changed_proof_is_unfair(dealt: list[str], field: str) -> None:
    told = json.loads(next(line for line in dealt if line.startswith(MARK)).removeprefix(MARK))
    with pytest.raises(Unfair, match="commitment"):
        check(with_proof(dealt, **{field: FLIPPED[field](told[field])}))


def test_another_table_is_unfair(dealt: list[str]) -> None:
    with pytest.raises(Unfair, match="commitment"):
        check(with_proof(dealt, table=8))


def test_another_cut_is_unfair(dealt: list[str]) -> None:
    with pytest.raises(Unfair, match="the proof gives"):
        check(with_proof(dealt, cut="another"))


def test_a_card_swapped_in_a_hand_is_unfair(dealt: list[str]) -> None:
    at = next(i for i, line in enumerate(dealt) if line.startswith("d deal"))
    swapped = re.sub(r"(..)(..)$", r"\2\1", dealt[at])
    with pytest.raises(Unfair, match="deal 1: “d deal"):
        check([*dealt[:at], swapped, *dealt[at + 1 :]])


def test_the_cards_drawn_are_watched_too(dealt: list[str]) -> None:
    at = next(i for i, line in enumerate(dealt) if "deal p" in line and len(line.split()[-1]) == 4)
    two = dealt[at].split()[-1]
    with pytest.raises(Unfair, match="the proof gives"):
        check([*dealt[:at], dealt[at].replace(two, two[2:] + two[:2]), *dealt[at + 1 :]])


BAD_PROOFS = {
    "no object": "[]",
    "no JSON": "{",
    "deep": "[" * 100_000,
    "a field is missing": '{"table": 7}',
    "short secret": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"secret": "00"}),
    "short salt": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"salt": ""}),
    "no number": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"table": 7.5}),
    "negative": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"table": -1}),
    "true": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"deal": True}),
    "cut is a number": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"cut": 17}),
    "cut is no text": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"cut": "\ud800"}),
    "spaced": json.dumps(json.loads(proof_line(PROOF).removeprefix(MARK)) | {"secret": " " + "00" * 32}),
}


@pytest.mark.parametrize("told", BAD_PROOFS.values(), ids=BAD_PROOFS)
def test_what_is_no_proof(told: str) -> None:
    with pytest.raises(Malformed):
        read_proof(MARK + told)


def test_a_proof_given_twice(dealt: list[str]) -> None:
    first = next(line for line in dealt if line.startswith(MARK))
    with pytest.raises(Malformed, match="two proofs of deal 1"):
        check([*dealt, first])


def test_a_proof_of_a_deal_that_is_not_there(dealt: list[str]) -> None:
    with pytest.raises(Malformed, match="deal 9"):
        check([*dealt, proof_line(Proof(0, 9, PROOF.secret, PROOF.salt, ""))])


def test_a_finished_deal_without_proof_is_named(dealt: list[str]) -> None:
    at = next(i for i, line in enumerate(dealt) if line.startswith(MARK))
    verdict = check(dealt[:at] + dealt[at + 1 :])
    assert verdict.proven == (2,)
    assert verdict.unproven == (1,)


def test_a_fault_of_the_record_is_told_as_such(dealt: list[str]) -> None:
    with pytest.raises(BadRecord, match="no such actor"):
        check([*dealt[:12], "well", *dealt[12:]])


def test_cards_where_none_are_due_break_the_rules_not_the_proof(dealt: list[str]) -> None:
    last = max(i for i, line in enumerate(dealt) if line.startswith("deal 2"))
    with pytest.raises(BadRecord, match=r"B-6\.1"):
        check([*dealt[:last], "d deal p1 Ah", *dealt[last:]])


@pytest.mark.parametrize("way", ["as printed", "replayed"])
def test_the_command(dealt: list[str], way: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(dealt) + "\n"
    if way == "replayed":
        assert run_main(["replay", "-"], text.encode()) == 0
        text = capsys.readouterr().out
    assert run_main(["fair", "-"], text.encode()) == 0
    told = capsys.readouterr()
    assert told.out.count("fair") == 2
    assert not told.err


def test_the_command_when_something_is_wrong(dealt: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    unfair = "\n".join(with_proof(dealt, cut="another")) + "\n"
    assert run_main(["fair", "-"], unfair.encode()) == 1
    assert "the proof gives" in capsys.readouterr().err
    without = "\n".join(line for line in dealt if not line.startswith(MARK)) + "\n"
    assert run_main(["fair", "-"], without.encode()) == 1
    told = capsys.readouterr().err
    assert "deal 2: no proof in this record" in told
    assert "carries no proof" in told
    assert run_main(["fair", "-"], record("deal 1")[:-1].encode()) == 1
    assert "breaks off" in capsys.readouterr().err
    assert run_main(["fair", "-"], "\n".join([*dealt, MARK + "{}", ""]).encode()) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"line {len(dealt) + 1}: “# proof {{}}”: this is no proof; instead: # proof {{")
    first = next(line for line in dealt if line.startswith(MARK))
    assert run_main(["fair", "-"], "\n".join([*dealt, first, ""]).encode()) == 1
    assert capsys.readouterr().err == "there are two proofs of deal 1\n"
