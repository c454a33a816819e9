"""O-2, clause by clause. p4 deals, so p1 speaks first."""

import pytest
from bouillotte_positions import acts, deal, dealt, feed, lines_since, seen_by, table, told

from engine.errors import IllegalAction

ALL = (100, 100, 100, 100)

# carres, acts so far, who may do what
SPEECH = {
    "O-2.1 right of the dealer": ("decline", "", "p1: pass, open 1-100"),
    "O-2.1 right of the last to carre": ("carre, carre, decline", "", "p3: pass, open 2-100"),
    "O-2.2 pass": ("decline", "pass", "p2: pass, open 1-100"),
    "O-2.2 and come in later": ("decline", "pass, pass, open 5", "p4: call, raise 6-100, fold"),
    "O-2.2 who passed must answer": ("decline", "pass, pass, open 5, call", "p1: call, raise 6-100, fold"),
    "O-2.3 one more than one's own": ("decline", "pass, pass, pass", "p4: pass, open 2-100"),
    "O-2.3 and the largest": ("carre, carre, carre, decline", "", "p4: pass, open 4-100"),
    "O-2.4 the next answers": ("decline", "open 7", "p2: call, raise 8-100, fold"),
    "O-2.4 a raise is answered by all": (
        "decline",
        "open 7, call, raise 9, call",
        "p1: call, raise 10-100, fold",
    ),
    "O-2.7 one more chance": ("decline", "open 7, call, call, call", "p2: done, raise 8-100"),
    "O-2.7 in turn": ("decline", "open 7, call, call, call, done", "p3: done, raise 8-100"),
    "O-2.7 a raise starts again": (
        "decline",
        "open 7, call, call, call, done, raise 9",
        "p4: call, raise 10-100, fold",
    ),
    "O-2.7 then the others but him": (
        "decline",
        "open 7, call, call, call, done, raise 9, call, call, call",
        "p4: done, raise 10-100",
    ),
    "O-2.7 the chance stays when folds leave two": (
        "decline",
        "open 7, call, fold, fold",
        "p2: done, raise 8-100",
    ),
    "O-2.9 the last to carre is not asked": ("carre, decline", "pass, pass", "p4: pass, open 2-100"),
    "O-2.9 but answers": ("carre, decline", "pass, pass, open 2", "p1: call, raise 3-100, fold"),
}


@pytest.mark.parametrize(("before", "so_far", "then"), SPEECH.values(), ids=SPEECH)
def test_o_2_who_may_do_what(before: str, so_far: str, then: str) -> None:
    assert told(acts(dealt(before), so_far)) == (then,)


# carres, caves before the deal, acts so far, who may do what
SHORT = {
    "O-2.8 may call with all": ((100, 5, 100, 100), "decline", "open 9", "p2: call, fold"),
    "O-2.8 may not raise with it": ((100, 9, 100, 100), "decline", "open 9", "p2: call, fold"),
    "O-2.8 unless it is enough": (
        (100, 10, 100, 100),
        "decline",
        "open 9",
        "p2: call, raise 10-10, fold",
    ),
    "O-2.8 may not open with it": ((100, 100, 3, 100), "carre, carre, decline", "", "p3: pass, open 2-3"),
    "O-2.8 nor below the largest": ((100, 100, 1, 100), "carre, carre, decline", "", "p3: pass"),
    "O-2.8 opening with all": ((100, 100, 2, 100), "carre, carre, decline", "", "p3: pass, open 2-2"),
    "O-2.8 all-in speaks no more": (
        (100, 5, 100, 100),
        "decline",
        "open 9, call, call, call",
        "p3: done, raise 10-100",
    ),
    "O-2.8 owing before an opening": ((100, 100, 1, 1), "carre, carre", "", "p3: pass"),
}


@pytest.mark.parametrize(("caves", "before", "so_far", "then"), SHORT.values(), ids=SHORT)
def test_o_2_8_short_stacks(caves: tuple[int, ...], before: str, so_far: str, then: str) -> None:
    replay = feed(table(caves), ["deal 1"])
    acts(replay, before)
    if not replay.sitting.due():
        acts(replay, "decline")
    assert told(acts(deal(replay), so_far)) == (then,)


