"""U-4, clause by clause: the window before each lead. Trumps are hearts (♥); p1 leads first."""

import pytest
from bura_positions import dealt, feed, leading, lines_since, played_out, seen_by, told

from engine.bura.actions import PACK, Kind
from engine.bura.hands import kind_of
from engine.cards import Suit, parse_cards
from engine.errors import IllegalAction

HEARTS = PACK.suit[Suit.HEARTS]

KINDS = {
    "AhKh9h": Kind.BURA,
    "AcAdAs": Kind.ACES,
    "AcAdAh": Kind.ACES,
    "6c7c8c": Kind.MOLODKA,
    "6c7c8d": None,
    "AhKh9c": None,
    "AcAd9h": None,
    "AhKh": None,
    "": None,
}


@pytest.mark.parametrize(("hand", "kind"), KINDS.items())
def test_u_4_1_special_hands(hand: str, kind: Kind | None) -> None:
    assert kind_of(PACK.mask(parse_cards(hand)), HEARTS) is kind


BOTH = {"waive", "claim"}
# p1's hand, p2's, what p1 does, what p2 may do
WINDOWS = {
    "U-4 whatever is held": ("AcKc9s", "QdJsTd", "waive", BOTH),
    "U-4 after a waive anything": ("AcKc9s", "QdJdTd", "waive", BOTH | {"announce molodka"}),
    "U-4.3 an equal kind does not top": ("AcKc9c", "QdJdTd", "announce molodka", BOTH),
    "U-4.3 aces top molodka": ("KcTc9c", "AcAdAs", "announce molodka", BOTH | {"announce aces"}),
    "U-4.3 bura tops molodka": ("KcTc9c", "7h8h9h", "announce molodka", BOTH | {"announce bura"}),
    "U-4.3 bura tops aces": ("AcAdAs", "7h8h9h", "announce aces", BOTH | {"announce bura"}),
    "U-4.3 molodka does not top aces": ("AcAdAs", "7c8c9c", "announce aces", BOTH),
    "U-4 after bura no claim": ("7h8h9h", "QdJdTd", "announce bura", {"waive"}),
    "U-4 bura on bura": ("7h8h9h", "ThJhQh", "announce bura", {"waive", "announce bura"}),
}


@pytest.mark.parametrize(("first", "second", "does", "may"), WINDOWS.values(), ids=WINDOWS)
def test_u_4_what_the_other_may_do(first: str, second: str, does: str, may: set[str]) -> None:
    replay = feed(dealt(first, second), [f"p1 {does}"])
    assert told(replay, 1) == may
    assert told(replay, 0) == set()
    for kind in Kind:
        if f"announce {kind}" not in may:
            with pytest.raises(IllegalAction, match=r"U-4\.[23]"):
                replay.feed(f"p2 announce {kind}")


def test_u_4_a_claim_after_bura_comes_too_late() -> None:
    replay = feed(dealt("7h8h9h", "QdJdTd"), ["p1 announce bura"])
    with pytest.raises(IllegalAction, match=r"U-4: bura\.claim-too-late"):
        replay.feed("p2 claim")


def test_u_4_a_claim_ends_the_window_even_after_an_announcement() -> None:
    replay = feed(dealt("KcTc9c", "QdJsTd"), ["p1 announce molodka", "p2 claim"])
    assert replay.body[-4:] == ["p2 claim", "= claimed p2 0", "= records -1 -3", "= pot 4"]


TAKES = {
    "U-4 nobody announces": ("AcKc9s", "QdJsTd", "waive", "waive", 0),
    "U-4.3 the leader's own": ("AcKc9c", "QdJsTd", "announce molodka", "waive", 0),
    "U-4.3 the other's": ("AcKc9s", "QdJdTd", "waive", "announce molodka", 1),
    "U-4.3 the other's, higher": ("KcTc9c", "AcAdAs", "announce molodka", "announce aces", 1),
}


