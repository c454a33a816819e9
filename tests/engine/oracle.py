"""What may be played, read off the words of B-4 and B-5 slowly: no masks, no tables, every matching tried.

It shares no code with the engine but cards and the observation: so it also shows that an observation tells a
player all that his duties depend on.
"""

from collections.abc import Iterable, Sequence

from engine.bourre.observing import BourreObservation
from engine.cards import Card, Suit

LOW_TO_HIGH = "23456789TJQKA"
NEED = 3  # of five, and of four
Trick = Sequence[tuple[int, Card]]


def height(card: Card) -> int:
    return LOW_TO_HIGH.index(card.rank)


def winner_of(trick: Trick, trump: Suit) -> tuple[int, Card]:
    """B-4.8."""
    trumps = [play for play in trick if play[1].suit == trump]
    led = [play for play in trick if play[1].suit == trick[0][1].suit]
    return max(trumps or led, key=lambda play: height(play[1]))


def would_win(card: Card, trick: Trick, trump: Suit) -> bool:
    return winner_of([*trick, (-1, card)], trump) == (-1, card)


def by_suit(hand: Sequence[Card], trick: Trick, trump: Suit, undertrump: str = "required") -> list[Card]:
    """B-4.2 to B-4.7."""
    if not trick:
        return list(hand)
    led = trick[0][1].suit
    follow = [card for card in hand if card.suit == led]
    trumps = [card for card in hand if card.suit == trump]
    trumped = any(card.suit == trump for _, card in trick)
    if follow and led != trump and trumped:
        return follow
    if follow:
        return [card for card in follow if would_win(card, trick, trump)] or follow
    if trumps:
        winning = [card for card in trumps if would_win(card, trick, trump)]
        return winning or (trumps if undertrump == "required" else list(hand))
    return list(hand)


def most_paired(own: list[Card], others: frozenset[Card]) -> int:
    """The most of ``own`` that can be paired with distinct higher ones of ``others``, all ways tried."""
    if not own:
        return 0
    first, *rest = own
    best = most_paired(rest, others)
    for other in others:
        if best == len(own):
            break
        if height(other) > height(first):
            best = max(best, 1 + most_paired(rest, others - {other}))
    return best


def sure(own: Iterable[Card], unseen: frozenset[Card]) -> int:
    own = sorted(own, key=height, reverse=True)
    return len(own) - most_paired(own, unseen)


def tricks_seen(seen: BourreObservation) -> list[list[tuple[int, Card]]]:
    return [[(seat, card) for seat, (card,) in trick] for trick in (*seen.past, seen.trick)]


def shown_to_hold_no_trump(seen: BourreObservation) -> set[int]:
    """B-5.2: who threw a side card while void in the suit led, a trump lead included, until he plays a trump.

    Where a trump may be kept, a side card on a trick that was trumped before, but not led so, shows nothing.
    """
    shown: set[int] = set()
    for trick in filter(None, tricks_seen(seen)):
        led = trick[0][1].suit
        for place, (seat, card) in enumerate(trick):
            trumped = led != seen.trump and any(other.suit == seen.trump for _, other in trick[:place])
            if card.suit == seen.trump:
                shown.discard(seat)
            elif card.suit != led and (seen.rules.undertrump == "required" or not trumped):
                shown.add(seat)
    return shown


def unseen_trumps(seen: BourreObservation) -> frozenset[Card]:
    stayers = {seat for seat, view in enumerate(seen.seats) if view.stance == "stayed"}
    if stayers - {seen.seat} <= shown_to_hold_no_trump(seen):
        return frozenset()
    assert seen.trump is not None
    known = {*seen.hand, *seen.discards, *(card for trick in tricks_seen(seen) for _, card in trick)}
    if seen.turn_up_out:
        known.add(seen.turn_up)  # type: ignore[arg-type]  # it was turned
    return frozenset(Card.parse(rank + seen.trump.value) for rank in LOW_TO_HIGH) - known


def bound_by_cinch(seen: BourreObservation, trick: Trick, allowed: list[Card]) -> list[Card]:
    """B-5.3 to B-5.8."""
    assert seen.trump is not None
    assert seen.seat is not None
    trumps = sorted((card for card in seen.hand if card.suit == seen.trump), key=height)
    stayers = sum(view.stance == "stayed" for view in seen.seats)
    if not trumps or not set(trumps) & set(allowed) or (trick and len(trick) == stayers - 1):
        return allowed
    unseen = unseen_trumps(seen)
    top = trumps[-1]
    counted = trumps if not trick or would_win(top, trick, seen.trump) else trumps[:-1]
    if not seen.rules.cinch or (seen.seats[seen.seat].tricks or 0) + sure(counted, unseen) < NEED:
        return allowed
    return [
        card
        for card in allowed
        if card in trumps and not any(height(card) < height(other) < height(top) for other in unseen)
    ]


def may_do(seen: BourreObservation) -> set[str]:
    """The actions of the seat on turn in the play, in a record's words."""
    assert seen.trump is not None
    trick = [(seat, card) for seat, (card,) in seen.trick]
    allowed = bound_by_cinch(seen, trick, by_suit(seen.hand, trick, seen.trump, seen.rules.undertrump))
    words = {f"play {card}" for card in allowed}
    trumps_only = all(card.suit == seen.trump for card in seen.hand)
    certain = seen.rules.cinch and sure(seen.hand, unseen_trumps(seen)) == len(seen.hand)
    if not trick and trumps_only and certain:
        words.add("claim")
    if seen.rules.conduct == "honour":
        words.add("abandon")
        if seen.broken:
            words.add("retract")
    return words
