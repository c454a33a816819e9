"""What everybody at an evening gets to see, message by message and edit by edit, and what each may know."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from evening import Evening

from engine.cards import Card, parse_cards

_RANK = r"(?:10|[2-9TJQKA])"
_SYMBOL = re.compile(rf"({_RANK})([♣♦♥♠])")
_RUN = re.compile(r"(?<![0-9A-Za-z])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z])")
_SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))


def cards_in(text: str) -> set[Card]:
    """Every card a text names, as records write it or as people read it."""
    found = {Card.parse(rank.replace("10", "T") + _SUITS[suit]) for rank, suit in _SYMBOL.findall(text)}
    for run in _RUN.findall(text):
        found.update(Card.parse(run[i : i + 2]) for i in range(0, len(run), 2))
    return found


@dataclass(frozen=True)
class Seen:
    """Something that the bot sent. ``user_id`` is who alone sees it; None: everybody in the channel."""

    user_id: int | None
    text: str


class Watch:
    """Reads all that the bot says to Discord, each once: messages, edits, answers, choices, forms, names."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._read = 0

    def news(self) -> list[Seen]:
        requests = self.evening.env.http_requests
        new, self._read = requests[self._read :], len(requests)
        return [
            Seen(self._audience(request.path), json.dumps(request.json, ensure_ascii=False))
            for request in new
            if request.method in ("POST", "PATCH", "PUT")
            and request.json
            and not _is_of_commands(request.path)
        ]

    def _audience(self, path: str) -> int | None:
        backend = self.evening.env.backend
        _, kind, first, *rest = path.split("/")
        if kind == "interactions":
            return backend.interactions[int(first)].user_id
        if kind == "webhooks":
            return backend.interaction_by_token(rest[0]).user_id
        owners = {channel: user for user, channel in backend.dm_channels.items()}
        return owners.get(int(first)) if kind == "channels" else None


def _is_of_commands(path: str) -> bool:
    """The commands' descriptions, given at the start, name cards as examples."""
    return path.startswith("/applications/")


@dataclass
class Known:
    """What may be known of one deal, read off its record lines. ``hidden`` is what else was dealt."""

    public: set[Card] = field(default_factory=set)
    hands: dict[int, set[Card]] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Known":
        known = cls()
        for line in lines:
            match line.split(" "):
                case ["d", "turn", card]:
                    known.public.add(Card.parse(card))
                case ["d", "deal", seat, cards]:
                    known.hands.setdefault(int(seat[1:]) - 1, set()).update(parse_cards(cards))
                    known.dealt.append(cards)
                case [_, "play", card]:
                    known.public.add(Card.parse(card))
                case _:
                    pass
        return known

    def to(self, seat: int | None) -> set[Card]:
        return self.public | (self.hands.get(seat, set()) if seat is not None else set())


def deals(lines: Iterable[str]) -> Iterator[list[str]]:
    """The lines of each deal, in order."""
    deal: list[str] = []
    for line in lines:
        if line.startswith("deal ") and deal:
            yield deal
            deal = []
        deal.append(line)
    yield deal
