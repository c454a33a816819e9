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
    PointMade,
    Returned,
    SuitsCounted,
)
from engine.bouillotte.showdown import Award, Showdown
from engine.cards import Suit
from engine.events import Event, PotCarried, PotWon
from engine.ledger import UNITS
from engine.pots import layers, uncalled
from engine.seats import Seat


def carry(deal: Deal) -> tuple[Event, ...]:
    """O-2.9: nobody wants the pot."""
    deal.phase = Over()
    return (PotCarried(deal.accounts.pot),)


def take(deal: Deal, seat: Seat) -> tuple[Event, ...]:
    """The whole pot is the seat's, without a showdown."""
    units = deal.accounts.pot
    deal.accounts.win(seat, units)
    deal.phase = Over()
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
    deal.phase = Over(is_shown=True)
    return (*back, *_shown(showdown), *_won(showdown, awards), *_bonuses(deal, showdown))


def _shown(showdown: Showdown) -> Iterable[Event]:
    for seat in showdown.order:
        yield hand_shown(seat, showdown.hands[seat])
    for seat, brelan in showdown.brelans.items():
        yield (BrelanCarreShown if brelan.is_carre else BrelanShown)(seat, brelan.rank)


@cache
def hand_shown(seat: Seat, hand: int) -> HandShown:
    return HandShown(seat, PACK.sorted(hand))


def _won(showdown: Showdown, awards: Iterable[Award]) -> Iterable[Event]:
    """The pots, with what decided each; the sums are told once, a suit when it is another than before."""
    told: Suit | None = None
    for award in awards:
        if award.card:
            suit = award.card.suit
            if told is None:
                yield SuitsCounted(*showdown.sums.values())
            if suit is not told:
                yield PointMade(suit, showdown.sums[suit])
            told = suit
            yield HighestHeld(award.seat, award.card)
        yield PotWon(award.seat, award.units)


def _bonuses(deal: Deal, showdown: Showdown) -> tuple[Event, ...]:
    if not showdown.brelans:
        return ()
    changes = tuple([chips * UNITS for chips in showdown.bonuses()])
    accounts = deal.accounts
    accounts.bonuses = [old + new for old, new in zip(accounts.bonuses, changes, strict=True)]
    return (BonusesNetted(changes),)
