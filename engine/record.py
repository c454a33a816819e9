"""Records (contract §2): the text of a sitting. Lines only; whether they hold is for ``replay``."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, DealCards, End, NextDeal, Shuffle, TurnUp
from engine.cards import BadCard, Card, parse_cards
from engine.errors import BadAmount, BadRules, short
from engine.events import Event
from engine.game import Game, games
from engine.options import Rules
from engine.seats import CHANCE, BadSeat, Seat, parse_seat, seat_name

VERSION: Final = "1"
KEYS: Final = ("Record", "Game", "Rules", "Seats", "Dealer")
_COMMENT: Final = re.compile(r"(?:^|(?<=[ \t]))#")


class BadRecord(ValueError):
    """The record stops here.

    ``number`` counts lines from 1, ``text`` is the line, ``reason`` says what is wrong (with its clause) and
    ``instead`` what would be right.
    """

    def __init__(self, number: int, text: str, reason: str, instead: str = "") -> None:
        super().__init__(number, text, reason, instead)
        self.number = number
        self.text = text
        self.reason = reason
        self.instead = instead

    def __str__(self) -> str:
        return _shown(f"line {self.number}: “{short(self.text)}”: {_with_instead(self.reason, self.instead)}")


def _shown(text: str) -> str:
    """The text with what would not be seen, or would move the cursor, spelt out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _with_instead(reason: str, instead: str) -> str:
    return f"{reason}; instead: {instead}" if instead else reason


class Malformed(ValueError):
    """A line has not the form of its kind. ``instead`` is what would be right."""

    def __init__(self, reason: str, instead: str = "") -> None:
        super().__init__(reason, instead)
        self.reason = reason
        self.instead = instead

    def __str__(self) -> str:
        return _with_instead(self.reason, self.instead)


@dataclass(frozen=True, slots=True)
class Header:
    """``rules_text`` is the Rules line as it was written; the writer's own is ``str(rules)``.

    ``written`` are the lines that were read, comments included; empty if there were none.
    """

    game: Game
    rules: Rules
    rules_text: str
    names: tuple[str, ...]
    dealer: Seat
    written: tuple[str, ...] = ()

    def lines(self) -> tuple[str, ...]:
        if self.written:
            return self.written
        seats = " ".join(f"{seat_name(seat)}={name}" for seat, name in enumerate(self.names))
        values = (VERSION, self.game.key, self.rules_text, seats, seat_name(self.dealer))
        return tuple(f"{key}: {value}" for key, value in zip(KEYS, values, strict=True))


def plain_name(name: str, seat: Seat) -> str:
    """A name as a Seats line can hold it: one word, without ``=``, ``#`` and what does not print."""
    visible = "".join(each for each in name if each.isprintable() or each.isspace())
    return re.sub(r"[\s=#]+", "_", visible.strip()) or seat_name(seat)


def split_comment(line: str) -> tuple[str, str]:
    """The words of a line, and its comment with the space before it.

    A comment begins with a ``#`` at the line's start or behind a space.
    """
    found = _COMMENT.search(line)
    words = line[: found.start()].rstrip(" \t") if found else line
    return words, line[len(words) :]


def header_value(line: str, key: str) -> str:
    """Raises Malformed unless the line is ``key: value``."""
    name, colon, value = line.partition(": ")
    if name != key or not colon or not value or value != value.strip():
        raise Malformed("the header is out of order or incomplete", f"{key}: …")
    return value


