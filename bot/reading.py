"""Cards as people write them: ``10h``, ``th``, ``10♥``, ``H10``, ``TH``. Records know one form only.

And actions as a command, button or form says them: as records do, but for the seat.
"""

import re
from typing import Final

from bot.errors import Refused
from bot.render.names import escaped
from bot.text import at_table, say
from engine.actions import Action
from engine.cards import RANKS, BadCard, Card, Suit
from engine.errors import BadAmount
from engine.game import Game
from engine.words import DEFAULT

_RANK: Final = r"10|[2-9TJQKA]"
_SUIT: Final = r"[CDHS♣♦♥♠♧♢♡♤]"
_CARD: Final = re.compile(
    rf"(?:(?P<rank>{_RANK})(?P<suit>{_SUIT})|(?P<suit2>{_SUIT})(?P<rank2>{_RANK}))\ufe0f?"
)
_BETWEEN: Final = re.compile(r"[\s,;+]*")
_SUITS: Final = {
    **{suit.value.upper(): suit for suit in Suit},
    **{suit.symbol: suit for suit in Suit},
    **dict(zip("♧♢♡♤", Suit, strict=True)),
}
NONE: Final = frozenset({"", "-", "0", "none", "pat", "no"})
LONGEST: Final = 60


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, in its order; words such as ``none`` are no cards.

    Raises Refused.
    """
    text = text.strip()
    if text.lower() in NONE:
        return ()
    wanted = text.upper()[:LONGEST]
    cards: list[Card] = []
    at = 0
    while at < len(wanted):
        match = _CARD.match(wanted, at)
        if match is None:
            raise Refused("refused.bad-card", text=text[:LONGEST])
        cards.append(_card(match))
        between = _BETWEEN.match(wanted, match.end())
        at = between.end() if between else match.end()
    if len(set(cards)) != len(cards):
        raise Refused("refused.card-twice", text=text[:LONGEST])
    return tuple(cards)


def _card(match: re.Match[str]) -> Card:
    rank = match["rank"] or match["rank2"]
    rank = "T" if rank == "10" else rank
    assert rank in RANKS
    return Card.parse(rank + _SUITS[match["suit"] or match["suit2"]].value)


def read_action(game: Game, words: str) -> Action:
    """Raises Refused."""
    verb, _, rest = words.partition(" ")
    try:
        action = game.parse(verb, rest)
    except (BadCard, BadAmount, KeyError):
        action = None
    if action is None:
        raise _unread(game, verb, rest[:LONGEST])
    return action


def _unread(game: Game, verb: str, rest: str) -> Refused:
    option = next((each.option for each in game.verbs if each.name == verb), None)
    if option is None:
        verbs = " ".join(f"`/{each.name}`" for each in game.verbs)
        return Refused("refused.unknown-verb", game=game.title, verb=verb, verbs=verbs)
    takes = say(at_table(DEFAULT, game), f"command.{verb}-{option}")
    return Refused("refused.unread", verb=verb, option=option, said=escaped(rest or "none"), takes=takes)
