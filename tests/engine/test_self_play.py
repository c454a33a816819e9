"""Every game and preset deals itself from 300 seeds."""

import pytest
from self_play import PLAYERS, SPREAD, moved, played

SEEDS = 300
BOURRE = {"opening", "ante", "second-ante", "win", "bourre", "share"}
MOVED = {
    "bourre series": BOURRE,
    "bourre classic": BOURRE - {"opening"},
    "bourre wiki": BOURRE - {"opening"},
    "bura series": {"ante", "win", "false-claim", "no-claim"},
    "bouillotte series": {"opening", "ante", "carre", "bet", "back", "win", "brelan", "refill", "share"},
}
"""What so many deals by chance must come to, lest the options be tried in vain."""


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("what", SPREAD)
def test_sittings_deal_themselves(what: str, players: str) -> None:
    """Every record replays to itself and is fair, its sums hold, and what is legal is accepted."""
    causes = {posting.cause for seed in range(SEEDS) for posting in moved(played(what, seed, players))}
    assert players == "rule" or causes >= MOVED[what]
