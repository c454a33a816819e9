"""U-5.3 without end: a pot that is doubled deal by deal."""

from bura_positions import feed, header, lines_since, seen_by, sitting_of

from engine.bura.options import LARGEST_POT
from engine.replay import Replay


def test_u_5_3_a_pot_is_doubled_up_to_a_limit() -> None:
    """However often somebody claims falsely: amounts stay what can be stored, and a claim stays lawful."""
    replay = Replay(header("series pots=1"))
    for number in range(1, 61):
        hands = [("p1", "QdJsTd"), ("p2", "AcKc9s")] if number == 1 else [("p2", "AcKc9s"), ("p1", "QdJsTd")]
        feed(replay, [f"deal {number}", *(f"d deal {name} {hand}" for name, hand in hands), "d turn 6h"])
        pot = sitting_of(replay).pot
        leader = seen_by(replay, None).leader
        assert leader is not None
        if leader:
            feed(replay, ["p2 waive"])
        feed(replay, ["p1 claim"])
        assert sitting_of(replay).pot == min(2 * pot, LARGEST_POT)
        assert sum(sitting_of(replay).records) + sitting_of(replay).pot == 0
    assert sitting_of(replay).pot == LARGEST_POT
    assert LARGEST_POT * 99 < 2**63, "a sitting of so many pots can be stored"
    assert lines_since(replay, "= claimed")[-1] == f"= pot {2**40}"
