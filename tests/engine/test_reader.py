"""The reader repairs nothing: a record is good to its first fault, which is told with its place."""

import io

import pytest
from positions import record, run_main

from engine.record import BadRecord
from engine.replay import replayed

HANDS = """deal 1
d deal p1 AhKh9c5d3s
d deal p2 QhJcTc8d2s
d deal p3 4h6c7s9d2d
d deal p4 5h7cJd9s3c
d deal p5 6hKc4cAs7h
d turn 7h
"""
PASSED = HANDS + "p1 pass\np2 pass\np3 stay\np3 draw\np4 pass\n"


def fault_of(text: str) -> BadRecord:
    _, fault = replayed(text.removesuffix("\n").split("\n"))
    assert fault is not None, "this record should not have been accepted"
    return fault


HEADER_FAULTS = {
    "empty": ("", 1, "Record: …"),
    "version": ("Record: 2\nGame: bourre", 1, "Record: 1"),
    "byte order mark": ("\ufeffRecord: 1\n", 1, "Record: …"),
    "order": ("Record: 1\nRules: series\n", 2, "Game: …"),
    "game": ("Record: 1\nGame: bridge\nRules: series\nSeats: p1=A p2=B\nDealer: p1\n", 2, "bourre"),
    "preset": ("Record: 1\nGame: bourre\nRules: serie\nSeats: p1=A p2=B\nDealer: p1\n", 3, "no preset"),
    "option": ("Record: 1\nGame: bourre\nRules: series a=1\nSeats: p1=A p2=B\nDealer: p1\n", 3, "no option"),
    "players left open": (
        "Record: 1\nGame: bourre\nRules: classic\nSeats: p1=A p2=B\nDealer: p1\n",
        3,
        "players=N",
    ),
    "spaces in rules": (
        "Record: 1\nGame: bourre\nRules: series  players=2\nSeats: p1=A p2=B\nDealer: p1\n",
        3,
        "series players=2",
    ),
    "seats": ("Record: 1\nGame: bourre\nRules: series\nSeats: p1=A p3=B\nDealer: p1\n", 4, "p1=Name"),
    "too few": ("Record: 1\nGame: bourre\nRules: series\nSeats: p1=A p2=B\nDealer: p1\n", 4, "rules for 2"),
    "dealer": (
        "Record: 1\nGame: bourre\nRules: series players=2\nSeats: p1=A p2=B\nDealer: p3\n",
        5,
        "p1 to p2",
    ),
    "carriage return": ("Record: 1\r\nGame: bourre\r\n", 1, "Record: …"),
    "trailing space": ("Record: 1 \nGame: bourre\n", 1, "Record: …"),
    "blank line": ("\nRecord: 1\n", 1, "Record: …"),
    "breaks off": ("Record: 1\nGame: bourre\n", 3, "Rules: …"),
}


LONG = "x" * 100_000
LONG_RULES = {
    "preset": LONG,
    "option": f"series {LONG}",
    "value": f"series ante={LONG}",
    "spaces": f"series  {LONG}",
}


@pytest.mark.parametrize("rules", LONG_RULES.values(), ids=LONG_RULES)
def test_a_fault_shows_the_beginning_of_what_is_too_long(rules: str) -> None:
    told = str(fault_of(f"Record: 1\nGame: bourre\nRules: {rules}\n"))
    assert told.startswith("line 3: ")
    assert "xxx…" in told
    assert len(told) < 700


@pytest.mark.parametrize(("text", "number", "told"), HEADER_FAULTS.values(), ids=HEADER_FAULTS)
def test_a_header_fault_names_its_own_line(text: str, number: int, told: str) -> None:
    fault = fault_of(text)
    assert fault.number == number
    assert fault.text == [*text.split("\n"), ""][number - 1]
    assert told in str(fault)


