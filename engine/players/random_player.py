"""The random player: any legal action, each kind as likely as the others, but some said seldom."""

from typing import Final

from engine.actions import Action, Legal, Span
from engine.cards import run
from engine.game import Chooser, Game, Observation

SELDOM: Final = 12
"""One time in so many a verb is said that a game wants said seldom, where anything else may be done."""


def choose(game: Game, seen: Observation, chooser: Chooser) -> Action:
    usual = [each for each in seen.legal if each.verb not in game.seldom]
    among = usual if usual and len(usual) < len(seen.legal) and chooser.below(SELDOM) else seen.legal
    legal: Legal = among[chooser.below(len(among))]
    return _one_of(game, legal, seen, chooser) if isinstance(legal, Span) else legal


def _one_of(game: Game, span: Span, seen: Observation, chooser: Chooser) -> Action:
    """A member of a family: so many cards of the hand, or so many chips."""
    number = span.low + chooser.below(span.high - span.low + 1)
    verb = next(verb for verb in game.verbs if verb.name == span.verb)
    words = str(number)
    if verb.takes == "cards":
        hand = list(seen.hand)
        words = run([hand.pop(chooser.below(len(hand))) for _ in range(number)])
    action = game.parse(span.verb, words)
    assert action is not None, f"{game.key} parses its own family {span}"
    return action