@pytest.mark.parametrize(("first", "second", "one", "two", "leads"), TAKES.values(), ids=TAKES)
def test_u_4_3_who_takes_the_lead(first: str, second: str, one: str, two: str, leads: int) -> None:
    replay = feed(dealt(first, second), [f"p1 {one}", f"p2 {two}"])
    assert replay.sitting.to_act() == (leads,)
    assert seen_by(replay, None).phase == "leading"
    assert all(words.startswith("play ") for words in told(replay, leads)), "at once, with no new window"
    assert len(told(replay, leads)) in (3, 4, 7), "U-4.5: free as in U-3.1"


def test_u_4_2_the_announced_hand_is_shown_until_the_trick_is_taken() -> None:
    replay = dealt("AcKc9s", "QdJdTd")
    assert seen_by(replay, None).shown == ((), ())
    feed(replay, ["p1 waive", "p2 announce molodka"])
    assert replay.body[-1] == "= announced p2 molodka"
    assert seen_by(replay, 0).shown == ((), parse_cards("TdQdJd"))
    feed(replay, ["p2 play Qd"])
    assert seen_by(replay, None).shown == ((), parse_cards("TdJd")), "what is led lies on the table"
    feed(replay, ["p1 play 9s"])
    assert seen_by(replay, 0).shown == ((), ())


BURA = {
    "U-4.4 the leader's": ("7h8h9h", "QdJdTd", ["p1 announce bura", "p2 waive"], 0),
    "U-4.4 the other's": ("QdJsTd", "7h8h9h", ["p1 waive", "p2 announce bura"], 1),
    "U-4.4 the other's on molodka": ("QdJdTd", "7h8h9h", ["p1 announce molodka", "p2 announce bura"], 1),
    "U-4.4 the other's, the leader's not announced": (
        "ThJhQh",
        "7h8h9h",
        ["p1 waive", "p2 announce bura"],
        1,
    ),
    "U-4.4 both, covered": ("7h8h9h", "ThJhQh", ["p1 announce bura", "p2 announce bura"], 1),
    "U-4.4 both, not covered": ("7h8hKh", "JhQhAh", ["p1 announce bura", "p2 announce bura"], 1),
    "U-4.4 both, one not covered": ("7h8hAh", "JhQhTh", ["p1 announce bura", "p2 announce bura"], 0),
    "U-4.4 both, the other silent": ("7h8h9h", "ThJhQh", ["p1 announce bura", "p2 waive"], 0),
}


@pytest.mark.parametrize(("first", "second", "lines", "winner"), BURA.values(), ids=BURA)
def test_u_4_4_bura_wins_the_pot(first: str, second: str, lines: list[str], winner: int) -> None:
    replay = feed(dealt(first, second), lines)
    name = f"p{winner + 1}"
    stands = "= records 1 -1" if winner == 0 else "= records -1 1"
    assert replay.body[-3:] == [f"= win {name} 2", stands, "= pot 0"]
    assert seen_by(replay, None).opened == (), "nobody claimed"
    feed(replay, ["deal 2"])
    assert seen_by(replay, None).dealer == winner, "U-5.4: the winner deals"


def test_u_4_4_the_other_is_asked_before_the_pot_is_paid() -> None:
    replay = feed(dealt("7h8h9h", "QdJdTd"), ["p1 announce bura"])
    assert replay.body[-1] == "= announced p1 bura"
    assert seen_by(replay, None).pot == 2 * 840
    assert replay.sitting.to_act() == (1,)


def test_u_4_after_the_last_trick_there_is_one_more_window() -> None:
    replay = played_out(dealt("AcKc9s", "QdJsTd"))
    seen = seen_by(replay, None)
    assert seen.phase == "deciding"
    assert [view.cards for view in seen.seats] == [0, 0]
    assert seen.offered == seen_by(replay, replay.sitting.to_act()[0]).legal
    assert told(replay, replay.sitting.to_act()[0]) == BOTH


def test_what_is_offered_is_what_may_be_done_whatever_is_held() -> None:
    replay = dealt("7h8h9h", "QdJdTd")
    assert [str(action) for action in seen_by(replay, 1).offered] == ["waive", "claim"]
    feed(replay, ["p1 announce bura"])
    assert [str(action) for action in seen_by(replay, None).offered] == ["waive"]
    assert seen_by(leading("AcKc9s", "QdJsTd"), None).offered == ()