BODY_FAULTS = {
    "trailing space": ("deal 1 ", "has no number"),
    "two spaces": ("deal 1\nd  deal p1 AhKh9c5d3s", "the dealer does no such thing"),
    "tab": ("deal 1\nd\tdeal p1 AhKh9c5d3s", "no such actor"),
    "carriage return": ("deal 1\r", "has no number"),
    "white line": (HANDS + " \n", "no such actor"),
    "leading space": (HANDS + " p1 stay\n", "no such actor"),
    "space behind": (HANDS + "p1 stay \n", "not written canonically"),
    "space behind d": (HANDS + "p1 stay\np1 draw 3s\nd shuffle ", "not written canonically"),
    "no-break space": (HANDS + "p1 stay\u00a0\n", "no words of this game"),
    "capital": (HANDS + "p1 Stay\n", "no words of this game"),
    "small card": (HANDS + "p1 stay\np1 draw ah\n", "“ah” is not a card"),
    "half a card": (HANDS + "p1 stay\np1 draw AhK\n", "“K” is not a card"),
    "card twice": (HANDS + "p1 stay\np1 draw AhAh\n", "a card stands twice"),
    "no card": (HANDS + "p1 play\n", "no words of this game"),
    "comment without a space": (HANDS + "p1 stay#well\n", "no words of this game"),
    "seat": (HANDS + "p6 stay\n", "no such actor"),
    "deal 01": ("deal 01", "has no number"),
    "not a number": ("deal one", "has no number"),
    "deal of nothing": ("deal 1\nd deal p1\n", "the dealer does no such thing"),
    "turn of nothing": (HANDS.replace("d turn 7h", "d turn "), "the dealer does no such thing"),
    "consequence": (HANDS.replace("deal 1\n", "deal 1\n= ante p1 2\n"), "B-2.2: this is not what the engine"),
    "unknown consequence": (HANDS + "= luck p1\n", "this is not what the engine computes here"),
    "consequence twice": ("deal 1\n= ante p1 1\n= ante p1 1\n", "not what the engine"),
    "consequences out of order": ("deal 1\n= ante p2 1\n= ante p1 1\n", "not what the engine"),
    "consequence too late": (HANDS + "= ante p1 1\n", "not what the engine"),
    "empty consequence": (HANDS + "=\n", "not what the engine"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "told"), BODY_FAULTS.values(), ids=BODY_FAULTS)
def test_a_malformed_line_stops_the_reading_there(body: str, told: str) -> None:
    text = record("deal 1")[: -len("deal 1\n")] + body
    fault = fault_of(text)
    assert told in str(fault)
    assert fault.text == text.split("\n")[fault.number - 1]


