"""How a deal ends: the pot is carried, taken, or goes to a showdown (O-2, O-4)."""

from collections.abc import Iterable, Sequence
from functools import cache

from engine.bouillotte.actions import PACK
from engine.bouillotte.deal import Deal, Over
from engine.bouillotte.events import (
    BonusesNetted,
    BrelanCarreShown,
    BrelanShown,
    HandShown,
    HighestHeld,
    MainPotCut,
    PointMade,
    Returned,
    SidePotCut,
    SuitsCounted,
    SuitsEqual,
    SuitSkipped,
)
from engine.bouillotte.showdown import Award, Showdown
from engine.cards import Suit
from engine.events import Event, PotCarried, PotWon
from engine.ledger import UNITS
from engine.pots import Pot, layers, uncalled
from engine.seats import Seat


def carry(deal: Deal) -> tuple[Event, ...]:
    """O-2.9: nobody wants the pot."""
    deal.enter(Over())
    return (PotCarried(deal.accounts.pot),)


def take(deal: Deal, seat: Seat) -> tuple[Event, ...]:
    """The whole pot is the seat's, without a showdown."""
    units = deal.accounts.pot
    deal.accounts.win(seat, units)
    deal.enter(Over())
    return (PotWon(seat, units),)


def give_back(deal: Deal) -> tuple[Event, ...]:
    """O-4.1: what exceeds the second largest contribution goes back."""
    accounts = deal.accounts
    seat, units = uncalled(accounts.put)
    if not units:
        return ()
    accounts.pay(seat, -units)
    return (Returned(seat, units),)


def show_down(deal: Deal, contenders: Sequence[Seat]) -> tuple[Event, ...]:
    """O-3, O-4: all hands are shown, and every pot goes to the best of its contenders."""
    back = give_back(deal)
    accounts = deal.accounts
    reach = {seat: accounts.put[seat] for seat in contenders}
    pots = layers(accounts.put, reach, accounts.carried)
    showdown = Showdown(deal.hands, deal.turn_up, deal.order)
    awards = showdown.awards(pots)
    for award in awards:
        accounts.win(award.seat, award.units)
    deal.enter(Over(is_shown=True))
    return (*back, *_shown(showdown), *_won(showdown, pots, awards), *_bonuses(deal, showdown))


def _shown(showdown: Showdown) -> Iterable[Event]:
    hands = showdown.hands
    return [hand_shown(seat, hands[seat]) for seat in showdown.order] + [
        (BrelanCarreShown if brelan.is_carre else BrelanShown)(seat, brelan.rank)
        for seat, brelan in showdown.brelans.items()
    ]


@cache
def hand_shown(seat: Seat, hand: int) -> HandShown:
    return HandShown(seat, PACK.sorted(hand))


def _won(showdown: Showdown, pots: Sequence[Pot], awards: Sequence[Award]) -> Iterable[Event]:
    """The pots, with what decided each; the sums are told once, a suit when it is another than before."""
    told: Suit | None = None
    for pot, award in zip(pots, awards, strict=True):
        if len(pots) > 1:
            yield (MainPotCut if pot is pots[0] else SidePotCut)(pot.units, pot.contenders)
        if award.card:
            if told is None:
                yield SuitsCounted(*showdown.sums.values())
            if award.card.suit is not told:
                yield from _point(showdown, award, award.card.suit)
            told = award.card.suit
            yield HighestHeld(award.seat, award.card)
        yield PotWon(award.seat, award.units)


def _point(showdown: Showdown, award: Award, suit: Suit) -> Iterable[Event]:
    yield from map(SuitSkipped, award.skipped)
    if award.equal:
        yield SuitsEqual(award.equal, award.seat)
    yield PointMade(suit, showdown.sums[suit])


def _bonuses(deal: Deal, showdown: Showdown) -> tuple[Event, ...]:
    if not showdown.brelans:
        return ()
    changes = tuple([chips * UNITS for chips in showdown.bonuses()])
    accounts = deal.accounts
    accounts.bonuses = [old + new for old, new in zip(accounts.bonuses, changes, strict=True)]
    return (BonusesNetted(changes),)