def read_header(value: Callable[[str], str]) -> Header:
    """The header; ``value`` gives what stands behind a key, and is asked in the order of KEYS.

    So the line last asked for is at fault when this raises Malformed.
    """
    if value("Record") != VERSION:
        raise Malformed("this version of records is not known", f"Record: {VERSION}")
    game = games().get(value("Game"))
    if game is None:
        raise Malformed("there is no such game", ", ".join(games()))
    rules_text = value("Rules")
    rules = _read_rules(game, rules_text)
    wanted = game.players(rules)
    if wanted is None:
        raise Malformed("these rules leave open how many play", f"Rules: {rules_text} players=N")
    names = _read_seats(value("Seats"))
    if wanted != len(names):
        raise Malformed(
            f"the rules above are for {wanted} players, and not for {len(names)}",
            f"seats p1 to p{wanted}, or rules for {len(names)}",
        )
    try:
        return Header(game, rules, rules_text, names, parse_seat(value("Dealer"), len(names)))
    except BadSeat:
        raise Malformed("the dealer is not a seat", f"p1 to p{len(names)}") from None


def _read_rules(game: Game, text: str) -> Rules:
    plain = " ".join(text.split())
    if plain != text:
        raise Malformed("the rules are not parted by single spaces", f"Rules: {short(plain)}")
    try:
        return game.rules.parse(text)
    except BadRules as fault:
        raise Malformed(str(fault)) from None


def _read_seats(text: str) -> tuple[str, ...]:
    names = []
    for seat, pair in enumerate(text.split(" ")):
        label, equals, name = pair.partition("=")
        if label != seat_name(seat) or not equals or not name or "=" in name or seat > 7:
            raise Malformed("the seats are malformed", "p1=Name p2=Name …")
        names.append(name)
    return tuple(names)


def read_action(game: Game, seats: int, line: str) -> tuple[Seat, Action]:
    """The actor and action of a body line (not an ``=`` line), without comment.

    Raises Malformed.
    """
    try:
        actor, action = _parse(game, seats, line)
    except BadSeat:
        raise Malformed("there is no such actor", f"d, p1 … p{seats}, = or deal N") from None
    except BadCard as bad:
        raise Malformed(
            f"“{short(str(bad))}” is not a card of this game, or a card stands twice", "Ah, Td"
        ) from None
    except BadAmount as bad:
        raise Malformed(f"“{short(str(bad))}” is not an amount", "5 or 13/5") from None
    if action is None:
        raise Malformed("these are no words of this game", ", ".join(each.name for each in game.verbs))
    if write(actor, action) != line:
        raise Malformed("the line is not written canonically", write(actor, action))
    return actor, action


def _parse(game: Game, seats: int, line: str) -> tuple[Seat, Action | None]:
    actor, _, words = line.partition(" ")
    verb, _, rest = words.partition(" ")
    if actor == "deal":
        return CHANCE, NextDeal(_number(words))
    if actor == "d":
        return CHANCE, _chance(game, verb, rest, seats)
    return parse_seat(actor, seats), game.parse(verb, rest)


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise Malformed("the deal has no number", "deal 1")
    return int(text)


def _chance(game: Game, verb: str, rest: str, seats: int) -> Action:
    match verb, rest.split(" "):
        case "deal", [seat, cards]:
            return DealCards(parse_seat(seat, seats), _of_pack(game, parse_cards(cards)))
        case "turn", [card] if card:
            return TurnUp(*_of_pack(game, (Card.parse(card),)))
        case "shuffle", [""]:
            return Shuffle()
        case "end", [""]:
            return End()
        case _:
            raise Malformed("the dealer does no such thing", "deal pN CARDS, turn CARD, shuffle, end")


def _of_pack(game: Game, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    for card in cards:
        if card not in game.pack.bit:
            raise BadCard(str(card))
    return cards


def write(actor: Seat, action: Action) -> str:
    """The body line of an action."""
    return str(action) if isinstance(action, NextDeal) else f"{seat_name(actor)} {action}"


def consequences(events: Iterable[Event]) -> list[str]:
    """The ``=`` lines of events."""
    return [f"= {event.line}" for event in events if event.line is not None]


def text(header: Header, body: Iterable[str]) -> str:
    """The whole record; ``body`` are the lines of the deals."""
    lines = [*header.lines()]
    for place, line in enumerate(body):
        if line.startswith("deal ") or not place:
            lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"
