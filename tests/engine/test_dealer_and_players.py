"""The dealer's hands, the random player, and what games with amounts will use."""

from dataclasses import replace

import pytest
from positions import dealt, declared, header

from engine.actions import Action, DealCards, NextDeal, Span, TurnUp
from engine.bourre.actions import PACK, PLAY, STAY, Draw
from engine.bourre.sitting import BourreSitting
from engine.cards import Card
from engine.dealer import CardsDue, DealDue, Dealer, ShuffleDue, TurnUpDue
from engine.errors import IllegalAction
from engine.events import (
    Event,
)
from engine.game import Verb, games
from engine.ledger import UNITS, parse_amount
from engine.players.random_player import choose as choose_randomly
from engine.record import Malformed, read_action
from engine.replay import Replay
from engine.shuffle import Stream

ARE_TOLD = {
    "stay": (STAY, None),
    "draw": (Draw((Card.parse("Ah"),)), {"n": 1}),
    "play": (PLAY[1], {"cards": (PACK.card[1],)}),
    "deal": (DealCards(0, PACK.cards[:5]), None),
    "next-deal": (NextDeal(2), {"number": 2}),
    "turn": (TurnUp(PACK.card[1]), {"card": PACK.card[1]}),
}


@pytest.mark.parametrize(("action", "told"), ARE_TOLD.values(), ids=ARE_TOLD)
def test_what_the_table_is_told_of_an_action(action: Action, told: object) -> None:
    assert action.told() == told


def test_an_event_is_told_by_its_key_unless_it_knows_better() -> None:
    class Rung(Event):
        key = "rung"

    assert Rung().line == "rung"


def test_the_dealer_says_and_does_what_is_due() -> None:
    dealer = Dealer(PACK, Stream(bytes(32), ""))
    pile = Stream(bytes(32), "").shuffled(PACK.cards)
    assert dealer.answer(DealDue(3)) == NextDeal(3)
    assert dealer.answer(CardsDue(1, (0, 5))) == DealCards(1, (pile[0], pile[5]))
    assert dealer.answer(TurnUpDue(24)) == TurnUp(pile[24])
    told = [str(due) for due in (DealDue(3), CardsDue(1, (0, 5)), TurnUpDue(24), ShuffleDue(()))]
    assert told == ["deal 3", "d deal p2 and 2 card(s)", "d turn and a card", "d shuffle"]


def raised(verb: str, rest: str) -> Action | None:
    """Words of a game with amounts: ``raise N``."""
    return NextDeal(parse_amount(rest)) if verb == "raise" else None


STAKES = replace(games()["bourre"], verbs=(Verb("raise", option="total", takes="amount"),), parse=raised)


def test_a_line_with_an_amount() -> None:
    with pytest.raises(Malformed, match="“1/11” is not an amount"):
        read_action(STAKES, 5, "p1 raise 1/11")


def test_a_random_player_chooses_an_amount_of_a_range() -> None:
    seen = replace(Replay(header()).sitting.observe(0), legal=(Span("raise", 4, 6),))
    chooser = Stream(bytes(32), "")
    chosen = {choose_randomly(STAKES, seen, chooser) for _ in range(50)}
    assert chosen == {NextDeal(units * UNITS) for units in (4, 5, 6)}


def test_a_game_without_tricks_tells_none() -> None:
    replay = dealt("AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d")
    assert replay.deals[0].report
    replay.deals[0].report = replace(replay.deals[0].report, tricks=None)
    assert "tricks" not in replay.json()["deals"][0]  # type: ignore[index]


def test_a_deal_that_is_over_owes_nothing() -> None:
    replay = declared("AhKh9c5d3s QhJcTc8d2s 4h6c7s9d2d", "")
    assert isinstance(replay.sitting, BourreSitting)
    assert replay.sitting.deal
    assert replay.sitting.deal.phase.due(replay.sitting.deal) is None
    assert replay.sitting.due() == DealDue(2)
    assert replay.sitting.copy().observe(0) == replay.sitting.observe(0)
    with pytest.raises(IllegalAction, match=r"B-6\.1: over"):
        replay.sitting.apply(0, STAY)
