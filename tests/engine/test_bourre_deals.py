"""Deals by players who stay always and draw all they may, and what a copy of a moment is."""

from collections.abc import Callable
from random import Random

import pytest

from engine.actions import Action, Span
from engine.bourre.actions import STAY, Draw
from engine.bourre.options import BourreRules
from engine.bourre.sitting import BourreSitting
from engine.dealer import DealDue, Dealer, ShuffleDue
from engine.game import Chooser, Observation, games
from engine.players import Player, players
from engine.seats import CHANCE
from engine.shuffle import Stream

SEEDS = 100
BOURRE = games()["bourre"]


def eager(seen: Observation, chooser: Chooser) -> Action:
    """Stays always and throws all it may: so the stock runs out."""
    if STAY in seen.legal:
        return STAY
    spans = [each for each in seen.legal if isinstance(each, Span)]
    return Draw(seen.hand[: spans[0].high]) if spans else players(BOURRE)["random"](seen, chooser)


class Luck:
    """A source of choices that is quick."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


def played(
    rules: BourreRules, seed: int, player: Player, watch: Callable[[BourreSitting], None] = lambda _: None
) -> BourreSitting:
    """One or two deals from a seed; ``watch`` sees every moment."""
    assert rules.players
    luck = Luck(seed)
    sitting = BourreSitting(rules, rules.players, luck.below(rules.players))
    dealer = Dealer(BOURRE.pack, Stream(bytes(32), str(seed)))
    for _ in range(1000):
        watch(sitting)
        due = sitting.due()
        if isinstance(due, DealDue):
            dealer = Dealer(BOURRE.pack, Stream(due.number.to_bytes(32, "big"), str(seed)))
        if due:
            sitting.apply(CHANCE, dealer.answer(due))
        elif sitting.places:
            return sitting
        else:
            seat = sitting.to_act()[luck.below(len(sitting.to_act()))]
            sitting.apply(seat, player(sitting.observe(seat), luck))
    raise AssertionError("it does not end")


PRESETS = [
    (preset, seats)
    for preset in BourreRules.PRESETS
    for seats in range(2, BourreRules.parse(preset).most_players + 1)
]


@pytest.mark.parametrize(("preset", "seats"), PRESETS)
def test_the_eager_come_to_an_end_by_every_preset_and_number_of_players(preset: str, seats: int) -> None:
    rules = BourreRules.parse(f"{preset} players={seats} deals=1")
    for seed in range(SEEDS):
        sitting = played(rules, seed, eager)
        assert sum(sitting.records) == rules.start * sitting.seats, f"{rules} from seed {seed}"
        assert sitting.pot == 0
        assert sitting.deal
        assert sum(sitting.deal.taken) == rules.hand_size


@pytest.mark.parametrize("declare", ["in-turn-with-draw", "all-then-draw", "simultaneous"])
def test_a_copy_of_any_moment_stays_what_it_was(declare: str) -> None:
    rules = BourreRules.parse(f"series deals=2 conduct=honour declare={declare}")
    moments: list[tuple[BourreSitting, list[Observation]]] = []

    def watched(sitting: BourreSitting) -> None:
        moments.append((sitting.copy(), [sitting.observe(seat) for seat in (None, *range(sitting.seats))]))

    played(rules, 7, players(BOURRE)["random"], watched)
    assert {seen[0].phase for _, seen in moments} >= {"dealing", "declaring", "drawing", "playing", "between"}
    for copy, seen in moments:
        assert [copy.observe(seat) for seat in (None, *range(copy.seats))] == seen


@pytest.mark.parametrize(
    ("rules", "shuffles"), [("series players=7", 2), ("wiki players=7", 1), ("classic players=8", 1)]
)
def test_b_3_8_the_eager_empty_the_stock(rules: str, shuffles: int) -> None:
    """Seven draw five each of seventeen cards, or three; eight draw three each of twelve."""
    piles: list[int] = []

    def watched(sitting: BourreSitting) -> None:
        due = sitting.due()
        if isinstance(due, ShuffleDue):
            piles.append(len(due.cards))

    played(BourreRules.parse(f"{rules} deals=1"), 3, eager, watched)
    assert len(piles) == shuffles
