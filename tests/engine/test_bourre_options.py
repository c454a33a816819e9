"""Options that tables cannot choose yet; the play knows them already. Trumps are spades."""

from dataclasses import replace

import pytest
from positions import declared, play, playable

from engine.bourre.options import SERIES
from engine.bourre.refusals import BourreRefusal
from engine.bourre.sitting import BourreSitting
from engine.errors import IllegalAction


def with_option(hands: str, cards: str, **options: object) -> set[str]:
    replay = declared(hands, "123")
    assert isinstance(replay.sitting, BourreSitting)
    assert replay.sitting.deal
    replay.sitting.deal.rules = replace(SERIES, **options)  # type: ignore[arg-type]  # tests know the fields
    return playable(play(replay, cards))


def test_b_4_4_undertrump_free() -> None:
    hands, cards = "5hKh9c5d3c QcTs9s8d7s 2c6c7c9d2s", "Kh Ts"
    assert with_option(hands, cards, undertrump="free") == {"2c", "6c", "7c", "9d", "2s"}
    assert with_option("5hKh9c5d3c Qc7sTc8d2d 4s6cTs9dQs", "Kh 7s", undertrump="free") == {"Ts", "Qs"}


def test_b_5_2_under_free_a_side_card_on_a_trumped_trick_shows_nothing() -> None:
    """p1 is known to hold no trump. p3 throws a heart on p2's ace of trumps, but may have kept a trump."""
    hands = "3cQdKdAc9d 4cAh2dAsTs Kc2h3d6h2s"
    tricks = "3c 4c Kc 2h Qd Ah 2d 3d Kd Ac As 6h"
    assert with_option(hands, tricks, undertrump="free") == {"Ts"}, "no claim"


def test_b_5_2_under_free_a_side_card_on_a_plain_ace_shows_that_there_is_no_trump() -> None:
    """p2 and p3 throw side cards on the ace of hearts, which any trump takes: p1's deuce is sure, a cinch."""
    hands, tricks = "AhKhAc5c2s 2hQc4d6d7d 2c3c4c6c3s", "Kh 2h 3s 2c Ac Qc Ah 4d 3c"
    assert with_option(hands, tricks, undertrump="free") == {"2s"}


def test_b_5_9_without_the_cinch_there_are_no_duties_and_no_claim() -> None:
    assert with_option("AsKsQsJsTs 5h3hTc8d2d 6h6c7h9d2s", "", cinch=False) == {"As", "Ks", "Qs", "Js", "Ts"}
    assert with_option("AsKsQs2s3c 5h3hTc8d2d 6h6c7h9d4s", "", cinch=False) == {"As", "Ks", "Qs", "2s", "3c"}
    replay = declared("AsKsQsJsTs 5h3hTc8d2d 6h6c7h9d2s", "123")
    assert isinstance(replay.sitting, BourreSitting)
    assert replay.sitting.deal
    replay.sitting.deal.rules = replace(SERIES, cinch=False)
    with pytest.raises(IllegalAction) as refused:
        replay.feed("p1 claim")
    assert refused.value.refusal is BourreRefusal.CLAIM_OFF
