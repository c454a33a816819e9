"""The `rule` player of Bourré: stays on strength, keeps what wins, and fears the bourré.

It sees its own observation only. Strength is measured in expected tricks, in hundredths.
"""

from typing import Final

from engine.actions import Action, Span
from engine.bourre.actions import CLAIM, PACK, PASS, RETRACT, STAY, Draw, Play
from engine.bourre.obligations import BEATS
from engine.bourre.observing import BourreObservation
from engine.cards import RANKS, Card, Suit
from engine.game import Chooser, Observation

TRUMP_WORTH: Final = {"A": 100, "K": 90, "Q": 75, "J": 60, "T": 50}
LOW_TRUMP_WORTH: Final = 40
SIDE_WORTH: Final = {"A": 45, "K": 20}
ENOUGH: Final = 80
"""A hand worth so much stays when nobody has stayed before it."""
PER_RIVAL: Final = 15
NERVE: Final = 10
"""How far a player's mood moves what is enough."""


def choose(seen: Observation, chooser: Chooser) -> Action:
    assert isinstance(seen, BourreObservation)
    if STAY in seen.legal:
        return STAY if PASS not in seen.legal or stays(seen, chooser) else PASS
    if RETRACT in seen.legal:
        return RETRACT
    if any(isinstance(legal, Span) for legal in seen.legal):
        return Draw(discards(seen))
    if CLAIM in seen.legal:
        return CLAIM
    plays = [legal for legal in seen.legal if isinstance(legal, Play)]
    return answer(seen, plays) if seen.trick else lead(seen, plays)


def worth(card: Card, trump: Suit | None) -> int:
    if card.suit is trump:
        return TRUMP_WORTH.get(card.rank, LOW_TRUMP_WORTH)
    return SIDE_WORTH.get(card.rank, 0)


def stays(seen: BourreObservation, chooser: Chooser) -> bool:
    strength = sum(worth(card, seen.trump) for card in seen.hand)
    return strength + chooser.below(2 * NERVE + 1) - NERVE >= ENOUGH + PER_RIVAL * rivals(seen)


def rivals(seen: BourreObservation) -> int:
    """Who has stayed before; where all decide in secret, as many as usually stay."""
    if seen.rules.is_sealed:
        return len(seen.seats) * 2 // 5
    return sum(view.stance == "stayed" for view in seen.seats)


def discards(seen: BourreObservation) -> tuple[Card, ...]:
    """Everything but trumps and side aces; a hand with two trumps keeps its side kings too."""
    trumps = sum(card.suit is seen.trump for card in seen.hand)
    keep = "AK" if trumps >= 2 else "A"
    thrown = [card for card in seen.hand if card.suit is not seen.trump and card.rank not in keep]
    thrown.sort(key=lambda card: RANKS.index(card.rank))
    return tuple(thrown[: seen.rules.max_draw])


def strength(play: Play, seen: BourreObservation) -> tuple[bool, int]:
    """Order of the cards by what they are worth keeping: trumps above all others, then by rank."""
    rank = PACK.above[play.bit].bit_count()
    return play.card.suit is seen.trump, -rank


def lead(seen: BourreObservation, plays: list[Play]) -> Play:
    """The strongest trump while it may draw others out, else a side ace, else low from the rest."""
    trumps = [play for play in plays if play.card.suit is seen.trump]
    sides = [play for play in plays if play.card.suit is not seen.trump]
    aces = [play for play in sides if play.card.rank == "A"]
    if trumps and (len(trumps) >= 2 or not sides):
        return max(trumps, key=lambda play: strength(play, seen))
    if aces:
        return aces[0]
    seat = seen.seat
    without = seat is not None and not seen.seats[seat].tricks
    pick = max if without else min
    return pick(sides or plays, key=lambda play: strength(play, seen))


def answer(seen: BourreObservation, plays: list[Play]) -> Play:
    """Win cheaply when last, strongly when others may still overtake; lose with the least."""
    winning = [play for play in plays if takes(play, seen)]
    last = len(seen.trick) == sum(view.stance == "stayed" for view in seen.seats) - 1
    if winning and not last:
        return max(winning, key=lambda play: strength(play, seen))
    return min(winning or plays, key=lambda play: strength(play, seen))


def takes(play: Play, seen: BourreObservation) -> bool:
    """Would the card head the trick as it stands?"""
    assert seen.trump is not None
    beats = BEATS[PACK.suit[seen.trump]]
    head = PACK.bit[seen.trick[0][1][0]]
    for _, (card,) in seen.trick[1:]:
        if PACK.bit[card] & beats[head]:
            head = PACK.bit[card]
    return bool(play.bit & beats[head])