ILLEGAL = {
    "B-2.4 cards out of turn": (
        "deal 1\nd deal p2 QhJcTc8d2s", "B-2.4", "d deal p1 and 5 card(s)"),
    "B-2.4 too few cards": (
        "deal 1\nd deal p1 AhKh", "B-2.4", "d deal p1 and 5 card(s)"),
    "B-2.4 a card dealt twice": (
        "deal 1\nd deal p1 AhKh9c5d3s\nd deal p2 Ah2c3c4c5c", "B-2.4", "A♥"),
    "B-2.4 not the last card": (HANDS.replace("turn 7h", "turn As"), "B-2.4", "turn 7h"),
    "B-2.4 a seat acts while cards are due": ("deal 1\np1 stay", "B-2.4", "d deal p1 and 5 card(s)"),
    "B-2.4 before the first deal": ("p1 stay", "B-2.4", "deal 1"),
    "B-2.5 number": ("deal 2", "B-2.5", "deal 1"),
    "B-2.5 inside a deal": (HANDS + "deal 2", "B-2.5", "p1 stay; p1 pass"),
    "B-3.1 turn": (HANDS + "p2 stay", "B-3.1", "p1 stay; p1 pass"),
    "B-3.1 what to say": (HANDS + "p1 play Ah", "B-3.1", "p1 stay; p1 pass"),
    "B-3.3 draw": (HANDS + "p1 stay\np1 pass", "B-3.3", "p1 draw 0-5"),
    "B-3.3 draw in turn": (HANDS + "p1 stay\np2 stay", "B-3.1", "p1 draw 0-5"),
    "B-3.3 not held": (HANDS + "p1 stay\np1 draw AhQh", "B-3.3", "Q♥"),
    "B-3.3 served at once": (HANDS + "p1 stay\np1 draw 3s\np2 stay", "B-3.3", "d deal p1 and 1 card(s)"),
    "B-3.3 as many as discarded": (HANDS + "p1 stay\np1 draw 3s\nd deal p1 2h3h", "B-3.3", "1 card(s)"),
    "B-3.8 no shuffle yet": (HANDS + "p1 stay\np1 draw 3s\nd shuffle", "B-3.3", "d deal p1"),
    "B-4.1 turn": (PASSED + "p5 stay\np5 draw\np5 play As", "B-4.1", "p3 play 4h"),
    "B-4 not held": (PASSED + "p5 stay\np5 draw\np3 play As", "B-4", "p3 play 4h"),
    "B-4.1 nothing but play": (PASSED + "p5 stay\np5 draw\np3 stay", "B-4.1", "p3 play 4h"),
    "B-4.3 follow": (PASSED + "p5 stay\np5 draw\np3 play 6c\np5 play As", "B-4.3", "p5 play Kc"),
    "B-5.9 no sure trick": (PASSED + "p5 stay\np5 draw\np3 claim", "B-5.9", "p3 play 4h"),
    "B-9.2 over": ("d end\ndeal 1", "B-9.2", "the sitting is over"),
    "B-9.2 ended twice": ("d end\nd end", "B-9.2", "the sitting is over"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "clause", "told"), ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_line_names_its_clause_and_what_was_legal(body: str, clause: str, told: str) -> None:
    text = record(body)
    before, fault = replayed(text.removesuffix("\n").split("\n"))
    assert fault is not None
    assert fault.number == text.count("\n"), "the fault is the last line"
    assert fault.text == text.split("\n")[-2]
    assert fault.reason.startswith(f"{clause}: ")
    assert told in str(fault)
    good = "".join(text.splitlines(keepends=True)[:-1])
    assert before is not None
    again, none = replayed(good.removesuffix("\n").split("\n"))
    assert none is None
    assert again
    assert before.text() == again.text()


BYTES = {
    "CRLF": (lambda text: text.replace(b"\n", b"\r\n"), 1),
    "no final newline": (lambda text: text[:-1], 13),
    "byte order mark": (lambda text: b"\xef\xbb\xbf" + text, 1),
    "not UTF-8": (lambda text: text.replace(b"d turn 7h", b"d turn 7\xff"), 13),
    "NUL": (lambda text: text.replace(b"d turn 7h", b"d turn \x007h"), 13),
    "vertical tab for a line end": (lambda text: text.replace(b"\nd turn", b"\vd turn"), 12),
    "line separator for a line end": (lambda text: text.replace(b"\nd turn", b"\xe2\x80\xa8d turn"), 12),
    "a line of a million letters": (lambda text: text[:-3] + b"7" * 1_000_000 + b"\n", 13),
}


@pytest.mark.parametrize(("spoil", "number"), BYTES.values(), ids=BYTES)
@pytest.mark.parametrize("piped", [True, False], ids=["-", "file"])
def test_bytes_that_are_no_record_end_with_a_fault(spoil, number, piped, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    spoilt = spoil(record(HANDS).encode())
    file = tmp_path / "spoilt.rec"
    file.write_bytes(spoilt)
    code = run_main(["replay", "-"], spoilt) if piped else run_main(["replay", str(file)])
    told = capsys.readouterr()
    assert code == 1
    assert told.err.startswith(f"line {number}: ")
    assert len(told.err) < 600
    assert told.err.removesuffix("\n").isprintable()
    assert told.out.startswith("Record: 1\n") == (number > 5)


def test_a_good_prefix_is_printed_with_every_consequence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(["replay", "-"], record(HANDS + "p2 stay").encode()) == 1
    told = capsys.readouterr()
    assert told.out.endswith("d turn 7h\n")
    assert "= ante p5 1\n" in told.out
    assert (
        told.err
        == "line 14: “p2 stay”: B-3.1: it is not your turn; p1 is to act; instead: p1 stay; p1 pass\n"
    )


COMMENTED = """Record: 1
Game: bourre
# by hand
Rules: series   # twelve deals
Seats: p1=Ana p2=Ben p3=Cleo p4=Dan p5=Eve
Dealer: p5

# B-3.6

deal 1   # the first
# proof {"deal": 1}
= ante p1 1   # one
= ante p2 1
= ante p3 1
= ante p4 1
= ante p5 1
d deal p1 AhKh9c5d3s
  # indented
d deal p2 QhJcTc8d2s  # with "#" and  spaces
d deal p3 4h6c7s9d2d
d deal p4 5h7cJd9s3c
d deal p5 6hKc4cAs7h
d turn 7h
p1 pass
p2 pass
p3 pass
p4 pass
= win p5 5
# between
= records 99 99 99 99 104
= pot 0   # empty
# end
"""


def test_comments_stay_where_they_stand() -> None:
    replay, fault = replayed(io.StringIO(COMMENTED))
    assert fault is None
    assert replay
    assert replay.text() == COMMENTED


def test_comments_stay_when_consequences_are_left_out() -> None:
    bare = "".join(line for line in io.StringIO(COMMENTED) if not line.startswith("="))
    replay, fault = replayed(io.StringIO(bare))
    assert fault is None
    assert replay
    assert [line for line in replay.text().split("\n") if "#" in line] == [
        line for line in bare.split("\n") if "#" in line
    ]