def test_the_phases_have_names() -> None:
    replay = dealt("AcKc9s", "QdJsTd")
    names = [seen_by(replay, None).phase]
    for line in ("p1 waive", "p2 waive", "p1 play 9s", "p2 play Js", "d end"):
        names.append(seen_by(feed(replay, [line]), None).phase)
    assert names == ["deciding", "deciding", "leading", "answering", "drawing", "over"]
    assert seen_by(feed(dealt("AcKc9s", "QdJsTd"), ["p1 claim", "deal 2"]), None).phase == "dealing"
    assert lines_since(replay, "d end") == [
        "= void p1 1", "= void p2 1", "= records 0 0", "= pot 0", "= places 1 1"]  # fmt: skip


# what p1 and p2 say → what the seat on turn is asked, and what its silence says
ASKED = {
    "the leader's silence says nothing": ([], "leader", None),
    "the other's waives": (["p1 waive"], "other", "waive"),
    "after molodka too": (["p1 announce molodka"], "top", "waive"),
}


@pytest.mark.parametrize(("says", "asked", "silence"), ASKED.values(), ids=ASKED)
def test_u_4_whose_silence_means_to_waive(says: list[str], asked: str, silence: str | None) -> None:
    """Everybody knows it, and it is the same whatever the other holds."""
    for held in ("QdJsTd", "QdJdTd", "7h8h9h", "AdAsAh"):
        replay = feed(dealt("KcTc9c", held), says)
        for seat in (None, 0, 1):
            seen = seen_by(replay, seat)
            assert (seen.asked, seen.silence and str(seen.silence)) == (asked, silence)


def test_u_4_4_silence_waives_after_a_bura_too() -> None:
    for held in ("QdJsTd", "AhKhTh"):
        seen = seen_by(feed(dealt("7h8h9h", held), ["p1 announce bura"]), 1)
        assert (seen.asked, str(seen.silence)) == ("bura", "waive")


def test_u_4_after_the_last_trick_the_leader_too_waives_by_silence() -> None:
    """No lead follows, so nobody needs to be waited for."""
    replay = played_out(dealt("AcKc9s", "QdJsTd"))
    for _ in range(2):
        assert (seen_by(replay, None).asked, str(seen_by(replay, None).silence)) == ("last", "waive")
        (seat,) = replay.sitting.to_act()
        assert seen_by(replay, seat).ahead == ()
        replay.feed(f"p{seat + 1} waive")
    assert seen_by(replay, None).silence is None


def test_outside_the_window_silence_says_nothing() -> None:
    replay = leading("AcKc9s", "QdJsTd")
    assert (seen_by(replay, None).silence, seen_by(replay, None).asked) == (None, "")
    assert seen_by(feed(replay, ["p1 play 9s"]), 1).silence is None


def test_u_4_the_leader_may_choose_his_lead_ahead() -> None:
    """With his waive, or after it; what he may choose is what he may lead, and nobody else sees any of it."""
    replay = dealt("AcKc9s", "QdJdTd")
    may_lead = seen_by(leading("AcKc9s", "QdJdTd"), 0).legal
    seen = seen_by(replay, 0)
    assert seen.ahead == may_lead
    assert str(seen.meanwhile) == "waive"
    feed(replay, ["p1 waive"])
    assert (seen_by(replay, 0).ahead, seen_by(replay, 0).meanwhile) == (may_lead, None)
    for seat in (1, None):
        assert (seen_by(replay, seat).ahead, seen_by(replay, seat).meanwhile) == ((), None)
    feed(replay, ["p2 announce molodka"])
    assert seen_by(replay, 0).ahead == ()


def test_u_4_after_an_announcement_the_lead_can_be_chosen_ahead_but_not_after_a_bura() -> None:
    molodka = seen_by(feed(dealt("KcTc9c", "QdJsTd"), ["p1 announce molodka"]), 0)
    assert len(molodka.ahead) == 7
    assert molodka.meanwhile is None
    assert seen_by(feed(dealt("7h8h9h", "QdJdTd"), ["p1 announce bura"]), 0).ahead == ()