# caves, carres, acts; the consequences of the last act
ENDS = {
    "O-2.5 one left takes the pot": (
        ALL, "decline", "open 5, fold, fold, fold", ["back p1 4", "win p1 2", "records 101 100 100 99"],
    ),
    "O-2.6 a call between two": (
        ALL, "decline", "open 5, fold, fold, call", ["point h 48", "win p1 10", "records 105 100 100 95"],
    ),
    "O-2.7 nobody raises": (
        ALL, "decline", "open 5, call, call, call, done, done, done",
        ["point h 48", "win p1 20", "records 115 95 95 95"],
    ),
    "O-2.8 one could add and owes nothing": (
        (5, 5, 100, 100), "decline", "open 5, call, fold, call",
        ["point h 48", "win p1 15", "records 15 0 100 95"],
    ),
    "O-2.8 all are all-in": (
        (5, 5, 5, 5), "decline", "open 5, call, call, call", ["point h 48", "win p1 20", "records 20 0 0 0"],
    ),
    "O-2.8 a lone raiser is not called": (
        (5, 5, 100, 100), "decline", "open 2, raise 5, raise 90, fold, call",
        ["back p3 85", "point h 48", "win p1 16", "records 16 0 95 99"],
    ),
    "O-2.9 all pass": (ALL, "decline", "pass, pass, pass, pass", ["carry 1", "records 100 100 100 99"]),
    "O-2.9 all pass after a carre": (
        ALL, "carre, decline", "pass, pass, pass", ["win p1 2", "records 101 100 100 99"],
    ),
    "O-2.9 the whole pot": (
        ALL, "carre, carre, carre, decline", "pass, pass, pass", ["win p3 8", "records 99 98 104 99"],
    ),
    "O-2.9 all-in by ante against the last to carre": (
        (100, 100, 100, 1), "carre, decline", "pass, pass",
        ["point h 48", "win p1 2", "records 101 100 100 0"],
    ),
    "O-2.9 all-in by carre, side pot to the last to carre": (
        (1, 100, 100, 100), "carre, carre, decline", "pass, pass",
        ["back p2 1", "point h 48", "win p1 3", "records 3 99 100 99"],
    ),
    "O-2.9 all-in by ante, no carre": (
        (100, 100, 100, 1), "decline", "pass, pass, pass", ["win p4 1", "records 100 100 100 1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("caves", "before", "so_far", "end"), ENDS.values(), ids=ENDS)
def test_o_2_how_the_betting_ends(caves: tuple[int, ...], before: str, so_far: str, end: list[str]) -> None:
    replay = acts(dealt(before, caves), so_far)
    last = next(line for line in reversed(replay.body) if line[0] == "p")
    assert lines_since(replay, last)[: len(end)] == end


def test_o_2_8_no_word_is_said_where_nobody_could_add() -> None:
    """p1 and p4 are all-in before the cards; p2 and p3 sit out."""
    replay = feed(table((1, 0, 0, 1), rules="series refill=ask"), ["deal 1"])
    deal(acts(replay, "refill no, refill no, carre"))
    assert lines_since(replay, "d turn 9s")[:3] == ["point h 48", "win p1 2", "records 2 0 0 0"]


REFUSED = {
    "O-2.2: bouillotte.not-opened": ("", "p1 call"),
    "O-2.2: not-now": ("", "p1 carre"),
    "O-2.2: not-your-turn (turn p1)": ("", "p2 pass"),
    "O-2.3: bouillotte.too-low (least 1)": ("", "p1 open 0"),
    "O-1.2: bouillotte.beyond-cave (most 100)": ("", "p1 open 101"),
    "O-2.3: bouillotte.whole-chips": ("", "p1 open 3/2"),
    "O-2.4: bouillotte.opened": ("open 5", "p2 pass"),
    "O-2.4: not-now": ("open 5", "p2 carre"),
    "O-2.7: bouillotte.answer-first": ("open 5", "p2 done"),
    "O-2.4: bouillotte.too-low (least 6)": ("open 5", "p2 raise 5"),
    "O-2.8: bouillotte.cave-too-short (most 100)": ("open 100", "p2 raise 101"),
    "O-2.7: bouillotte.no-folding": ("open 5, call, call, call", "p2 fold"),
    "O-2.7: not-now": ("open 5, call, call, call", "p2 refill yes"),
    "O-2.7: bouillotte.too-low (least 6)": ("open 5, call, call, call", "p2 raise 5"),
    "O-2.5: over": ("open 5, fold, fold, fold", "p1 open 5"),
}


@pytest.mark.parametrize(
    ("refusal", "so_far", "line"), [(key, *case) for key, case in REFUSED.items()], ids=REFUSED
)
def test_refusals(refusal: str, so_far: str, line: str) -> None:
    replay = acts(dealt(), so_far)
    before = replay.text(), replay.json(), seen_by(replay, 0)
    with pytest.raises(IllegalAction) as refused:
        replay.feed(line)
    assert str(refused.value) == refusal
    assert (replay.text(), replay.json(), seen_by(replay, 0)) == before
